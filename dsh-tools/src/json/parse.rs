//! The strict parser of RFC 8259: text to tokens.

use super::duplicate::Seen;
use super::error::Fault;
use super::key::{hash_aligned, hash_name};
use super::rest::{behind, behind_pair, narrow, peek, skip_space};
use super::scan::{
    Plain, Special, find_special, hex4, plain, plain_bytes, simple_escape, special_of, unescape,
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
    let mut parser = Parser { text, tokens, misfit };
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

/// What is left of the text, unless something else is asked for. It is handed from one to the next and not kept in the
/// parser: there it would be read from memory and written back for each byte. And it is a slice, no offset: one
/// comparison tells that there are eight bytes more, and what is cut off within them needs none.
pub(super) type Parsed<'a, T = &'a [u8]> = Result<T, Stop>;

pub(super) struct Parser<'a> {
    text: &'a str,
    pub(super) tokens: Vec<Token>,
    misfit: Misfit,
}

impl<'a> Parser<'a> {
    /// Stops at the first byte of `rest`.
    #[cold]
    #[inline(never)]
    pub(super) fn stop<T>(&mut self, fault: Fault, rest: &[u8]) -> Parsed<'a, T> {
        self.misfit = Misfit { fault, at: self.text.len() - rest.len() };
        Err(Stop)
    }

    /// Stops at the first byte of `rest` that is no white space.
    #[cold]
    #[inline(never)]
    fn stop_behind_space<T>(&mut self, fault: Fault, rest: &[u8]) -> Parsed<'a, T> {
        self.stop(fault, skip_space(rest))
    }

    /// Where `rest` stands in the text.
    #[inline]
    fn offset(&self, rest: &[u8]) -> u32 {
        narrow(self.text.len()).wrapping_sub(narrow(rest.len()))
    }

    /// `rest` with the byte before it.
    pub(super) fn with_byte_before(&self, rest: &[u8]) -> &'a [u8] {
        let at = self.text.len().saturating_sub(rest.len() + 1);
        behind(self.text.as_bytes(), at)
    }

    /// A token that reaches from `start` to `end`, each with all that is behind it.
    #[inline]
    pub(super) fn span(&self, kind: Kind, start: &[u8], end: &[u8]) -> Token {
        let len = narrow(start.len()).wrapping_sub(narrow(end.len()));
        Token::new(kind, self.offset(start), len)
    }

    fn document(&mut self, limit: usize) -> Parsed<'a, ()> {
        let left = u32::try_from(limit).unwrap_or(u32::MAX);
        let text = self.text.as_bytes();
        let rest = match peek(text) {
            (b'{', behind) => self.object(behind, left)?,
            _ => self.value(text, left)?,
        };
        if !rest.is_empty() && !skip_space(rest).is_empty() {
            return self.stop_behind_space(Fault::Trailing, rest);
        }
        Ok(())
    }

    /// `left` is how many more levels may be opened.
    ///
    /// Inlined into both loops, which saves a twentieth; not in debug builds, where that made the frames of the
    /// recursion ten times as large.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(&mut self, rest: &'a [u8], left: u32) -> Parsed<'a> {
        let (first, behind) = peek(rest);
        // Asked first, and not by a table: most values are strings and numbers.
        if first == b'"' {
            return self.string(behind);
        }
        if first.is_ascii_digit() {
            return self.unsigned(first, behind);
        }
        match first {
            b'{' => self.object(behind, left),
            b'[' => self.array(behind, left),
            b'-' => self.negative(behind),
            b't' => self.literal(behind, b"rue", Kind::True),
            b'f' => self.literal(behind, b"alse", Kind::False),
            b'n' => self.literal(behind, b"ull", Kind::Null),
            _ => self.stop_behind_space(Fault::Value, rest),
        }
    }

    /// A string, from behind its first quote.
    #[inline]
    fn string(&mut self, start: &'a [u8]) -> Parsed<'a> {
        let end = find_special(start);
        let Some((b'"', rest)) = end.split_first() else {
            return self.escaped_string(start, end);
        };
        let token = self.span(Kind::String, start, end);
        self.tokens.push(token);
        Ok(rest)
    }

    /// `true`, `false` or `null`, from behind its first letter.
    #[inline]
    fn literal(&mut self, behind: &'a [u8], letters: &'static [u8], kind: Kind) -> Parsed<'a> {
        let Some(rest) = behind.strip_prefix(letters) else {
            return self.stop(Fault::Value, self.with_byte_before(behind));
        };
        let start = self.offset(behind).wrapping_sub(1);
        self.tokens.push(Token::new(kind, start, narrow(letters.len() + 1)));
        Ok(rest)
    }

    /// A container, from behind its bracket: the index of its token.
    #[inline]
    fn open(&mut self, kind: Kind, behind: &'a [u8], left: u32) -> Parsed<'a, usize> {
        if left == 0 {
            return self.stop(Fault::Depth, self.with_byte_before(behind));
        }
        let index = self.tokens.len();
        self.tokens.push(Token::new(kind, self.offset(behind).wrapping_sub(1), 0));
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
    fn array(&mut self, mut rest: &'a [u8], left: u32) -> Parsed<'a> {
        let index = self.open(Kind::Array, rest, left)?;
        let mut count = 0;
        if let (b']', rest) = peek(rest) {
            self.close(index, count);
            return Ok(rest);
        }
        loop {
            rest = self.value(rest, left - 1)?;
            count += 1;
            rest = match peek(rest) {
                (b',', behind) => behind,
                (b']', rest) => {
                    self.close(index, count);
                    return Ok(rest);
                }
                _ => return self.stop_behind_space(Fault::CommaOrBracket, rest),
            };
        }
    }

    #[inline(never)]
    fn object(&mut self, rest: &'a [u8], left: u32) -> Parsed<'a> {
        let index = self.open(Kind::Object, rest, left)?;
        let mut seen = Seen::of(index);
        let mut rest = match peek(rest) {
            (b'"', key) => key,
            (b'}', rest) => {
                self.close(index, 0);
                return Ok(rest);
            }
            _ => return self.stop_behind_space(Fault::Key, rest),
        };
        loop {
            rest = self.key(rest, &mut seen)?;
            rest = self.value(rest, left - 1)?;
            // As almost everybody writes it: both bytes at one look.
            if let Some(key) = behind_pair(rest, *b",\"") {
                rest = key;
                continue;
            }
            rest = match peek(rest) {
                (b',', behind) => match peek(behind) {
                    (b'"', key) => key,
                    _ => return self.stop_behind_space(Fault::Key, behind),
                },
                (b'}', rest) => {
                    self.close(index, seen.count());
                    return Ok(rest);
                }
                _ => return self.stop_behind_space(Fault::CommaOrBrace, rest),
            };
        }
    }

    /// A key of up to fifteen bytes and its colon, from behind its first quote.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(&mut self, start: &'a [u8], seen: &mut Seen<'a>) -> Parsed<'a> {
        let Some((word, next)) = start.split_first_chunk() else {
            return self.any_key(start, seen);
        };
        let first = u64::from_le_bytes(*word);
        let (end, hash) = if let Some(Plain { aligned, len }) = plain(first) {
            (behind(start, len), hash_aligned(aligned, 0))
        } else if let [b'"', ..] = next {
            (next, hash_aligned(first, 0))
        } else {
            let second = next.first_chunk().map(|word| u64::from_le_bytes(*word));
            let Some(more) = second.and_then(plain_bytes) else {
                return self.any_key(start, seen);
            };
            let last =
                behind(start, more).first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
            (behind(next, more), hash_aligned(first, last))
        };
        let Some(rest) = behind_pair(end, *b"\":") else {
            return self.any_key(start, seen);
        };
        self.keep_key(start, end, 0, hash, seen)?;
        Ok(rest)
    }

    /// Any key and its colon, from behind its first quote.
    #[cold]
    #[inline(never)]
    fn any_key(&mut self, start: &'a [u8], seen: &mut Seen<'a>) -> Parsed<'a> {
        let (mut end, mut flags) = (find_special(start), 0);
        if end.first() != Some(&b'"') {
            (end, flags) = (self.end_of_string(end)?, ESCAPED);
        }
        let raw = self.text.get(self.span(Kind::Key, start, end).span()).unwrap_or_default();
        let hash = match flags {
            ESCAPED => hash_name(unescape(raw).as_bytes()),
            _ => hash_name(raw.as_bytes()),
        };
        self.keep_key(start, end, flags, hash, seen)?;
        let rest = behind(end, 1);
        match peek(rest) {
            (b':', rest) => Ok(rest),
            _ => self.stop_behind_space(Fault::Colon, rest),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep_key(
        &mut self,
        start: &'a [u8],
        end: &'a [u8],
        flags: u8,
        hash: u32,
        seen: &mut Seen<'a>,
    ) -> Parsed<'a, ()> {
        let token = self.span(Kind::Key, start, end);
        self.tokens.push(Token { flags, aux: hash, ..token });
        if seen.is_new(hash) { Ok(()) } else { self.doubtful_key(start, seen) }
    }

    /// A key whose hash is no news: the bytes decide.
    #[cold]
    #[inline(never)]
    fn doubtful_key(&mut self, start: &'a [u8], seen: &mut Seen<'a>) -> Parsed<'a, ()> {
        if seen.again(self.text, &self.tokens) {
            return self.stop(Fault::Duplicate, self.with_byte_before(start));
        }
        Ok(())
    }

    /// A string with escapes, the first of them at `special`.
    #[cold]
    #[inline(never)]
    fn escaped_string(&mut self, start: &'a [u8], special: &'a [u8]) -> Parsed<'a> {
        let end = self.end_of_string(special)?;
        let token = self.span(Kind::String, start, end);
        self.tokens.push(Token { flags: ESCAPED, ..token });
        Ok(behind(end, 1))
    }

    /// From the closing quote on of a string that goes on with `rest`.
    #[inline]
    fn end_of_string(&mut self, mut rest: &'a [u8]) -> Parsed<'a> {
        while let Some((word, next)) = rest.split_first_chunk() {
            let Special { plain, pair: [special, letter] } = special_of(*word);
            if plain == 8 {
                rest = next;
            } else if special == b'\\' && simple_escape(letter).is_some() {
                rest = behind(rest, plain + 2);
            } else {
                rest = behind(rest, plain);
                if special == b'"' {
                    return Ok(rest);
                }
                rest = self.escape(rest)?;
            }
        }
        loop {
            rest = find_special(rest);
            match rest.first() {
                Some(b'"') => return Ok(rest),
                Some(_) => rest = self.escape(rest)?,
                None => return self.stop(Fault::Unterminated, rest),
            }
        }
    }

    /// Where the string goes on behind the backslash that `rest` starts with; another special character is none.
    #[inline(never)]
    fn escape(&mut self, rest: &'a [u8]) -> Parsed<'a> {
        match rest {
            [b'\\', letter, rest @ ..] if simple_escape(*letter).is_some() => Ok(rest),
            [b'\\', b'u', ..] => self.unicode_escape(rest),
            [b'\\', _, ..] => self.stop(Fault::Escape, rest),
            [b'\\'] => self.stop(Fault::Unterminated, &[]),
            _ => self.stop(Fault::Control, rest),
        }
    }

    /// `\uXXXX`, with its second half where it is the first of a surrogate pair; gives where the string goes on.
    #[inline(never)]
    fn unicode_escape(&mut self, rest: &'a [u8]) -> Parsed<'a> {
        let unit = self.hex(rest)?;
        let next = behind(rest, 6);
        if unit & 0xF800 != 0xD800 {
            return Ok(next);
        }
        let is_pair = unit < 0xDC00 && next.starts_with(b"\\u");
        if !is_pair || self.hex(next)? & 0xFC00 != 0xDC00 {
            return self.stop(Fault::Surrogate, rest);
        }
        Ok(behind(next, 6))
    }

    fn hex(&mut self, rest: &'a [u8]) -> Parsed<'a, u32> {
        match hex4(rest, 2) {
            Some(unit) => Ok(unit),
            None => self.stop(Fault::Hex, rest),
        }
    }
}
