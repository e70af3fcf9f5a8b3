//! Numbers, as the parser reads them.

use super::error::Fault;
use super::parse::{Parsed, Parser, narrow};
use super::token::{Kind, NEGATIVE, SMALL, Token};
use std::ops::Range;

impl Parser<'_> {
    /// Digits, appended to `number`; gives how many there were.
    #[inline]
    fn digits(&mut self, number: &mut u64) -> usize {
        let start = self.at;
        while let Some(byte) = self.byte() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            // Wraps only past the nine digits that are kept.
            *number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
            self.at += 1;
        }
        self.at - start
    }

    #[inline]
    pub(super) fn number(&mut self) -> Parsed {
        let start = self.at;
        let negative = self.byte() == Some(b'-');
        self.at += usize::from(negative);
        let first = self.byte();
        let mut mantissa = 0;
        let mut digits = self.digits(&mut mantissa);
        if digits == 0 {
            return self.stop(Fault::Digit);
        }
        if digits > 1 && first == Some(b'0') {
            return self.stop_at(Fault::LeadingZero, start);
        }
        let mut exponent = 0;
        if let Some(b'.' | b'e' | b'E') = self.byte() {
            (digits, exponent) = self.fraction(digits, &mut mantissa)?;
        }
        self.push_number(start..self.at, negative, digits, mantissa, exponent);
        Ok(())
    }

    #[inline]
    fn fraction(&mut self, mut digits: usize, mantissa: &mut u64) -> Parsed<(usize, i32)> {
        let mut exponent = 0;
        if self.byte() == Some(b'.') {
            self.at += 1;
            let places = self.digits(mantissa);
            if places == 0 {
                return self.stop(Fault::Digit);
            }
            digits += places;
            exponent = -clamp(places);
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            let sign = self.byte();
            self.at += usize::from(matches!(sign, Some(b'-' | b'+')));
            let mut shift = 0;
            let places = self.digits(&mut shift);
            if places == 0 {
                return self.stop(Fault::Digit);
            }
            // What has more than four digits is not small, whatever the mantissa.
            let shift =
                if places > 4 { FAR } else { clamp(usize::try_from(shift).unwrap_or(usize::MAX)) };
            exponent += if sign == Some(b'-') { -shift } else { shift };
        }
        Ok((digits, exponent))
    }

    #[inline]
    fn push_number(
        &mut self,
        span: Range<usize>,
        negative: bool,
        digits: usize,
        mantissa: u64,
        exponent: i32,
    ) {
        let mut flags = if negative { NEGATIVE } else { 0 };
        let (mut aux, mut power) = (0, 0);
        // Nine digits and 10^22 are exact in a double, too.
        if digits <= 9 && (-22..=22).contains(&exponent) {
            flags |= SMALL;
            aux = u32::try_from(mantissa).unwrap_or(0);
            power = i8::try_from(exponent).unwrap_or(0);
        }
        let len = narrow(span.end - span.start);
        let start = narrow(span.start);
        self.tokens.push(Token { start, len, aux, kind: Kind::Number, flags, exponent: power });
    }
}

/// An exponent beyond what is kept in a token; two of them still add up without overflow.
const FAR: i32 = 100_000;

#[inline]
fn clamp(count: usize) -> i32 {
    i32::try_from(count).map_or(FAR, |count| count.min(FAR))
}
