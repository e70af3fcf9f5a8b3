//! First stage: the `impl` and what is in it. Bodies are left alone, as those of functions are.

use super::mark::{self, Mark};
use super::own;
use crate::attr::Entry;
use crate::ctxt::Ctxt;
use crate::tool::{Function, Hidden, Input, head, is_ours};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Ident, ImplItem, Item, ItemImpl, token};

/// An `impl` with `#[toolbox]` on it.
pub(super) struct Block {
    /// The `impl` without what is in it.
    pub(super) item: ItemImpl,
    /// Every further `#[toolbox]` on it: the compiler hands over the first alone.
    pub(super) again: Vec<Attribute>,
    pub(super) members: Vec<Member>,
}

/// What is in the `impl`, as written.
pub(super) enum Member {
    Tool(Box<Method>),
    /// Whatever else; of a function, its name.
    Other(TokenStream, Option<Ident>),
}

/// A function with `#[tool]` on it.
pub(super) struct Method {
    pub(super) input: Input,
    pub(super) entries: Vec<Entry>,
    pub(super) hidden: Hidden,
}

impl Block {
    /// `None` after an error: the item cannot be read, or is no `impl`.
    pub(super) fn parse(cx: &Ctxt, item: &TokenStream, krate: Option<&syn::Path>) -> Option<Self> {
        let (head, body) = split(item);
        let mut item = match cx.ok(syn::parse2(head))? {
            Item::Impl(item) => item,
            other => {
                no_impl(cx, &other);
                return None;
            }
        };
        let body = body?;
        item.brace_token = token::Brace { span: body.delim_span() };
        let parser = |input: ParseStream<'_>| {
            item.attrs.extend(input.call(Attribute::parse_inner)?);
            let mut members = Vec::new();
            while !input.is_empty() {
                members.push(member(cx, input, &item, krate)?);
            }
            Ok(members)
        };
        let members = cx.ok(parser.parse2(body.stream()))?;
        let (again, attrs) =
            item.attrs.into_iter().partition(|attr| is_ours(attr.path(), "toolbox", krate));
        item.attrs = attrs;
        Some(Self { item, again, members })
    }

    pub(super) fn methods(&self) -> impl Iterator<Item = &Method> {
        self.members.iter().filter_map(|member| match member {
            Member::Tool(method) => Some(&**method),
            Member::Other(..) => None,
        })
    }

    /// The names of the functions that are no tools.
    pub(super) fn functions(&self) -> impl Iterator<Item = &Ident> {
        self.members.iter().filter_map(|member| match member {
            Member::Other(_, name) => name.as_ref(),
            Member::Tool(_) => None,
        })
    }
}

/// The item with its body emptied, and the body.
fn split(item: &TokenStream) -> (TokenStream, Option<Group>) {
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    match tokens.pop() {
        Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => {
            let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
            empty.set_span(body.span());
            tokens.push(TokenTree::Group(empty));
            (tokens.into_iter().collect(), Some(body))
        }
        _ => (item.clone(), None),
    }
}

fn no_impl(cx: &Ctxt, item: &Item) {
    let message = match item {
        Item::Fn(function) => {
            cx.error_on(
                &function.sig.fn_token,
                "`#[toolbox]` stands on an `impl` that has tools in it: `#[tool]` makes a function by itself a tool",
            );
            return;
        }
        Item::Trait(_) => {
            "`#[toolbox]` stands on an `impl`, since what runs is a method with a body: put it on the `impl` of a type"
        }
        _ => "`#[toolbox]` stands on the `impl` of a type that has tools in it: put it there",
    };
    cx.error_on(&head(item), message);
}

fn member(
    cx: &Ctxt,
    input: ParseStream<'_>,
    item: &ItemImpl,
    krate: Option<&syn::Path>,
) -> syn::Result<Member> {
    let mut attrs = input.call(Attribute::parse_outer)?;
    let mark = mark::take(cx, &mut attrs, krate);
    let ahead = input.fork();
    let function = ahead.parse::<Function>();
    match (mark, function) {
        (Some(Mark { entries, condition }), Ok(mut function)) => {
            input.advance_to(&ahead);
            function.attrs = attrs;
            let hidden = own::hidden(item, &function.sig);
            let input = Input::new(function, condition.into_iter().collect());
            Ok(Member::Tool(Box::new(Method { input, entries, hidden })))
        }
        (None, Ok(mut function)) => {
            input.advance_to(&ahead);
            function.attrs = attrs;
            Ok(Member::Other(function.to_token_stream(), Some(function.sig.ident)))
        }
        (mark, Err(error)) => {
            let other: ImplItem = input.parse()?;
            if mark.is_some() {
                match &other {
                    ImplItem::Verbatim(_) | ImplItem::Fn(_) => cx.push(error),
                    other => cx.error_on(
                        &word(other),
                        "`#[tool]` stands on a function, which is what a call runs: take it off here",
                    ),
                }
            }
            Ok(Member::Other(quote!(#(#attrs)* #other), None))
        }
    }
}

/// The word that says what the item is.
fn word(item: &ImplItem) -> TokenStream {
    match item {
        ImplItem::Const(item) => item.const_token.to_token_stream(),
        ImplItem::Type(item) => item.type_token.to_token_stream(),
        item => item.to_token_stream(),
    }
}
