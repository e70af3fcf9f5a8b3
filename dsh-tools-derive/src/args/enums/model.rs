//! An enum that was checked: nothing in it can be wrong any more, but for what the types in it decide.

use super::super::fields::{Field, Fields};
use crate::docs::Text;
use syn::Ident;

pub(crate) struct Enum<'a> {
    pub(crate) tagging: Tagging,
    pub(crate) variants: Vec<Variant<'a>>,
    /// Undeclared keys are refused.
    pub(crate) deny: bool,
}

/// How a value tells its variant.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Tagging {
    /// It is the variant's name: no variant holds anything.
    Names,
    /// The name is the only key of an object; of a variant that holds nothing it is the value.
    Outer,
    /// A key of the variant's own object holds the name.
    Inner { tag: String },
    /// One key of an object holds the name, another one what the variant holds.
    Beside { tag: String, content: String },
    /// Not at all.
    Untagged,
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) description: Option<Text>,
    pub(crate) content: Content<'a>,
    /// It is neither read nor written.
    pub(crate) skip: bool,
    /// It is told by no name, whatever tells the others.
    pub(crate) untagged: bool,
    /// The lists of fields among the enum's tables, and what else is numbered.
    pub(crate) number: u16,
}

/// What a variant holds.
pub(crate) enum Content<'a> {
    Unit,
    /// One field without a name.
    Newtype(Fields<'a>),
    Tuple(Fields<'a>),
    Struct(Fields<'a>),
}

impl<'a> Content<'a> {
    pub(crate) fn fields(&self) -> &[Field<'a>] {
        match self {
            Self::Unit => &[],
            Self::Newtype(fields) | Self::Tuple(fields) | Self::Struct(fields) => &fields.list,
        }
    }
}

impl<'a> Enum<'a> {
    /// The variants that have a place in the JSON.
    pub(crate) fn kept(&self) -> impl Iterator<Item = &Variant<'a>> {
        self.variants.iter().filter(|variant| !variant.skip)
    }
}

impl Variant<'_> {
    /// How a value of the enum tells this variant.
    pub(crate) fn tagging<'t>(&self, tagging: &'t Tagging) -> &'t Tagging {
        if self.untagged { &Tagging::Untagged } else { tagging }
    }
}
