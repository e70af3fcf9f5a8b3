//! After an error: what else there is to tell, the function as written, and the type beside it, so that whoever names
//! the tool gets no further error.

use super::keys::Keys;
use super::parse::Input;
use crate::args;
use crate::attr::{Entry, plain};
use crate::ctxt::Ctxt;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(input: &Input, entries: &[Entry], errors: &TokenStream) -> TokenStream {
    let keys = quietly(entries);
    let function = input.stripped(keys.krate.as_ref());
    if function.sig.receiver().is_some() {
        // It stands in an `impl`, where no type can be declared.
        return quote!(#errors #function);
    }
    let private = args::private(keys.krate.as_ref());
    let vis = &function.vis;
    let name = keys.name.map_or_else(|| plain(&function.sig.ident), |name| name.value);
    let conditions = &input.conditions;
    let type_name = keys.type_name.unwrap_or_else(|| function.sig.ident.clone());
    quote! {
        #errors

        #function

        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, reason = "stands beside the function under its name")]
        #vis struct #type_name {}

        #(#conditions)*
        #[allow(dead_code, reason = "used where the tool is")]
        impl #type_name {
            /// The tool's name.
            #vis const NAME: &'static ::core::primitive::str = #name;

            /// The tool.
            #vis fn definition() -> #private::ToolDefinition {
                ::core::unimplemented!()
            }
        }
    }
}

/// All errors have been told.
fn quietly(entries: &[Entry]) -> Keys {
    let cx = Ctxt::new();
    let keys = Keys::read(&cx, entries);
    let _ = cx.check();
    keys
}
