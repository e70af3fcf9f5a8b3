//! After an error: what else there is to tell, the `impl` as written, and the functions that are named elsewhere, so
//! that whoever uses the toolbox gets no further error.

use super::check::{BoxedTool, Toolbox};
use super::expand::written;
use crate::ctxt::Errors;
use crate::tool::{self, Tool};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn expand(toolbox: &Toolbox<'_>, errors: &Errors) -> TokenStream {
    let Toolbox { private, definitions, .. } = toolbox;
    let written = written(toolbox);
    let rest = toolbox.made().map(|BoxedTool { tool, .. }| rest(toolbox, tool));
    let item = toolbox.item();
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    let self_ty = &item.self_ty;
    let conditions = toolbox.conditions();
    let definitions = definitions.as_ref().map(|name| {
        quote! {
            #(#conditions)*
            #[allow(dead_code, reason = "used where the toolbox is")]
            impl #impl_generics #self_ty #where_clause {
                /// The tools of this toolbox, in the order of its methods.
                pub fn #name(_: impl ::core::convert::Into<::std::sync::Arc<Self>>) -> ::std::vec::Vec<#private::ToolDefinition> {
                    ::core::unimplemented!()
                }
            }
        }
    });
    quote! {
        #errors
        #written
        #(#rest)*
        #definitions
    }
}

/// What only types can tell of the parameters, and the type that is named.
fn rest(toolbox: &Toolbox<'_>, tool: &Tool<'_>) -> TokenStream {
    let Tool { private, conditions, type_name, function, name, .. } = tool;
    let outer: Vec<_> = toolbox.conditions().collect();
    let (item, vis) = (toolbox.item(), &function.vis);
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    let self_ty = &item.self_ty;
    let nameable = function.sig.generics.params.is_empty();
    let rest = nameable.then(|| {
        let rest = tool::rest(tool);
        quote!(#(#outer)* #(#conditions)* const _: () = { #rest };)
    });
    let named = type_name.as_ref().map(|type_name| {
        quote! {
            #(#outer)*
            #(#conditions)*
            #[doc(hidden)]
            #[allow(dead_code, reason = "stands for the method")]
            #vis struct #type_name {}

            #(#outer)*
            #(#conditions)*
            #[allow(dead_code, private_bounds, private_interfaces, reason = "used where the tool is")]
            impl #type_name {
                /// The tool's name.
                #vis const NAME: &'static ::core::primitive::str = #name;

                /// The tool, of this toolbox.
                #vis fn definition #impl_generics (_: impl ::core::convert::Into<::std::sync::Arc<#self_ty>>) -> #private::ToolDefinition #where_clause {
                    ::core::unimplemented!()
                }
            }
        }
    });
    quote!(#rest #named)
}
