//! The types of JSON Schema, one at a time.

use crate::json::{Cursor, Integer, JsonKind};
use std::fmt;

/// What `type` may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaType {
    String,
    Number,
    Integer,
    Boolean,
    Null,
    Object,
    Array,
}

impl SchemaType {
    pub(super) const ALL: [Self; 7] = [
        Self::String,
        Self::Number,
        Self::Integer,
        Self::Boolean,
        Self::Null,
        Self::Object,
        Self::Array,
    ];

    #[inline]
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Null => "null",
            Self::Object => "object",
            Self::Array => "array",
        }
    }

    #[inline]
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }

    /// Whether a value is of the type; `5.0` is an integer.
    #[inline]
    pub(super) fn fits(self, value: Cursor<'_>) -> bool {
        match self {
            Self::String => value.kind() == JsonKind::String,
            Self::Number => value.kind() == JsonKind::Number,
            Self::Integer => {
                value.number().is_some_and(|number| number.integer() != Integer::Fraction)
            }
            Self::Boolean => value.kind() == JsonKind::Bool,
            Self::Null => value.is_null(),
            Self::Object => value.kind() == JsonKind::Object,
            Self::Array => value.kind() == JsonKind::Array,
        }
    }
}

impl fmt::Display for SchemaType {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
