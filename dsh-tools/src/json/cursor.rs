//! A place in a document.

use super::frozen::Doc;
use super::scan::{char_count, unescape};
use super::token::{Kind, Token};
use super::{Entries, FrozenJson, Items, JsonKind, equal, place, value};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::hash::Hasher;

/// A place in a [`FrozenJson`]: 16 bytes, `Copy`, borrows the document.
///
/// Displayed as the text of its subtree.
///
/// ```
/// use dsh_tools::json::FrozenJson;
///
/// let document = FrozenJson::parse(r#"{"rows": [{"id": 1}, {"id": 2.0}]}"#).unwrap();
/// let ids: Vec<_> = document.get("rows").unwrap().items().filter_map(|row| row.get("id")?.as_u64()).collect();
/// assert_eq!(ids, [1, 2]);
/// ```
#[derive(Clone, Copy)]
pub struct Cursor<'a>(pub(super) Place<'a>);

#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    Text(&'a Doc, u32),
    Value(&'a Value),
}

const _: () = assert!(size_of::<Option<Cursor<'static>>>() == 16);

impl<'a> Cursor<'a> {
    #[inline]
    pub(super) const fn text(document: &'a Doc, at: u32) -> Self {
        Self(Place::Text(document, at))
    }

    #[inline]
    pub(super) const fn value(value: &'a Value) -> Self {
        Self(Place::Value(value))
    }

    /// The kind of value that stands here.
    ///
    /// ```
    /// use dsh_tools::json::{FrozenJson, JsonKind};
    ///
    /// assert_eq!(FrozenJson::parse("7").unwrap().root().kind(), JsonKind::Number);
    /// ```
    #[inline]
    pub fn kind(self) -> JsonKind {
        match self.0 {
            Place::Text(document, at) => match document.token(at).kind {
                Kind::Null => JsonKind::Null,
                Kind::False | Kind::True => JsonKind::Bool,
                Kind::Number => JsonKind::Number,
                Kind::String | Kind::Key => JsonKind::String,
                Kind::Array => JsonKind::Array,
                Kind::Object => JsonKind::Object,
            },
            Place::Value(value) => match value {
                Value::Null => JsonKind::Null,
                Value::Bool(_) => JsonKind::Bool,
                Value::Number(_) => JsonKind::Number,
                Value::String(_) => JsonKind::String,
                Value::Array(_) => JsonKind::Array,
                Value::Object(_) => JsonKind::Object,
            },
        }
    }

    /// Elements of an array, entries of an object, else 0.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("[1, [2, 3]]").unwrap().root().len(), 2);
    /// ```
    #[inline]
    pub fn len(self) -> usize {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                if token.is_container() { token.len as usize } else { 0 }
            }
            Place::Value(Value::Array(items)) => items.len(),
            Place::Value(Value::Object(entries)) => entries.len(),
            Place::Value(_) => 0,
        }
    }

    /// Whether there are no elements or entries.
    ///
    /// ```
    /// assert!(dsh_tools::json::FrozenJson::empty_object().root().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether this is `null`.
    ///
    /// ```
    /// assert!(dsh_tools::json::FrozenJson::null().root().is_null());
    /// ```
    #[inline]
    pub fn is_null(self) -> bool {
        match self.0 {
            Place::Text(document, at) => document.token(at).kind == Kind::Null,
            Place::Value(value) => value.is_null(),
        }
    }

    /// The value of a key; `None` when there is none, or this is no object. Linear in the number of keys.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a": {"b": true}}"#).unwrap();
    /// assert_eq!(document.root().get("a").unwrap().get("b").unwrap().as_bool(), Some(true));
    /// ```
    pub fn get(self, key: &str) -> Option<Cursor<'a>> {
        match self.0 {
            Place::Text(..) => {
                self.raw_entries().find(|(name, _)| name.is(key)).map(|(_, value)| value)
            }
            Place::Value(value) => value.as_object()?.get(key).map(Cursor::value),
        }
    }

    /// An element, counted from 0; `None` past the end, or when this is no array.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("[5, 6]").unwrap().root().at(1).unwrap().as_i64(), Some(6));
    /// ```
    pub fn at(self, index: usize) -> Option<Cursor<'a>> {
        self.items().nth(index)
    }

    /// The value that a JSON Pointer (RFC 6901) leads to from here; `""` leads here.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"rows": [[7]]}"#).unwrap();
    /// assert_eq!(document.root().pointer("/rows/0/0").unwrap().as_u64(), Some(7));
    /// assert!(document.root().pointer("/rows/00").is_none());
    /// ```
    pub fn pointer(self, pointer: &str) -> Option<Cursor<'a>> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |here, step| match here.kind() {
            JsonKind::Object => here.get(&unescape_step(step)?),
            JsonKind::Array => here.at(array_index(step)?),
            _ => None,
        })
    }

    /// The elements of an array; none for other kinds.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse("[1, 2, 3]").unwrap();
    /// assert_eq!(document.root().items().filter_map(|item| item.as_i64()).sum::<i64>(), 6);
    /// ```
    #[inline]
    pub fn items(self) -> Items<'a> {
        Items::new(self)
    }

    /// The entries of an object in the document's order; none for other kinds.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"b": 1, "a": 2}"#).unwrap();
    /// assert_eq!(document.root().entries().map(|(key, _)| key).collect::<Vec<_>>(), ["b", "a"]);
    /// ```
    #[inline]
    pub fn entries(self) -> Entries<'a> {
        Entries::new(self)
    }

    /// A string, borrowed unless it was written with escapes.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse(r#""a\nb""#).unwrap().root().as_str().unwrap(), "a\nb");
    /// ```
    #[inline]
    pub fn as_str(self) -> Option<Cow<'a, str>> {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                (token.kind == Kind::String).then(|| decode(document, token))
            }
            Place::Value(value) => value.as_str().map(Cow::Borrowed),
        }
    }

    /// A boolean.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::FrozenJson::parse("true").unwrap().root().as_bool(), Some(true));
    /// ```
    #[inline]
    pub fn as_bool(self) -> Option<bool> {
        match self.0 {
            Place::Text(document, at) => match document.token(at).kind {
                Kind::True => Some(true),
                Kind::False => Some(false),
                _ => None,
            },
            Place::Value(value) => value.as_bool(),
        }
    }

    /// The subtree as a `Value`.
    ///
    /// A `Value` holds 64-bit integers and doubles: other numbers become the nearest double, those beyond the
    /// range of doubles the greatest one.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a": [1, "x"]}"#).unwrap();
    /// assert_eq!(document.get("a").unwrap().to_value(), serde_json::json!([1, "x"]));
    /// ```
    #[inline]
    pub fn to_value(self) -> Value {
        match self.0 {
            Place::Text(document, at) => value::from_text(document, at),
            Place::Value(value) => value.clone(),
        }
    }

    /// The subtree as a document of its own.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a": [1.50]}"#).unwrap();
    /// assert_eq!(document.get("a").unwrap().to_frozen().text(), Some("[1.50]"));
    /// ```
    pub fn to_frozen(self) -> FrozenJson {
        match self.0 {
            Place::Text(document, at) => FrozenJson::from_doc(place::subtree(document, at)),
            Place::Value(value) => FrozenJson::from_part(value.clone()),
        }
    }

    /// Reads the subtree by a type's own `Deserialize`.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a": [1, 2]}"#).unwrap();
    /// assert_eq!(document.get("a").unwrap().deserialize::<Vec<u8>>()?, [1, 2]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// What the type refuses.
    pub fn deserialize<T: serde::de::DeserializeOwned>(self) -> Result<T, serde_json::Error> {
        match self.0 {
            Place::Text(document, at) => {
                let mut deserializer =
                    serde_json::Deserializer::from_str(place::subtree_text(document, at));
                // The document's own depth limit was checked when it was made.
                deserializer.disable_recursion_limit();
                T::deserialize(&mut deserializer)
            }
            Place::Value(value) => T::deserialize(value),
        }
    }

    /// The length of a string in Unicode scalar values, 0 for other kinds; reads the string.
    pub(crate) fn char_count(self) -> usize {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                match token.kind {
                    Kind::String if token.is_escaped() => char_count(document.raw(token)),
                    Kind::String => document.raw(token).chars().count(),
                    _ => 0,
                }
            }
            Place::Value(value) => value.as_str().map_or(0, |text| text.chars().count()),
        }
    }

    /// `(at least, at most)` that many scalar values, from lengths alone; none of what is no string.
    #[inline]
    pub(crate) fn char_bounds(self) -> Option<(usize, usize)> {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                let len = token.len as usize;
                // The longest way to write one character: a pair of `\uXXXX`.
                let least = len.div_ceil(if token.is_escaped() { 12 } else { 4 });
                (token.kind == Kind::String).then_some((least, len))
            }
            Place::Value(value) => value.as_str().map(|text| (text.len().div_ceil(4), text.len())),
        }
    }

    /// A string without escapes, borrowed: the fast path of enums.
    #[inline]
    pub(crate) fn raw_str(self) -> Option<&'a str> {
        match self.0 {
            Place::Text(document, at) => {
                let token = document.token(at);
                (token.kind == Kind::String && !token.is_escaped()).then(|| document.raw(token))
            }
            Place::Value(value) => value.as_str(),
        }
    }

    /// Position in preorder, keys counted: the index its token has (or would have) in the document's table.
    #[inline]
    pub(crate) fn position(self, document: &FrozenJson) -> u32 {
        match self.0 {
            Place::Text(_, at) => at,
            Place::Value(value) => {
                document.value_form().map_or(0, |root| place::position_of(root, value))
            }
        }
    }

    /// The text of a subtree of a document that came as text, if it is no longer than `longest` bytes.
    #[inline]
    pub(crate) fn short_text(self, longest: usize) -> Option<&'a str> {
        match self.0 {
            Place::Text(document, at) => place::short_text(document, at, longest),
            Place::Value(_) => None,
        }
    }

    /// Whether both are the same place of the same document.
    #[inline]
    pub(crate) fn is(self, other: Cursor<'_>) -> bool {
        match (self.0, other.0) {
            (Place::Text(document, at), Place::Text(other, place)) => {
                at == place && std::ptr::eq(document, other)
            }
            (Place::Value(value), Place::Value(other)) => std::ptr::eq(value, other),
            _ => false,
        }
    }

    /// Equal as JSON values: numbers exactly, key order ignored.
    pub(crate) fn same_value(self, other: Cursor<'_>) -> bool {
        equal::same_value(self, other)
    }

    /// Agrees with `same_value`, within one process.
    pub(crate) fn hash_value(self, state: &mut impl Hasher) {
        equal::hash_value(self, state);
    }
}

/// Decodes a string or key.
#[inline]
pub(super) fn decode(document: &Doc, token: Token) -> Cow<'_, str> {
    let raw = document.raw(token);
    if token.is_escaped() { unescape(raw) } else { Cow::Borrowed(raw) }
}

/// A step of a JSON Pointer; a `~` stands before `0` or `1` only (RFC 6901, section 3).
fn unescape_step(step: &str) -> Option<Cow<'_, str>> {
    let legal = step.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
    match (legal, step.contains('~')) {
        (false, _) => None,
        (true, false) => Some(Cow::Borrowed(step)),
        (true, true) => Some(Cow::Owned(step.replace("~1", "/").replace("~0", "~"))),
    }
}

/// An index as RFC 6901 writes it: digits without a leading zero.
fn array_index(step: &str) -> Option<usize> {
    let is_canonical =
        step == "0" || step.bytes().next().is_some_and(|byte| matches!(byte, b'1'..=b'9'));
    if is_canonical { step.parse().ok() } else { None }
}

impl fmt::Display for Cursor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Text(document, at) => f.write_str(place::subtree_text(document, at)),
            Place::Value(value) => fmt::Display::fmt(value, f),
        }
    }
}

impl fmt::Debug for Cursor<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
