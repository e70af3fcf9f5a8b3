//! First stage: the function.

use super::function::Function;
use crate::attr::{Dialect, foreign};
use crate::ctxt::Ctxt;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, FnArg, Meta};

/// A function with `#[tool]` on it.
pub(crate) struct Input {
    pub(crate) function: Function,
    /// Which attribute of its parameters is this library's.
    pub(super) dialect: Dialect,
    /// The `cfg`s under which there is a tool.
    pub(super) conditions: Vec<Attribute>,
}

impl Input {
    /// `None` after an error: the item is no function.
    pub(super) fn parse(cx: &Ctxt, item: &TokenStream) -> Option<Self> {
        match syn::parse2(item.clone()) {
            Ok(function) => Some(Self::new(function, Vec::new())),
            Err(error) => {
                // A syntax error is the compiler's to tell, and told better there.
                match syn::parse2(item.clone()) {
                    Ok(syn::Item::Fn(_) | syn::Item::Verbatim(_)) | Err(_) => cx.push(error),
                    Ok(syn::Item::Impl(item)) => cx.error_on(
                        &item.impl_token,
                        "`#[tool]` stands on a function: put `#[toolbox]` on the `impl`, and `#[tool]` on those of its methods that are tools",
                    ),
                    Ok(item) => cx.error_on(
                        &head(&item),
                        "`#[tool]` stands on a function: a type's arguments are derived by `#[derive(ToolArgs)]`",
                    ),
                }
                None
            }
        }
    }

    /// A function under conditions beside its own.
    pub(crate) fn new(function: Function, mut conditions: Vec<Attribute>) -> Self {
        let dialect = Dialect::of(attributes(&function));
        conditions
            .extend(function.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).cloned());
        Self { function, dialect, conditions }
    }

    /// Every further `#[tool]` on the function: the compiler hands over the first alone.
    pub(super) fn again(&self, krate: Option<&syn::Path>) -> impl Iterator<Item = &Attribute> {
        self.function.attrs.iter().filter(move |attr| is_tool(attr, krate))
    }

    /// The function without the attributes of parameters that only this macro reads.
    pub(crate) fn stripped(&self, krate: Option<&syn::Path>) -> Function {
        let mut function = self.function.clone();
        // Each would make all of this once more, and that many follow-on errors.
        function.attrs.retain(|attr| !is_tool(attr, krate));
        for input in &mut function.sig.inputs {
            match input {
                FnArg::Typed(typed) => typed.attrs = foreign(&typed.attrs, self.dialect),
                FnArg::Receiver(receiver) => {
                    receiver.attrs.retain(|attr| !self.dialect.owns(attr));
                }
            }
        }
        function
    }
}

/// The attributes of its parameters.
fn attributes(function: &Function) -> impl Iterator<Item = &Attribute> {
    function.sig.inputs.iter().flat_map(|input| match input {
        FnArg::Typed(typed) => &typed.attrs,
        FnArg::Receiver(receiver) => &receiver.attrs,
    })
}

/// `#[tool]` of this library that nobody has dealt with.
fn is_tool(attr: &Attribute, krate: Option<&syn::Path>) -> bool {
    let done = matches!(&attr.meta, Meta::List(list) if is_done(&list.tokens));
    is_ours(attr.path(), "tool", krate) && !done
}

/// What `#[toolbox]` leaves of the keys of a method that it has made a tool.
pub(crate) const DONE: &str = "__toolbox";

/// Whether `#[toolbox]` has dealt with the function.
pub(super) fn is_done(keys: &TokenStream) -> bool {
    let mut keys = keys.clone().into_iter();
    matches!((keys.next(), keys.next()), (Some(TokenTree::Ident(word)), None) if word == DONE)
}

/// The attribute of this name, by itself or by its path in this library; another library's under its own path is none
/// of ours.
pub(crate) fn is_ours(path: &syn::Path, name: &str, krate: Option<&syn::Path>) -> bool {
    let written = words(path);
    let [crates @ .., last] = written.as_slice() else { return false };
    let library = krate.map_or_else(|| vec![String::from("dsh_tools")], words);
    // From where the path starts is not said twice in the same way.
    last == name && (library.ends_with(crates) || crates.ends_with(&library))
}

/// The names on the way, without where it starts.
fn words(path: &syn::Path) -> Vec<String> {
    let words = path.segments.iter().map(|segment| segment.ident.to_string());
    words.filter(|word| !matches!(word.as_str(), "crate" | "$crate" | "self" | "super")).collect()
}

/// The tokens of an item up to what it holds.
pub(crate) fn head(item: &syn::Item) -> TokenStream {
    use quote::ToTokens;
    match item {
        syn::Item::Struct(item) => item.struct_token.to_token_stream(),
        syn::Item::Enum(item) => item.enum_token.to_token_stream(),
        syn::Item::Trait(item) => item.trait_token.to_token_stream(),
        syn::Item::Mod(item) => item.mod_token.to_token_stream(),
        item => item.to_token_stream(),
    }
}
