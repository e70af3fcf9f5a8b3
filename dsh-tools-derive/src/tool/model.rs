//! What [`check`](super::check) makes and [`expand`](super::expand) writes out.

use super::function::Function;
use super::keys::Parallel;
use crate::args;
use crate::docs::Text;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Generics, Ident, Type};

/// Where the function of a tool stands.
#[derive(Clone, Copy)]
pub(crate) enum Site<'a> {
    /// By itself.
    Free,
    /// In the `impl` of a toolbox, the names of whose tools begin with the prefix.
    Toolbox { prefix: &'a str },
}

/// A function that is a tool.
pub(crate) struct Tool<'a> {
    /// The path of the runtime's module for generated code.
    pub(crate) private: TokenStream,
    /// The function without what only the macros read.
    pub(crate) function: Function,
    /// The `cfg`s under which there is a tool.
    pub(crate) conditions: Vec<Attribute>,
    /// The type beside the function, where it is given a name.
    pub(crate) type_name: Option<Ident>,
    pub(crate) name: String,
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
    pub(super) callee: Callee<'a>,
    pub(crate) arguments: Arguments<'a>,
    /// What the function is called with, in order.
    pub(super) passed: Vec<Passed<'a>>,
    /// What it returns.
    pub(super) output: TokenStream,
}

/// What is called.
#[derive(Clone, Copy)]
pub(super) enum Callee<'a> {
    /// A function by itself.
    Function,
    /// A function of the toolbox's type, without `self`.
    Associated,
    /// A method on `&self`.
    Shared,
    /// A method on a reference that is written as a type: to the toolbox, or to the pointer that holds it.
    Reference,
    /// A method on what is written as the type of `self`.
    Typed(&'a Type),
}

impl Callee<'_> {
    /// Whether the body holds a toolbox.
    pub(super) const fn has_receiver(&self) -> bool {
        match self {
            Self::Function | Self::Associated => false,
            Self::Shared | Self::Reference | Self::Typed(_) => true,
        }
    }
}

/// Where the arguments of a call go.
pub(crate) enum Arguments<'a> {
    /// Into one value.
    Whole(&'a Type),
    /// Each into a parameter; the struct of them.
    Fields { model: Box<args::Model<'a>>, given: &'a [Type], nests: Vec<args::Assertion> },
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

/// The parts of the struct that plain parameters make.
pub(crate) struct Hidden {
    pub(crate) ident: Ident,
    /// A parameter for each type that the struct cannot name: one that is made of the parameters of the toolbox.
    pub(crate) generics: Generics,
    /// What these are, where they can be named.
    pub(crate) given: Vec<Type>,
    /// Of each parameter of the function, by its number: the type of its field, where that is not as it is written.
    pub(crate) fields: Vec<Option<Type>>,
}

impl Hidden {
    /// The struct of a function that stands by itself: all types are as they are written.
    pub(crate) fn plain(ident: Ident) -> Self {
        Self { ident, generics: Generics::default(), given: Vec::new(), fields: Vec::new() }
    }

    /// The type of this parameter's field, and whether it is a type parameter.
    pub(super) fn field<'a>(&'a self, number: usize, written: &'a Type) -> (&'a Type, bool) {
        let Some(ty) = self.fields.get(number).and_then(Option::as_ref) else {
            return (written, false);
        };
        let name = ty.to_token_stream().to_string();
        (ty, self.generics.type_params().any(|parameter| parameter.ident == name))
    }
}

impl Arguments<'_> {
    /// The types that stand for parameters of the struct.
    pub(crate) const fn parts(&self) -> &[Type] {
        match self {
            Self::Whole(_) => &[],
            Self::Fields { given, .. } => given,
        }
    }

    /// The type of the arguments, where the tool is defined.
    pub(super) fn ty(&self) -> TokenStream {
        match self {
            Self::Whole(ty) => ty.to_token_stream(),
            Self::Fields { model, given: [], .. } => model.ident.to_token_stream(),
            Self::Fields { model, given, .. } => {
                let ident = model.ident;
                quote!(#ident<#(#given),*>)
            }
        }
    }
}
