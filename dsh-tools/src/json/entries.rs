//! Iteration over arrays and objects.

use super::cursor::{Place, decode};
use super::frozen::Doc;
use super::key::{Words, hash_name, words, words_at};
use super::place;
use super::token::Kind;
use super::{Cursor, FrozenJson};
use serde_json::{Value, map};
use std::borrow::Cow;
use std::fmt;
use std::slice;

/// Iterator over an array's elements; see [`Cursor::items`].
///
/// ```
/// use dsh_tools::json::{FrozenJson, Items};
///
/// let document = FrozenJson::parse("[1, 2]").unwrap();
/// let items: Items<'_> = document.root().items();
/// assert_eq!(items.len(), 2);
/// ```
#[derive(Clone)]
pub struct Items<'a>(Source<'a, slice::Iter<'a, Value>>);

/// Iterator over an object's entries; see [`Cursor::entries`].
///
/// ```
/// use dsh_tools::json::{Entries, FrozenJson};
///
/// let document = FrozenJson::parse(r#"{"a": 1}"#).unwrap();
/// let mut entries: Entries<'_> = document.root().entries();
/// assert_eq!(entries.next().unwrap().0, "a");
/// ```
#[derive(Clone, Debug)]
pub struct Entries<'a>(RawEntries<'a>);

/// Iterator over an object's entries that decodes no key.
#[derive(Clone)]
pub(crate) struct RawEntries<'a>(Source<'a, map::Iter<'a>>);

#[derive(Clone)]
enum Source<'a, I> {
    /// The next token, and how many children are left.
    Text(&'a Doc, u32, u32),
    Value(I),
    /// Of another kind.
    Nothing,
}

impl<'a, I> Source<'a, I> {
    #[inline]
    fn of_text(document: &'a Doc, at: u32, kind: Kind) -> Self {
        let token = document.token(at);
        if token.kind == kind { Self::Text(document, at + 1, token.len) } else { Self::Nothing }
    }
}

/// The token after a value and all that is in it.
#[inline]
fn after(document: &Doc, at: u32) -> u32 {
    let token = document.token(at);
    if token.is_container() { token.aux } else { at + 1 }
}

impl<'a> Items<'a> {
    #[inline]
    pub(super) fn new(cursor: Cursor<'a>) -> Self {
        Self(match cursor.0 {
            Place::Text(document, at) => Source::of_text(document, at, Kind::Array),
            Place::Value(Value::Array(items)) => Source::Value(items.iter()),
            Place::Value(_) => Source::Nothing,
        })
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Cursor<'a>;

    #[inline]
    fn next(&mut self) -> Option<Cursor<'a>> {
        match &mut self.0 {
            Source::Text(_, _, 0) | Source::Nothing => None,
            Source::Text(document, at, left) => {
                let item = *at;
                *at = after(document, item);
                *left -= 1;
                Some(Cursor::text(document, item))
            }
            Source::Value(items) => items.next().map(Cursor::value),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Source::Text(_, _, left) => *left as usize,
            Source::Value(items) => items.len(),
            Source::Nothing => 0,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Items<'_> {}

impl fmt::Debug for Items<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a> Cursor<'a> {
    #[inline]
    pub(crate) fn raw_entries(self) -> RawEntries<'a> {
        RawEntries(match self.0 {
            Place::Text(document, at) => Source::of_text(document, at, Kind::Object),
            Place::Value(Value::Object(entries)) => Source::Value(entries.iter()),
            Place::Value(_) => Source::Nothing,
        })
    }
}

impl<'a> Iterator for RawEntries<'a> {
    type Item = (RawKey<'a>, Cursor<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Source::Text(_, _, 0) | Source::Nothing => None,
            Source::Text(document, at, left) => {
                let key = *at;
                *at = after(document, key + 1);
                *left -= 1;
                Some((RawKey(KeyPlace::Text(document, key)), Cursor::text(document, key + 1)))
            }
            Source::Value(entries) => {
                let (key, value) = entries.next()?;
                Some((RawKey(KeyPlace::Value(key, value)), Cursor::value(value)))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Source::Text(_, _, left) => *left as usize,
            Source::Value(entries) => entries.len(),
            Source::Nothing => 0,
        };
        (left, Some(left))
    }
}

impl fmt::Debug for RawEntries<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.clone().map(|(key, value)| (key.text(), value))).finish()
    }
}

impl<'a> Entries<'a> {
    #[inline]
    pub(super) fn new(cursor: Cursor<'a>) -> Self {
        Self(cursor.raw_entries())
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = (Cow<'a, str>, Cursor<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key.text(), value))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Entries<'_> {}

/// A key while an object is searched: nothing is copied or decoded before somebody asks.
#[derive(Clone, Copy)]
pub(crate) struct RawKey<'a>(pub(super) KeyPlace<'a>);

#[derive(Clone, Copy)]
pub(super) enum KeyPlace<'a> {
    Text(&'a Doc, u32),
    /// With its value, whose address tells where the key is.
    Value(&'a str, &'a Value),
}

impl<'a> RawKey<'a> {
    #[inline]
    pub(crate) fn words(self) -> Words {
        match self.0 {
            KeyPlace::Text(document, at) => {
                let token = document.token(at);
                if token.is_escaped() {
                    return words(self.text().as_bytes());
                }
                let span = token.span();
                words_at(document.text().as_bytes(), span.start, span.end)
            }
            KeyPlace::Value(key, _) => words_at(key.as_bytes(), 0, key.len()),
        }
    }

    /// The hash of the decoded key, known already in a document that came as text.
    #[inline]
    pub(crate) fn hash(self) -> u32 {
        match self.0 {
            KeyPlace::Text(document, at) => document.token(at).aux,
            KeyPlace::Value(key, _) => hash_name(key.as_bytes()),
        }
    }

    /// The key, decoded.
    #[inline]
    pub(crate) fn text(self) -> Cow<'a, str> {
        match self.0 {
            KeyPlace::Text(document, at) => decode(document, document.token(at)),
            KeyPlace::Value(key, _) => Cow::Borrowed(key),
        }
    }

    /// Bytes when nothing is escaped; an escaped key is compared by `text`.
    #[inline]
    pub(crate) fn plain(self) -> Option<&'a [u8]> {
        match self.0 {
            KeyPlace::Text(document, at) => {
                let token = document.token(at);
                (!token.is_escaped())
                    .then(|| document.text().as_bytes().get(token.span()).unwrap_or_default())
            }
            KeyPlace::Value(key, _) => Some(key.as_bytes()),
        }
    }

    /// Whether the decoded key is this one.
    #[inline]
    pub(crate) fn is(self, name: &str) -> bool {
        match self.plain() {
            Some(bytes) => bytes == name.as_bytes(),
            None => self.text() == name,
        }
    }

    /// Whether both are the same key.
    pub(super) fn is_same(self, other: RawKey<'_>) -> bool {
        match (self.plain(), other.plain()) {
            (Some(a), Some(b)) => a == b,
            _ => self.hash() == other.hash() && self.text() == other.text(),
        }
    }

    /// Position in preorder, keys counted, as [`Cursor::position`].
    pub(crate) fn position(self, document: &FrozenJson) -> u32 {
        match self.0 {
            KeyPlace::Text(_, at) => at,
            KeyPlace::Value(_, value) => document
                .value_form()
                .map_or(0, |root| place::position_of(root, value).saturating_sub(1)),
        }
    }
}

impl fmt::Debug for RawKey<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), f)
    }
}
