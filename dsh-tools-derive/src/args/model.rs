//! What [`check`](super::check) makes and [`expand`](super::expand) writes out: nothing in it can be wrong any more,
//! but for what the field's type decides.

use crate::attr::{Length, Literal, Range};
use crate::ctxt::{At, Blame};
use crate::docs::Text;
use crate::pattern::Program;
use proc_macro2::TokenStream;
use syn::{Generics, Ident, Type};

/// An item that can be derived on.
pub(crate) struct Model<'a> {
    /// The path of the runtime's module for generated code.
    pub(crate) private: TokenStream,
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// The name in `$defs`.
    pub(crate) name: String,
    /// Values are whole argument objects.
    pub(crate) root: bool,
    /// Made by the macro: no message should name it.
    pub(crate) hidden: bool,
    pub(crate) meta: Meta,
    pub(crate) kind: Kind<'a>,
}

impl<'a> Model<'a> {
    /// The fields of a struct.
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match &self.kind {
            Kind::Struct { fields, .. } => fields,
            Kind::Enum(_) => &[],
        }
    }
}

pub(crate) enum Kind<'a> {
    Struct { deny: bool, fields: Vec<Field<'a>> },
    Enum(Vec<Variant<'a>>),
}

/// A field and its row.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) key: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) constraints: Constraints,
    /// Right only if the type may be absent otherwise.
    pub(crate) required: Option<Blame>,
    pub(crate) default: Option<At<Literal>>,
    pub(crate) meta: Meta,
    /// Right only if the type may be absent anyway.
    pub(crate) serde_default: Option<Blame>,
    pub(crate) may_be_left_out: Option<Blame>,
    /// There was an error about it: what else its type would tell is not asked.
    pub(crate) broken: bool,
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) description: Option<Text>,
}

/// What the author says of a type or a field.
#[derive(Default)]
pub(crate) struct Meta {
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) examples: Vec<At<Literal>>,
    pub(crate) deprecated: bool,
}

/// What narrows the field's type.
#[derive(Default)]
pub(crate) struct Constraints {
    pub(crate) range: Option<Range>,
    pub(crate) length: Option<Length>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) choices: Option<Choices>,
    pub(crate) unique: Option<Blame>,
}

impl Constraints {
    pub(crate) fn is_empty(&self) -> bool {
        self.range.is_none()
            && self.length.is_none()
            && self.pattern.is_none()
            && self.choices.is_none()
            && self.unique.is_none()
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
