//! Where in a document something is.

use super::scan::{next_special, unescape};
use super::visible::{Quoted, SHOWN, is_hidden};
use std::fmt;

/// One step of a [`JsonPath`].
///
/// ```
/// use dsh_tools::json::{JsonPath, PathSegment};
///
/// let path = JsonPath::root().key("rows").index(3);
/// assert_eq!(path.segments(), [PathSegment::Key("rows".into()), PathSegment::Index(3)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PathSegment {
    /// A key of an object.
    Key(Box<str>),
    /// An index of an array, from 0.
    Index(usize),
}

/// A place in a document, from its root.
///
/// Displayed as models read it best, with quotes where a key needs them; as a JSON Pointer (RFC 6901) by
/// [`pointer`](Self::pointer).
///
/// ```
/// use dsh_tools::json::JsonPath;
///
/// let path = JsonPath::root().key("rows").index(3).key("a.b").key("w");
/// assert_eq!(path.to_string(), r#"rows[3]["a.b"].w"#);
/// assert_eq!(path.pointer(), "/rows/3/a.b/w");
/// assert_eq!(JsonPath::root().dotted("arguments"), "arguments");
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct JsonPath(Vec<PathSegment>);

impl JsonPath {
    /// The document itself.
    ///
    /// ```
    /// assert!(dsh_tools::json::JsonPath::root().segments().is_empty());
    /// ```
    pub fn root() -> Self {
        Self::default()
    }

    /// The value of a key of the object here.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    ///
    /// assert_eq!(JsonPath::root().key("a").key("b c").to_string(), r#"a["b c"]"#);
    /// ```
    #[must_use]
    pub fn key(mut self, key: impl Into<Box<str>>) -> Self {
        self.0.push(PathSegment::Key(key.into()));
        self
    }

    /// An element of the array here, counted from 0.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::JsonPath::root().index(0).index(1).to_string(), "[0][1]");
    /// ```
    #[must_use]
    #[inline]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(PathSegment::Index(index));
        self
    }

    /// Whether this is the document itself.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    ///
    /// assert!(JsonPath::root().is_root() && !JsonPath::root().index(0).is_root());
    /// ```
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The steps, outermost first.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::JsonPath::root().key("a").index(1).segments().len(), 2);
    /// ```
    pub fn segments(&self) -> &[PathSegment] {
        &self.0
    }

    /// The last key, when the path ends with one.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    ///
    /// assert_eq!(JsonPath::root().index(0).key("w").last_key(), Some("w"));
    /// assert_eq!(JsonPath::root().key("rows").index(0).last_key(), None);
    /// ```
    pub fn last_key(&self) -> Option<&str> {
        match self.0.last() {
            Some(PathSegment::Key(key)) => Some(key),
            _ => None,
        }
    }

    /// The path as models read it best; the document itself is called `root`.
    ///
    /// Keys of letters, digits, `_`, `-` and `$` stand as they are, others in quotes and brackets; keys of more
    /// than 80 Unicode scalar values are cut.
    ///
    /// ```
    /// use dsh_tools::json::JsonPath;
    ///
    /// assert_eq!(JsonPath::root().dotted("arguments"), "arguments");
    /// assert_eq!(JsonPath::root().index(3).key("w").dotted("arguments"), "[3].w");
    /// ```
    pub fn dotted(&self, root: &str) -> String {
        if self.is_root() { root.to_owned() } else { self.to_string() }
    }

    /// The path as a JSON Pointer (RFC 6901); the document itself is the empty text.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::JsonPath::root().key("a/b~").index(0).pointer(), "/a~1b~0/0");
    /// ```
    pub fn pointer(&self) -> String {
        let mut out = String::new();
        for segment in &self.0 {
            out.push('/');
            match segment {
                PathSegment::Key(key) => {
                    for character in key.chars() {
                        match character {
                            '~' => out.push_str("~0"),
                            '/' => out.push_str("~1"),
                            other => out.push(other),
                        }
                    }
                }
                PathSegment::Index(index) => out.push_str(&index.to_string()),
            }
        }
        out
    }

    /// This path, and then another one.
    pub(crate) fn join(mut self, rest: &Self) -> Self {
        self.0.extend(rest.0.iter().cloned());
        self
    }

    pub(super) fn push(&mut self, segment: PathSegment) {
        self.0.push(segment);
    }
}

/// The steps, outermost first.
impl From<Vec<PathSegment>> for JsonPath {
    fn from(segments: Vec<PathSegment>) -> Self {
        Self(segments)
    }
}

/// The document itself is displayed as `value`; [`dotted`](JsonPath::dotted) calls it otherwise.
impl fmt::Display for JsonPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_root() {
            return f.write_str("value");
        }
        for (i, segment) in self.0.iter().enumerate() {
            match segment {
                PathSegment::Index(index) => write!(f, "[{index}]")?,
                PathSegment::Key(key) => write_key(f, key, i == 0)?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for JsonPath {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes a key as a step of a path.
pub(crate) fn write_key(f: &mut fmt::Formatter<'_>, key: &str, is_first: bool) -> fmt::Result {
    match (is_plain(key), is_first) {
        (false, _) => write!(f, "[{}]", Quoted(key)),
        (true, true) => f.write_str(key),
        (true, false) => write!(f, ".{key}"),
    }
}

fn is_plain(key: &str) -> bool {
    let is_word = |c: char| !is_hidden(c) && (c.is_alphanumeric() || matches!(c, '_' | '-' | '$'));
    !key.is_empty() && key.chars().nth(SHOWN).is_none() && key.chars().all(is_word)
}

/// A container that a text has opened and not closed.
enum Open<'a> {
    Array(usize),
    Object(Option<&'a str>),
}

/// Where the next value of an unfinished text will stand.
#[cold]
pub(super) fn path_at_end(text: &str) -> JsonPath {
    let bytes = text.as_bytes();
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' => open.push(Open::Object(None)),
            b'[' => open.push(Open::Array(0)),
            b'}' | b']' => drop(open.pop()),
            b',' => finish_value(&mut open),
            b'"' => {
                let start = at;
                at = string_end(bytes, start);
                if let Some(Open::Object(key @ None)) = open.last_mut() {
                    *key = text.get(start..at);
                }
                at += 1;
            }
            _ => {}
        }
    }
    let is_between =
        bytes.trim_ascii_end().last().is_none_or(|last| matches!(last, b'{' | b'[' | b',' | b':'));
    if !is_between {
        finish_value(&mut open);
    }
    let mut path = JsonPath::root();
    for container in &open {
        match container {
            Open::Array(index) => path.push(PathSegment::Index(*index)),
            Open::Object(Some(key)) => path.push(PathSegment::Key(unescape(key).into())),
            Open::Object(None) => {}
        }
    }
    path
}

fn finish_value(open: &mut [Open<'_>]) {
    match open.last_mut() {
        Some(Open::Array(index)) => *index += 1,
        Some(Open::Object(key)) => *key = None,
        None => {}
    }
}

fn string_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = next_special(bytes, at);
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') | None => return at,
            Some(_) => at += 1,
        }
    }
}
