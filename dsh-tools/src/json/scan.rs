//! Strings as they stand in a text: where they end, what their escapes mean.

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

/// How many plain bytes stand before the first quote, backslash or control character of eight bytes; `None` if it has
/// none of them.
#[inline]
pub(super) const fn plain_bytes(word: u64) -> Option<usize> {
    let found = specials(word);
    if found == 0 { None } else { Some((found.trailing_zeros() / 8) as usize) }
}

/// The first plain bytes of a word, moved to its upper end, and how many they are.
pub(super) struct Plain {
    pub(super) aligned: u64,
    pub(super) len: usize,
}

/// What stands before the first quote, backslash or control character of eight bytes; `None` if it has none of them.
#[inline]
pub(super) const fn plain(word: u64) -> Option<Plain> {
    let found = specials(word);
    if found == 0 {
        return None;
    }
    // The highest bit of the special character.
    let bit = found.trailing_zeros();
    // What is cut off is that character and all behind it; in two steps, since it may be all.
    let aligned = word << (63 ^ bit) << 8;
    Some(Plain { aligned, len: (bit / 8) as usize })
}

/// From the next quote, backslash or control character on.
#[inline]
pub(super) fn find_special(mut rest: &[u8]) -> &[u8] {
    while let Some((word, next)) = rest.split_first_chunk() {
        match plain_bytes(u64::from_le_bytes(*word)) {
            Some(plain) => return rest.get(plain..).unwrap_or_default(),
            None => rest = next,
        }
    }
    find_special_at_end(rest)
}

#[cold]
#[inline(never)]
fn find_special_at_end(mut rest: &[u8]) -> &[u8] {
    while let Some((byte, next)) = rest.split_first()
        && !matches!(byte, b'"' | b'\\' | 0..=0x1f)
    {
        rest = next;
    }
    rest
}

/// The next quote, backslash or control character at or after `at`, or the end.
#[inline]
pub(super) fn next_special(text: &[u8], at: usize) -> usize {
    text.len() - find_special(text.get(at..).unwrap_or_default()).len()
}

/// What a one-letter escape stands for.
#[inline]
pub(super) fn simple_escape(letter: u8) -> Option<u8> {
    SIMPLE.get(usize::from(letter)).copied().filter(|plain| *plain != 0)
}

/// What each letter stands for behind a backslash; 0 where it stands for nothing.
#[allow(clippy::indexing_slicing, reason = "a constant: every byte is below the length")]
const SIMPLE: [u8; 256] = {
    let mut table = [0; 256];
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table[b'/' as usize] = b'/';
    table[b'n' as usize] = b'\n';
    table[b't' as usize] = b'\t';
    table[b'r' as usize] = b'\r';
    table[b'b' as usize] = 8;
    table[b'f' as usize] = 12;
    table
};

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

/// What stands at the next special character of eight bytes.
pub(super) struct Special {
    /// How many plain bytes are before it; 8 if there are no others.
    pub(super) plain: usize,
    /// The character, and what is behind it, if that is among the eight bytes, too; else 0.
    pub(super) pair: [u8; 2],
}

/// Looks at eight bytes.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "two bytes of eight")]
pub(super) fn special_of(bytes: [u8; 8]) -> Special {
    let word = u64::from_le_bytes(bytes);
    let found = specials(word);
    if found == 0 {
        return Special { plain: 8, pair: [0; 2] };
    }
    let bit = found.trailing_zeros();
    Special { plain: (bit / 8) as usize, pair: ((word >> (bit & 0x38)) as u16).to_le_bytes() }
}

/// The text between two quotes, decoded; it was checked when it was parsed, and borrows when nothing is escaped.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let first = next_special(bytes, 0);
    if first >= bytes.len() {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(bytes.get(..first).unwrap_or_default());
    decode_into(bytes, first, &mut out);
    // Checked when it was parsed; the fallback keeps this total without a panic.
    Cow::Owned(
        String::from_utf8(out)
            .unwrap_or_else(|bad| String::from_utf8_lossy(bad.as_bytes()).into_owned()),
    )
}

/// Bytes that are put together before they are appended.
const ROOM: usize = 1024;

/// Decodes from `at` on. Words are copied whole, and what is written next overwrites what was too much. This is done in
/// a place of fixed size: a vector would ask for each of them whether there is room, and keep its length in memory.
fn decode_into(bytes: &[u8], mut at: usize, out: &mut Vec<u8>) {
    let mut room = [0; ROOM];
    let mut len = 0;
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((next, behind)) = rest.split_first_chunk() {
        let Some(place) = room.get_mut(len..).and_then(|rest| rest.first_chunk_mut()) else {
            out.extend_from_slice(room.get(..len).unwrap_or_default());
            len = 0;
            continue;
        };
        *place = *next;
        let found = backslashes(u64::from_le_bytes(*next));
        if found == 0 {
            (rest, len) = (behind, len + 8);
            continue;
        }
        let plain = (found.trailing_zeros() / 8) as usize;
        len += plain;
        let letter = rest.get(plain + 1).and_then(|letter| simple_escape(*letter));
        if let (Some(letter), Some(place)) = (letter, room.get_mut(len)) {
            *place = letter;
            (rest, len) = (rest.get(plain + 2..).unwrap_or_default(), len + 1);
        } else {
            out.extend_from_slice(room.get(..len).unwrap_or_default());
            len = 0;
            let next = unicode_escape(rest, plain, out);
            rest = rest.get(next..).unwrap_or_default();
        }
    }
    at = bytes.len() - rest.len();
    out.extend_from_slice(room.get(..len).unwrap_or_default());
    while let Some(&byte) = bytes.get(at) {
        if byte != b'\\' {
            out.push(byte);
            at += 1;
        } else if let Some(plain) = bytes.get(at + 1).and_then(|letter| simple_escape(*letter)) {
            out.push(plain);
            at += 2;
        } else {
            at = unicode_escape(bytes, at, out);
        }
    }
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
