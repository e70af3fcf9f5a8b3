//! What the signature of a tool may not have.

use super::model::Site;
use crate::args::owned;
use crate::ctxt::{At, Ctxt};
use crate::show::show;
use syn::visit::{self, Visit};
use syn::{
    FnArg, GenericParam, Lifetime, ReturnType, Safety, Signature, Type, TypeImplTrait,
    TypeReference,
};

pub(super) fn check(cx: &Ctxt, signature: &Signature, blocking: Option<&At<bool>>, site: Site<'_>) {
    generics(cx, signature, site);
    qualifiers(cx, signature);
    asynchrony(cx, signature, blocking);
    output(cx, &signature.output);
}

fn generics(cx: &Ctxt, signature: &Signature, site: Site<'_>) {
    for parameter in &signature.generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => {
                cx.error_on(&lifetime.lifetime, "a tool has no lifetimes: leave it out; what is taken by reference is lent for the call");
            }
            GenericParam::Type(parameter) => {
                cx.error_on(&parameter.ident, generic(&parameter.ident.to_string()));
            }
            GenericParam::Const(parameter) => {
                cx.error_on(&parameter.ident, generic(&parameter.ident.to_string()));
            }
        }
    }
    if let (Some(clause), true) =
        (&signature.generics.where_clause, signature.generics.params.is_empty())
    {
        let way_out = match site {
            Site::Free => "leave the `where` clause out",
            Site::Toolbox { .. } => "put the `where` clause on the `impl`",
        };
        cx.error_on(
            clause,
            format!("a tool has no type parameters, so there is nothing to bound: {way_out}"),
        );
    }
}

fn generic(name: &str) -> String {
    format!(
        "a tool is one function with one schema, so `{name}` has nothing to stand for: write a tool for each type that calls this function"
    )
}

fn qualifiers(cx: &Ctxt, signature: &Signature) {
    if let Safety::Unsafe(token) = &signature.safety {
        cx.error_on(token, "models call tools, and no model can promise what `unsafe` asks for: make the function safe");
    }
    if let Some(token) = &signature.constness {
        cx.error_on(token, "a tool runs when it is called: take `const` off");
    }
    if let Some(abi) = &signature.abi {
        cx.error_on(abi, "a tool is called from Rust: take `extern` off");
    }
    if let Some(variadic) = &signature.variadic {
        cx.error_on(&variadic.dots, "a tool declares its arguments: take a `Vec`");
    }
}

fn asynchrony(cx: &Ctxt, signature: &Signature, blocking: Option<&At<bool>>) {
    match (&signature.asyncness, blocking) {
        (None, None | Some(At { value: false, .. })) if signature.constness.is_none() => cx.error_on(
            &signature.fn_token,
            format!("the body of a tool runs among others: write `async fn {0}`, or `#[tool(blocking)]` to run it on a thread where it may block", signature.ident),
        ),
        (Some(_), Some(At { value: true, blame })) => {
            cx.error(*blame, "`blocking` is for a function that is not async: leave it out, or take `async` off");
        }
        _ => {}
    }
}

fn output(cx: &Ctxt, output: &ReturnType) {
    let ReturnType::Type(_, ty) = output else {
        return;
    };
    match &**ty {
        Type::Never(_) => {
            cx.error_on(ty, "a tool ends with a result: return `()` or what it found");
        }
        ty => Output { cx }.visit_type(ty),
    }
}

struct Output<'a> {
    cx: &'a Ctxt,
}

impl<'ast> Visit<'ast> for Output<'_> {
    fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
        match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => {
                visit::visit_type(self, &reference.elem);
            }
            _ => self.cx.error_on(
                reference,
                format!("the result outlives the call: {}", owned(&reference.elem)),
            ),
        }
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        if lifetime.ident != "static" {
            self.cx.error_on(lifetime, "the result outlives the call: return an owned type");
        }
    }

    fn visit_type_impl_trait(&mut self, found: &'ast TypeImplTrait) {
        self.cx.error_on(
            found,
            format!(
                "`{}` hides the type that the result's schema comes from: name the type",
                show(found)
            ),
        );
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        if !matches!(ty, Type::FnPtr(_) | Type::TraitObject(_)) {
            visit::visit_type(self, ty);
        }
    }
}

/// The parameters that are written with a pattern and a type.
pub(crate) fn typed(signature: &Signature) -> impl Iterator<Item = &syn::PatType> {
    signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    })
}
