//! The strict parser of RFC 8259: text to tokens.

use super::duplicate::Seen;
use super::error::Fault;
use super::key::hash_name;
use super::scan::{
    Special, hex4, next_special, next_special_with_hash, simple_escape, special_of, unescape,
};
use super::token::{ESCAPED, Kind, Token};
use std::cell::Cell;

/// Tokens kept for the next document of the thread: 256 KiB.
const SCRATCH_LIMIT: usize = 16_384;

thread_local! {
    /// Documents are parsed here and copied out at their exact size: no growth, no slack.
    static SCRATCH: Cell<Vec<Token>> = const { Cell::new(Vec::new()) };
}

/// What is wrong, and at which byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Misfit {
    pub(super) fault: Fault,
    pub(super) at: usize,
}

/// Parses `text` and hands its tokens to `take`; `limit` counts levels of nesting.
pub(super) fn parse<T>(
    text: &str,
    limit: usize,
    take: impl FnOnce(&[Token]) -> T,
) -> Result<T, Misfit> {
    if u32::try_from(text.len()).is_err() {
        return Err(Misfit { fault: Fault::Size, at: 0 });
    }
    // A thread that is ending has no scratch any more.
    let mut tokens = SCRATCH.try_with(Cell::take).unwrap_or_default();
    tokens.clear();
    let misfit = Misfit { fault: Fault::Value, at: 0 };
    let mut parser = Parser { text, bytes: text.as_bytes(), tokens, misfit };
    let result = match parser.document(limit) {
        Ok(()) => Ok(take(&parser.tokens)),
        Err(Stop) => Err(parser.misfit),
    };
    if parser.tokens.capacity() <= SCRATCH_LIMIT {
        let _ = SCRATCH.try_with(|scratch| scratch.set(parser.tokens));
    }
    result
}

/// The parser has noted what is wrong and where.
pub(super) struct Stop;

/// Where the text goes on, unless something else is asked for. It is handed from one to the next and not kept in the
/// parser: there it would be read from memory and written back for each byte.
pub(super) type Parsed<T = usize> = Result<T, Stop>;

pub(super) struct Parser<'a> {
    text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) tokens: Vec<Token>,
    misfit: Misfit,
}

#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GiB are refused before")]
#[inline]
pub(super) const fn narrow(offset: usize) -> u32 {
    offset as u32
}

impl<'a> Parser<'a> {
    #[cold]
    #[inline(never)]
    pub(super) fn stop<T>(&mut self, fault: Fault, at: usize) -> Parsed<T> {
        self.misfit = Misfit { fault, at };
        Err(Stop)
    }

    #[inline]
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// The next byte that is not white space, and where it is; 0 at the end (and for a NUL, which fits nowhere either).
    #[inline]
    fn peek(&self, at: usize) -> (u8, usize) {
        match self.bytes.get(at) {
            Some(&byte) if byte > b' ' => (byte, at),
            _ => self.skip_space(at),
        }
    }

    #[inline(never)]
    fn skip_space(&self, mut at: usize) -> (u8, usize) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.bytes.get(at) {
            at += 1;
        }
        (self.byte(at).unwrap_or(0), at)
    }

    fn document(&mut self, limit: usize) -> Parsed<()> {
        let left = u32::try_from(limit).unwrap_or(u32::MAX);
        let (first, at) = self.peek(0);
        let end = if first == b'{' { self.object(at, left)? } else { self.value(at, left)? };
        if end < self.bytes.len() {
            let (_, end) = self.skip_space(end);
            if end < self.bytes.len() {
                return self.stop(Fault::Trailing, end);
            }
        }
        Ok(())
    }

    /// `left` is how many more levels may be opened.
    ///
    /// Inlined into both loops, which saves a twentieth; not in debug builds, where that made the frames of the
    /// recursion ten times as large.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&mut self, at: usize, left: u32) -> Parsed {
        let (first, at) = self.peek(at);
        match first {
            b'"' => {
                let end = next_special(self.bytes, at + 1);
                if self.byte(end) == Some(b'"') {
                    self.push_span(Kind::String, at + 1, end, 0, 0);
                    return Ok(end + 1);
                }
                self.escaped_string(at, end)
            }
            b'{' => self.object(at, left),
            b'[' => self.array(at, left),
            b'0'..=b'9' => self.unsigned(first, at),
            b'-' => self.number(at),
            b't' => self.literal(at, b"true", Kind::True),
            b'f' => self.literal(at, b"false", Kind::False),
            b'n' => self.literal(at, b"null", Kind::Null),
            _ => self.stop(Fault::Value, at),
        }
    }

    #[inline]
    fn push_span(&mut self, kind: Kind, start: usize, end: usize, flags: u8, aux: u32) {
        let len = narrow(end - start);
        self.tokens.push(Token { start: narrow(start), len, aux, kind, flags, exponent: 0 });
    }

    #[inline]
    fn literal(&mut self, at: usize, word: &'static [u8], kind: Kind) -> Parsed {
        let end = at + word.len();
        if self.bytes.get(at..end) != Some(word) {
            return self.stop(Fault::Value, at);
        }
        self.push_span(kind, at, end, 0, 0);
        Ok(end)
    }

    #[inline]
    fn open(&mut self, kind: Kind, at: usize, left: u32) -> Parsed {
        if left == 0 {
            return self.stop(Fault::Depth, at);
        }
        let index = self.tokens.len();
        self.tokens.push(Token::new(kind, narrow(at), 0));
        Ok(index)
    }

    #[inline]
    fn close(&mut self, index: usize, children: u32) {
        let next = narrow(self.tokens.len());
        if let Some(token) = self.tokens.get_mut(index) {
            token.len = children;
            token.aux = next;
        }
    }

    #[inline(never)]
    fn array(&mut self, at: usize, left: u32) -> Parsed {
        let index = self.open(Kind::Array, at, left)?;
        let mut count = 0;
        let (mut byte, mut at) = self.peek(at + 1);
        if byte != b']' {
            loop {
                at = self.value(at, left - 1)?;
                count += 1;
                (byte, at) = self.peek(at);
                match byte {
                    b',' => at += 1,
                    b']' => break,
                    _ => return self.stop(Fault::CommaOrBracket, at),
                }
            }
        }
        self.close(index, count);
        Ok(at + 1)
    }

    #[inline(never)]
    fn object(&mut self, at: usize, left: u32) -> Parsed {
        let index = self.open(Kind::Object, at, left)?;
        let mut seen = Seen::default();
        let mut count = 0;
        let (mut byte, mut at) = self.peek(at + 1);
        if byte != b'}' {
            loop {
                at = self.key(byte, at, index, count, &mut seen)?;
                at = self.value(at, left - 1)?;
                count += 1;
                (byte, at) = self.peek(at);
                match byte {
                    b',' => (byte, at) = self.peek(at + 1),
                    b'}' => break,
                    _ => return self.stop(Fault::CommaOrBrace, at),
                }
            }
        }
        self.close(index, count);
        Ok(at + 1)
    }

    /// A key, from its first byte, and its colon; `count` keys of the object at `index` are in the table.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(
        &mut self,
        first: u8,
        at: usize,
        index: usize,
        count: u32,
        seen: &mut Seen<'a>,
    ) -> Parsed {
        if first != b'"' {
            return self.stop(Fault::Key, at);
        }
        let start = at + 1;
        let (end, hash) = next_special_with_hash(self.bytes, start);
        if self.byte(end) != Some(b'"') {
            return self.escaped_key(at, end, index, count, seen);
        }
        self.push_span(Kind::Key, start, end, 0, hash);
        if seen.again(self.text, &self.tokens, hash, index, count) {
            return self.stop(Fault::Duplicate, at);
        }
        self.colon(end + 1)
    }

    #[inline]
    fn colon(&mut self, at: usize) -> Parsed {
        let (colon, at) = self.peek(at);
        if colon != b':' {
            return self.stop(Fault::Colon, at);
        }
        Ok(at + 1)
    }

    /// A key with escapes, the first of them at `special`.
    #[inline(never)]
    fn escaped_key(
        &mut self,
        at: usize,
        special: usize,
        index: usize,
        count: u32,
        seen: &mut Seen<'a>,
    ) -> Parsed {
        let (start, end) = (at + 1, self.end_of_string(special)?);
        let raw = self.text.get(start..end).unwrap_or_default();
        let hash = hash_name(unescape(raw).as_bytes());
        self.push_span(Kind::Key, start, end, ESCAPED, hash);
        if seen.again(self.text, &self.tokens, hash, index, count) {
            return self.stop(Fault::Duplicate, at);
        }
        self.colon(end + 1)
    }

    /// A string with escapes, the first of them at `special`.
    #[inline(never)]
    fn escaped_string(&mut self, at: usize, special: usize) -> Parsed {
        let end = self.end_of_string(special)?;
        self.push_span(Kind::String, at + 1, end, ESCAPED, 0);
        Ok(end + 1)
    }

    /// The closing quote of a string that goes on at `at`.
    #[inline]
    fn end_of_string(&mut self, mut at: usize) -> Parsed {
        let bytes = self.bytes;
        let mut rest = bytes.get(at..).unwrap_or_default();
        while let Some((next, behind)) = rest.split_first_chunk() {
            let Special { plain, pair: [special, letter] } = special_of(*next);
            if plain == 8 {
                rest = behind;
            } else if special == b'\\' && simple_escape(letter).is_some() {
                rest = rest.get(plain + 2..).unwrap_or_default();
            } else {
                let here = bytes.len() - rest.len() + plain;
                if special == b'"' {
                    return Ok(here);
                }
                rest = bytes.get(self.escape(here)?..).unwrap_or_default();
            }
        }
        at = bytes.len() - rest.len();
        loop {
            at = next_special(self.bytes, at);
            match self.byte(at) {
                Some(b'"') => return Ok(at),
                Some(_) => at = self.escape(at)?,
                None => return self.stop(Fault::Unterminated, at),
            }
        }
    }

    /// Where the string goes on behind the backslash at `at`; another special character is none.
    #[inline(never)]
    fn escape(&mut self, at: usize) -> Parsed {
        if self.byte(at) != Some(b'\\') {
            return self.stop(Fault::Control, at);
        }
        match self.byte(at + 1) {
            Some(letter) if simple_escape(letter).is_some() => Ok(at + 2),
            Some(b'u') => self.unicode_escape(at),
            Some(_) => self.stop(Fault::Escape, at),
            None => self.stop(Fault::Unterminated, at + 1),
        }
    }

    /// `\uXXXX`, with its second half where it is the first of a surrogate pair; gives where the string goes on.
    #[inline(never)]
    fn unicode_escape(&mut self, at: usize) -> Parsed {
        let unit = self.hex(at)?;
        if unit & 0xF800 != 0xD800 {
            return Ok(at + 6);
        }
        let is_pair = unit < 0xDC00 && self.bytes.get(at + 6..at + 8) == Some(b"\\u");
        if !is_pair || self.hex(at + 6)? & 0xFC00 != 0xDC00 {
            return self.stop(Fault::Surrogate, at);
        }
        Ok(at + 12)
    }

    fn hex(&mut self, at: usize) -> Parsed<u32> {
        match hex4(self.bytes, at + 2) {
            Some(unit) => Ok(unit),
            None => self.stop(Fault::Hex, at),
        }
    }
}
