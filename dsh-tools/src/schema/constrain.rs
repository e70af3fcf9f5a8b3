//! A field's constraints, laid over its type's node at compile time.

use super::check::Check;
use super::limits::pattern;
use super::pattern::PatternLink;
use super::shape::constant;
use super::{Array, Choice, Float, Format, Int, Link, Map, Node, Pattern, Shape, Shared, Text};

/// A bound as written.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// `10`, `-3`.
    Int(i128),
    /// `0.5`.
    Float(f64),
}

/// What a field's attributes say.
#[derive(Clone, Copy, Debug)]
pub struct Constraints {
    /// `range(min = ..)`.
    pub min: Option<Bound>,
    /// `range(max = ..)`.
    pub max: Option<Bound>,
    /// `range(exclusive_min = ..)`.
    pub exclusive_min: Option<Bound>,
    /// `range(exclusive_max = ..)`.
    pub exclusive_max: Option<Bound>,
    /// `range(multiple_of = ..)`.
    pub multiple_of: Option<Bound>,
    /// `length(min = ..)`.
    pub min_length: Option<u32>,
    /// `length(max = ..)`.
    pub max_length: Option<u32>,
    /// `pattern = ".."`.
    pub pattern: Option<fn() -> &'static Pattern>,
    /// `enum("a", "b")`.
    pub strings: Option<&'static [Choice]>,
    /// `enum(1, 2)`.
    pub integers: Option<&'static [i128]>,
    /// `unique_items`.
    pub unique: bool,
    /// `format = ".."`.
    pub format: Option<Format>,
    /// `inner(..)`: the node of elements or values.
    pub inner: Option<fn() -> &'static Node>,
    /// `keys(..)`: the node of keys.
    pub keys: Option<fn() -> &'static Node>,
    /// `custom(..)`, and what the type asks itself.
    pub check: Option<&'static Check>,
}

impl Constraints {
    /// Nothing said.
    pub const NONE: Self = Self {
        min: None,
        max: None,
        exclusive_min: None,
        exclusive_max: None,
        multiple_of: None,
        min_length: None,
        max_length: None,
        pattern: None,
        strings: None,
        integers: None,
        unique: false,
        format: None,
        inner: None,
        keys: None,
        check: None,
    };
}

/// The type's node, narrowed. What does not apply is left out here: the `takes_*` functions refuse it by name.
#[must_use]
#[inline]
pub const fn constrain(base: &'static Node, by: Constraints) -> Node {
    Node {
        shape: narrow(&base.shape, by),
        nullable: base.nullable,
        gate: base.gate || by.check.is_some(),
        optional: base.optional,
        meta: base.meta,
        identity: base.identity,
        check: match by.check {
            Some(check) => Some(check),
            None => base.check,
        },
    }
}

/// [`constrain`] by a length alone.
#[must_use]
#[inline]
pub const fn long(base: &'static Node, min: u32, max: u32) -> Node {
    let by = Constraints { min_length: Some(min), max_length: Some(max), ..Constraints::NONE };
    constrain(base, by)
}

/// [`constrain`] by a range of integers alone.
#[must_use]
#[inline]
pub const fn between(base: &'static Node, min: i128, max: i128) -> Node {
    let (min, max) = (Some(Bound::Int(min)), Some(Bound::Int(max)));
    constrain(base, Constraints { min, max, ..Constraints::NONE })
}

#[inline]
const fn narrow(shape: &'static Shape, by: Constraints) -> Shape {
    match shape {
        Shape::Int(int) => {
            let int = narrow_int(*int, by);
            match by.integers {
                Some(values) => Shape::Integers(Shared::Const(values), int),
                None => Shape::Int(int),
            }
        }
        Shape::Float(float) => Shape::Float(narrow_float(*float, by)),
        Shape::Text(text) => match by.strings {
            Some(strings) => Shape::Choice(Shared::Const(strings)),
            None => Shape::Text(Text {
                min: at_least(text.min, by.min_length),
                max: at_most(text.max, by.max_length),
                pattern: match by.pattern {
                    Some(pattern) => Some(PatternLink::Const(pattern)),
                    None => pattern(text.pattern.as_ref()),
                },
                format: match by.format {
                    Some(format) => Some(format),
                    None => text.format,
                },
                base64: text.base64,
                reads: text.reads,
            }),
        },
        Shape::Array(array) => Shape::Array(Array {
            min: at_least(array.min, by.min_length),
            max: at_most(array.max, by.max_length),
            unique: array.unique || by.unique,
            item: match by.inner {
                Some(inner) => Link::Lazy(inner),
                None => array.item.constant(),
            },
        }),
        Shape::Map(map) => Shape::Map(Map {
            min: at_least(map.min, by.min_length),
            max: at_most(map.max, by.max_length),
            value: match by.inner {
                Some(inner) => Link::Lazy(inner),
                None => map.value.constant(),
            },
            keys: match by.keys {
                Some(keys) => Some(Link::Lazy(keys)),
                None => constant(map.keys.as_ref()),
            },
        }),
        other => other.constant(),
    }
}

#[inline]
const fn at_least(own: u32, by: Option<u32>) -> u32 {
    match by {
        Some(by) if by > own => by,
        _ => own,
    }
}

#[inline]
const fn at_most(own: u32, by: Option<u32>) -> u32 {
    match by {
        Some(by) if by < own => by,
        _ => own,
    }
}

#[inline]
const fn narrow_int(int: Int, by: Constraints) -> Int {
    let (mut lo, mut hi) = (None, None);
    if let Some(Bound::Int(min)) = by.min {
        lo = Some(min);
    }
    if let Some(Bound::Int(min)) = by.exclusive_min {
        lo = Some(min.saturating_add(1));
    }
    if let Some(Bound::Int(max)) = by.max {
        hi = Some(max);
    }
    if let Some(Bound::Int(max)) = by.exclusive_max {
        hi = Some(max.saturating_sub(1));
    }
    Int {
        lo: match lo {
            Some(lo) if lo > int.lo => lo,
            _ => int.lo,
        },
        hi: match hi {
            Some(hi) if hi < int.hi || int.past => hi,
            _ => int.hi,
        },
        past: int.past && hi.is_none(),
        nonzero: int.nonzero,
        step: match by.multiple_of {
            Some(Bound::Int(step)) if step > 0 => step.unsigned_abs(),
            _ => int.step,
        },
        show_lo: int.show_lo || lo.is_some(),
        show_hi: int.show_hi || hi.is_some(),
    }
}

#[inline]
const fn narrow_float(float: Float, by: Constraints) -> Float {
    let mut out = float;
    if let Some(min) = by.min {
        (out.lo, out.lo_open, out.show_lo) = (double(min), false, true);
    }
    if let Some(min) = by.exclusive_min {
        (out.lo, out.lo_open, out.show_lo) = (double(min), true, true);
    }
    if let Some(max) = by.max {
        (out.hi, out.hi_open, out.show_hi) = (double(max), false, true);
    }
    if let Some(max) = by.exclusive_max {
        (out.hi, out.hi_open, out.show_hi) = (double(max), true, true);
    }
    if let Some(step) = by.multiple_of {
        out.step = double(step);
    }
    out
}

#[allow(
    clippy::cast_precision_loss,
    reason = "`bound_fits` refuses an integer that a double rounds"
)]
#[inline]
pub(super) const fn double(bound: Bound) -> f64 {
    match bound {
        Bound::Int(value) => value as f64,
        Bound::Float(value) => value,
    }
}

/// What a macro asserts of a type: the error is where the macro calls this.
///
/// # Panics
/// At compile time, where it does not hold.
#[track_caller]
#[inline]
pub const fn hold(condition: bool, message: &str) {
    assert!(condition, "{}", message);
}

/// The same of a question whether a constraint means anything to the type, which a pointer answers with no.
#[track_caller]
#[inline]
const fn wants(takes: bool, node: &Node, behind: &str, message: &str) {
    if !takes {
        hold(false, if is_pointer(node) { behind } else { message });
    }
}

macro_rules! wants {
    ($($wants:ident: $takes:ident,)*) => {$(
        #[doc = concat!("Asserts [`", stringify!($takes), "`].")]
        ///
        /// # Panics
        /// At compile time, where it does not hold.
        #[track_caller]
        pub const fn $wants(node: &Node, behind: &str, message: &str) {
            wants($takes(node), node, behind, message);
        }
    )*};
}

wants! {
    wants_range: takes_range,
    wants_length: takes_length,
    wants_pattern: takes_pattern,
    wants_format: takes_format,
    wants_strings: takes_strings,
    wants_integers: takes_integers,
    wants_unique: takes_unique,
    wants_inner: takes_inner,
    wants_keys: takes_keys,
}

macro_rules! suits {
    ($($suits:ident($value:ident: $ty:ty): $takes:ident, $fits:expr;)*) => {$(
        /// Asserts that it fits, and has no word where the constraint means nothing to the type.
        ///
        /// # Panics
        /// At compile time, where it does not fit.
        #[track_caller]
        pub const fn $suits(node: &Node, $value: $ty, message: &str) {
            let fits: bool = $fits(node, $value);
            hold(!$takes(node) || fits, message);
        }
    )*};
}

suits! {
    bound_suits(bound: Bound): takes_range, bound_fits;
    step_suits(step: Bound): takes_range, step_fits;
    length_suits(length: u32): takes_length, length_fits;
    string_suits(value: &str): takes_strings, string_fits;
    integer_suits(value: i128): takes_integers, integer_fits;
}

/// Whether `range` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_range(node: &Node) -> bool {
    matches!(node.shape, Shape::Int(_) | Shape::Float(_))
}

/// Whether `length` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_length(node: &Node) -> bool {
    matches!(node.shape, Shape::Text(_) | Shape::Array(_) | Shape::Map(_))
}

/// Whether `pattern` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_pattern(node: &Node) -> bool {
    matches!(node.shape, Shape::Text(_))
}

/// Whether `format` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_format(node: &Node) -> bool {
    matches!(node.shape, Shape::Text(_))
}

/// Whether `inner` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_inner(node: &Node) -> bool {
    matches!(node.shape, Shape::Array(_) | Shape::Map(_))
}

/// Whether `keys` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_keys(node: &Node) -> bool {
    matches!(node.shape, Shape::Map(_))
}

/// Whether the type has a pattern of its own, which a second one would replace.
#[must_use]
#[inline]
pub const fn has_pattern(node: &Node) -> bool {
    matches!(&node.shape, Shape::Text(Text { pattern: Some(_), .. }))
}

/// Whether the type has a format of its own, which a second one would replace.
#[must_use]
#[inline]
pub const fn has_format(node: &Node) -> bool {
    matches!(&node.shape, Shape::Text(Text { format: Some(_), .. }))
}

/// Whether `enum` of strings means anything to the type.
#[must_use]
#[inline]
pub const fn takes_strings(node: &Node) -> bool {
    matches!(node.shape, Shape::Text(_))
}

/// Whether a string of an `enum` is as long as the type has them. What a pattern or a format refuses no constant can
/// tell.
#[must_use]
#[inline]
const fn string_fits(node: &Node, value: &str) -> bool {
    let Shape::Text(text) = &node.shape else {
        return false;
    };
    let length = super::literal::scalar_values(value);
    length >= text.min && length <= text.max
}

/// Whether `enum` of integers means anything to the type.
#[must_use]
#[inline]
pub const fn takes_integers(node: &Node) -> bool {
    matches!(node.shape, Shape::Int(_))
}

/// Whether `unique_items` means anything to the type.
#[must_use]
#[inline]
pub const fn takes_unique(node: &Node) -> bool {
    matches!(node.shape, Shape::Array(_))
}

/// Whether the type is a pointer (`Box`, `Arc`): what narrows a value belongs on the type behind it.
#[must_use]
#[inline]
const fn is_pointer(node: &Node) -> bool {
    matches!(node.shape, Shape::Link(_))
}

/// Whether a bound is a value of the type.
#[must_use]
#[inline]
pub(super) const fn bound_fits(node: &Node, bound: Bound) -> bool {
    match (&node.shape, bound) {
        (Shape::Int(int), Bound::Int(value)) => int.lo <= value && (value <= int.hi || int.past),
        (Shape::Float(float), bound) => {
            let value = double(bound);
            let exact = match bound {
                Bound::Int(written) => written.unsigned_abs() <= 1 << 53,
                Bound::Float(_) => true,
            };
            exact && float_takes(float, value)
        }
        _ => false,
    }
}

/// Whether a `length` is one the type can have: an array of fixed length has no other.
#[must_use]
#[inline]
const fn length_fits(node: &Node, length: u32) -> bool {
    match &node.shape {
        Shape::Text(Text { min, max, .. })
        | Shape::Array(Array { min, max, .. })
        | Shape::Map(Map { min, max, .. }) => *min <= length && length <= *max,
        _ => false,
    }
}

/// Whether a `multiple_of` suits the type: greater than zero, and an integer for integers.
#[must_use]
#[inline]
const fn step_fits(node: &Node, step: Bound) -> bool {
    match (&node.shape, step) {
        // A newtype may have a step already: both hold only where one is a multiple of the other.
        (Shape::Int(int), Bound::Int(step)) => {
            step > 0 && step.unsigned_abs().is_multiple_of(int.step)
        }
        (Shape::Float(float), step) => {
            double(step) > 0.0 && double(step) < f64::INFINITY && float.step == 0.0
        }
        _ => false,
    }
}

/// Whether an integer of an `enum` is a value of the type.
#[must_use]
#[inline]
const fn integer_fits(node: &Node, value: i128) -> bool {
    match &node.shape {
        Shape::Int(int) => int_takes(int, value),
        _ => false,
    }
}

#[inline]
pub(super) const fn int_takes(int: &Int, value: i128) -> bool {
    int.lo <= value
        && (value <= int.hi || int.past)
        && !(int.nonzero && value == 0)
        && (int.step == 0 || value.unsigned_abs().is_multiple_of(int.step))
}

#[inline]
pub(super) const fn float_takes(float: &Float, value: f64) -> bool {
    let above = value > float.lo || (value >= float.lo && !float.lo_open);
    let below = value < float.hi || (value <= float.hi && !float.hi_open);
    above && below
}
