//! Numbers compared and converted digit by digit, exactly.

use super::Integer;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Exponents with more digits than this are not computed with.
const NEAR: usize = 36;

/// A number in its one canonical form: `±digits * 10^scale`, the digits neither starting nor ending with 0.
///
/// Made in time linear in the text; the size of an exponent costs nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal<'a> {
    negative: bool,
    /// Digits before and after the point, without those zeros; both empty for zero.
    whole: &'a [u8],
    fraction: &'a [u8],
    scale: i128,
    /// An exponent beyond computing, with its sign: it is compared as written.
    far: Option<(bool, &'a [u8])>,
}

impl<'a> Decimal<'a> {
    /// The number that `text`, a number by the grammar of JSON, writes.
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.as_bytes();
        let (is_minus, text) = match text.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, text),
        };
        let (mantissa, exponent) = split(text, |byte| matches!(byte, b'e' | b'E'));
        let (whole, fraction) = split(mantissa, |byte| byte == b'.');
        let (mut whole, mut fraction) = (trim_start(whole), trim_end(fraction));
        let mut dropped = 0;
        if fraction.is_empty() {
            let trimmed = trim_end(whole);
            dropped = whole.len() - trimmed.len();
            whole = trimmed;
        }
        let kept = fraction.len();
        if whole.is_empty() {
            fraction = trim_start(fraction);
        }
        let is_zero = whole.is_empty() && fraction.is_empty();
        // What the point and the dropped zeros shift.
        let shift = dropped as i128 - kept as i128;
        let (power, far) = read_exponent(exponent);
        if is_zero {
            return Self { negative: is_minus, whole: &[], fraction: &[], scale: 0, far: None };
        }
        Self { negative: is_minus, whole, fraction, scale: shift + power, far }
    }

    fn is_zero(self) -> bool {
        self.whole.is_empty() && self.fraction.is_empty()
    }

    fn digits(self) -> impl Iterator<Item = u8> + 'a {
        self.whole.iter().chain(self.fraction).copied()
    }

    fn len(self) -> usize {
        self.whole.len() + self.fraction.len()
    }

    /// The number as an integer, exactly.
    pub(super) fn integer(self) -> Integer {
        let negative = self.negative;
        if self.is_zero() {
            return Integer::Fits { negative, magnitude: 0 };
        }
        match self.far {
            Some((true, _)) => return Integer::Fraction,
            Some((false, _)) => return Integer::Huge { negative },
            None if self.scale < 0 => return Integer::Fraction,
            None => {}
        }
        let magnitude = u32::try_from(self.scale)
            .ok()
            .filter(|scale| *scale < 40 && self.len() < 40)
            .and_then(|scale| {
                let digits = self.digits().try_fold(0u128, |number, digit| {
                    number.checked_mul(10)?.checked_add(u128::from(digit.wrapping_sub(b'0')))
                })?;
                digits.checked_mul(10u128.checked_pow(scale)?)
            });
        magnitude
            .map_or(Integer::Huge { negative }, |magnitude| Integer::Fits { negative, magnitude })
    }
}

impl Decimal<'_> {
    /// Its digits and the power of ten: a text that equal numbers share. An exponent beyond computing stands apart.
    pub(super) fn normal(self) -> String {
        let sign = if self.negative && !self.is_zero() { "-" } else { "" };
        let digits: String = self.digits().map(char::from).collect();
        let far = self.far.map(|(negative, digits)| {
            let digits: String = digits.iter().copied().map(char::from).collect();
            format!("e{}{digits}", if negative { "-" } else { "" })
        });
        format!("{sign}{digits}{}e{}", far.unwrap_or_default(), self.scale)
    }

    /// Whether it is a whole multiple of `step`, a number greater than zero of at most 19 digits: exactly.
    pub(super) fn is_multiple_of(self, step: Decimal<'_>) -> bool {
        if self.is_zero() {
            return true;
        }
        let modulus = step.digits().try_fold(0_u64, |number, digit| {
            number.checked_mul(10)?.checked_add(u64::from(digit.wrapping_sub(b'0')))
        });
        let (Some(modulus @ 1..), None, None) = (modulus, self.far, step.far) else { return false };
        // Digits end with no zero: what has more decimals than the step is no multiple of it.
        let Ok(power) = u128::try_from(self.scale - step.scale) else { return false };
        let modulus = u128::from(modulus);
        let remainder = self.digits().fold(0, |rest: u128, digit| {
            (rest * 10 + u128::from(digit.wrapping_sub(b'0'))) % modulus
        });
        (remainder * power_of_ten(power, modulus)).is_multiple_of(modulus)
    }

    /// The order of numbers, exactly as they are written.
    pub(super) fn order(self, other: Decimal<'_>) -> Ordering {
        let sign = |number: &Decimal<'_>| match (number.is_zero(), number.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        };
        let (left, right) = (sign(&self), sign(&other));
        if left != right || left == 0 {
            return left.cmp(&right);
        }
        // Where the first digit stands, then the digits: none ends with a zero, so a prefix is the smaller one.
        let magnitude =
            self.point().cmp(&other.point()).then_with(|| self.digits().cmp(other.digits()));
        if left < 0 { magnitude.reverse() } else { magnitude }
    }

    /// How far left of the point the first digit stands.
    fn point(self) -> i128 {
        let near = self.scale.saturating_add(i128::try_from(self.len()).unwrap_or(i128::MAX));
        match self.far {
            Some((true, _)) => i128::MIN,
            Some((false, _)) => i128::MAX,
            None => near,
        }
    }
}

/// `10^power` modulo a number below 2^64.
fn power_of_ten(mut power: u128, modulus: u128) -> u128 {
    let (mut result, mut square) = (1 % modulus, 10 % modulus);
    while power > 0 {
        if power & 1 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        power >>= 1;
    }
    result
}

/// Equal as numbers: `1`, `1.0` and `10e-1` are one, `0` and `-0` are one.
impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        if self.is_zero() || other.is_zero() {
            return self.is_zero() && other.is_zero();
        }
        self.negative == other.negative
            && self.scale == other.scale
            && self.len() == other.len()
            && self.far == other.far
            && self.digits().eq(other.digits())
    }
}

impl Eq for Decimal<'_> {}

impl Hash for Decimal<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_zero() {
            self.negative.hash(state);
            self.scale.hash(state);
            self.digits().for_each(|digit| state.write_u8(digit));
        }
        self.len().hash(state);
    }
}

fn split(text: &[u8], is_mark: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    match text.iter().position(|byte| is_mark(*byte)) {
        Some(mark) => {
            (text.get(..mark).unwrap_or_default(), text.get(mark + 1..).unwrap_or_default())
        }
        None => (text, &[]),
    }
}

fn trim_start(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.get(zeros..).unwrap_or_default()
}

fn trim_end(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|digit| **digit == b'0').count();
    digits.get(..digits.len() - zeros).unwrap_or_default()
}

fn read_exponent(text: &[u8]) -> (i128, Option<(bool, &[u8])>) {
    let (is_minus, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let digits = trim_start(digits);
    if digits.len() > NEAR {
        return (0, Some((is_minus, digits)));
    }
    let power = digits
        .iter()
        .fold(0, |power: i128, digit| power * 10 + i128::from(digit.wrapping_sub(b'0')));
    (if is_minus { -power } else { power }, None)
}
