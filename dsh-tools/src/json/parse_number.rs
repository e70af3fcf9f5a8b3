//! Numbers, as the parser reads them.

use super::error::Fault;
use super::parse::{Parsed, Parser, narrow};
use super::token::{Kind, NEGATIVE, SMALL, Token};

/// Digits that a token keeps: each number of so many fits its 32 bits, and is exact in a double, too.
const KEPT: usize = 9;

impl Parser<'_> {
    /// The number whose first digits are at `at`, appended to `number`; gives where they end.
    #[inline]
    fn digits(&self, mut at: usize, mut number: u64) -> (usize, u64) {
        while let Some(byte) = self.byte(at) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            // Wraps only past the nine digits that are kept.
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        (at, number)
    }

    /// A number without a sign. Most are integers of few digits: these are done with at once.
    #[inline]
    pub(super) fn unsigned(&mut self, first: u8, start: usize) -> Parsed {
        let (end, value) = self.digits(start + 1, u64::from(first.wrapping_sub(b'0')));
        let digits = end - start;
        if digits > KEPT || first == b'0' && digits > 1 {
            return self.number(start);
        }
        if let Some(b'.' | b'e' | b'E') = self.byte(end) {
            return self.fraction(start, end, digits, value);
        }
        self.push_number(start, end, SMALL, value, 0);
        Ok(end)
    }

    /// Any number; a minus sign may stand before it.
    #[inline(never)]
    pub(super) fn number(&mut self, start: usize) -> Parsed {
        let negative = self.byte(start) == Some(b'-');
        let first = start + usize::from(negative);
        let (end, mantissa) = self.digits(first, 0);
        let digits = end - first;
        if digits == 0 {
            return self.stop(Fault::Digit, end);
        }
        if digits > 1 && self.byte(first) == Some(b'0') {
            return self.stop(Fault::LeadingZero, start);
        }
        if let Some(b'.' | b'e' | b'E') = self.byte(end) {
            return self.fraction(start, end, digits, mantissa);
        }
        let flags = if negative { NEGATIVE } else { 0 };
        self.push_any(start, end, flags, digits, mantissa, 0);
        Ok(end)
    }

    /// What stands behind the whole part of the number at `start`.
    #[inline(never)]
    fn fraction(
        &mut self,
        start: usize,
        mut at: usize,
        mut digits: usize,
        mut mantissa: u64,
    ) -> Parsed {
        let mut exponent = 0;
        if self.byte(at) == Some(b'.') {
            let places;
            (places, mantissa) = self.digits(at + 1, mantissa);
            let count = places - at - 1;
            at = places;
            if count == 0 {
                return self.stop(Fault::Digit, at);
            }
            digits += count;
            exponent = -clamp(count);
        }
        if let Some(b'e' | b'E') = self.byte(at) {
            let sign = self.byte(at + 1);
            let first = at + 1 + usize::from(matches!(sign, Some(b'-' | b'+')));
            let (end, shift) = self.digits(first, 0);
            at = end;
            if end == first {
                return self.stop(Fault::Digit, at);
            }
            // What has more than four digits is not small, whatever the mantissa.
            let long = end - first > 4;
            let shift =
                if long { FAR } else { clamp(usize::try_from(shift).unwrap_or(usize::MAX)) };
            exponent += if sign == Some(b'-') { -shift } else { shift };
        }
        let flags = if self.byte(start) == Some(b'-') { NEGATIVE } else { 0 };
        self.push_any(start, at, flags, digits, mantissa, exponent);
        Ok(at)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "within 22")]
    fn push_any(
        &mut self,
        start: usize,
        end: usize,
        flags: u8,
        digits: usize,
        mantissa: u64,
        exponent: i32,
    ) {
        // 10^22 is exact in a double, too.
        if digits <= KEPT && (-22..=22).contains(&exponent) {
            self.push_number(start, end, flags | SMALL, mantissa, exponent as i8);
        } else {
            self.push_number(start, end, flags, 0, 0);
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "nine digits fit")]
    fn push_number(&mut self, start: usize, end: usize, flags: u8, mantissa: u64, exponent: i8) {
        let (start, len) = (narrow(start), narrow(end - start));
        let aux = mantissa as u32;
        self.tokens.push(Token { start, len, aux, kind: Kind::Number, flags, exponent });
    }
}

/// An exponent beyond what is kept in a token; two of them still add up without overflow.
const FAR: i32 = 100_000;

#[inline]
fn clamp(count: usize) -> i32 {
    i32::try_from(count).map_or(FAR, |count| count.min(FAR))
}
