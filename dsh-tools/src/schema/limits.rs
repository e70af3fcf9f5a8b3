//! What the values of a shape are limited by.

use super::pattern::PatternLink;
use super::{Format, Link, Shared};

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

    /// Whether nothing is asked but its length.
    #[inline]
    pub(crate) const fn is_free(&self) -> bool {
        self.pattern.is_none() && self.format.is_none() && self.reads.is_none()
    }

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
    #[inline]
    pub const fn new(text: &'static str, variant: u16, description: Option<&'static str>) -> Self {
        Self { text: Shared::Const(text), variant, alias: false, description }
    }

    /// A string that is accepted beside.
    #[must_use]
    #[inline]
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

/// The same pattern, for constants made from constants.
#[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
#[inline]
pub(super) const fn pattern(pattern: Option<&'static PatternLink>) -> Option<PatternLink> {
    match pattern {
        None => None,
        Some(PatternLink::Const(pattern)) => Some(PatternLink::Const(*pattern)),
        Some(PatternLink::Owned(_)) => panic!("a constant refers to constants only"),
    }
}
