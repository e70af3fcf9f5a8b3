//! Third stage: the `impl` as written; beside it for each tool a function that makes its definition, and the one that
//! makes all of them.

use super::check::{BoxedTool, Toolbox};
use super::own;
use crate::distinct::distinct;
use crate::tool::{self, Tool, at, beside};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::iter;
use syn::visit::Visit;
use syn::{Ident, ImplItem, Lifetime, Type, WhereClause, parse_quote, parse_quote_spanned};

pub(super) fn expand(toolbox: &Toolbox<'_>) -> TokenStream {
    let written = written(toolbox);
    let tools = toolbox.made().map(|BoxedTool { tool, .. }| one(toolbox, tool));
    let definitions = toolbox.definitions.as_ref().map(|name| all(toolbox, name));
    quote! {
        #written
        #(#tools)*
        #definitions
    }
}

/// The `impl` without what only the macros read.
pub(super) fn written(toolbox: &Toolbox<'_>) -> TokenStream {
    let mut tools = toolbox.tools.iter();
    let members = toolbox.block.members.iter().map(|member| member.tokens(&mut tools));
    let mut item = toolbox.item().clone();
    item.items = vec![ImplItem::Verbatim(quote!(#(#members)*))];
    item.to_token_stream()
}

/// What is made of one tool.
fn one(toolbox: &Toolbox<'_>, tool: &Tool<'_>) -> TokenStream {
    let Tool { private, conditions, .. } = tool;
    let outer = toolbox.conditions();
    let item = toolbox.item();
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    let self_ty = &item.self_ty;
    let (maker, bounds) = (maker(tool), bounds(toolbox, &quote!(Self), iter::once(tool)));
    let (arguments, definition) = (tool::arguments(tool), tool::definition(tool));
    let local = tool::toolbox(Span::mixed_site());
    let named = tool.type_name.as_ref().map(|name| named(toolbox, tool, name));
    quote! {
        #(#outer)*
        #(#conditions)*
        #[allow(
            deprecated,
            dead_code,
            clippy::multiple_inherent_impl,
            clippy::needless_pass_by_value,
            reason = "used where the tool is, and as long as the tool is there"
        )]
        const _: () = {
            #arguments

            impl #impl_generics #self_ty #where_clause {
                #[doc(hidden)]
                fn #maker(#local: ::std::sync::Arc<Self>) -> #private::ToolDefinition
                #bounds
                {
                    #definition
                }
            }
        };
        #named
    }
}

/// The function that gives all definitions.
fn all(toolbox: &Toolbox<'_>, name: &Ident) -> TokenStream {
    let Toolbox { private, .. } = toolbox;
    let conditions = toolbox.conditions();
    let item = toolbox.item();
    let (impl_generics, _, where_clause) = item.generics.split_for_impl();
    let tools = toolbox.made().map(|BoxedTool { tool, .. }| tool);
    let (self_ty, bounds) = (&item.self_ty, bounds(toolbox, &quote!(Self), tools));
    let names = distinct(private, &toolbox.names());
    let definitions = toolbox.made().map(|BoxedTool { tool, .. }| {
        let (conditions, maker) = (&tool.conditions, maker(tool));
        quote!(#(#conditions)* Self::#maker(::std::sync::Arc::clone(&__toolbox)))
    });
    quote! {
        #(#conditions)*
        #[allow(
            deprecated,
            dead_code,
            unreachable_pub,
            clippy::multiple_inherent_impl,
            reason = "there for whoever the type is there for"
        )]
        const _: () = {
            #names

            impl #impl_generics #self_ty #where_clause {
                /// The tools of this toolbox, in the order of its methods.
                #[must_use]
                pub fn #name(toolbox: impl ::core::convert::Into<::std::sync::Arc<Self>>) -> ::std::vec::Vec<#private::ToolDefinition>
                #bounds
                {
                    let __toolbox: ::std::sync::Arc<Self> = ::core::convert::Into::into(toolbox);
                    ::std::vec::Vec::<#private::ToolDefinition>::from([#(#definitions),*])
                }
            }
        };
    }
}

/// The type that `type = ..` names: the one tool, by itself.
fn named(toolbox: &Toolbox<'_>, tool: &Tool<'_>, name: &Ident) -> TokenStream {
    let Tool { private, conditions, function, name: text, .. } = tool;
    let outer: Vec<_> = toolbox.conditions().collect();
    let item = toolbox.item();
    let (vis, self_ty) = (&function.vis, &item.self_ty);
    let mut generics = item.generics.clone();
    let bounds = bounds(toolbox, &self_ty.to_token_stream(), iter::once(tool));
    generics.make_where_clause().predicates.extend(bounds.predicates);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let maker = maker(tool);
    quote! {
        #(#outer)*
        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, reason = "stands for the method")]
        #vis struct #name {}

        #(#outer)*
        #(#conditions)*
        #[allow(
            deprecated,
            dead_code,
            private_bounds,
            private_interfaces,
            reason = "used where the tool is, and as long as the tool is there"
        )]
        const _: () = {
            impl #name {
                /// The tool's name.
                #vis const NAME: &'static ::core::primitive::str = #text;

                /// The tool, of this toolbox.
                #[must_use]
                #vis fn definition #impl_generics (toolbox: impl ::core::convert::Into<::std::sync::Arc<#self_ty>>) -> #private::ToolDefinition
                #where_clause
                {
                    <#self_ty>::#maker(::core::convert::Into::into(toolbox))
                }
            }
        };
    }
}

/// The function that makes one definition.
fn maker(tool: &Tool<'_>) -> Ident {
    let method = &tool.function.sig.ident;
    format_ident!("__tool_{}", crate::attr::plain(method), span = method.span())
}

/// What the functions ask for beyond the bounds of the `impl`: a toolbox that calls on any thread can share, and
/// arguments that are values. What misses it is told once, where the bound comes from.
///
/// Where the type says `'static` the compiler would take the bound for one of that lifetime alone, which no future
/// meets; there it is left to each call. So are arguments under conditions, which bounds cannot have.
fn bounds<'a>(
    toolbox: &Toolbox<'_>,
    of: &TokenStream,
    tools: impl Iterator<Item = &'a Tool<'a>>,
) -> WhereClause {
    let ty = &toolbox.item().self_ty;
    let mut bounds: WhereClause = parse_quote!(where);
    if !of_static(ty) {
        let span = beside(ty);
        let bound = quote_spanned!(span=> ::core::marker::Send + ::core::marker::Sync + 'static);
        bounds.predicates.push(parse_quote_spanned!(span=> #of: #bound));
    }
    let private = &toolbox.private;
    for tool in tools.filter(|tool| tool.conditions.is_empty()) {
        for part in tool.arguments.parts() {
            let span = beside(part);
            // Where the tool has a type of its own, `Self` is that.
            let part = own::named(ty, part);
            let bound = at(quote!(#private::ToolValue), span);
            bounds
                .predicates
                .push(parse_quote_spanned!(span=> #part: #bound + ::core::marker::Send));
        }
    }
    bounds
}

fn of_static(ty: &Type) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_lifetime(&mut self, _: &'ast Lifetime) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}
