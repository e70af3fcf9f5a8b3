//! `#[tool]`: [`parse`] reads, [`check`] decides, [`expand`] writes and cannot fail; when something is wrong
//! [`fallback`] writes instead.

mod arguments;
mod check;
mod duration;
mod expand;
mod fallback;
mod function;
mod keys;
mod model;
mod parameter;
mod parse;
mod signature;

use crate::args;
use crate::attr::nested;
use crate::ctxt::Ctxt;
use arguments::Hidden;
#[cfg(test)]
pub(crate) use keys::KEYS;
use keys::Keys;
use model::Arguments;
use parse::Input;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Generics;

pub(crate) fn tool(keys: &TokenStream, item: &TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let entries = nested(&cx, keys, "read_only");
    let input = Input::parse(&cx, item);
    let hidden = Hidden { ident: format_ident!("__ToolArguments"), generics: Generics::default() };
    let tool =
        input.as_ref().map(|input| check::check(&cx, input, Keys::read(&cx, &entries), &hidden));
    match (cx.check(), input.as_ref(), tool) {
        (Ok(()), _, Some(tool)) => expand::expand(&tool),
        (Err(errors), Some(input), tool) => {
            // What only types can tell of the other parameters is told at the same time, where they can be named.
            let signature = &input.function.sig;
            let nameable = signature.generics.params.is_empty() && !signature::is_method(signature);
            let rest = tool.as_ref().filter(|_| nameable).and_then(|tool| match &tool.arguments {
                Arguments::Fields { model, .. } => Some(args::rest(model)),
                Arguments::Whole(_) => None,
            });
            fallback::expand(input, &entries, &quote!(#errors #rest))
        }
        (Err(errors), None, _) => quote!(#errors #item),
        (Ok(()), _, None) => item.clone(),
    }
}
