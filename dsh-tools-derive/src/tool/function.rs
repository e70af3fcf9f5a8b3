//! A function whose body is left alone: it need not be finished, or even be Rust, for what is around it to work.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Signature, Token, Visibility};

/// A function as written.
#[derive(Clone)]
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    body: Group,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (attrs, vis, sig) =
            (input.call(Attribute::parse_outer)?, input.parse()?, input.parse()?);
        if input.peek(Token![;]) {
            return Err(input.error("a tool runs: give the function a body"));
        }
        match input.parse()? {
            TokenTree::Group(body) => Ok(Self { attrs, vis, sig, body }),
            other => Err(syn::Error::new_spanned(other, "expected the body of a function")),
        }
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { attrs, vis, sig, body } = self;
        for attr in attrs {
            attr.to_tokens(tokens);
        }
        vis.to_tokens(tokens);
        sig.to_tokens(tokens);
        body.to_tokens(tokens);
    }
}
