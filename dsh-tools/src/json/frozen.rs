//! The document.

use super::error::JsonError;
use super::parse::{Misfit, parse};
use super::token::{Kind, Token};
use super::value;
use super::{Cursor, JsonKind, JsonPath, JsonWriter, LossyError};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Levels of nesting a document may have unless said otherwise.
///
/// ```
/// use dsh_tools::json::{DEFAULT_DEPTH_LIMIT, FrozenJson};
///
/// let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
/// assert!(FrozenJson::parse(nested(DEFAULT_DEPTH_LIMIT)).is_ok());
/// assert!(FrozenJson::parse(nested(DEFAULT_DEPTH_LIMIT + 1)).is_err());
/// ```
pub const DEFAULT_DEPTH_LIMIT: usize = 128;
/// The highest limit that can be set: what this module does with such a document fits a stack of 2 MiB, also in
/// a build that is not optimized. What a type's own `Deserialize` does with it is that type's matter.
///
/// ```
/// use dsh_tools::json::{FrozenJson, MAX_DEPTH_LIMIT};
///
/// let nested = "[".repeat(MAX_DEPTH_LIMIT) + &"]".repeat(MAX_DEPTH_LIMIT);
/// assert!(FrozenJson::parse_with_depth(nested, usize::MAX).is_ok());
/// ```
pub const MAX_DEPTH_LIMIT: usize = 1024;

/// An immutable JSON document: cheap to clone, never rounded, keys in the document's order.
///
/// It keeps the text that it came as and a table of what stands where; a document made from a
/// [`serde_json::Value`] keeps that value. Equality is by JSON value: numbers exactly (`1` is `1.0`, and `-0` is
/// `0`), whatever the order of keys; the double of a `Value` counts as the number that `serde_json` prints for it.
///
/// ```
/// use dsh_tools::json::FrozenJson;
///
/// let document = FrozenJson::parse(r#"{"id": 123456789012345678901234567890, "tags": ["a"]}"#)?;
/// assert_eq!(document.pointer("/tags/0").and_then(|tag| tag.as_str()).as_deref(), Some("a"));
/// assert_eq!(document.get("id").unwrap().number_text().unwrap(), "123456789012345678901234567890");
/// # Ok::<(), dsh_tools::json::JsonError>(())
/// ```
#[derive(Clone)]
pub struct FrozenJson(Form);

#[derive(Clone)]
enum Form {
    Text(Doc),
    Value(Arc<Value>),
}

/// A document that came as text.
#[derive(Clone)]
pub(super) struct Doc {
    text: Arc<str>,
    tokens: Arc<[Token]>,
}

impl Doc {
    #[inline]
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    #[inline]
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    #[inline]
    pub(super) fn token(&self, at: u32) -> Token {
        self.tokens.get(at as usize).copied().unwrap_or(Token::NULL)
    }

    /// The text of a token between its quotes, escapes as they stand.
    #[inline]
    pub(super) fn raw(&self, token: Token) -> &str {
        self.text.get(token.span()).unwrap_or_default()
    }

    pub(super) fn new(text: Arc<str>, tokens: Arc<[Token]>) -> Self {
        Self { text, tokens }
    }
}

impl FrozenJson {
    /// Parses a text strictly by RFC 8259, with the default depth limit.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert!(FrozenJson::parse("[1, 2.50, 1e3]").is_ok());
    /// assert!(FrozenJson::parse(r#"{"a": 1, "\u0061": 2}"#).is_err());
    /// ```
    ///
    /// # Errors
    /// Anything but exactly one JSON value, with line and column: also duplicate keys (equal after their escapes
    /// are decoded), lone surrogates, more than [`DEFAULT_DEPTH_LIMIT`] levels, texts of 4 GiB or more.
    pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, JsonError> {
        Self::parse_with_depth(text, DEFAULT_DEPTH_LIMIT)
    }

    /// Parses a text strictly, with a depth limit of its own; over [`MAX_DEPTH_LIMIT`] it counts as that.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert!(FrozenJson::parse_with_depth("[[1]]", 2).is_ok());
    /// assert!(FrozenJson::parse_with_depth("[[1]]", 1).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with_depth(text: impl Into<Arc<str>>, limit: usize) -> Result<Self, JsonError> {
        let limit = limit.min(MAX_DEPTH_LIMIT);
        Self::try_parse(text.into(), limit)
            .map_err(|(text, misfit)| JsonError::at(&text, misfit, limit))
    }

    /// Parses a text, or gives it back with what is wrong.
    pub(super) fn try_parse(text: Arc<str>, limit: usize) -> Result<Self, (Arc<str>, Misfit)> {
        match parse(&text, limit, |tokens| Arc::from(tokens)) {
            Ok(tokens) => Ok(Self(Form::Text(Doc { text, tokens }))),
            Err(misfit) => Err((text, misfit)),
        }
    }

    /// A value that is part of a document already.
    pub(super) fn from_part(value: Value) -> Self {
        Self(Form::Value(Arc::new(value)))
    }

    pub(super) fn from_doc(document: Doc) -> Self {
        Self(Form::Text(document))
    }

    /// Takes a value as it is, with the default depth limit; nothing is copied.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::from_value(serde_json::json!({"a": [1, null]}))?;
    /// assert_eq!(document.to_string(), r#"{"a":[1,null]}"#);
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// More than [`DEFAULT_DEPTH_LIMIT`] levels of nesting; however deep the value is, it is taken apart without
    /// overflowing the stack.
    #[inline]
    pub fn from_value(value: Value) -> Result<Self, JsonError> {
        Self::from_value_with_depth(value, DEFAULT_DEPTH_LIMIT)
    }

    /// Takes a value as it is, with a depth limit of its own; over [`MAX_DEPTH_LIMIT`] it counts as that.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert!(FrozenJson::from_value_with_depth(serde_json::json!([[1]]), 2).is_ok());
    /// assert!(FrozenJson::from_value_with_depth(serde_json::json!([[1]]), 1).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`from_value`](Self::from_value).
    #[inline]
    pub fn from_value_with_depth(value: Value, limit: usize) -> Result<Self, JsonError> {
        let limit = limit.min(MAX_DEPTH_LIMIT);
        if value::fits(&value, limit) {
            return Ok(Self(Form::Value(Arc::new(value))));
        }
        value::take_apart(value);
        Err(JsonError::too_deep(limit))
    }

    /// Converts any [`Serialize`](serde::Serialize) without loss.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::from_serialize(&(1, "a", u128::MAX)).unwrap();
    /// assert_eq!(document.to_string(), r#"[1,"a",340282366920938463463374607431768211455]"#);
    /// ```
    ///
    /// # Errors
    /// What JSON cannot hold: NaN and infinities, map keys that are not strings, keys written twice, more than
    /// [`DEFAULT_DEPTH_LIMIT`] levels; and what the value's own `Serialize` refuses.
    #[inline]
    pub fn from_serialize<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, LossyError> {
        let mut out = JsonWriter::new();
        out.serialize(value)?;
        out.finish()
    }

    /// A JSON string.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::string("say \"hi\"").to_string(), r#""say \"hi\"""#);
    /// ```
    pub fn string(text: impl Into<String>) -> Self {
        Self(Form::Value(Arc::new(Value::String(text.into()))))
    }

    /// The document `null`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::FrozenJson::null().to_string(), "null");
    /// ```
    pub fn null() -> Self {
        Self::single("null", Token::new(Kind::Null, 0, 4))
    }

    /// The document `{}`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::FrozenJson::empty_object().to_string(), "{}");
    /// ```
    pub fn empty_object() -> Self {
        let mut token = Token::new(Kind::Object, 0, 0);
        token.aux = 1;
        Self::single("{}", token)
    }

    fn single(text: &str, token: Token) -> Self {
        Self(Form::Text(Doc { text: text.into(), tokens: Arc::new([token]) }))
    }

    /// The text that the document came as; `None` when it came as a value.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("[ 1.50 ]").unwrap().text(), Some("[ 1.50 ]"));
    /// ```
    pub fn text(&self) -> Option<&str> {
        match &self.0 {
            Form::Text(document) => Some(document.text()),
            Form::Value(_) => None,
        }
    }

    /// The outermost value.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert!(FrozenJson::null().root().is_null());
    /// ```
    #[inline]
    pub fn root(&self) -> Cursor<'_> {
        match &self.0 {
            Form::Text(document) => Cursor::text(document, 0),
            Form::Value(value) => Cursor::value(value),
        }
    }

    /// The kind of the outermost value.
    ///
    /// ```
    /// use dsh_tools::json::{FrozenJson, JsonKind};
    ///
    /// assert_eq!(FrozenJson::empty_object().kind(), JsonKind::Object);
    /// ```
    pub fn kind(&self) -> JsonKind {
        self.root().kind()
    }

    /// The value of a key of the outermost object.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a": 7}"#).unwrap();
    /// assert_eq!(document.get("a").and_then(|a| a.as_i64()), Some(7));
    /// assert!(document.get("b").is_none());
    /// ```
    pub fn get(&self, key: &str) -> Option<Cursor<'_>> {
        self.root().get(key)
    }

    /// The value that a JSON Pointer (RFC 6901) leads to; see [`Cursor::pointer`].
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let document = FrozenJson::parse(r#"{"a/b": [7]}"#).unwrap();
    /// assert_eq!(document.pointer("/a~1b/0").and_then(|n| n.as_u64()), Some(7));
    /// ```
    #[inline]
    pub fn pointer(&self, pointer: &str) -> Option<Cursor<'_>> {
        self.root().pointer(pointer)
    }

    /// The document as a `Value`; see [`Cursor::to_value`] for what a `Value` cannot hold.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// assert_eq!(FrozenJson::parse("[1]").unwrap().to_value(), serde_json::json!([1]));
    /// ```
    #[inline]
    pub fn to_value(&self) -> Value {
        self.root().to_value()
    }

    /// Reads the document by a type's own `Deserialize`.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let pair: (u8, String) = FrozenJson::parse(r#"[1, "a"]"#).unwrap().deserialize()?;
    /// assert_eq!(pair, (1, "a".to_owned()));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// What the type refuses.
    pub fn deserialize<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.root().deserialize()
    }

    /// The path of what has this [`Cursor::position`] (a key's path is that of its value); the document's own
    /// path when nothing has it. Linear in the document.
    #[cold]
    pub(crate) fn path_of(&self, position: u32) -> JsonPath {
        match &self.0 {
            Form::Text(document) => super::place::path_in_text(document, position),
            Form::Value(value) => super::place::path_in_value(value, position),
        }
    }

    /// A list of one value of another document.
    #[inline]
    pub(crate) fn list_of(value: Cursor<'_>) -> Self {
        let part = value.to_frozen();
        // A value is no deeper than the document it stands in.
        Self::parse_with_depth(format!("[{part}]"), MAX_DEPTH_LIMIT).unwrap_or_default()
    }

    /// A document that is just `true` or `false`.
    #[inline]
    pub(crate) fn boolean(value: bool) -> Self {
        Self(Form::Value(Arc::new(Value::Bool(value))))
    }

    /// The value at a position of a document that came as text.
    pub(crate) fn at_position(&self, position: u32) -> Option<Cursor<'_>> {
        match &self.0 {
            Form::Text(document) => {
                document.tokens().get(position as usize)?;
                Some(Cursor::text(document, position))
            }
            Form::Value(_) => None,
        }
    }

    /// The same document as text: what came as a value is written and read again.
    #[inline]
    pub(crate) fn as_text(&self) -> Result<Self, JsonError> {
        match &self.0 {
            Form::Text(_) => Ok(self.clone()),
            Form::Value(value) => Self::parse_with_depth(value.to_string(), MAX_DEPTH_LIMIT),
        }
    }

    pub(super) fn text_form(&self) -> Option<&Doc> {
        match &self.0 {
            Form::Text(document) => Some(document),
            Form::Value(_) => None,
        }
    }

    pub(super) fn value_form(&self) -> Option<&Value> {
        match &self.0 {
            Form::Text(_) => None,
            Form::Value(value) => Some(value),
        }
    }
}

/// The text as it came; a document that came as a value is compact.
impl fmt::Display for FrozenJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Text(document) => f.write_str(document.text()),
            Form::Value(value) => fmt::Display::fmt(value, f),
        }
    }
}

impl fmt::Debug for FrozenJson {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for FrozenJson {
    /// The document `null`.
    #[inline]
    fn default() -> Self {
        Self::null()
    }
}

impl FromStr for FrozenJson {
    type Err = JsonError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, JsonError> {
        Self::parse(text)
    }
}

impl TryFrom<Value> for FrozenJson {
    type Error = JsonError;

    #[inline]
    fn try_from(value: Value) -> Result<Self, JsonError> {
        Self::from_value(value)
    }
}

impl TryFrom<serde_json::Map<String, Value>> for FrozenJson {
    type Error = JsonError;

    #[inline]
    fn try_from(entries: serde_json::Map<String, Value>) -> Result<Self, JsonError> {
        Self::from_value(Value::Object(entries))
    }
}

impl PartialEq for FrozenJson {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.root().same_value(other.root())
    }
}

impl Eq for FrozenJson {}

/// A `Value` nested deeper than [`MAX_DEPTH_LIMIT`] equals no document.
impl PartialEq<Value> for FrozenJson {
    #[inline]
    fn eq(&self, other: &Value) -> bool {
        value::fits(other, MAX_DEPTH_LIMIT) && self.root().same_value(Cursor::value(other))
    }
}

impl PartialEq<FrozenJson> for Value {
    #[inline]
    fn eq(&self, other: &FrozenJson) -> bool {
        other == self
    }
}
