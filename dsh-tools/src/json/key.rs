//! Object keys as three words and a hash: what makes a look-up cheap.

use super::RawKey;

/// A name as three words: its length in bytes, its first and its last eight bytes (little endian; the last
/// word is 0 up to eight bytes). Equal words decide equality up to sixteen bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) len: usize,
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Words {
    /// Which bits of the first word a name of this length has.
    #[inline]
    pub(crate) const fn mask(self) -> u64 {
        if self.len < 8 { (1 << (8 * self.len)) - 1 } else { u64::MAX }
    }
}

/// A key that a table is asked for: of a document that came as text its words need not be taken out first.
pub(crate) trait Sought<'a>: Copy {
    /// The hash of the decoded key.
    fn hash(self) -> u32;

    /// Whether these are the words of the decoded key; `mask` is that of the words.
    fn has(self, words: &Words, mask: u64) -> bool;

    /// Whether the decoded key is this one.
    fn is_named(self, name: &str) -> bool;

    /// The key itself.
    fn raw(self) -> RawKey<'a>;
}

/// The words of a name, also at compile time.
#[allow(
    clippy::indexing_slicing,
    reason = "every index is below the length; const fns cannot use `get`"
)]
pub(crate) const fn words(name: &[u8]) -> Words {
    let len = name.len();
    // Whole words at once: constants are made by an interpreter, step by step.
    if let Some(first) = name.first_chunk() {
        let last = match name.last_chunk() {
            Some(last) if len > 8 => u64::from_le_bytes(*last),
            _ => 0,
        };
        return Words { len, first: u64::from_le_bytes(*first), last };
    }
    let (mut first, mut i) = (0u64, len);
    while i > 0 {
        i -= 1;
        first = first << 8 | name[i] as u64;
    }
    Words { len, first, last: 0 }
}

/// For speed, never for trust: equality is decided by bytes.
pub(crate) const fn hash_name(name: &[u8]) -> u32 {
    hash_words(words(name))
}

/// The hash of a name whose words are known.
#[inline]
pub(crate) const fn hash_words(words: Words) -> u32 {
    // The name at the upper end of the word, where the parser has it without what stands behind.
    let first = match words.len {
        0 => 0,
        len @ 1..8 => words.first << (64 - 8 * len),
        _ => words.first,
    };
    hash_aligned(first, words.last)
}

/// The same; names of less than eight bytes stand at the upper end of the first word.
///
/// One multiplication, whose upper bytes depend on all bytes below: they become the low ones of the hash, which tables
/// and filters use. Names often differ in their last letter only.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "half of a product")]
pub(super) const fn hash_aligned(first: u64, last: u64) -> u32 {
    let product = (first ^ last.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product.swap_bytes() as u32
}

/// The words of `text[start..end]`, read eight bytes at a time where the text goes on far enough.
#[inline]
pub(super) fn words_at(text: &[u8], start: usize, end: usize) -> Words {
    let len = end.saturating_sub(start);
    match word_at(text, start) {
        Some(word) if len < 8 => Words { len, first: word & ((1 << (8 * len)) - 1), last: 0 },
        Some(first) if len == 8 => Words { len, first, last: 0 },
        Some(first) => Words { len, first, last: word_at(text, end - 8).unwrap_or(0) },
        None => words(text.get(start..end).unwrap_or_default()),
    }
}

/// Eight bytes at `at`, which is an offset in a text, little endian.
#[inline]
pub(super) fn word_at(text: &[u8], at: usize) -> Option<u64> {
    // One look for both ends: `get(at..)` first would take another comparison.
    Some(u64::from_le_bytes(*text.get(at..at + 8)?.first_chunk()?))
}
