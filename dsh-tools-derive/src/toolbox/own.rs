//! The types of arguments in a toolbox: the struct that plain parameters make stands beside the `impl`, where neither
//! `Self` nor the parameters of the `impl` have a meaning.

use crate::ctxt::Blame;
use crate::tool::{Hidden, is_state, typed};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, GenericParam, Generics, ItemImpl, Path, PathSegment, Signature, Type, parse_quote,
};

/// The struct of the parameters of one method.
pub(super) fn hidden(item: &ItemImpl, signature: &Signature) -> Hidden {
    let mut hidden = Hidden::plain(format_ident!("__ToolArguments"));
    let names = names(&item.generics);
    for typed in typed(signature) {
        let ty = &*typed.ty;
        let field = if is_state(ty) {
            None
        } else if mentions(ty.to_token_stream(), &names) {
            Some(parameter(&mut hidden, ty))
        } else if mentions(ty.to_token_stream(), &["Self".to_owned()]) {
            Some(named(&item.self_ty, ty))
        } else {
            None
        };
        hidden.fields.push(field);
    }
    hidden
}

/// What stands for something else in each use of the toolbox: its parameters, and `Self` if there are any.
fn names(generics: &Generics) -> Vec<String> {
    let mut names: Vec<String> = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
        })
        .collect();
    if !names.is_empty() {
        names.push("Self".to_owned());
    }
    names
}

fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => names.iter().any(|name| word == name),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// A type parameter of the struct in the type's place.
fn parameter(hidden: &mut Hidden, ty: &Type) -> Type {
    let place = Span::call_site().located_at(Blame::on(ty).start);
    let name = Ident::new(&format!("__T{}", hidden.given.len()), place);
    hidden.generics.params.push(parse_quote!(#name));
    hidden.given.push(ty.clone());
    parse_quote!(#name)
}

/// The type with its owner's name for `Self`.
pub(super) fn named(owner: &Type, ty: &Type) -> Type {
    let mut named = ty.clone();
    Named { owner }.visit_type_mut(&mut named);
    named
}

struct Named<'a> {
    owner: &'a Type,
}

impl Named<'_> {
    /// The owner where `Self` stands, and what follows it.
    fn path(&self, path: &Path) -> Option<TokenStream> {
        let mut segments = path.segments.iter();
        let first = segments.next().filter(|first| first.ident == "Self")?;
        let place = first.ident.span();
        let owner: TokenStream = self
            .owner
            .to_token_stream()
            .into_iter()
            .map(|mut token| {
                token.set_span(token.span().located_at(place));
                token
            })
            .collect();
        let rest: Vec<&PathSegment> = segments.collect();
        Some(if rest.is_empty() { owner } else { quote!(<#owner> #(::#rest)*) })
    }
}

impl VisitMut for Named<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && let Some(named) = self.path(&path.path)
            && let Ok(named) = syn::parse2(named)
        {
            *ty = named;
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Path(path) = expr
            && path.qself.is_none()
            && let Some(named) = self.path(&path.path)
            && let Ok(named) = syn::parse2(named)
        {
            *expr = named;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::show;

    fn fields(item: &ItemImpl, signature: &Signature) -> (Vec<String>, Vec<String>) {
        let hidden = hidden(item, signature);
        let fields =
            hidden.fields.iter().map(|field| field.as_ref().map_or_else(String::new, show));
        (fields.collect(), hidden.given.iter().map(show).collect())
    }

    #[test]
    fn the_owner_has_a_name() {
        let item: ItemImpl = parse_quote!(impl fs::Fs {});
        let signature: Signature = parse_quote! {
            fn f(&self, a: Self, b: Vec<Self>, c: <Self as Store>::Id, d: [u8; Self::N], e: Self::X<Self>, f: u8, g: &Self)
        };
        let (fields, given) = fields(&item, &signature);
        assert_eq!(
            fields,
            [
                "fs::Fs",
                "Vec<fs::Fs>",
                "<fs::Fs as Store>::Id",
                "[u8; <fs::Fs>::N]",
                "<fs::Fs>::X<fs::Fs>",
                "",
                ""
            ]
        );
        assert_eq!(given, [""; 0]);
    }

    #[test]
    fn what_depends_on_a_parameter_is_one() {
        let item: ItemImpl = parse_quote!(
            impl<'a, S: Store, const N: usize> Fs<'a, S, N> {}
        );
        let signature: Signature = parse_quote! {
            fn f(&self, a: S::Id, b: String, c: [u8; N], d: &S, e: Option<&S>, f: Option<Self>)
        };
        let (fields, given) = fields(&item, &signature);
        assert_eq!(fields, ["__T0", "", "__T1", "", "", "__T2"]);
        assert_eq!(given, ["S::Id", "[u8; N]", "Option<Self>"]);
    }
}
