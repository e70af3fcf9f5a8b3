//! The keywords of the subset.

use super::schema_type::SchemaType;
use crate::json::Cursor;

/// A keyword of the subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Type,
    OneOf,
    Properties,
    Required,
    AdditionalProperties,
    Items,
    Enum,
    Const,
    Description,
    Title,
    Default,
    Examples,
}

impl Keyword {
    pub(super) const ALL: [Self; 12] = [
        Self::Type,
        Self::OneOf,
        Self::Properties,
        Self::Required,
        Self::AdditionalProperties,
        Self::Items,
        Self::Enum,
        Self::Const,
        Self::Description,
        Self::Title,
        Self::Default,
        Self::Examples,
    ];

    /// The keywords that constrain values of a type, in the order in which they are looked at.
    pub(super) const OF_TYPES: [Self; 6] = [
        Self::Properties,
        Self::Required,
        Self::AdditionalProperties,
        Self::Items,
        Self::Enum,
        Self::Const,
    ];

    #[inline]
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Type => "type",
            Self::OneOf => "oneOf",
            Self::Properties => "properties",
            Self::Required => "required",
            Self::AdditionalProperties => "additionalProperties",
            Self::Items => "items",
            Self::Enum => "enum",
            Self::Const => "const",
            Self::Description => "description",
            Self::Title => "title",
            Self::Default => "default",
            Self::Examples => "examples",
        }
    }

    #[inline]
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|keyword| keyword.as_str() == name)
    }

    /// Whether it constrains values of the type; of a keyword of no type always.
    #[inline]
    pub(super) const fn is_for(self, schema_type: SchemaType) -> bool {
        match self {
            Self::Properties | Self::Required | Self::AdditionalProperties => {
                matches!(schema_type, SchemaType::Object)
            }
            Self::Items => matches!(schema_type, SchemaType::Array),
            Self::Enum | Self::Const => {
                !matches!(schema_type, SchemaType::Object | SchemaType::Array)
            }
            _ => true,
        }
    }

    /// The types that it is for, in words.
    #[inline]
    pub(super) const fn owner(self) -> &'static str {
        match self {
            Self::Properties | Self::Required | Self::AdditionalProperties => "`object`",
            Self::Items => "`array`",
            _ => "strings, numbers, integers, booleans and null",
        }
    }
}

/// What one schema says, keyword by keyword.
#[derive(Clone, Copy, Default)]
pub(super) struct Said<'a>([Option<Cursor<'a>>; Keyword::ALL.len()]);

impl<'a> Said<'a> {
    #[inline]
    pub(super) fn set(&mut self, keyword: Keyword, value: Cursor<'a>) {
        if let Some(slot) = self.0.get_mut(keyword as usize) {
            *slot = Some(value);
        }
    }

    #[inline]
    pub(super) fn get(&self, keyword: Keyword) -> Option<Cursor<'a>> {
        self.0.get(keyword as usize).copied().flatten()
    }

    /// The constraints that are there, in the order in which they are looked at.
    #[inline]
    pub(super) fn constraints(&self) -> impl Iterator<Item = Keyword> + '_ {
        Keyword::OF_TYPES.into_iter().filter(|keyword| self.get(*keyword).is_some())
    }
}
