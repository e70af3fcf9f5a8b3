//! Third stage: the function as written, the type beside it, and in that the definition.

use super::definition::{arguments, definition, lints};
use super::model::Tool;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(tool: &Tool<'_>) -> TokenStream {
    let Tool { private, function, conditions, type_name, name, .. } = tool;
    let vis = &function.vis;
    let type_name = type_name.as_ref().unwrap_or(&function.sig.ident);
    let (lints, arguments, definition) = (lints(), arguments(tool), definition(tool));
    quote! {
        #lints
        #function

        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, reason = "stands beside the function under its name")]
        #vis struct #type_name {}

        #(#conditions)*
        #[allow(deprecated, dead_code, reason = "used where the tool is, and as long as the tool is there")]
        const _: () = {
            #arguments

            impl #type_name {
                /// The tool's name.
                #vis const NAME: &'static ::core::primitive::str = #name;

                /// The tool.
                #[must_use]
                #vis fn definition() -> #private::ToolDefinition {
                    #definition
                }
            }
        };
    }
}
