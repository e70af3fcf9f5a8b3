//! First stage: the function and the keys.

use super::function::Function;
use super::signature::typed;
use crate::attr::{Dialect, foreign};
use crate::ctxt::Ctxt;
use proc_macro2::TokenStream;
use syn::{Attribute, FnArg};

/// A function with `#[tool]` on it.
pub(super) struct Input {
    pub(super) function: Function,
    /// Which attribute of its parameters is this library's.
    pub(super) dialect: Dialect,
}

impl Input {
    /// `None` after an error: the item is no function.
    pub(super) fn parse(cx: &Ctxt, item: &TokenStream) -> Option<Self> {
        let function: Function = match syn::parse2(item.clone()) {
            Ok(function) => function,
            Err(error) => {
                // A syntax error is the compiler's to tell, and told better there.
                match syn::parse2(item.clone()) {
                    Ok(syn::Item::Fn(_) | syn::Item::Verbatim(_)) | Err(_) => cx.push(error),
                    Ok(syn::Item::Impl(item)) => cx.error_on(
                        &item.impl_token,
                        "an `impl` of tools is not supported yet: put `#[tool]` on functions that take their state as `&T`",
                    ),
                    Ok(item) => cx.error_on(
                        &head(&item),
                        "`#[tool]` stands on a function: a type's arguments are derived by `#[derive(ToolArgs)]`",
                    ),
                }
                return None;
            }
        };
        let dialect = Dialect::of(typed(&function.sig).flat_map(|typed| &typed.attrs));
        Some(Self { function, dialect })
    }

    /// Every further `#[tool]` on the function: the compiler hands over the first alone.
    pub(super) fn again(&self, krate: Option<&syn::Path>) -> impl Iterator<Item = &Attribute> {
        self.function.attrs.iter().filter(move |attr| is_tool(attr, krate))
    }

    /// The function without the attributes of parameters that only this macro reads.
    pub(super) fn stripped(&self, krate: Option<&syn::Path>) -> Function {
        let mut function = self.function.clone();
        // Each would make all of this once more, and that many follow-on errors.
        function.attrs.retain(|attr| !is_tool(attr, krate));
        for input in &mut function.sig.inputs {
            if let FnArg::Typed(typed) = input {
                typed.attrs = foreign(&typed.attrs, self.dialect);
            }
        }
        function
    }
}

/// `#[tool]`, or that of this library by its path; another library's under its own path is none of ours.
fn is_tool(attr: &Attribute, krate: Option<&syn::Path>) -> bool {
    let path = attr.path();
    let names: Vec<_> = path.segments.iter().map(|segment| &segment.ident).collect();
    let [crates @ .., last] = names.as_slice() else { return false };
    let ours = || match krate {
        Some(krate) => {
            krate.segments.iter().map(|segment| &segment.ident).eq(crates.iter().copied())
        }
        None => matches!(crates, [name] if *name == "dsh_tools"),
    };
    *last == "tool" && (crates.is_empty() || ours())
}

/// The tokens of an item up to what it holds.
fn head(item: &syn::Item) -> TokenStream {
    use quote::ToTokens;
    match item {
        syn::Item::Struct(item) => item.struct_token.to_token_stream(),
        syn::Item::Enum(item) => item.enum_token.to_token_stream(),
        syn::Item::Trait(item) => item.trait_token.to_token_stream(),
        syn::Item::Mod(item) => item.mod_token.to_token_stream(),
        item => item.to_token_stream(),
    }
}
