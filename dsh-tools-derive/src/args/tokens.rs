//! Pieces of generated code that all parts of an item share.

use super::model::Meta;
use crate::docs::Text;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

pub(super) fn meta(private: &TokenStream, meta: &Meta) -> TokenStream {
    let Meta { title, description, examples, deprecated } = meta;
    let mut entries = Vec::new();
    if title.is_some() {
        let title = text(title.as_ref());
        entries.push(quote!(title: #title,));
    }
    if description.is_some() {
        let description = text(description.as_ref());
        entries.push(quote!(description: #description,));
    }
    if !examples.is_empty() {
        let examples = examples.iter().map(|example| example.value.json());
        entries.push(quote!(examples: &[#(#examples),*],));
    }
    if *deprecated {
        entries.push(quote!(deprecated: true,));
    }
    match entries.len() {
        0 => quote!(#private::Meta::NONE),
        4 => quote!(#private::Meta { #(#entries)* }),
        _ => quote!(#private::Meta { #(#entries)* ..#private::Meta::NONE }),
    }
}

/// `Some(..)` or `None`, as the language has them.
pub(crate) fn text(text: Option<&Text>) -> TokenStream {
    option(text.map(ToTokens::to_token_stream))
}

pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    if let Some(value) = value { some(&value) } else { quote!(::core::option::Option::None) }
}

pub(super) fn some(value: &impl ToTokens) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}

/// The tokens as they can stand outside of an impl, where `Self` has no meaning.
pub(super) fn without_self(tokens: TokenStream, ident: &Ident) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == "Self" => {
            let mut ident = ident.clone();
            ident.set_span(word.span());
            TokenTree::Ident(ident)
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), ident));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    tokens.collect()
}
