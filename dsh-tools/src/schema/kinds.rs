//! Kinds of JSON values, and which of them a node takes.

use super::shape::{Kind, Wide};
use super::union::{Data, Form, Tagging};
use super::{Node, Nodes, Shape};
use crate::json::{Cursor, Integer, JsonKind, Num};

/// A set of kinds of JSON values; an integer is a number that has no fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOL: Self = Self(1 << 1);
    pub(crate) const INTEGER: Self = Self(1 << 2);
    /// Numbers of any sort.
    pub(crate) const NUMBER: Self = Self(1 << 2 | 1 << 3);
    pub(crate) const STRING: Self = Self(1 << 4);
    pub(crate) const ARRAY: Self = Self(1 << 5);
    pub(crate) const OBJECT: Self = Self(1 << 6);
    pub(crate) const ALL: Self = Self((1 << 7) - 1);

    /// The kinds of one word of `type`.
    #[inline]
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a value is of one of the kinds.
    pub(crate) fn take(self, cursor: Cursor<'_>) -> bool {
        match cursor.kind() {
            JsonKind::Null => self.has(Self::NULL),
            JsonKind::Bool => self.has(Self::BOOL),
            JsonKind::String => self.has(Self::STRING),
            JsonKind::Array => self.has(Self::ARRAY),
            JsonKind::Object => self.has(Self::OBJECT),
            JsonKind::Number => {
                self.has(Self::NUMBER)
                    || self.has(Self::INTEGER)
                        && cursor.number().is_some_and(|number| is_integer(number))
            }
        }
    }

    /// The kinds in words, in the order in which a message lists them.
    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> {
        let number = if self.has(Self::NUMBER) {
            Some("a number")
        } else {
            self.has(Self::INTEGER).then_some("an integer")
        };
        let word = |kind: Self, word: &'static str| self.has(kind).then_some(word);
        [
            word(Self::STRING, "a string"),
            number,
            word(Self::BOOL, "true or false"),
            word(Self::ARRAY, "an array"),
            word(Self::OBJECT, "an object"),
            word(Self::NULL, "null"),
        ]
        .into_iter()
        .flatten()
    }
}

pub(crate) fn is_integer(number: Num<'_>) -> bool {
    !matches!(number.integer(), Integer::Fraction)
}

/// Forms within forms that are looked at: a type may be a form of itself.
const LEVELS: u32 = 8;

impl Kinds {
    /// The kinds that a node takes, as far as can be seen without trying values: never fewer than it does take.
    pub(crate) fn of(node: &Node, nodes: Nodes<'_>) -> Self {
        Self::within(node, nodes, LEVELS)
    }

    fn within(node: &Node, nodes: Nodes<'_>, levels: u32) -> Self {
        let plain = nodes.follow(node);
        let null = if node.nullable || plain.nullable { Self::NULL } else { Self::NONE };
        null.with(match &plain.shape {
            Shape::Never => Self::NONE,
            Shape::Null => Self::NULL,
            Shape::Bool => Self::BOOL,
            Shape::Int(_) | Shape::Integers(..) => Self::INTEGER,
            Shape::Float(_) => Self::NUMBER,
            Shape::Text(_) | Shape::Choice(_) => Self::STRING,
            Shape::Array(_) | Shape::Tuple(_) => Self::ARRAY,
            Shape::Map(_) | Shape::Object(_) => Self::OBJECT,
            Shape::Union(union) => match (&union.tagging, levels.checked_sub(1)) {
                (Tagging::Key(_), _) => Self::OBJECT,
                (Tagging::Outer, _) => {
                    let kind = |form: &Form| match form.data {
                        Data::Bare => Self::STRING,
                        Data::Whole | Data::Beside => Self::OBJECT,
                    };
                    union.forms.iter().map(kind).fold(Self::NONE, Self::with)
                }
                (Tagging::Untagged, None) => Self::ALL,
                (Tagging::Untagged, Some(levels)) => union
                    .forms
                    .iter()
                    .map(|form| Self::within(nodes.get(form.node), nodes, levels))
                    .fold(Self::NONE, Self::with),
            },
            Shape::Foreign(schema) => match levels.checked_sub(1) {
                None => Self::ALL,
                Some(levels) => {
                    let root = schema().root();
                    Self::within(root.node(), root.nodes(), levels)
                }
            },
            Shape::Wide(wide) => Self::of_wide(wide),
            Shape::Any | Shape::Link(_) => Self::ALL,
        })
    }

    fn of_wide(wide: &Wide) -> Self {
        match &wide.0 {
            Kind::Number(limits) if limits.integer => Self::INTEGER,
            Kind::Number(_) => Self::NUMBER,
            Kind::Sequence(_) => Self::ARRAY,
            Kind::Values(values) => values.iter().map(Self::of_value).fold(Self::NONE, Self::with),
            Kind::Rules(rules) => rules.kinds,
            Kind::Not(_) | Kind::Choose(_) => Self::ALL,
            #[cfg(feature = "jsonschema")]
            Kind::Foreign(_) => Self::ALL,
        }
    }

    fn of_value(value: Cursor<'_>) -> Self {
        match value.kind() {
            JsonKind::Null => Self::NULL,
            JsonKind::Bool => Self::BOOL,
            JsonKind::Number => Self::NUMBER,
            JsonKind::String => Self::STRING,
            JsonKind::Array => Self::ARRAY,
            JsonKind::Object => Self::OBJECT,
        }
    }
}
