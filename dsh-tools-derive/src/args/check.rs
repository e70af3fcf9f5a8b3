//! Second stage: everything that the macro can know to be wrong.

use super::Derive;
use super::enums;
use super::fields::{self, Common, Given, Value};
use super::model::{Kind, Meta, Model};
use super::parse::{Input, Shape};
use crate::attr::{Attrs, Default, SerdeDefault, plain};
use crate::ctxt::{Blame, Ctxt};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Generics, Ident, parse_quote, parse_quote_spanned};

pub(crate) fn check<'a>(cx: &Ctxt, input: Input<'a>) -> Model<'a> {
    let Input { ident, generics, derive, hidden, mut attrs, shape } = input;
    let root = derive == Derive::ToolArgs;
    let name = attrs.rename.take().map_or_else(|| plain(ident), |name| name.value);
    let home = private(attrs.krate.as_ref());
    let private = quote!(__tools);
    let custom = attrs.custom.take();
    let exported = attrs.schemars.take().is_some();
    let kind = match shape {
        Shape::Struct(fields) if attrs.transparent.is_some() => {
            newtype(cx, &mut attrs, ident, fields)
        }
        Shape::Struct(fields) => {
            Kind::Struct(fields::check(cx, &common(cx, &mut attrs, &private), fields))
        }
        Shape::Elements(fields) => elements(cx, &mut attrs, ident, fields),
        Shape::Unit => {
            check_nameless(cx, &attrs);
            Kind::Unit
        }
        Shape::Enum(variants) => Kind::Enum(enums::check(cx, ident, root, &mut attrs, variants)),
    };
    let meta = meta(&mut attrs);
    if root {
        check_root(cx, ident, &kind);
    }
    let model =
        Model { home, private, ident, generics, name, root, exported, hidden, meta, custom, kind };
    // A borrow was told at the field already.
    if !model.all_fields().iter().any(|field| field.borrows) {
        check_lifetimes(cx, generics);
    }
    model
}

/// What the struct says of all its fields.
fn common(cx: &Ctxt, attrs: &mut Attrs, private: &TokenStream) -> Common {
    let own = attrs.default.take().and_then(|default| match default.value {
        Default::Bare => Some(Value::OfWhole(Box::new(own_default(default.blame)))),
        Default::Code(code) if matches!(*code, Expr::Path(_)) => {
            let code = parse_quote!(#private::Given::<Self, _>::give(#code));
            Some(Value::OfWhole(Box::new(code)))
        }
        Default::Code(code) => Some(Value::OfWhole(code)),
        Default::Literal(literal) => {
            cx.error(default.blame, format!("`default` on a struct takes nothing or code that gives a whole value, as in `default = Self::new()`, found {}", literal.kind()));
            None
        }
    });
    let serde = attrs.serde_default.take().map(|default| match default.value {
        SerdeDefault::Bare => Value::OfWhole(Box::new(own_default(default.blame))),
        SerdeDefault::Path(path) => Value::OfWhole(Box::new(SerdeDefault::call(&path))),
    });
    Common {
        case: attrs.rename_all.take().map(|case| case.value),
        deny: attrs.deny_unknown_fields.take().is_some_and(|deny| deny.value),
        default: own.or(serde),
    }
}

/// What the type's `Default` gives.
fn own_default(blame: Blame) -> Expr {
    parse_quote_spanned!(blame.start=> <Self as ::core::default::Default>::default())
}

/// A struct whose fields have no names.
fn elements<'a>(cx: &Ctxt, attrs: &mut Attrs, ident: &Ident, fields: Vec<Given<'a>>) -> Kind<'a> {
    if fields.len() == 1 || attrs.transparent.is_some() {
        return newtype(cx, attrs, ident, fields);
    }
    for field in &fields {
        if let Some(skip) = field.attrs.skip {
            cx.error(skip, "`skip` would move the elements behind it to other places: name the fields, or make the struct `transparent` if there is one other element");
        }
    }
    check_nameless(cx, attrs);
    Kind::Tuple(fields::check(cx, &Common::default(), fields))
}

/// A struct that is its one field.
fn newtype<'a>(cx: &Ctxt, attrs: &mut Attrs, ident: &Ident, fields: Vec<Given<'a>>) -> Kind<'a> {
    let transparent = attrs.transparent;
    let count = fields.iter().filter(|field| field.attrs.skip.is_none()).count();
    if count != 1 {
        cx.error(
            transparent.unwrap_or_else(|| ident.span().into()),
            format!("`transparent` stands for the one field that is not skipped, and `{ident}` has {count}: leave the others out by `skip`, or leave `transparent` out"),
        );
    }
    check_nameless(cx, attrs);
    for Given { attrs, .. } in &fields {
        let keyed = [
            attrs.rename.as_ref().map(|said| ("rename", said.blame)),
            attrs.aliases.first().map(|said| ("alias", said.blame)),
            attrs.default.as_ref().map(|said| ("default", said.blame)),
            attrs.required.as_ref().map(|said| ("required", said.blame)),
            attrs.flatten.as_ref().map(|said| ("flatten", said.blame)),
            attrs.schemars.map(|blame| ("schemars", blame)),
        ];
        for (key, blame) in keyed.into_iter().flatten() {
            cx.error(blame, format!("`{key}` has no meaning here: the struct is its one field, which has no key; say it where `{ident}` is used"));
        }
    }
    let fields = fields::check(cx, &Common::default(), fields);
    Kind::Newtype { fields, transparent: transparent.is_some() }
}

/// What speaks of keys, on a struct that has none.
fn check_nameless(cx: &Ctxt, attrs: &Attrs) {
    let said = [
        attrs.rename_all.as_ref().map(|said| ("rename_all", said.blame)),
        attrs.deny_unknown_fields.as_ref().map(|said| ("deny_unknown_fields", said.blame)),
        attrs.default.as_ref().map(|said| ("default", said.blame)),
        attrs.serde_default.as_ref().map(|said| ("default", said.blame)),
    ];
    for (key, blame) in said.into_iter().flatten() {
        cx.error(
            blame,
            format!("`{key}` has no meaning on a struct that is no object: leave it out"),
        );
    }
}

/// What surely is no object on the wire.
fn check_root(cx: &Ctxt, ident: &Ident, kind: &Kind<'_>) {
    let form = match kind {
        Kind::Tuple(_) => "an array",
        Kind::Unit => "`null`",
        Kind::Struct(_) | Kind::Newtype { .. } | Kind::Enum(_) => return,
    };
    cx.error_on(
        ident,
        format!("`{ident}` is {form} on the wire, but the arguments of a tool are an object: name its fields, as in `struct {ident} {{ .. }}`, or derive `ToolValue` and make it a field"),
    );
}

/// The path of the runtime's module for generated code.
pub(crate) fn private(krate: Option<&syn::Path>) -> TokenStream {
    if let Some(krate) = krate { quote!(#krate::__private) } else { quote!(::dsh_tools::__private) }
}

pub(super) fn meta(attrs: &mut Attrs) -> Meta {
    Meta {
        title: attrs.title.take(),
        description: attrs.description.take(),
        examples: std::mem::take(&mut attrs.examples),
        deprecated: attrs.deprecated,
    }
}

pub(super) fn check_lifetimes(cx: &Ctxt, generics: &Generics) {
    for lifetime in generics.lifetimes() {
        cx.error_on(&lifetime.lifetime, "arguments own what they hold: take the lifetime off and use owned types, as `String` for `&str`");
    }
}
