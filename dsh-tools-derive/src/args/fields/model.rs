//! A list of named fields that was checked: nothing in it can be wrong any more, but for what the fields' types decide.

use super::super::model::Meta;
use crate::attr::{Default, Format, Length, Range, SerdeDefault, Spelling};
use crate::ctxt::{At, Blame};
use crate::pattern::Program;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Expr, Member, Type};

/// Named fields, in declared order: of a struct, or of a variant.
pub(crate) struct Fields<'a> {
    pub(crate) list: Vec<Field<'a>>,
    /// Undeclared keys are refused.
    pub(crate) deny: bool,
}

impl<'a> Fields<'a> {
    /// The fields that are rows, each with its number.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (usize, &Field<'a>)> {
        self.list.iter().filter(|field| matches!(field.role, Role::Row)).enumerate()
    }

    /// The fields that are flattened, each with how many rows stand before it.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (usize, &Field<'a>)> {
        let mut rows = 0;
        self.list.iter().filter_map(move |field| match field.role {
            Role::Row => {
                rows += 1;
                None
            }
            Role::Part(_) => Some((rows, field)),
            Role::Skipped => None,
        })
    }
}

/// What a field is in the JSON.
#[derive(Clone)]
pub(crate) enum Role {
    /// A key and a value; or, without a name, an element, or the whole.
    Row,
    /// Keys among those of the others.
    Part(At<Spelling>),
    /// Nothing.
    Skipped,
}

/// A field and its row.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    pub(crate) role: Role,
    /// Of the type `schemars` and serde know.
    pub(crate) foreign: bool,
    pub(crate) key: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) constraints: Constraints,
    /// Right only if the type may be absent otherwise.
    pub(crate) required: Option<Blame>,
    /// Right only if the type may be absent otherwise.
    pub(crate) nullable: Option<Blame>,
    pub(crate) default: Option<At<Value>>,
    /// What serde takes for an absent key, where that is said beside a default of ours.
    pub(crate) serde_default: Option<SerdeDefault>,
    pub(crate) meta: Meta,
    /// Right only if the type may be absent anyway.
    pub(crate) may_be_left_out: Option<Blame>,
    /// Its type borrows, which was told.
    pub(crate) borrows: bool,
    /// There was an error about it: what else its type would tell is not asked.
    pub(crate) broken: bool,
}

impl Field<'_> {
    /// The type that has the field's node.
    pub(crate) fn value(&self, private: &TokenStream) -> TokenStream {
        let ty = self.ty;
        if self.foreign { quote!(#private::Foreign<#ty>) } else { ty.to_token_stream() }
    }
}

/// What an absent key stands for.
#[derive(Clone)]
pub(crate) enum Value {
    /// What is written on the field.
    Own(Default),
    /// What a function gives.
    Call(Box<Expr>),
    /// The field of what code gives for the whole struct.
    OfWhole(Box<Expr>),
}

impl Value {
    /// The default of the field's type.
    pub(crate) const fn is_own(&self) -> bool {
        matches!(self, Self::Own(Default::Bare))
    }
}

/// What narrows the field's type.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Length>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) choices: Option<Choices>,
    pub(crate) unique: Option<Blame>,
    pub(crate) format: Option<At<Format>>,
    /// Of elements, or of values.
    pub(crate) inner: Option<At<Box<Constraints>>>,
    /// Of keys.
    pub(crate) keys: Option<At<Box<Constraints>>>,
    /// A function of the author's.
    pub(crate) custom: Option<At<Expr>>,
}

impl Constraints {
    pub(crate) fn is_empty(&self) -> bool {
        self.range.is_none()
            && self.length.is_none()
            && self.pattern.is_none()
            && self.choices.is_none()
            && self.unique.is_none()
            && self.format.is_none()
            && self.inner.is_none()
            && self.keys.is_none()
            && self.custom.is_none()
    }
}

pub(crate) struct Pattern {
    pub(crate) source: String,
    /// What the `regex` crate runs for it.
    pub(crate) program: Program,
    pub(crate) blame: Blame,
}

pub(crate) struct Choices {
    pub(crate) values: ChoiceValues,
    pub(crate) blame: Blame,
}

/// At least one, no two equal.
pub(crate) enum ChoiceValues {
    Strings(Vec<At<String>>),
    Integers(Vec<At<i128>>),
}
