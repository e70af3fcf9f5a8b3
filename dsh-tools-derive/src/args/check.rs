//! Second stage: everything that the macro can know to be wrong.

use super::Derive;
use super::constraints;
use super::fits::misfit;
use super::model::{Field, Kind, Meta, Model, Variant};
use super::names::Names;
use super::parse::{self, Input, Shape};
use crate::attr::{Attrs, Literal, SerdeDefault, plain};
use crate::case::Case;
use crate::ctxt::{At, Blame, Ctxt};
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Generics, Lifetime, Type, TypeReference};

pub(crate) fn check<'a>(cx: &Ctxt, input: Input<'a>) -> Model<'a> {
    let Input { ident, generics, derive, hidden, mut attrs, shape } = input;
    let case = attrs.rename_all.take().map(|case| case.value);
    let deny = attrs.deny_unknown_fields.take().is_some_and(|deny| deny.value);
    let name = attrs.rename.take().map_or_else(|| plain(ident), |name| name.value);
    let (private, meta) = (private(attrs.krate.as_ref()), meta(&mut attrs));
    let kind = match shape {
        Shape::Struct(fields) => {
            let borrows: Vec<bool> = fields.iter().map(|field| check_borrows(cx, field)).collect();
            if !borrows.contains(&true) {
                check_lifetimes(cx, generics);
            }
            let mut names = Names::new(cx, "field");
            Kind::Struct {
                deny,
                fields: fields
                    .into_iter()
                    .zip(borrows)
                    .map(|(input, borrows)| {
                        let mut field = field(cx, case, &mut names, input);
                        field.broken |= borrows;
                        field
                    })
                    .collect(),
            }
        }
        Shape::Enum(variants) => {
            check_lifetimes(cx, generics);
            let mut names = Names::new(cx, "variant");
            let variants: Vec<Variant<'_>> =
                variants.into_iter().map(|input| variant(case, &mut names, input)).collect();
            check_enum_examples(cx, &meta.examples, &variants);
            Kind::Enum(variants)
        }
    };
    Model { private, ident, generics, name, root: derive == Derive::ToolArgs, hidden, meta, kind }
}

/// The path of the runtime's module for generated code.
pub(crate) fn private(krate: Option<&syn::Path>) -> TokenStream {
    if let Some(krate) = krate { quote!(#krate::__private) } else { quote!(::dsh_tools::__private) }
}

fn meta(attrs: &mut Attrs) -> Meta {
    Meta {
        title: attrs.title.take(),
        description: attrs.description.take(),
        examples: std::mem::take(&mut attrs.examples),
        deprecated: attrs.deprecated,
    }
}

fn field<'a>(
    cx: &Ctxt,
    case: Option<Case>,
    names: &mut Names<'_>,
    input: parse::Field<'a>,
) -> Field<'a> {
    let parse::Field { ident, ty, mut attrs } = input;
    let before = cx.count();
    let owner = plain(ident);
    let (key, blame) = match attrs.rename.take() {
        Some(name) => (name.value, name.blame),
        None => {
            (case.map_or_else(|| owner.clone(), |case| case.field(&owner)), ident.span().into())
        }
    };
    names.name(&owner, &key, blame);
    for alias in &attrs.aliases {
        names.alias(&owner, alias);
    }
    let constraints = constraints::check(cx, &mut attrs);
    let default = attrs.default.take();
    let meta = meta(&mut attrs);
    let literals = default
        .iter()
        .map(|default| ("default", default))
        .chain(meta.examples.iter().map(|example| ("example", example)));
    for (key, literal) in literals {
        if let Some(why) = misfit(&literal.value, &constraints) {
            cx.error(
                literal.blame,
                format!(
                    "`{key} = {}` is none of the field's own values: {why}",
                    literal.value.json()
                ),
            );
        }
    }
    let required = attrs.required.filter(|flag| flag.value);
    if let (Some(required), Some(_)) = (&required, &default) {
        cx.error(
            required.blame,
            "`required` contradicts `default`: what is always there needs no default; keep one",
        );
    }
    let covered = default.is_some();
    let serde_default = attrs
        .serde_default
        .filter(|_| !covered)
        .and_then(|default| check_serde_default(cx, &default));
    let may_be_left_out =
        attrs.may_be_left_out.filter(|_| !covered).map(|condition| condition.blame);
    Field {
        ident,
        ty,
        key,
        aliases: attrs.aliases.into_iter().map(|alias| alias.value).collect(),
        constraints,
        required: required.map(|required| required.blame),
        default,
        meta,
        serde_default,
        may_be_left_out,
        broken: attrs.broken || cx.count() > before,
    }
}

/// A function's value is not known; the type's own is right for an `Option`, which only the type can tell.
fn check_serde_default(cx: &Ctxt, default: &At<SerdeDefault>) -> Option<Blame> {
    match default.value {
        SerdeDefault::Bare => Some(default.blame),
        SerdeDefault::Path => {
            cx.error(
                default.blame,
                "`#[serde(default = ..)]` is code whose value the schema cannot show: write it as a literal beside it, `#[arg(default = ..)]`",
            );
            None
        }
    }
}

fn variant<'a>(
    case: Option<Case>,
    names: &mut Names<'_>,
    input: parse::Variant<'a>,
) -> Variant<'a> {
    let parse::Variant { ident, mut attrs } = input;
    let owner = plain(ident);
    let (name, blame) = match attrs.rename.take() {
        Some(name) => (name.value, name.blame),
        None => {
            (case.map_or_else(|| owner.clone(), |case| case.variant(&owner)), ident.span().into())
        }
    };
    names.name(&owner, &name, blame);
    for alias in &attrs.aliases {
        names.alias(&owner, alias);
    }
    let aliases = attrs.aliases.into_iter().map(|alias| alias.value).collect();
    Variant { ident, name, aliases, description: attrs.description }
}

fn check_enum_examples(cx: &Ctxt, examples: &[At<Literal>], variants: &[Variant<'_>]) {
    for example in examples {
        let known = matches!(&example.value, Literal::Str(text) if variants.iter().any(|variant| variant.name == *text));
        if !known {
            let names = crate::suggest::list(variants.iter().map(|variant| variant.name.as_str()));
            cx.error(
                example.blame,
                format!(
                    "`example = {}` is no variant's name: there are {names}",
                    example.value.json()
                ),
            );
        }
    }
}

/// What is decoded owns what it holds. Tells every borrow in the field's type; whether there was one.
fn check_borrows(cx: &Ctxt, field: &parse::Field<'_>) -> bool {
    let mut borrows = Borrows { cx, found: false };
    borrows.visit_type(field.ty);
    borrows.found
}

struct Borrows<'a> {
    cx: &'a Ctxt,
    found: bool,
}

impl<'ast> Visit<'ast> for Borrows<'_> {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        self.found = true;
        self.cx.error_on(
            reference,
            format!("arguments own what they hold: {}", owned(&reference.elem)),
        );
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.found = true;
            self.cx.error_on(lifetime, "arguments own what they hold: use an owned type, or `'static` as in `Cow<'static, str>`");
        }
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        // Function pointers and trait objects have lifetimes of their own, and no schema anyway.
        if !matches!(ty, Type::FnPtr(_) | Type::TraitObject(_)) {
            visit::visit_type(self, ty);
        }
    }
}

/// What to write in place of a reference to this.
pub(crate) fn owned(ty: &Type) -> String {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => {
            String::from("use `String` in place of `&str`")
        }
        Type::Slice(_) => String::from("use `Vec<..>` in place of a slice"),
        _ => String::from("use the type without the reference"),
    }
}

fn check_lifetimes(cx: &Ctxt, generics: &Generics) {
    for lifetime in generics.lifetimes() {
        cx.error_on(&lifetime.lifetime, "arguments own what they hold: take the lifetime off and use owned types, as `String` for `&str`");
    }
}
