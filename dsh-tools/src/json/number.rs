//! Numbers stay what was written until a type asks.

use super::Cursor;
use super::cursor::Place;
use super::decimal::Decimal;
use super::token::{Kind, NEGATIVE, SMALL};
use serde_json::Value;
use std::borrow::Cow;
use std::cmp::Ordering;

/// A number of a document, not converted yet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Num<'a> {
    /// Exactly `±mantissa * 10^exponent`, at most nine digits.
    Small { negative: bool, mantissa: u32, exponent: i8 },
    /// The text as written.
    Text(&'a str),
    /// The number of a `serde_json::Value`.
    Value(&'a serde_json::Number),
}

/// A number asked for as an integer; `5.0` and `5e0` are integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integer {
    /// Sign and magnitude (`-0` is negative with magnitude 0).
    Fits { negative: bool, magnitude: u128 },
    /// An integer whose magnitude is over `u128::MAX`.
    Huge { negative: bool },
    /// Not an integer.
    Fraction,
}

/// The powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Below this the doubles of whole numbers lie no further apart than these.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Num<'_> {
    /// The number as an integer, exactly.
    #[inline]
    pub(crate) fn integer(self) -> Integer {
        match self {
            Self::Small { negative, mantissa, exponent: 0 } => {
                Integer::Fits { negative, magnitude: u128::from(mantissa) }
            }
            Self::Small { negative, mantissa, exponent } => {
                small_integer(negative, mantissa, exponent)
            }
            Self::Text(text) => text_integer(text),
            Self::Value(number) => value_integer(number),
        }
    }

    /// The nearest double; infinite when it overflows.
    #[inline]
    pub(crate) fn f64(self) -> f64 {
        match self {
            Self::Small { negative, mantissa, exponent } => {
                // Both operands are exact, so the one rounding is the right one.
                let power =
                    POWERS.get(usize::from(exponent.unsigned_abs())).copied().unwrap_or(f64::NAN);
                let mantissa = f64::from(mantissa);
                let magnitude = if exponent < 0 { mantissa / power } else { mantissa * power };
                if negative { -magnitude } else { magnitude }
            }
            Self::Text(text) => text_f64(text),
            Self::Value(number) => number.as_f64().unwrap_or_else(|| text_f64(&number.to_string())),
        }
    }

    /// Whether it is a whole multiple of `step`, which is finite and greater than zero: as both are written.
    pub(crate) fn is_multiple_of(self, step: f64) -> bool {
        Decimal::new(&self.text()).is_multiple_of(Decimal::new(&json_text(step)))
    }

    /// The order of the number and a finite double: as both are written, so that nothing is rounded.
    pub(crate) fn order(self, other: f64) -> Ordering {
        // Both are whole numbers that a double holds exactly, and writes as they are.
        if let Self::Small { exponent: 0, .. } = self
            && let Some(order) = self.f64().partial_cmp(&other)
            && other.abs() < EXACT
            && other.fract() == 0.0
        {
            return order;
        }
        Decimal::new(&self.text()).order(Decimal::new(&json_text(other)))
    }

    /// The order of the number and another one, written as JSON has it.
    pub(crate) fn order_text(self, other: &str) -> Ordering {
        Decimal::new(&self.text()).order(Decimal::new(other))
    }

    /// Whether it is a whole multiple of another number, written as JSON has it and greater than zero.
    pub(crate) fn is_multiple_of_text(self, step: &str) -> bool {
        Decimal::new(&self.text()).is_multiple_of(Decimal::new(step))
    }

    /// The number as it is written, or as what it was read into writes it.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Small { negative, mantissa, exponent } => {
                let sign = if *negative { "-" } else { "" };
                Cow::Owned(format!("{sign}{mantissa}e{exponent}"))
            }
            Self::Text(text) => Cow::Borrowed(text),
            Self::Value(number) => Cow::Owned(number.to_string()),
        }
    }
}

#[inline(never)]
fn small_integer(negative: bool, mantissa: u32, exponent: i8) -> Integer {
    let magnitude = u128::from(mantissa);
    let power = 10u128.pow(u32::from(exponent.unsigned_abs()));
    if exponent > 0 {
        // Below 10^9 * 10^22.
        Integer::Fits { negative, magnitude: magnitude * power }
    } else if magnitude.is_multiple_of(power) {
        Integer::Fits { negative, magnitude: magnitude / power }
    } else {
        Integer::Fraction
    }
}

/// An integer of so few digits that sums of them do not overflow.
#[inline(never)]
fn long_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.len() > 18 {
        return None;
    }
    let mut value = 0;
    for byte in digits.bytes() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if digits.len() == text.len() { value } else { -value })
}

#[inline(never)]
fn text_integer(text: &str) -> Integer {
    // Integers as almost everybody writes them need no second look.
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    if digits.len() < 20
        && let Ok(magnitude) = digits.parse::<u64>()
    {
        return Integer::Fits { negative, magnitude: u128::from(magnitude) };
    }
    Decimal::new(text).integer()
}

#[inline(never)]
fn value_integer(number: &serde_json::Number) -> Integer {
    if let Some(magnitude) = number.as_u64() {
        Integer::Fits { negative: false, magnitude: u128::from(magnitude) }
    } else if let Some(signed) = number.as_i64() {
        Integer::Fits { negative: signed < 0, magnitude: u128::from(signed.unsigned_abs()) }
    } else {
        text_integer(&number.to_string())
    }
}

/// The shortest text that reads back as the double: what an author wrote.
fn json_text(value: f64) -> String {
    format!("{value:e}")
}

#[inline(never)]
fn text_f64(text: &str) -> f64 {
    // Rust's grammar of floats contains that of JSON.
    text.parse().unwrap_or(f64::NAN)
}

impl<'a> Cursor<'a> {
    /// An integer that fits, exactly; `5.0` and `5e0` are integers.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("-3e2").unwrap().root().as_i64(), Some(-300));
    /// assert_eq!(FrozenJson::parse("0.5").unwrap().root().as_i64(), None);
    /// ```
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        match self.number()?.integer() {
            Integer::Fits { negative: true, magnitude } => {
                0i64.checked_sub_unsigned(u64::try_from(magnitude).ok()?)
            }
            Integer::Fits { negative: false, magnitude } => i64::try_from(magnitude).ok(),
            Integer::Huge { .. } | Integer::Fraction => None,
        }
    }

    /// An integer that fits, exactly; `5.0` and `5e0` are integers.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("18446744073709551615.0").unwrap().root().as_u64(), Some(u64::MAX));
    /// ```
    #[inline]
    pub fn as_u64(self) -> Option<u64> {
        match self.number()?.integer() {
            Integer::Fits { negative, magnitude } if !negative || magnitude == 0 => {
                u64::try_from(magnitude).ok()
            }
            _ => None,
        }
    }

    /// The double nearest to a number; `None` when it is beyond the range of doubles.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("0.1").unwrap().root().as_f64(), Some(0.1));
    /// assert_eq!(FrozenJson::parse("1e400").unwrap().root().as_f64(), None);
    /// ```
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        Some(self.number()?.f64()).filter(|number| number.is_finite())
    }

    /// A number as it was written.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("[1.50]").unwrap().root().at(0).unwrap().number_text().unwrap(), "1.50");
    /// ```
    pub fn number_text(self) -> Option<Cow<'a, str>> {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                (token.kind == Kind::Number).then(|| Cow::Borrowed(document.raw(token)))
            }
            Place::Value(Value::Number(number)) => Some(Cow::Owned(number.to_string())),
            Place::Value(_) => None,
        }
    }

    /// An integer of at most eighteen digits that is written as one.
    #[inline]
    pub(crate) fn short_integer(self) -> Option<i64> {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                if token.kind != Kind::Number || token.exponent != 0 {
                    return None;
                }
                if token.flags & SMALL == 0 {
                    return long_integer(document.raw(token));
                }
                let value = i64::from(token.aux);
                Some(if token.flags & NEGATIVE == 0 { value } else { -value })
            }
            Place::Value(_) => None,
        }
    }

    /// A number, not converted yet.
    #[inline]
    pub(crate) fn number(self) -> Option<Num<'a>> {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                if token.kind != Kind::Number {
                    return None;
                }
                Some(if token.flags & SMALL == 0 {
                    Num::Text(document.raw(token))
                } else {
                    let negative = token.flags & NEGATIVE != 0;
                    Num::Small { negative, mantissa: token.aux, exponent: token.exponent }
                })
            }
            Place::Value(Value::Number(number)) => Some(Num::Value(number)),
            Place::Value(_) => None,
        }
    }
}
