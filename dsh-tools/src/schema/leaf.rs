//! The checks of single values: one set, used by the walker and by decoding.

use super::kinds::is_integer;
use super::pattern::PatternLink;
use super::rules::{Limit, Number};
use super::{Array, Choice, Code, Float, Grain, Int, Invalid, Link, Map, Node, Shape, Text};
use crate::json::{Cursor, Integer, JsonKind, Num};
use std::cmp::Ordering;

#[inline]
const fn fail<T>(code: Code) -> Result<T, Invalid> {
    Err(Invalid(code))
}

/// A boolean.
#[inline]
pub(crate) fn boolean(cursor: Cursor<'_>) -> Result<bool, Invalid> {
    cursor.as_bool().ok_or(Invalid(Code::Type))
}

/// An integer of few digits, written as one, of which nothing is asked but that it be within its limits: most are such.
/// Of the others [`integer_of`] tells what is wrong with them, if anything is.
#[inline]
pub(crate) fn plain_integer(cursor: Cursor<'_>, node: &Node) -> Option<i64> {
    let Shape::Int(int) = &node.shape else {
        return None;
    };
    let value = cursor.short_integer()?;
    let within = int.lo <= i128::from(value) && i128::from(value) <= int.hi;
    (within && int.step == 1 && !int.nonzero).then_some(value)
}

/// Whether an integer is within its limits; one of few digits is told at once.
#[inline]
pub(crate) fn is_within(cursor: Cursor<'_>, int: &Int) -> Result<(), Invalid> {
    match cursor.short_integer() {
        Some(value) if int.step == 1 && !int.nonzero => {
            let value = i128::from(value);
            if int.lo <= value && value <= int.hi { Ok(()) } else { fail(Code::Range) }
        }
        _ => integer(cursor, int).map(drop),
    }
}

/// Sign and magnitude of an integer within its limits.
#[inline(never)]
pub(crate) fn integer(cursor: Cursor<'_>, int: &Int) -> Result<(bool, u128), Invalid> {
    match cursor.number() {
        Some(Num::Small { negative, mantissa, exponent: 0 }) => {
            let value = if negative { -i128::from(mantissa) } else { i128::from(mantissa) };
            let plain = int.step == 1 && !(int.nonzero && value == 0);
            if value >= int.lo
                && value <= int.hi
                && (plain || integer_extras(int, value.unsigned_abs()))
            {
                Ok((negative, u128::from(mantissa)))
            } else {
                fail(Code::Range)
            }
        }
        Some(number) => integer_slow(number, int),
        None => fail(Code::Type),
    }
}

fn integer_extras(int: &Int, magnitude: u128) -> bool {
    !(int.nonzero && magnitude == 0) && magnitude.checked_rem(int.step) == Some(0)
}

#[inline(never)]
fn integer_slow(number: Num<'_>, int: &Int) -> Result<(bool, u128), Invalid> {
    match number.integer() {
        Integer::Fits { negative, magnitude } => {
            let within = match (i128::try_from(magnitude), negative) {
                (Ok(value), false) => int.lo <= value && value <= int.hi,
                (Ok(value), true) => int.lo <= -value && -value <= int.hi,
                (Err(_), false) => int.past,
                (Err(_), true) => magnitude == i128::MIN.unsigned_abs() && int.lo == i128::MIN,
            };
            if within && integer_extras(int, magnitude) {
                Ok((negative, magnitude))
            } else {
                fail(Code::Range)
            }
        }
        Integer::Huge { .. } => fail(Code::Range),
        Integer::Fraction => fail(Code::Type),
    }
}

/// The integer a node of an integer type asks for: any within its limits, or one of a list.
#[inline(never)]
pub(crate) fn integer_of(cursor: Cursor<'_>, node: &Node) -> Result<(bool, u128), Invalid> {
    match &node.shape {
        Shape::Int(int) => integer(cursor, int),
        Shape::Integers(values, int) => listed(cursor, values, int),
        _ => fail(Code::Type),
    }
}

/// One of some integers.
#[inline(never)]
pub(crate) fn listed(
    cursor: Cursor<'_>,
    values: &[i128],
    int: &Int,
) -> Result<(bool, u128), Invalid> {
    let found = match integer(cursor, int) {
        Err(Invalid(Code::Range)) => return fail(Code::Enum),
        found => found?,
    };
    let (negative, magnitude) = found;
    let listed = values.iter().any(|value| {
        value.unsigned_abs() == magnitude && ((*value < 0) == negative || magnitude == 0)
    });
    if listed { Ok(found) } else { fail(Code::Enum) }
}

/// A number within its limits, rounded to the nearest double.
#[inline]
pub(crate) fn float(cursor: Cursor<'_>, float: &Float) -> Result<f64, Invalid> {
    let Some(number) = cursor.number() else {
        return fail(Code::Type);
    };
    let value = number.f64();
    let inside = value > float.lo && value < float.hi || at_bound(number, value, float);
    let inside = inside && (float.grain == Grain::Double || keeps_rounded(value, float));
    if inside && (float.step == 0.0 || multiple(number, value, float.step)) {
        Ok(value)
    } else {
        fail(Code::Range)
    }
}

/// A number that is no double strictly between the bounds. One that rounds to a bound has to keep to it as it is
/// written, too: neither the text nor what a body gets may be outside.
#[inline(never)]
fn at_bound(number: Num<'_>, value: f64, float: &Float) -> bool {
    let keeps_to =
        |bound: f64, open: bool, shown: bool, outside: Ordering| match value.partial_cmp(&bound) {
            None => false,
            Some(Ordering::Equal) => !open && (!shown || number.order(bound) != outside),
            Some(order) => order != outside,
        };
    keeps_to(float.lo, float.lo_open, float.show_lo, Ordering::Less)
        && keeps_to(float.hi, float.hi_open, float.show_hi, Ordering::Greater)
}

/// What a type rounds to an excluded bound would reach the body as that bound.
#[inline(never)]
fn keeps_rounded(value: f64, float: &Float) -> bool {
    let reaches = |bound: f64, open: bool, shown: bool| {
        open && shown && float.grain.round(value).total_cmp(&float.grain.round(bound)).is_eq()
    };
    !reaches(float.lo, float.lo_open, float.show_lo)
        && !reaches(float.hi, float.hi_open, float.show_hi)
}

/// A quotient below this has room for a few units in the last place.
const COARSE: f64 = 1e12;

/// Exactly, as both are written, or up to a few units in the last place of the quotient: a program that adds up
/// `0.1` three times writes `0.30000000000000004`.
#[inline(never)]
fn multiple(number: Num<'_>, value: f64, step: f64) -> bool {
    close_to_multiple(value, step) || number.is_multiple_of(step)
}

/// Up to a few units in the last place of the quotient, where that says anything.
fn close_to_multiple(value: f64, step: f64) -> bool {
    let quotient = value / step;
    let whole = step.fract() == 0.0;
    !whole
        && value != 0.0
        && quotient.abs() < COARSE
        && (quotient - quotient.round()).abs() <= quotient.abs() * (4.0 * f64::EPSILON)
}

/// A string that stands in the document as it is, of which nothing is asked but its length, if that is right.
#[inline]
pub(crate) fn plain_text<'a>(cursor: Cursor<'a>, node: &Node) -> Option<&'a str> {
    let Shape::Text(text) = &node.shape else {
        return None;
    };
    if !text.is_free() {
        return None;
    }
    let raw = cursor.raw_str()?;
    let (min, max) = (text.min as usize, text.max as usize);
    // A scalar value has one to four bytes.
    (raw.len().div_ceil(4) >= min && (raw.len() <= max || text.max == u32::MAX)).then_some(raw)
}

/// A string within its length; its pattern is [`text_pattern`]'s to check.
#[inline]
pub(crate) fn text_length(cursor: Cursor<'_>, text: &Text) -> Result<(), Invalid> {
    // A scalar value has one to four bytes: most lengths are decided without reading the text.
    let Some((least, most)) = cursor.char_bounds() else {
        return fail(Code::Type);
    };
    let (min, max) = (text.min as usize, text.max as usize);
    if least >= min && (most <= max || text.max == u32::MAX) {
        return Ok(());
    }
    // Bytes are no fewer than characters: of none there is nothing to count.
    if most < min {
        return fail(Code::Length);
    }
    counted_length(cursor, text)
}

#[inline(never)]
fn counted_length(cursor: Cursor<'_>, text: &Text) -> Result<(), Invalid> {
    if within(cursor.char_count(), text.min, text.max) { Ok(()) } else { fail(Code::Length) }
}

/// The pattern of a string that is one. A search that was given up tells nothing.
#[inline]
pub(crate) fn text_pattern(cursor: Cursor<'_>, text: &Text) -> Result<(), Invalid> {
    text_pattern_within(cursor, text, &mut { u64::MAX })
}

/// As [`text_pattern`], but takes the steps of the search from `left`.
#[inline]
pub(crate) fn text_pattern_within(
    cursor: Cursor<'_>,
    text: &Text,
    left: &mut u64,
) -> Result<(), Invalid> {
    let Some(pattern) = &text.pattern else {
        return Ok(());
    };
    match cursor.as_str().map(|string| pattern.get().try_match_within(&string, left)) {
        Some(Ok(true)) => Ok(()),
        Some(Err(_)) => fail(Code::Limit),
        _ => fail(Code::Pattern),
    }
}

/// The format of a string that is one.
#[inline]
pub(crate) fn text_format(cursor: Cursor<'_>, text: &Text) -> Result<(), Invalid> {
    if text.format.is_none() && text.reads.is_none() {
        return Ok(());
    }
    let fits = |string: &str| {
        text.format.is_none_or(|format| format.fits(string))
            && text.reads.is_none_or(|reads| reads(string))
    };
    if cursor.as_str().is_some_and(|string| fits(&string)) { Ok(()) } else { fail(Code::Format) }
}

/// The string a node of a string type asks for: any within its limits, or one of a list.
#[inline(never)]
pub(crate) fn string_of(cursor: Cursor<'_>, node: &Node) -> Result<(), Invalid> {
    match &node.shape {
        Shape::Text(text) => {
            text_length(cursor, text)?;
            text_pattern(cursor, text)?;
            text_format(cursor, text)
        }
        Shape::Choice(choices) => choice(cursor, choices).map(drop),
        _ => fail(Code::Type),
    }
}

/// A key of a map, by what its strings look like.
pub(crate) fn key(text: &str, node: &Node) -> Result<(), Invalid> {
    match &node.shape {
        Shape::Text(limits) => {
            let free = limits.min == 0 && limits.max == u32::MAX;
            if !free && !within(text.chars().count(), limits.min, limits.max) {
                return fail(Code::Length);
            }
            let matches = |pattern: &PatternLink| pattern.get().is_match(text);
            if !limits.pattern.as_ref().is_none_or(matches) {
                return fail(Code::Pattern);
            }
            let fits = limits.format.is_none_or(|format| format.fits(text));
            if fits { Ok(()) } else { fail(Code::Format) }
        }
        Shape::Choice(choices) => {
            let known = choices.iter().any(|choice| *choice.text == *text);
            if known { Ok(()) } else { fail(Code::Enum) }
        }
        _ => Ok(()),
    }
}

/// One of some strings: which variant it names.
pub(crate) fn choice(cursor: Cursor<'_>, choices: &[Choice]) -> Result<u16, Invalid> {
    if cursor.kind() != JsonKind::String {
        return fail(Code::Type);
    }
    let found = match cursor.raw_str() {
        Some(text) => choices.iter().find(|choice| *choice.text == *text),
        None => {
            cursor.as_str().and_then(|text| choices.iter().find(|choice| *choice.text == *text))
        }
    };
    found.map(|choice| choice.variant).ok_or(Invalid(Code::Enum))
}

const fn within(length: usize, min: u32, max: u32) -> bool {
    length >= min as usize && (length <= max as usize || max == u32::MAX)
}

/// An array of a legal number of elements.
#[inline]
pub(crate) fn array_length(cursor: Cursor<'_>, array: &Array) -> Result<usize, Invalid> {
    if cursor.kind() != JsonKind::Array {
        return fail(Code::Type);
    }
    let length = cursor.len();
    if within(length, array.min, array.max) { Ok(length) } else { fail(Code::Items) }
}

/// An array of just as many elements as a tuple has.
#[inline]
pub(crate) fn tuple_length(cursor: Cursor<'_>, items: &[Link]) -> Result<(), Invalid> {
    if cursor.kind() != JsonKind::Array {
        return fail(Code::Type);
    }
    if cursor.len() == items.len() { Ok(()) } else { fail(Code::Items) }
}

/// A number within the limits of a schema of run time: all that it violates has one code.
pub(crate) fn number(cursor: Cursor<'_>, limits: &Number) -> Result<(), Invalid> {
    let Some(number) = cursor.number() else {
        return fail(Code::Type);
    };
    if limits.integer && !is_integer(number) {
        return fail(Code::Type);
    }
    let is = |limit: &Option<Limit>, wrong: fn(Ordering) -> bool| {
        limit.as_ref().is_none_or(|limit| !wrong(limit.order(number)))
    };
    let within = is(&limits.min, Ordering::is_lt)
        && is(&limits.max, Ordering::is_gt)
        && is(&limits.above, Ordering::is_le)
        && is(&limits.below, Ordering::is_ge);
    let fits = |step: &Limit| {
        let (value, near) = (number.f64(), step.double());
        close_to_multiple(value, near) || number.is_multiple_of_text(step.text())
    };
    if within && limits.steps.iter().all(fits) { Ok(()) } else { fail(Code::Range) }
}

/// An object of a legal number of entries, those not counted that are taken.
#[inline]
pub(crate) fn map_length(cursor: Cursor<'_>, taken: usize, map: &Map) -> Result<usize, Invalid> {
    if cursor.kind() != JsonKind::Object {
        return fail(Code::Type);
    }
    let length = cursor.len().saturating_sub(taken);
    if within(length, map.min, map.max) { Ok(length) } else { fail(Code::Items) }
}

/// No two elements are equal as JSON values.
#[inline]
pub(crate) fn unique(cursor: Cursor<'_>, array: &Array) -> Result<(), Invalid> {
    if !array.unique || cursor.first_repeat().is_none() { Ok(()) } else { fail(Code::Unique) }
}
