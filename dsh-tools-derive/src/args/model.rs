//! What [`check`](super::check) makes and [`expand`](super::expand) writes out: nothing in it can be wrong any more,
//! but for what the field's type decides.

use super::enums::Enum;
use super::fields::{Field, Fields};
use crate::attr::Literal;
use crate::ctxt::At;
use crate::docs::Text;
use proc_macro2::TokenStream;
use syn::{Expr, Generics, Ident};

/// An item that can be derived on.
pub(crate) struct Model<'a> {
    /// The path of the runtime's module for generated code.
    pub(crate) home: TokenStream,
    /// The short name that the generated block gives it: it stands in front of every other word.
    pub(crate) private: TokenStream,
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// The name in `$defs`.
    pub(crate) name: String,
    /// Values are whole argument objects.
    pub(crate) root: bool,
    /// The type is to implement `schemars::JsonSchema`, too.
    pub(crate) exported: bool,
    /// Made by the macro: no message should name it.
    pub(crate) hidden: bool,
    pub(crate) meta: Meta,
    /// A function of the author's that is asked of every value.
    pub(crate) custom: Option<At<Expr>>,
    pub(crate) kind: Kind<'a>,
}

impl<'a> Model<'a> {
    /// The fields of a struct.
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match &self.kind {
            Kind::Struct(fields) | Kind::Tuple(fields) | Kind::Newtype { fields, .. } => {
                &fields.list
            }
            Kind::Unit | Kind::Enum(_) => &[],
        }
    }
}

impl<'a> Model<'a> {
    /// All fields in it, those of variants included.
    pub(crate) fn all_fields(&self) -> Vec<&Field<'a>> {
        match &self.kind {
            Kind::Enum(holder) => {
                holder.variants.iter().flat_map(|variant| variant.content.fields()).collect()
            }
            _ => self.fields().iter().collect(),
        }
    }
}

pub(crate) enum Kind<'a> {
    Struct(Fields<'a>),
    /// An array of elements.
    Tuple(Fields<'a>),
    /// Its one field that is not skipped. A `transparent` one may be absent where that may be.
    Newtype {
        fields: Fields<'a>,
        transparent: bool,
    },
    /// `null`.
    Unit,
    Enum(Enum<'a>),
}

/// What the author says of a type or a field.
#[derive(Default)]
pub(crate) struct Meta {
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) examples: Vec<At<Literal>>,
    pub(crate) deprecated: bool,
}

impl Meta {
    pub(crate) fn is_empty(&self) -> bool {
        self.title.is_none()
            && self.description.is_none()
            && self.examples.is_empty()
            && !self.deprecated
    }
}
