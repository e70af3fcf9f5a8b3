//! What one parameter is, by its form alone.

use crate::args::owned;
use crate::attr::{Attrs, Dialect, Place};
use crate::ctxt::{Blame, Ctxt};
use crate::show::show;
use syn::visit::{self, Visit};
use syn::{
    GenericArgument, Ident, Lifetime, Pat, PatType, PathArguments, Type, TypeImplTrait,
    TypeReference,
};

/// A parameter of the function.
pub(super) enum Parameter<'a> {
    /// `&T`
    State(&'a Type),
    /// `Option<&T>`
    OptionalState { state: &'a Type, written: &'a Type },
    /// By value.
    Value(Box<Value<'a>>),
}

pub(super) struct Value<'a> {
    pub(super) pattern: Pattern<'a>,
    pub(super) ty: &'a Type,
    pub(super) attrs: Attrs,
    /// It has docs or keys of its own.
    pub(super) documented: bool,
    pub(super) blame: Blame,
}

pub(super) enum Pattern<'a> {
    /// `path`, `mut path`
    Name(&'a Ident),
    /// `ReadArgs { path, .. }`
    Struct,
    Other,
}

/// `None` after an error.
pub(super) fn parameter<'a>(
    cx: &Ctxt,
    dialect: Dialect,
    typed: &'a PatType,
) -> Option<Parameter<'a>> {
    for attr in &typed.attrs {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            let name = show(attr.path());
            cx.error_on(attr, format!("`{name}` on a parameter would change the schema unseen: put it on the function, and write one function for each case"));
            return None;
        }
    }
    let ty = bare(&typed.ty);
    if let Type::Reference(reference) = ty {
        let state = state(cx, reference)?;
        no_keys(cx, dialect, typed);
        return Some(Parameter::State(state));
    }
    if let Some(reference) = sole_reference(ty) {
        let state = state(cx, reference)?;
        no_keys(cx, dialect, typed);
        return Some(Parameter::OptionalState { state, written: &typed.ty });
    }
    let attrs = Attrs::read(cx, dialect, Place::Parameter, &typed.attrs);
    let documented = attrs.first_key.is_some() || attrs.description.is_some();
    if foreign_to_values(cx, ty) {
        return None;
    }
    let pattern = match &*typed.pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Pattern::Name(&name.ident)
        }
        Pat::Struct(_) => Pattern::Struct,
        _ => Pattern::Other,
    };
    Some(Parameter::Value(Box::new(Value {
        pattern,
        ty: &typed.ty,
        attrs,
        documented,
        blame: Blame::on(&typed.pat),
    })))
}

fn no_keys(cx: &Ctxt, dialect: Dialect, typed: &PatType) {
    if let Some(attr) = typed.attrs.iter().find(|attr| dialect.owns(attr)) {
        let name = dialect.name();
        cx.error_on(attr, format!("`#[{name}(..)]` is about arguments, and what is taken by reference is state: take it by value to make it an argument"));
    }
}

/// The type of the state that the reference asks for.
fn state<'a>(cx: &Ctxt, reference: &'a TypeReference) -> Option<&'a Type> {
    let inner = bare(&reference.elem);
    if let Some(mutable) = &reference.mutability {
        cx.error_on(mutable, "state is shared between calls that run at once: take `&T`, and put a `Mutex` or an atomic inside of `T`");
        return None;
    }
    if let Some(lifetime) = &reference.lifetime
        && lifetime.ident != "_"
    {
        cx.error_on(lifetime, "state is lent for one call: leave the lifetime out");
        return None;
    }
    let message = match inner {
        Type::Path(path) if path.path.is_ident("str") => {
            "a reference asks for state, and text as an argument is owned: take a `String`"
                .to_owned()
        }
        Type::Slice(slice) => {
            format!(
                "a reference asks for state, and a list as an argument is owned: take a `Vec<{}>`",
                show(&slice.elem)
            )
        }
        Type::TraitObject(object) => {
            format!(
                "state is found by its type, which has a size: take `&Arc<{}>` or `&Box<{}>`",
                show(object),
                show(object)
            )
        }
        Type::ImplTrait(_) => return impl_trait(cx, inner),
        Type::Reference(_) => "state is taken by one reference: write `&T`".to_owned(),
        _ => {
            return if borrows(
                cx,
                inner,
                "state outlives the calls that it is lent to, so it owns what it holds",
            ) {
                None
            } else {
                Some(inner)
            };
        }
    };
    cx.error_on(reference, message);
    None
}

fn impl_trait<T>(cx: &Ctxt, ty: &Type) -> Option<T> {
    cx.error_on(ty, "`impl Trait` is a type parameter, and a tool is one function with one schema: name the type");
    None
}

/// Whether the type cannot be an argument for its form; the error is told.
fn foreign_to_values(cx: &Ctxt, ty: &Type) -> bool {
    let mut search = ImplTrait(None);
    search.visit_type(ty);
    if let Some(found) = search.0 {
        impl_trait::<()>(cx, &Type::ImplTrait(found.clone()));
        return true;
    }
    borrows(cx, ty, "arguments own what they hold")
}

struct ImplTrait<'ast>(Option<&'ast TypeImplTrait>);

impl<'ast> Visit<'ast> for ImplTrait<'ast> {
    fn visit_type_impl_trait(&mut self, found: &'ast TypeImplTrait) {
        self.0.get_or_insert(found);
    }
}

/// Whether the type borrows something; the error is told.
fn borrows(cx: &Ctxt, ty: &Type, why: &str) -> bool {
    let mut search = Borrow { cx, why, found: false };
    search.visit_type(ty);
    search.found
}

struct Borrow<'a> {
    cx: &'a Ctxt,
    why: &'a str,
    found: bool,
}

impl<'ast> Visit<'ast> for Borrow<'_> {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        self.found = true;
        self.cx.error_on(reference, format!("{}: {}", self.why, owned(&reference.elem)));
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.found = true;
            self.cx.error_on(
                lifetime,
                format!("{}: use an owned type, or `'static` as in `Cow<'static, str>`", self.why),
            );
        }
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        // They have lifetimes of their own, and no schema anyway.
        if !matches!(ty, Type::FnPtr(_) | Type::TraitObject(_)) {
            visit::visit_type(self, ty);
        }
    }
}

/// Whether it is state, by its form.
pub(crate) fn is_state(ty: &Type) -> bool {
    let ty = bare(ty);
    matches!(ty, Type::Reference(_)) || sole_reference(ty).is_some()
}

/// The reference in `Option<&T>`; by its form, since nothing that is taken by value can hold one.
fn sole_reference(ty: &Type) -> Option<&TypeReference> {
    let Type::Path(path) = ty else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Type(inner)), None) => match bare(inner) {
            Type::Reference(reference) => Some(reference),
            _ => None,
        },
        _ => None,
    }
}

/// Without the parentheses and invisible groups around it.
pub(super) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        _ => ty,
    }
}
