//! Strings as they stand in a text: where they end, what their escapes mean.

use super::key::word_at;
use std::borrow::Cow;

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Sets the high bit of every byte that is zero; only the lowest set bit is exact, which is the one used.
#[inline]
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

#[inline]
const fn backslashes(word: u64) -> u64 {
    zero_bytes(word ^ (ONES * b'\\' as u64))
}

/// Quotes, backslashes and control characters. A quote is 0x22: with bit 1 flipped it is 0x20, and the
/// control characters stay below that, so one comparison finds both.
#[inline]
const fn specials(word: u64) -> u64 {
    let quotes_and_controls = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21) & !word & HIGHS;
    quotes_and_controls | backslashes(word)
}

/// The next quote, backslash or control character at or after `at`, or the end.
#[inline]
pub(super) fn next_special(text: &[u8], mut at: usize) -> usize {
    while let Some(word) = word_at(text, at) {
        let found = specials(word);
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    while let Some(&byte) = text.get(at) {
        if matches!(byte, b'"' | b'\\' | 0..=0x1f) {
            break;
        }
        at += 1;
    }
    at
}

/// What a one-letter escape stands for.
#[inline]
pub(super) const fn simple_escape(letter: u8) -> Option<u8> {
    Some(match letter {
        b'"' | b'\\' | b'/' => letter,
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' => 8,
        b'f' => 12,
        _ => return None,
    })
}

/// The number that four hexadecimal digits write.
#[inline]
pub(super) fn hex4(text: &[u8], at: usize) -> Option<u32> {
    let digits: [u8; 4] = *text.get(at..)?.first_chunk()?;
    let mut number = 0;
    for digit in digits {
        number = number << 4 | (digit as char).to_digit(16)?;
    }
    Some(number)
}

/// The text between two quotes, decoded; it was checked when it was parsed, and borrows when nothing is escaped.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let first = next_special(bytes, 0);
    if first >= bytes.len() {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(bytes.len() + 8);
    out.extend_from_slice(bytes.get(..first).unwrap_or_default());
    let mut at = first;
    while let Some(&letter) = bytes.get(at + 1) {
        if let Some(plain) = simple_escape(letter) {
            out.push(plain);
            at += 2;
        } else {
            at = unicode_escape(bytes, at, &mut out);
        }
        at = copy_run(bytes, at, &mut out);
    }
    // Checked when it was parsed; the fallback keeps this total without a panic.
    Cow::Owned(
        String::from_utf8(out)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned()),
    )
}

/// Decodes `\uXXXX`, or a pair of them, at `at`; gives where the text goes on.
fn unicode_escape(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> usize {
    let unit = hex4(bytes, at + 2).unwrap_or(0xFFFD);
    let (code, next) = if unit & 0xF800 == 0xD800 {
        let low = hex4(bytes, at + 8).unwrap_or(0);
        (0x1_0000 + ((unit & 0x3FF) << 10) + (low & 0x3FF), at + 12)
    } else {
        (unit, at + 6)
    };
    let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    next
}

/// Appends what stands before the next backslash. Whole words are appended and cut back: short runs then need
/// no call to copy them.
#[inline]
fn copy_run(bytes: &[u8], mut at: usize, out: &mut Vec<u8>) -> usize {
    while let Some(word) = word_at(bytes, at) {
        out.extend_from_slice(&word.to_le_bytes());
        let found = backslashes(word);
        if found != 0 {
            let clean = (found.trailing_zeros() / 8) as usize;
            out.truncate(out.len() - 8 + clean);
            return at + clean;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\\' {
            break;
        }
        out.push(byte);
        at += 1;
    }
    at
}

/// The number of Unicode scalar values between two quotes, escapes counted as what they stand for.
pub(super) fn char_count(raw: &str) -> usize {
    let bytes = raw.as_bytes();
    let (mut count, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            // Continuation bytes do not start a scalar value.
            count += usize::from(byte & 0xC0 != 0x80);
            at += 1;
            continue;
        }
        count += 1;
        at += match bytes.get(at + 1) {
            Some(b'u') if hex4(bytes, at + 2).is_some_and(|unit| unit & 0xFC00 == 0xD800) => 12,
            Some(b'u') => 6,
            _ => 2,
        };
    }
    count
}

/// Appends a string in quotes, with the escapes that JSON asks for and no others.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    let bytes = text.as_bytes();
    let mut done = 0;
    loop {
        let special = next_special(bytes, done);
        // Specials are ASCII, so both ends are character boundaries.
        out.push_str(text.get(done..special).unwrap_or_default());
        let Some(&byte) = bytes.get(special) else {
            break;
        };
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            control => {
                out.push_str("\\u00");
                for nibble in [control >> 4, control & 15] {
                    out.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
                }
            }
        }
        done = special + 1;
    }
    out.push('"');
}
