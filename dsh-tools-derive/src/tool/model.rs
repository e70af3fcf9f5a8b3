//! What [`check`](super::check) makes and [`expand`](super::expand) writes out.

use super::function::Function;
use super::keys::Parallel;
use crate::args;
use crate::docs::Text;
use proc_macro2::TokenStream;
use syn::{Ident, Type, Visibility};

/// A function that is a tool.
pub(super) struct Tool<'a> {
    /// The path of the runtime's module for generated code.
    pub(super) private: TokenStream,
    /// The function without what only this macro reads.
    pub(super) function: Function,
    pub(super) vis: &'a Visibility,
    /// The type beside the function.
    pub(super) type_name: Ident,
    pub(super) name: String,
    pub(super) title: Option<Text>,
    pub(super) description: Text,
    pub(super) hints: [(&'static str, Option<bool>); 4],
    /// In milliseconds.
    pub(super) timeout: Option<u64>,
    pub(super) parallel: Option<Parallel>,
    pub(super) render: Option<syn::Path>,
    pub(super) meta: Option<syn::Path>,
    pub(super) finalize: Option<syn::Path>,
    pub(super) present_call: Option<syn::Path>,
    pub(super) present_result: Option<syn::Path>,
    pub(super) blocking: bool,
    pub(super) arguments: Arguments<'a>,
    /// What the function is called with, in order.
    pub(super) passed: Vec<Passed<'a>>,
    /// What it returns.
    pub(super) output: TokenStream,
}

/// Where the arguments of a call go.
pub(super) enum Arguments<'a> {
    /// Into one value.
    Whole(&'a Type),
    /// Each into a parameter; the struct of them.
    Fields { model: Box<args::Model<'a>>, nests: Vec<args::Assertion> },
}

/// What one parameter gets.
pub(super) enum Passed<'a> {
    /// The whole argument object.
    Whole,
    /// One argument.
    Field(&'a Ident),
    /// State of this type.
    State(&'a Type),
    /// State of this type, if there is any.
    OptionalState { state: &'a Type, written: &'a Type },
}
