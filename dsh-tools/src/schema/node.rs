//! The tree of constants that is schema and validator at once.

use super::check::Check;
use super::pattern::PatternLink;
use super::rules::{Choose, Number, Rules, Sequence, Values};
use super::{Format, Link, Object, RawSchema, Shared, Union};
use std::any::TypeId;

/// What one place of a document must look like: a type's [`NODE`](super::ToolValue::NODE), to be handed to
/// [`render`](super::render) and [`validate`](super::validate).
///
/// ```
/// use dsh_tools::ToolValue;
/// use dsh_tools::schema::Node;
///
/// const NODE: &Node = <Vec<u8>>::NODE;
/// # let _ = NODE;
/// ```
#[derive(Debug)]
pub struct Node {
    /// The kind of value and its limits.
    pub(crate) shape: Shape,
    /// `null` is legal too.
    pub(crate) nullable: bool,
    /// There is something to see to before the shape or after it: `null`, or checks. One question for both.
    pub(crate) gate: bool,
    /// As a property it may be absent (and `null` counts as absent in arguments).
    pub(crate) optional: bool,
    /// What the type says of itself.
    pub(crate) meta: Meta,
    /// Which type it is; types that come back to themselves are rendered by it.
    pub(crate) identity: Option<Identity>,
    /// What its authors ask of a value that fits otherwise.
    pub(crate) check: Option<&'static Check>,
}

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

/// Which type a node describes.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The identity; the address of a constant would be none.
    pub(crate) id: TypeId,
    /// The type's name, as `$defs` spells it.
    pub(crate) name: &'static str,
}

impl Identity {
    /// The identity of `T`.
    #[must_use]
    pub const fn of<T: 'static>(name: &'static str) -> Self {
        Self { id: TypeId::of::<T>(), name }
    }
}

/// What authors say of a type, a field or a variant.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// A short name for people.
    pub title: Option<&'static str>,
    /// What it means; from the doc comment unless written.
    pub description: Option<&'static str>,
    /// JSON texts.
    pub examples: &'static [&'static str],
    /// Still accepted, not to be used.
    pub deprecated: bool,
}

impl Meta {
    /// Nothing said.
    pub const NONE: Self =
        Self { title: None, description: None, examples: &[], deprecated: false };

    /// This, and what it leaves open as `other` has it.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            title: if self.title.is_some() { self.title } else { other.title },
            description: if self.description.is_some() {
                self.description
            } else {
                other.description
            },
            examples: if self.examples.is_empty() { other.examples } else { self.examples },
            deprecated: self.deprecated || other.deprecated,
        }
    }
}

/// Limits of an integer.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts of a table")]
pub struct Int {
    /// The least value.
    pub(crate) lo: i128,
    /// The greatest value.
    pub(crate) hi: i128,
    /// `u128`: values above `i128::MAX` are legal too.
    pub(crate) past: bool,
    /// Zero is not (`NonZero`, signed).
    pub(crate) nonzero: bool,
    /// The value is a multiple of it; 1 for any.
    pub(crate) step: u128,
    /// `lo` is part of the schema's text.
    pub(crate) show_lo: bool,
    /// `hi` is part of the schema's text.
    pub(crate) show_hi: bool,
}

/// Limits of a number.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent facts of a table")]
pub struct Float {
    /// The least value.
    pub(crate) lo: f64,
    /// The greatest value.
    pub(crate) hi: f64,
    /// `lo` itself is not legal.
    pub(crate) lo_open: bool,
    /// `hi` itself is not legal.
    pub(crate) hi_open: bool,
    /// The value is a multiple of it; 0 for any.
    pub(crate) step: f64,
    /// What the type rounds to: a bound that is excluded is excluded after rounding, too.
    pub(crate) grain: Grain,
    /// `lo` is part of the schema's text.
    pub(crate) show_lo: bool,
    /// `hi` is part of the schema's text.
    pub(crate) show_hi: bool,
}

/// What the type of a number rounds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// `f64`.
    Double,
    /// `f32`.
    Single,
    /// `Duration`: nanoseconds.
    Nanosecond,
}

impl Grain {
    /// The number as the type holds it.
    #[allow(clippy::cast_possible_truncation, reason = "what a single rounds to is what is asked")]
    pub(crate) fn round(self, value: f64) -> f64 {
        match self {
            Self::Double => value,
            Self::Single => f64::from(value as f32),
            Self::Nanosecond => std::time::Duration::try_from_secs_f64(value)
                .map_or(value, |duration| duration.as_secs_f64()),
        }
    }
}

/// Limits of a string; lengths in Unicode scalar values.
#[derive(Debug)]
pub struct Text {
    /// The least length.
    pub(crate) min: u32,
    /// The greatest length; `u32::MAX` for none.
    pub(crate) max: u32,
    /// What it must match.
    pub(crate) pattern: Option<PatternLink>,
    /// What it must be.
    pub(crate) format: Option<Format>,
    /// Bytes in base64 (RFC 4648, section 4).
    pub(crate) base64: bool,
    /// What a type reads that is narrower than its format.
    pub(crate) reads: Option<fn(&str) -> bool>,
}

impl Text {
    /// Any string.
    pub(crate) const ANY: Self =
        Self { min: 0, max: u32::MAX, pattern: None, format: None, base64: false, reads: None };

    /// A string that a type reads.
    #[cfg(any(
        feature = "uuid",
        feature = "url",
        feature = "chrono",
        feature = "jiff",
        feature = "bytes"
    ))]
    pub(crate) const fn read(
        format: Option<Format>,
        pattern: Option<PatternLink>,
        base64: bool,
        reads: fn(&str) -> bool,
    ) -> Self {
        Self { min: 0, max: u32::MAX, pattern, format, base64, reads: Some(reads) }
    }
}

/// One string of a closed set.
#[derive(Debug)]
pub struct Choice {
    /// The string.
    pub(crate) text: Shared<str>,
    /// Which variant it names.
    pub(crate) variant: u16,
    /// Accepted, not advertised.
    pub(crate) alias: bool,
    /// What it means.
    pub(crate) description: Option<&'static str>,
}

impl Choice {
    /// A string that the schema lists.
    #[must_use]
    pub const fn new(text: &'static str, variant: u16, description: Option<&'static str>) -> Self {
        Self { text: Shared::Const(text), variant, alias: false, description }
    }

    /// A string that is accepted beside.
    #[must_use]
    pub const fn alias(text: &'static str, variant: u16) -> Self {
        Self { text: Shared::Const(text), variant, alias: true, description: None }
    }
}

/// Limits of an array.
#[derive(Debug)]
pub struct Array {
    /// The least number of elements.
    pub(crate) min: u32,
    /// The greatest number of elements; `u32::MAX` for none.
    pub(crate) max: u32,
    /// No two elements are equal as JSON values.
    pub(crate) unique: bool,
    /// What each element must look like.
    pub(crate) item: Link,
}

/// Limits of an object with free keys.
#[derive(Debug)]
pub struct Map {
    /// The least number of entries.
    pub(crate) min: u32,
    /// The greatest number of entries; `u32::MAX` for none.
    pub(crate) max: u32,
    /// What each value must look like.
    pub(crate) value: Link,
    /// What each key must look like, if not any string will do.
    pub(crate) keys: Option<Link>,
}

impl Node {
    /// A node of this shape and nothing more.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(shape: Shape) -> Self {
        Self {
            shape,
            nullable: false,
            gate: false,
            optional: false,
            meta: Meta::NONE,
            identity: None,
            check: None,
        }
    }

    /// The node of a type that has a name and documentation of its own.
    #[doc(hidden)]
    #[must_use]
    pub const fn named(shape: Shape, meta: Meta, identity: Identity) -> Self {
        Self::checked(shape, meta, identity, None)
    }

    /// The same, with what its author asks of every value.
    #[doc(hidden)]
    #[must_use]
    pub const fn checked(
        shape: Shape,
        meta: Meta,
        identity: Identity,
        check: Option<&'static Check>,
    ) -> Self {
        Self {
            shape,
            nullable: false,
            gate: check.is_some(),
            optional: false,
            meta,
            identity: Some(identity),
            check,
        }
    }

    /// The node of a type that is another one on the wire. As a property it must be there, unless it is `transparent`
    /// and the other need not.
    #[doc(hidden)]
    #[must_use]
    pub const fn newtype(
        &'static self,
        meta: Meta,
        identity: Identity,
        transparent: bool,
        check: Option<&'static Check>,
    ) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate || check.is_some(),
            optional: self.optional && transparent,
            meta: meta.or(self.meta),
            identity: Some(identity),
            check: match check {
                Some(check) => Some(check),
                None => self.check,
            },
        }
    }

    /// The same, or `null`.
    #[doc(hidden)]
    #[must_use]
    pub const fn nullable(&'static self) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: true,
            gate: true,
            optional: true,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// The same, of a property that may be absent and whose `null` is a value.
    #[doc(hidden)]
    #[must_use]
    pub const fn null_is_a_value(&'static self) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate,
            optional: false,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// The same, as a property that may be absent.
    #[doc(hidden)]
    #[must_use]
    pub const fn optional(&'static self) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate,
            optional: true,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// The same, with more said of it: an element of a tuple.
    #[doc(hidden)]
    #[must_use]
    pub const fn about(&'static self, meta: Meta) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate,
            optional: self.optional,
            meta: meta.or(self.meta),
            identity: self.identity,
            check: self.check,
        }
    }

    /// The object as a part of another one.
    pub(crate) const fn part(&'static self) -> Self {
        Self {
            shape: match &self.shape {
                Shape::Object(object) => Shape::Object(object.open()),
                other => other.constant(),
            },
            nullable: self.nullable,
            gate: self.gate,
            optional: self.optional,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// What the authors of the type ask of a value.
    #[doc(hidden)]
    #[must_use]
    pub const fn check(&self) -> Option<&'static Check> {
        self.check
    }

    /// The same, or `null`, for nodes made at run time.
    pub(crate) fn or_null(mut self, nullable: bool) -> Self {
        self.admit_null(nullable);
        self
    }

    /// From here on `null` is legal, if it is.
    pub(crate) fn admit_null(&mut self, nullable: bool) {
        self.nullable |= nullable;
        self.gate |= nullable;
    }

    /// Whether a property of this node may be absent.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_optional(&self) -> bool {
        self.optional
    }

    /// The node of a type behind links (`Box`, `Arc`), which add nothing of their own.
    #[inline]
    pub(crate) fn follow(&self) -> &Self {
        let mut node = self;
        while let Shape::Link(link) = &node.shape {
            node = link.get();
        }
        node
    }
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

pub(super) const fn constant(link: Option<&'static Link>) -> Option<Link> {
    match link {
        Some(link) => Some(link.constant()),
        None => None,
    }
}

#[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
pub(super) const fn pattern(pattern: Option<&'static PatternLink>) -> Option<PatternLink> {
    match pattern {
        None => None,
        Some(PatternLink::Const(pattern)) => Some(PatternLink::Const(*pattern)),
        Some(PatternLink::Owned(_)) => panic!("a constant refers to constants only"),
    }
}
