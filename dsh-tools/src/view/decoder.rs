//! Bytes that come in pieces, as text.

use std::borrow::Cow;

/// Makes text of bytes that come in pieces, such as what a command writes: a character may begin in one piece and end in
/// another.
///
/// What comes out, put together, is what [`String::from_utf8_lossy`] makes of all bytes at once, however they were cut:
/// bytes that are no UTF-8 become `U+FFFD`. No more than three bytes are kept back, the start of a character; what follows
/// them, or [`finish`](Self::finish), tells what they are.
///
/// ```
/// use dsh_tools::Progress;
/// use dsh_tools::view::OutputDecoder;
///
/// let (start, end) = "größer\n".as_bytes().split_at(3);
/// let mut decoder = OutputDecoder::new();
/// assert_eq!(Progress::wrote(decoder.push(start)).output.as_deref(), Some("gr"));
/// assert_eq!(Progress::wrote(decoder.push(end)).output.as_deref(), Some("ößer\n"));
/// assert_eq!(decoder.finish(), "");
/// ```
#[derive(Clone, Debug, Default)]
pub struct OutputDecoder {
    /// The start of a character.
    begun: Vec<u8>,
}

impl OutputDecoder {
    /// A decoder that has seen nothing.
    ///
    /// ```
    /// use dsh_tools::view::OutputDecoder;
    /// assert_eq!(OutputDecoder::new().finish(), "");
    /// ```
    pub const fn new() -> Self {
        Self { begun: Vec::new() }
    }

    /// The text of the next bytes, as far as its last character is whole.
    ///
    /// ```
    /// use dsh_tools::view::OutputDecoder;
    ///
    /// let mut decoder = OutputDecoder::new();
    /// assert_eq!(decoder.push(b"50 \xe2\x82"), "50 ");
    /// assert_eq!(decoder.push(b"\xac, \xff"), "\u{20ac}, \u{fffd}");
    /// ```
    pub fn push(&mut self, bytes: &[u8]) -> String {
        let bytes = if self.begun.is_empty() {
            Cow::Borrowed(bytes)
        } else {
            let mut all = std::mem::take(&mut self.begun);
            all.extend_from_slice(bytes);
            Cow::Owned(all)
        };
        let (whole, begun) = whole_characters(&bytes);
        self.begun.extend_from_slice(begun);
        String::from_utf8_lossy(whole).into_owned()
    }

    /// What is left when nothing more comes: `U+FFFD` for a character that was never ended. The decoder is as new.
    ///
    /// ```
    /// use dsh_tools::view::OutputDecoder;
    ///
    /// let mut decoder = OutputDecoder::new();
    /// assert_eq!(decoder.push(b"a\xc3"), "a");
    /// assert_eq!(decoder.finish(), "\u{fffd}");
    /// ```
    pub fn finish(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.begun)).into_owned()
    }
}

/// The bytes up to a character at their end that is begun and not ended, and that.
pub(crate) fn whole_characters(bytes: &[u8]) -> (&[u8], &[u8]) {
    let rest = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_begun = std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    let end = if is_begun { bytes.len() - rest.len() } else { bytes.len() };
    bytes.split_at_checked(end).unwrap_or((bytes, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out of pieces that end at these places.
    fn decoded(bytes: &[u8], ends: &[usize]) -> String {
        let mut decoder = OutputDecoder::new();
        let (mut text, mut start) = (String::new(), 0);
        for end in ends {
            text += &decoder.push(&bytes[start..*end]);
            assert!(decoder.begun.len() <= 3, "{:?}", decoder.begun);
            start = *end;
        }
        text + &decoder.push(&bytes[start..]) + &decoder.finish()
    }

    #[test]
    fn however_it_is_cut_it_is_the_same_text() {
        let texts: [&[u8]; 8] = [
            "aß€😀z".as_bytes(),
            b"\xff\xc3a\xe2\x82 \xf0\x9f\x98",
            b"\xe2\x82\xe2\x82\xac\xac",
            b"\xf0\x9f\xf0\x9f\x98\x80\x80",
            b"\xed\xa0\x80\xc0\xaf\xf5\x80",
            b"\xe0\x80\x80\xf4\x90\x80\x80",
            b"\xc3",
            b"",
        ];
        for text in texts {
            let whole = String::from_utf8_lossy(text);
            for first in 0..=text.len() {
                for second in first..=text.len() {
                    assert_eq!(decoded(text, &[first, second]), whole, "{text:?} {first} {second}");
                }
            }
            let each: Vec<usize> = (0..text.len()).collect();
            assert_eq!(decoded(text, &each), whole, "{text:?}");
        }
    }

    #[test]
    fn nothing_waits_that_is_no_start_of_a_character() {
        let mut decoder = OutputDecoder::new();
        assert_eq!(decoder.push(b"\xff"), "\u{fffd}");
        assert_eq!(decoder.push(b"\xe2\x28"), "\u{fffd}(");
        assert_eq!(decoder.push(b"\xf0\x9f"), "");
        assert_eq!(decoder.finish(), "\u{fffd}");
        assert_eq!(decoder.push(b"ok"), "ok", "as new");
    }
}
