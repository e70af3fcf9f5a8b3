//! The strict parser of RFC 8259: text to tokens.

use super::duplicate::Seen;
use super::error::Fault;
use super::key::{hash_name, hash_words, words_at};
use super::scan::{hex4, next_special, simple_escape, unescape};
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
    let mut parser = Parser { text, bytes: text.as_bytes(), at: 0, tokens, fault: Fault::Value };
    let result = match parser.document(limit) {
        Ok(()) => Ok(take(&parser.tokens)),
        Err(Stop) => Err(Misfit { fault: parser.fault, at: parser.at }),
    };
    if parser.tokens.capacity() <= SCRATCH_LIMIT {
        let _ = SCRATCH.try_with(|scratch| scratch.set(parser.tokens));
    }
    result
}

/// The parser has noted what is wrong and where.
pub(super) struct Stop;

pub(super) type Parsed<T = ()> = Result<T, Stop>;

pub(super) struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) tokens: Vec<Token>,
    fault: Fault,
}

/// A string as it stands in the text, between its quotes.
struct Span {
    start: usize,
    end: usize,
    flags: u8,
}

#[expect(clippy::cast_possible_truncation, reason = "texts over 4 GiB are refused before")]
#[inline]
pub(super) const fn narrow(offset: usize) -> u32 {
    offset as u32
}

impl<'a> Parser<'a> {
    #[cold]
    #[inline(never)]
    pub(super) fn stop<T>(&mut self, fault: Fault) -> Parsed<T> {
        self.fault = fault;
        Err(Stop)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn stop_at<T>(&mut self, fault: Fault, at: usize) -> Parsed<T> {
        self.at = at;
        self.stop(fault)
    }

    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte that is not white space; 0 at the end (and for a NUL, which fits nowhere either).
    #[inline]
    fn peek(&mut self) -> u8 {
        match self.bytes.get(self.at) {
            Some(&byte) if byte > b' ' => byte,
            _ => self.skip_space(),
        }
    }

    #[inline]
    fn skip_space(&mut self) -> u8 {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.byte().unwrap_or(0)
    }

    fn document(&mut self, limit: usize) -> Parsed {
        let left = u32::try_from(limit).unwrap_or(u32::MAX);
        if self.peek() == b'{' {
            self.object(left)?;
        } else {
            self.value(left)?;
        }
        self.skip_space();
        if self.at < self.bytes.len() {
            return self.stop(Fault::Trailing);
        }
        Ok(())
    }

    /// `left` is how many more levels may be opened.
    ///
    /// Inlined into both loops, which saves a twentieth; not in debug builds, where that made the frames of the
    /// recursion ten times as large.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&mut self, left: u32) -> Parsed {
        match self.peek() {
            b'"' => {
                let span = self.string()?;
                self.push_span(Kind::String, &span, 0);
                Ok(())
            }
            b'{' => self.object(left),
            b'[' => self.array(left),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.literal(b"true", Kind::True),
            b'f' => self.literal(b"false", Kind::False),
            b'n' => self.literal(b"null", Kind::Null),
            _ => self.stop(Fault::Value),
        }
    }

    #[inline]
    fn push_span(&mut self, kind: Kind, span: &Span, aux: u32) {
        let start = narrow(span.start);
        let len = narrow(span.end - span.start);
        self.tokens.push(Token { start, len, aux, kind, flags: span.flags, exponent: 0 });
    }

    #[inline]
    fn literal(&mut self, word: &'static [u8], kind: Kind) -> Parsed {
        let end = self.at + word.len();
        if self.bytes.get(self.at..end) != Some(word) {
            return self.stop(Fault::Value);
        }
        self.push_span(kind, &Span { start: self.at, end, flags: 0 }, 0);
        self.at = end;
        Ok(())
    }

    fn open(&mut self, kind: Kind, left: u32) -> Parsed<usize> {
        if left == 0 {
            return self.stop(Fault::Depth);
        }
        let index = self.tokens.len();
        self.tokens.push(Token::new(kind, narrow(self.at), 0));
        self.at += 1;
        Ok(index)
    }

    #[inline]
    fn close(&mut self, index: usize, children: u32) {
        let next = narrow(self.tokens.len());
        if let Some(token) = self.tokens.get_mut(index) {
            token.len = children;
            token.aux = next;
        }
        self.at += 1;
    }

    #[inline(never)]
    fn array(&mut self, left: u32) -> Parsed {
        let index = self.open(Kind::Array, left)?;
        let mut count = 0;
        if self.peek() != b']' {
            loop {
                self.value(left - 1)?;
                count += 1;
                match self.peek() {
                    b',' => self.at += 1,
                    b']' => break,
                    _ => return self.stop(Fault::CommaOrBracket),
                }
            }
        }
        self.close(index, count);
        Ok(())
    }

    #[inline(never)]
    fn object(&mut self, left: u32) -> Parsed {
        let index = self.open(Kind::Object, left)?;
        let mut seen = Seen::default();
        let mut count = 0;
        if self.peek() != b'}' {
            loop {
                self.key(index, count, &mut seen)?;
                self.value(left - 1)?;
                count += 1;
                match self.peek() {
                    b',' => self.at += 1,
                    b'}' => break,
                    _ => return self.stop(Fault::CommaOrBrace),
                }
            }
        }
        self.close(index, count);
        Ok(())
    }

    /// A key and its colon; `count` keys of the object at `index` are in the table.
    #[inline]
    fn key(&mut self, index: usize, count: u32, seen: &mut Seen<'a>) -> Parsed {
        if self.peek() != b'"' {
            return self.stop(Fault::Key);
        }
        let quote = self.at;
        let span = self.string()?;
        let hash = if span.flags == 0 {
            hash_words(words_at(self.bytes, span.start, span.end))
        } else {
            hash_name(unescape(self.text.get(span.start..span.end).unwrap_or_default()).as_bytes())
        };
        self.push_span(Kind::Key, &span, hash);
        if seen.again(self.text, &self.tokens, index, count) {
            return self.stop_at(Fault::Duplicate, quote);
        }
        if self.peek() != b':' {
            return self.stop(Fault::Colon);
        }
        self.at += 1;
        Ok(())
    }

    /// A string, from its opening quote.
    #[inline]
    fn string(&mut self) -> Parsed<Span> {
        let start = self.at + 1;
        let end = next_special(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Span { start, end, flags: 0 });
        }
        self.escaped_string(start, end)
    }

    #[inline(never)]
    fn escaped_string(&mut self, start: usize, mut at: usize) -> Parsed<Span> {
        loop {
            match self.bytes.get(at) {
                Some(b'\\') => match self.bytes.get(at + 1) {
                    Some(b'u') => at = self.unicode_escape(at)?,
                    Some(&letter) if simple_escape(letter).is_some() => at += 2,
                    Some(_) => return self.stop_at(Fault::Escape, at),
                    None => return self.stop_at(Fault::Unterminated, at + 1),
                },
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(Span { start, end: at, flags: ESCAPED });
                }
                Some(_) => return self.stop_at(Fault::Control, at),
                None => return self.stop_at(Fault::Unterminated, at),
            }
            at = next_special(self.bytes, at);
        }
    }

    /// `\uXXXX`, with its second half where it is the first of a surrogate pair; gives where the string goes on.
    #[inline(never)]
    fn unicode_escape(&mut self, at: usize) -> Parsed<usize> {
        let unit = self.hex(at)?;
        if unit & 0xF800 != 0xD800 {
            return Ok(at + 6);
        }
        let is_pair = unit < 0xDC00 && self.bytes.get(at + 6..at + 8) == Some(b"\\u");
        if !is_pair || self.hex(at + 6)? & 0xFC00 != 0xDC00 {
            return self.stop_at(Fault::Surrogate, at);
        }
        Ok(at + 12)
    }

    fn hex(&mut self, at: usize) -> Parsed<u32> {
        match hex4(self.bytes, at + 2) {
            Some(unit) => Ok(unit),
            None => self.stop_at(Fault::Hex, at),
        }
    }
}
