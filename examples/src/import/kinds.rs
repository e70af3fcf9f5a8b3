//! Sets of JSON's types.

use super::json::Json;

/// A set of types; a number is an integer or has a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    /// `null`
    pub(crate) const NULL: Self = Self(1);
    /// `boolean`
    pub(crate) const BOOL: Self = Self(2);
    /// `integer`
    pub(crate) const INT: Self = Self(4);
    /// `number`
    pub(crate) const NUMBER: Self = Self(4 | 8);
    /// `string`
    pub(crate) const TEXT: Self = Self(16);
    /// `array`
    pub(crate) const ARRAY: Self = Self(32);
    /// `object`
    pub(crate) const OBJECT: Self = Self(64);
    /// Every type.
    pub(crate) const ALL: Self = Self(127);
    /// None.
    pub(crate) const NONE: Self = Self(0);

    /// The types that are in both.
    #[must_use]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The types that are in either.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The types that are in this alone.
    #[must_use]
    pub(crate) const fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether they have a type in common.
    #[must_use]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The types one by one, numbers as one.
    #[must_use]
    pub(crate) fn each(self) -> Vec<Self> {
        [Self::NULL, Self::BOOL, Self::NUMBER, Self::TEXT, Self::ARRAY, Self::OBJECT]
            .into_iter()
            .map(|kind| self.and(kind))
            .filter(|kind| !kind.is_none())
            .collect()
    }

    /// The type of a value.
    #[must_use]
    pub(crate) fn of(json: &Json) -> Self {
        match json {
            Json::Null => Self::NULL,
            Json::Bool(_) => Self::BOOL,
            Json::Number(_) if json.as_int().is_some() => Self::INT,
            Json::Number(_) => Self(8),
            Json::String(_) => Self::TEXT,
            Json::Array(_) => Self::ARRAY,
            Json::Object(_) => Self::OBJECT,
        }
    }

    /// The type of a name, and whether the name is one of another dialect.
    #[must_use]
    pub(crate) fn named(name: &str) -> Option<(Self, bool)> {
        let plain = match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::INT,
            "number" => Self::NUMBER,
            "string" => Self::TEXT,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return Self::foreign(&name.to_ascii_lowercase()).map(|kinds| (kinds, true)),
        };
        Some((plain, false))
    }

    /// What other dialects call it: capitals, and the types of programming languages.
    fn foreign(name: &str) -> Option<Self> {
        Some(match name {
            "null" | "none" => Self::NULL,
            "boolean" | "bool" => Self::BOOL,
            "integer" | "int" | "long" => Self::INT,
            "number" | "float" | "double" => Self::NUMBER,
            "string" | "str" => Self::TEXT,
            "array" | "list" | "tuple" | "arraylist" => Self::ARRAY,
            "object" | "dict" | "hashmap" | "map" => Self::OBJECT,
            "any" => Self::ALL,
            _ => return None,
        })
    }
}
