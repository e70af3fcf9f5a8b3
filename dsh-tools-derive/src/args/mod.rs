//! `#[derive(ToolArgs)]` and `#[derive(ToolValue)]`: [`parse`] reads, [`check`] decides, [`expand`] writes and cannot
//! fail; when something is wrong [`fallback`] writes instead.

mod check;
mod enums;
mod expand;
mod fallback;
mod fields;
mod model;
mod names;
mod newtypes;
mod parse;
mod tokens;

use crate::ctxt::Ctxt;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

pub(crate) use check::{check, private};
pub(crate) use expand::{expand, rest};
pub(crate) use fields::{Assertion, owned};
pub(crate) use model::Model;
pub(crate) use parse::{Parameter, parameters};
pub(crate) use tokens::{option, text};

/// Which of the two derives it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derive {
    ToolArgs,
    ToolValue,
}

pub(crate) fn derive(item: TokenStream, derive: Derive) -> TokenStream {
    let item: DeriveInput = match syn::parse2(item) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let cx = Ctxt::new();
    let model = parse::item(&cx, &item, derive).map(|input| check(&cx, input));
    match (cx.check(), model) {
        (Ok(()), Some(model)) => expand(&model),
        (Ok(()), None) => TokenStream::new(),
        (Err(errors), model) => {
            // What only types can tell of the other fields is told at the same time.
            let rest = model.as_ref().map(rest);
            fallback::expand(&item, derive, &quote!(#errors #rest))
        }
    }
}
