//! Numbers, as the parser reads them.

use super::error::Fault;
use super::parse::{Parsed, Parser};
use super::rest::behind;
use super::token::{Kind, NEGATIVE, SMALL, Token};

/// Digits that a token keeps: each number of so many fits its 32 bits, and is exact in a double, too.
const KEPT: usize = 9;

/// The number whose next digits `rest` starts with, appended to `number`, and what is behind them. It wraps only past
/// the digits that are kept.
#[inline]
fn digits(mut rest: &[u8], mut number: u32) -> (&[u8], u32) {
    while let Some((&byte, next)) = rest.split_first() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        number = number.wrapping_mul(10).wrapping_add(u32::from(digit));
        rest = next;
    }
    (rest, number)
}

impl<'a> Parser<'a> {
    /// A number without a sign, from behind its first digit. Most are integers: these are done with at once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn unsigned(&mut self, first: u8, behind: &'a [u8]) -> Parsed<'a> {
        if first == b'0' && behind.first().is_some_and(u8::is_ascii_digit) {
            return self.stop(Fault::LeadingZero, self.with_byte_before(behind));
        }
        let (end, mantissa) = digits(behind, u32::from(first.wrapping_sub(b'0')));
        let more = behind.len() - end.len();
        if let Some(b'.' | b'e' | b'E') = end.first() {
            return self.fraction(self.with_byte_before(behind), end, more + 1, mantissa);
        }
        let (aux, flags) = if more < KEPT { (mantissa, SMALL) } else { (0, 0) };
        let token = self.span(Kind::Number, behind, end);
        let (start, len) = (token.start.wrapping_sub(1), token.len.wrapping_add(1));
        self.tokens.push(Token { start, len, aux, flags, ..token });
        Ok(end)
    }

    /// A number with a sign, from behind it.
    #[inline(never)]
    pub(super) fn negative(&mut self, unsigned: &'a [u8]) -> Parsed<'a> {
        let start = self.with_byte_before(unsigned);
        let (end, mantissa) = digits(unsigned, 0);
        let count = unsigned.len() - end.len();
        if count == 0 {
            return self.stop(Fault::Digit, end);
        }
        if count > 1 && unsigned.first() == Some(&b'0') {
            return self.stop(Fault::LeadingZero, start);
        }
        self.fraction(start, end, count, mantissa)
    }

    /// What may stand behind the whole part of the number at `start`.
    #[inline(never)]
    fn fraction(
        &mut self,
        start: &'a [u8],
        mut end: &'a [u8],
        mut count: usize,
        mut mantissa: u32,
    ) -> Parsed<'a> {
        let mut exponent = 0;
        if let Some((b'.', fraction)) = end.split_first() {
            (end, mantissa) = digits(fraction, mantissa);
            let places = fraction.len() - end.len();
            if places == 0 {
                return self.stop(Fault::Digit, end);
            }
            count += places;
            exponent = -i32::try_from(places).map_or(FAR, |places| places.min(FAR));
        }
        if let Some(b'e' | b'E') = end.first() {
            let shift;
            (end, shift) = self.shift(behind(end, 1))?;
            exponent += shift;
        }
        let token = self.span(Kind::Number, start, end);
        let flags = if start.first() == Some(&b'-') { NEGATIVE } else { 0 };
        self.tokens.push(match i8::try_from(exponent) {
            // 10^22 is exact in a double, too.
            Ok(exponent @ -22..=22) if count <= KEPT => {
                Token { aux: mantissa, flags: flags | SMALL, exponent, ..token }
            }
            _ => Token { flags, ..token },
        });
        Ok(end)
    }

    /// The exponent behind its letter, and what is behind it.
    fn shift(&mut self, rest: &'a [u8]) -> Parsed<'a, (&'a [u8], i32)> {
        let sign = rest.first();
        let first = behind(rest, usize::from(matches!(sign, Some(b'-' | b'+'))));
        let (end, shift) = digits(first, 0);
        let count = first.len() - end.len();
        if count == 0 {
            return self.stop(Fault::Digit, end);
        }
        // What has more than four digits is not small, whatever the mantissa.
        let shift = if count > 4 { FAR } else { i32::try_from(shift).unwrap_or(FAR) };
        Ok((end, if sign == Some(&b'-') { -shift } else { shift }))
    }
}

/// An exponent beyond what is kept in a token; two of them still add up without overflow.
const FAR: i32 = 100_000;
