//! Keys as the table of an object is asked for them.

use super::cursor::Place;
use super::entries::KeyPlace;
use super::frozen::Doc;
use super::key::{Sought, Words, hash_words, word_at};
use super::rest::narrow;
use super::token::{Kind, Token};
use super::{Cursor, RawKey};

/// The entries of an object in a document that came as text. An iterator of its own: which form a document has is asked
/// once, not for each key and value.
pub(crate) struct TextEntries<'a> {
    document: &'a Doc,
    /// The tokens of the entries that are left.
    rest: &'a [Token],
    /// The index of the token behind them.
    end: u32,
}

/// One entry of an object.
pub(crate) struct Entry<'a, K> {
    pub(crate) key: K,
    pub(crate) value: Cursor<'a>,
    /// The value is `null`.
    pub(crate) is_null: bool,
}

/// A key in a document that came as text.
#[derive(Clone, Copy)]
pub(crate) struct TextKey<'a> {
    document: &'a Doc,
    at: u32,
    token: &'a Token,
}

/// A key whose words were taken out of it.
#[derive(Clone, Copy)]
pub(crate) struct Taken<'a> {
    key: RawKey<'a>,
    words: Words,
    hash: u32,
}

impl<'a> Cursor<'a> {
    /// The place that has this [`position`](Self::position) in a document that came as text; of another one there is
    /// none but this.
    #[inline]
    pub(crate) fn sibling(self, at: u32) -> Self {
        match self.0 {
            Place::Text(document, _) => Cursor::text(document, at),
            Place::Value(_) => self,
        }
    }

    /// The entries of any object, with the words of their keys.
    #[inline]
    pub(crate) fn sought_entries(self) -> impl Iterator<Item = Entry<'a, Taken<'a>>> {
        let entries = self.raw_entries();
        entries.map(|(key, value)| Entry { key: key.taken(), value, is_null: value.is_null() })
    }

    /// The entries of an object of a document that came as text; none of anything else.
    #[inline]
    pub(crate) fn text_entries(self) -> Option<TextEntries<'a>> {
        match self.0 {
            Place::Text(document, at) => {
                let (token, rest) = document.tokens().get(at as usize..)?.split_first()?;
                let rest = rest.get(..token.aux.wrapping_sub(at + 1) as usize)?;
                let entries = TextEntries { document, rest, end: token.aux };
                (token.kind == Kind::Object).then_some(entries)
            }
            Place::Value(_) => None,
        }
    }
}

impl<'a> Iterator for TextEntries<'a> {
    type Item = Entry<'a, TextKey<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Self { document, rest, end } = *self;
        let ([token, value], rest) = rest.split_first_chunk()?;
        let at = end.wrapping_sub(narrow(rest.len()) + 2);
        self.rest = rest;
        if value.is_container() {
            let within = value.aux.wrapping_sub(at + 2);
            self.rest = rest.get(within as usize..).unwrap_or_default();
        }
        let is_null = value.kind == Kind::Null;
        let key = TextKey { document, at, token };
        Some(Entry { key, value: Cursor::text(document, at + 1), is_null })
    }
}

impl<'a> Sought<'a> for TextKey<'a> {
    #[inline]
    fn hash(self) -> u32 {
        self.token.aux
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn has(self, words: &Words, mask: u64) -> bool {
        let Token { start, len, .. } = *self.token;
        if self.token.is_escaped() {
            return has_slowly(self.document, self.at, words);
        }
        if len as usize != words.len {
            return false;
        }
        let bytes = self.document.text().as_bytes();
        let (start, end) = (start as usize, start as usize + len as usize);
        match word_at(bytes, start) {
            Some(first) if (first ^ words.first) & mask == 0 => {
                len <= 8 || word_at(bytes, end - 8) == Some(words.last)
            }
            Some(_) => false,
            None => has_slowly(self.document, self.at, words),
        }
    }

    #[inline]
    fn is_named(self, name: &str) -> bool {
        is_named(self.document, self.at, name)
    }

    #[inline]
    fn raw(self) -> RawKey<'a> {
        RawKey(KeyPlace::Text(self.document, self.at))
    }
}

// These take what a key is made of: handed on whole, it would have to be in memory for them.

/// Keys with escapes, and those at the end of a text.
#[cold]
#[inline(never)]
fn has_slowly(document: &Doc, at: u32, words: &Words) -> bool {
    RawKey(KeyPlace::Text(document, at)).words() == *words
}

#[cold]
#[inline(never)]
fn is_named(document: &Doc, at: u32, name: &str) -> bool {
    RawKey(KeyPlace::Text(document, at)).is(name)
}

impl<'a> RawKey<'a> {
    /// The key with its words and its hash.
    #[inline]
    pub(crate) fn taken(self) -> Taken<'a> {
        let words = self.words();
        Taken { key: self, words, hash: hash_words(words) }
    }
}

impl<'a> Sought<'a> for Taken<'a> {
    #[inline]
    fn hash(self) -> u32 {
        self.hash
    }

    #[inline]
    fn has(self, words: &Words, _: u64) -> bool {
        self.words == *words
    }

    #[inline]
    fn is_named(self, name: &str) -> bool {
        self.key.is(name)
    }

    #[inline]
    fn raw(self) -> RawKey<'a> {
        self.key
    }
}
