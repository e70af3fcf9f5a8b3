//! The kinds of values that a node can describe.

use super::limits::pattern;
use super::rules::{Choose, Number, Rules, Sequence, Values};
use super::{Array, Choice, Float, Int, Link, Map, Object, RawSchema, Shared, Text, Union};

/// The kind of value and its limits.
#[derive(Debug)]
pub enum Shape {
    /// Any JSON.
    Any,
    /// `null`.
    Null,
    /// A boolean.
    Bool,
    /// An integer; `5.0` counts.
    Int(Int),
    /// A number.
    Float(Float),
    /// A string.
    Text(Text),
    /// One of some strings.
    Choice(Shared<[Choice]>),
    /// One of some integers, within the limits of the type.
    Integers(Shared<[i128]>, Int),
    /// An array.
    Array(Array),
    /// An object with free keys.
    Map(Map),
    /// An object with declared keys.
    Object(Object),
    /// Another node, reached when it is needed (`Box`, `Arc`).
    Link(Link),
    /// An array of just these elements.
    Tuple(Shared<[Link]>),
    /// One of several forms.
    Union(Union),
    /// Nothing at all.
    Never,
    /// A schema that a foreign type's library makes when it is first asked for.
    Foreign(fn() -> &'static RawSchema),
    /// What only schemas of run time have.
    Wide(Wide),
}

/// Shapes of schemas that arrive at run time, beside those of types.
#[derive(Debug)]
pub struct Wide(pub(crate) Kind);

/// What a [`Wide`] shape is.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A number, exactly.
    Number(Box<Number>),
    /// One of some values of any kind.
    Values(Box<Values>),
    /// An array whose places differ.
    Sequence(Box<Sequence>),
    /// Keywords side by side.
    Rules(Box<Rules>),
    /// Anything but what fits this.
    Not(Link),
    /// What holds depends on what fits.
    Choose(Box<Choose>),
    /// What the validator of another crate decides.
    #[cfg(feature = "jsonschema")]
    Foreign(Box<super::raw::Foreign>),
}

impl Shape {
    /// Whether there are other nodes behind it.
    #[inline]
    pub(crate) fn goes_on(&self) -> bool {
        matches!(
            self,
            Self::Object(_)
                | Self::Array(_)
                | Self::Map(_)
                | Self::Link(_)
                | Self::Tuple(_)
                | Self::Union(_)
                | Self::Foreign(_)
                | Self::Wide(_)
        )
    }

    /// The same shape, for constants made from constants.
    #[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
    #[inline]
    pub(crate) const fn constant(&'static self) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::Null => Self::Null,
            Self::Bool => Self::Bool,
            Self::Int(int) => Self::Int(*int),
            Self::Float(float) => Self::Float(*float),
            Self::Text(text) => Self::Text(Text {
                min: text.min,
                max: text.max,
                pattern: pattern(text.pattern.as_ref()),
                format: text.format,
                base64: text.base64,
                reads: text.reads,
            }),
            Self::Choice(choices) => Self::Choice(choices.constant()),
            Self::Integers(values, int) => Self::Integers(values.constant(), *int),
            Self::Array(array) => Self::Array(Array {
                min: array.min,
                max: array.max,
                unique: array.unique,
                item: array.item.constant(),
            }),
            Self::Map(map) => Self::Map(Map {
                min: map.min,
                max: map.max,
                value: map.value.constant(),
                keys: constant(map.keys.as_ref()),
            }),
            Self::Object(object) => Self::Object(object.constant()),
            Self::Link(link) => Self::Link(link.constant()),
            Self::Tuple(items) => Self::Tuple(items.constant()),
            Self::Union(union) => Self::Union(union.constant()),
            Self::Never => Self::Never,
            Self::Foreign(schema) => Self::Foreign(*schema),
            Self::Wide(_) => panic!("no constant has the shape of a schema of run time"),
        }
    }
}

#[inline]
pub(super) const fn constant(link: Option<&'static Link>) -> Option<Link> {
    match link {
        Some(link) => Some(link.constant()),
        None => None,
    }
}
