//! `#[tool]`: [`parse`] reads, [`check`] decides, [`expand`] writes and cannot fail; when something is wrong
//! [`fallback`] writes instead.

mod arguments;
mod check;
mod definition;
mod duration;
mod expand;
mod fallback;
mod function;
mod hints;
mod keys;
mod model;
mod parameter;
mod parse;
mod receiver;
mod signature;

use crate::args;
use crate::attr::nested;
use crate::ctxt::Ctxt;
use model::Arguments;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

pub(crate) use check::{ALPHABET, TWICE, check, illegal};
pub(crate) use definition::{arguments, at, beside, definition, lints, toolbox};

pub(crate) use function::Function;
pub(crate) use hints::Hints;
pub(crate) use keys::{KEYS, Keys};
pub(crate) use model::{Hidden, Site, Tool};
pub(crate) use parameter::is_state;
pub(crate) use parse::{DONE, Input, head, is_ours};
pub(crate) use signature::typed;

pub(crate) fn tool(keys: &TokenStream, item: &TokenStream) -> TokenStream {
    if parse::is_done(keys) {
        return item.clone();
    }
    let cx = Ctxt::new();
    let entries = nested(&cx, keys, "read_only");
    let input = Input::parse(&cx, item);
    let hidden = Hidden::plain(format_ident!("__ToolArguments"));
    let tool = input
        .as_ref()
        .map(|input| check(&cx, input, Keys::read(&cx, &entries), &hidden, Site::Free));
    match (cx.check(), input.as_ref(), tool) {
        (Ok(()), _, Some(tool)) => expand::expand(&tool),
        (Err(errors), Some(input), tool) => {
            // What only types can tell of the other parameters is told at the same time, where they can be named.
            let signature = &input.function.sig;
            let nameable = signature.generics.params.is_empty() && signature.receiver().is_none();
            let rest = tool.as_ref().filter(|_| nameable).map(rest);
            fallback::expand(input, &entries, &quote!(#errors #rest))
        }
        (Err(errors), None, _) => quote!(#errors #item),
        (Ok(()), _, None) => item.clone(),
    }
}

/// What only types can tell of the parameters of a broken tool that are not broken themselves.
pub(crate) fn rest(tool: &Tool<'_>) -> TokenStream {
    match &tool.arguments {
        Arguments::Fields { model, .. } => args::rest(model),
        Arguments::Whole(_) => TokenStream::new(),
    }
}
