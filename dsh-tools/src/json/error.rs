//! Text that is refused.

use super::parse::Misfit;
use super::scan::unescape;
use super::visible::Quoted;
use std::fmt;

/// What the parser found; [`JsonErrorKind`] is the public, coarser form of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Value,
    Key,
    Colon,
    CommaOrBrace,
    CommaOrBracket,
    Trailing,
    Depth,
    Duplicate,
    Surrogate,
    Control,
    Escape,
    Hex,
    Unterminated,
    Digit,
    LeadingZero,
    Size,
}

/// What kind of fault a [`JsonError`] is.
///
/// ```
/// use dsh_tools::json::{FrozenJson, JsonErrorKind};
///
/// let error = FrozenJson::parse("[1, 2").unwrap_err();
/// assert_eq!(error.kind(), JsonErrorKind::Truncated);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// There is no text, or nothing but white space.
    Empty,
    /// The text ends before its value does.
    Truncated,
    /// Something stands where the grammar has no place for it.
    Syntax,
    /// More text follows the value.
    Trailing,
    /// A number is not written as JSON writes numbers (leading zeros, missing digits).
    Number,
    /// An escape that JSON does not have.
    Escape,
    /// One half of a surrogate pair, which stands for no character.
    Surrogate,
    /// A control character inside a string.
    Control,
    /// An object has a key twice.
    DuplicateKey,
    /// Nested deeper than the limit.
    Depth,
    /// A text of 4 GiB or more.
    Size,
}

/// Text that is no JSON document, or a document that is refused.
///
/// Its text is made for a model: what is wrong, where, and how to mend it.
///
/// ```
/// use dsh_tools::json::FrozenJson;
///
/// let error = FrozenJson::parse("{\"path\": \"a\",\n \"path\": \"b\"}").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 2));
/// assert_eq!(error.key(), Some("path"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: JsonErrorKind,
    line: usize,
    column: usize,
    key: Option<Box<str>>,
    message: String,
}

impl JsonError {
    /// What kind of fault it is.
    ///
    /// ```
    /// use dsh_tools::json::{FrozenJson, JsonErrorKind};
    ///
    /// assert_eq!(FrozenJson::parse("[01]").unwrap_err().kind(), JsonErrorKind::Number);
    /// ```
    pub fn kind(&self) -> JsonErrorKind {
        self.0.kind
    }

    /// The line, from 1; 0 when the document did not come as text.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::FrozenJson::parse("[\n\n1,]").unwrap_err().line(), 3);
    /// ```
    #[inline]
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// The column in Unicode scalar values, from 1; 0 when the document did not come as text.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::FrozenJson::parse("[\"é\" 1]").unwrap_err().column(), 6);
    /// ```
    #[inline]
    pub fn column(&self) -> usize {
        self.0.column
    }

    /// The key that an object has twice.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let error = FrozenJson::parse(r#"{"a": 1, "\u0061": 2}"#).unwrap_err();
    /// assert_eq!(error.key(), Some("a"));
    /// ```
    pub fn key(&self) -> Option<&str> {
        self.0.key.as_deref()
    }

    #[cold]
    pub(super) fn at(text: &str, misfit: Misfit, limit: usize) -> Self {
        let Misfit { fault, at } = misfit;
        let kind = kind(fault, at, text);
        let (line, column) = line_and_column(text, at);
        let key = (fault == Fault::Duplicate).then(|| key_at(text, at));
        let place = format!("line {line}, column {column}");
        let message = match &key {
            Some(key) => format!(
                "{place}: the key {} is there twice in one object; keep one of them",
                Quoted(key)
            ),
            None => message(kind, fault, text, at, limit, &place),
        };
        Self(Box::new(Details { kind, line, column, key, message }))
    }

    #[cold]
    pub(super) fn too_deep(limit: usize) -> Self {
        let message = format!("nested deeper than {limit} levels; use fewer levels");
        Self(Box::new(Details {
            kind: JsonErrorKind::Depth,
            line: 0,
            column: 0,
            key: None,
            message,
        }))
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { kind, line, column, message, .. } = &*self.0;
        f.debug_struct("JsonError")
            .field("kind", kind)
            .field("line", line)
            .field("column", column)
            .field("message", message)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for JsonError {}

/// What cannot fail fails in no way: for those who take whatever turns into a document.
impl From<std::convert::Infallible> for JsonError {
    #[inline]
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

fn kind(fault: Fault, at: usize, text: &str) -> JsonErrorKind {
    match fault {
        Fault::Trailing => JsonErrorKind::Trailing,
        Fault::Depth => JsonErrorKind::Depth,
        Fault::Duplicate => JsonErrorKind::DuplicateKey,
        Fault::Surrogate => JsonErrorKind::Surrogate,
        Fault::Control => JsonErrorKind::Control,
        Fault::Escape => JsonErrorKind::Escape,
        Fault::Size => JsonErrorKind::Size,
        Fault::LeadingZero => JsonErrorKind::Number,
        _ if text.trim_ascii().is_empty() => JsonErrorKind::Empty,
        Fault::Unterminated => JsonErrorKind::Truncated,
        _ if at >= text.len() => JsonErrorKind::Truncated,
        Fault::Hex if is_cut_escape(text, at) => JsonErrorKind::Truncated,
        Fault::Hex => JsonErrorKind::Escape,
        Fault::Digit => JsonErrorKind::Number,
        Fault::Value if is_cut_literal(text, at) => JsonErrorKind::Truncated,
        Fault::Value | Fault::Key | Fault::Colon | Fault::CommaOrBrace | Fault::CommaOrBracket => {
            JsonErrorKind::Syntax
        }
    }
}

/// `tru`, and nothing after it.
fn is_cut_literal(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    ["true", "false", "null"].iter().any(|literal| literal.starts_with(rest))
}

/// `\u12`, and nothing after it.
fn is_cut_escape(text: &str, at: usize) -> bool {
    let digits = text.get(at + 2..).unwrap_or_default();
    digits.len() < 4 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// The key whose opening quote is at `at`.
fn key_at(text: &str, at: usize) -> Box<str> {
    let raw = text.get(at + 1..).unwrap_or_default();
    let mut is_escaped = false;
    let end = raw.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    unescape(raw.get(..end.unwrap_or(0)).unwrap_or_default()).into()
}

fn message(
    kind: JsonErrorKind,
    fault: Fault,
    text: &str,
    at: usize,
    limit: usize,
    place: &str,
) -> String {
    match kind {
        JsonErrorKind::Empty => return "the text is empty; write one JSON value".into(),
        JsonErrorKind::Size => return "the text has 4 GiB or more; send less".into(),
        JsonErrorKind::Depth => {
            return format!("{place}: nested deeper than {limit} levels; use fewer levels");
        }
        JsonErrorKind::Truncated => return format!("{place}: the text ends {}", ending(fault)),
        _ => {}
    }
    let rest = text.get(at..).unwrap_or_default();
    let found = rest.chars().next().unwrap_or(' ');
    let what = match fault {
        Fault::Trailing => "more text after the JSON value; send exactly one value".into(),
        Fault::Surrogate => {
            "half a surrogate pair; write both halves, or the character itself".into()
        }
        Fault::Control => format!(
            "control character U+{:04X} inside a string; write it as {}",
            u32::from(found),
            control(found)
        ),
        Fault::Escape => {
            let wrong = rest.chars().nth(1).unwrap_or(' ');
            format!("{} is no JSON escape; write a backslash itself as `\\\\`", seen("\\", wrong))
        }
        Fault::Hex => "`\\u` needs four hexadecimal digits".into(),
        Fault::LeadingZero => {
            "a number cannot start with `0` and another digit; drop the zeros or write a string"
                .into()
        }
        Fault::Digit => format!("a digit is missing before {}", seen("", found)),
        _ => syntax(fault, text, at, rest, found),
    };
    format!("{place}: {what}")
}

/// The slips that models make get a way out of their own.
fn syntax(fault: Fault, text: &str, at: usize, rest: &str, found: char) -> String {
    let after_comma = text.get(..at).is_some_and(|before| before.trim_end().ends_with(','));
    let word: String = rest.chars().take_while(char::is_ascii_alphabetic).take(12).collect();
    match found {
        '}' | ']' if after_comma => return format!("a comma before `{found}`; remove the comma"),
        '\'' | '\u{2018}' | '\u{201C}' | '\u{201D}' | '`' => {
            return format!(
                "found {}; strings and keys stand in double quotes `\"`",
                seen("", found)
            );
        }
        '/' | '#' => return format!("found {}; JSON has no comments", seen("", found)),
        '\u{FEFF}' => return "a byte order mark; remove it".into(),
        _ => {}
    }
    match word.as_str() {
        "True" | "False" | "None" | "TRUE" | "FALSE" | "NULL" | "undefined" | "nil" => {
            return format!("found `{word}`; write `true`, `false` or `null`");
        }
        "NaN" | "Infinity" | "inf" | "nan" => {
            return format!("found `{word}`; JSON has no such number, use `null` or a string");
        }
        _ => {}
    }
    let expected = match fault {
        Fault::Key if after_comma => "a key in double quotes",
        Fault::Key => "a key in double quotes or `}`",
        Fault::Colon => "`:` after the key",
        Fault::CommaOrBrace => "`,` or `}`",
        Fault::CommaOrBracket => "`,` or `]`",
        _ => "a JSON value",
    };
    format!("expected {expected}, found {}", seen("", found))
}

fn ending(fault: Fault) -> &'static str {
    match fault {
        Fault::Unterminated | Fault::Hex => {
            "inside a string; close it with `\"`, and every open bracket"
        }
        Fault::CommaOrBrace | Fault::Key | Fault::Colon => "inside an object; close it with `}`",
        Fault::CommaOrBracket => "inside an array; close it with `]`",
        Fault::Digit => "inside a number; write its digits, and close every open bracket",
        _ => "where a value should stand; write it, and close every open bracket",
    }
}

/// A character in backticks; what cannot be seen is escaped.
fn seen(before: &str, found: char) -> String {
    match found {
        '\'' | '"' | '\\' => format!("`{before}{found}`"),
        _ => format!("`{before}{}`", found.escape_debug()),
    }
}

fn control(found: char) -> String {
    match found {
        '\n' => "`\\n`".into(),
        '\r' => "`\\r`".into(),
        '\t' => "`\\t`".into(),
        other => format!("`\\u{:04x}`", u32::from(other)),
    }
}
