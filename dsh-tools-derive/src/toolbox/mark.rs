//! `#[tool]` on what is in the `impl`: by itself, or under a condition in `#[cfg_attr(..)]`.

use crate::attr::{Entry, nested};
use crate::ctxt::Ctxt;
use crate::tool::{DONE, TWICE, is_ours};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Token, parse_quote};

/// What `#[tool(..)]` says.
pub(super) struct Mark {
    pub(super) entries: Vec<Entry>,
    /// The condition of `#[cfg_attr(.., tool)]`, as a `cfg`.
    pub(super) condition: Option<Attribute>,
}

/// Reads every `#[tool]` among the attributes and leaves it behind with nothing to do: it stays a use of its name.
pub(super) fn take(cx: &Ctxt, attrs: &mut [Attribute], krate: Option<&syn::Path>) -> Option<Mark> {
    let mut marks = Vec::new();
    let ours = |path: &syn::Path| is_ours(path, "tool", krate);
    for attr in attrs.iter_mut() {
        if ours(attr.path()) {
            let done = done(attr.path());
            marks.push((std::mem::replace(&mut attr.meta, done), None));
        } else if let Some(conditional) = Conditional::read(attr) {
            let Conditional { predicate, mut attributes } = conditional;
            let condition: Attribute = parse_quote!(#[cfg(#predicate)]);
            let before = marks.len();
            for meta in attributes.iter_mut().filter(|meta| ours(meta.path())) {
                let done = done(meta.path());
                marks.push((std::mem::replace(meta, done), Some(condition.clone())));
            }
            if marks.len() > before {
                *attr = parse_quote!(#[cfg_attr(#predicate, #(#attributes),*)]);
            }
        }
    }
    let mut marks = marks.into_iter();
    let (meta, condition) = marks.next()?;
    for (again, _) in marks {
        cx.error_on(&again, TWICE);
    }
    Some(Mark { entries: entries(cx, &meta), condition })
}

fn done(path: &syn::Path) -> Meta {
    let done = format_ident!("{DONE}");
    parse_quote!(#path(#done))
}

fn entries(cx: &Ctxt, meta: &Meta) -> Vec<Entry> {
    match meta {
        Meta::Path(_) => Vec::new(),
        Meta::List(list) => nested(cx, &list.tokens, "read_only"),
        Meta::NameValue(meta) => {
            cx.error_on(meta, "`#[tool]` takes keys in parentheses, as in `#[tool(read_only)]`");
            Vec::new()
        }
    }
}

/// `#[cfg_attr(predicate, attributes)]`
struct Conditional {
    predicate: TokenStream,
    attributes: Vec<Meta>,
}

impl Conditional {
    fn read(attr: &Attribute) -> Option<Self> {
        if !attr.path().is_ident("cfg_attr") {
            return None;
        }
        let Meta::List(list) = &attr.meta else { return None };
        let mut tokens = list.tokens.clone().into_iter();
        let comma =
            |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
        let predicate: TokenStream = tokens.by_ref().take_while(|token| !comma(token)).collect();
        let attributes = Punctuated::<Meta, Token![,]>::parse_terminated
            .parse2(tokens.collect())
            .ok()?
            .into_iter()
            .collect();
        Some(Self { predicate, attributes })
    }
}

/// An item that could not be read, without the `#[tool]` on what is in it: each would have errors of its own.
pub(super) fn unmarked(item: TokenStream, krate: Option<&syn::Path>) -> TokenStream {
    let tokens = item.into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let mut inner = Group::new(Delimiter::Brace, without_tools(group.stream(), krate));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    });
    tokens.collect()
}

fn without_tools(tokens: TokenStream, krate: Option<&syn::Path>) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let marked = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
            && matches!(kept.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#')
            && Attribute::parse_outer
                .parse2(quote!(# #token))
                .is_ok_and(|attrs| attrs.iter().any(|attr| is_ours(attr.path(), "tool", krate)));
        if marked {
            kept.pop();
        } else {
            kept.push(token);
        }
    }
    kept.into_iter().collect()
}
