//! What is left of a text that is read.

#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GiB are refused before")]
#[inline]
pub(super) const fn narrow(offset: usize) -> u32 {
    offset as u32
}

/// What is left behind the first `count` bytes.
#[inline]
pub(super) fn behind(rest: &[u8], count: usize) -> &[u8] {
    rest.get(count..).unwrap_or_default()
}

/// The next byte that is not white space, and what is behind it; 0 at the end (and for a NUL, which fits nowhere
/// either).
#[inline]
pub(super) fn peek(rest: &[u8]) -> (u8, &[u8]) {
    match rest.split_first() {
        Some((&byte, behind)) if byte > b' ' => (byte, behind),
        _ => first(skip_space(rest)),
    }
}

#[inline]
fn first(rest: &[u8]) -> (u8, &[u8]) {
    rest.split_first().map_or((0, rest), |(&byte, behind)| (byte, behind))
}

#[cold]
#[inline(never)]
pub(super) fn skip_space(mut rest: &[u8]) -> &[u8] {
    while let [b' ' | b'\n' | b'\t' | b'\r', behind @ ..] = rest {
        rest = behind;
    }
    rest
}

/// What is behind two bytes, if `rest` starts with them: one look for both.
#[inline]
pub(super) fn behind_pair(rest: &[u8], pair: [u8; 2]) -> Option<&[u8]> {
    let (bytes, behind) = rest.split_first_chunk()?;
    (u16::from_le_bytes(*bytes) == u16::from_le_bytes(pair)).then_some(behind)
}
