//! JSON as a tree that keeps the order of keys and the text of numbers.

use dsh_tools::json::{Cursor, JsonKind};
use std::fmt::Write as _;

/// A JSON value. Schemas are small and read once: a plain tree is easier to merge than a frozen document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, its keys in the order in which they were written.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The tree under a cursor. A frozen document limits the nesting, and with it this recursion.
    #[must_use]
    pub(crate) fn read(cursor: Cursor<'_>) -> Self {
        match cursor.kind() {
            JsonKind::Null => Self::Null,
            JsonKind::Bool => Self::Bool(cursor.as_bool() == Some(true)),
            JsonKind::Number => Self::Number(cursor.to_string()),
            JsonKind::String => {
                Self::String(cursor.as_str().map(std::borrow::Cow::into_owned).unwrap_or_default())
            }
            JsonKind::Array => Self::Array(cursor.items().map(Self::read).collect()),
            JsonKind::Object => Self::Object(
                cursor
                    .entries()
                    .map(|(key, value)| (key.into_owned(), Self::read(value)))
                    .collect(),
            ),
        }
    }

    /// The value of a key.
    #[must_use]
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The entries of an object; none of anything else.
    #[must_use]
    pub(crate) fn entries(&self) -> &[(String, Self)] {
        if let Self::Object(entries) = self { entries } else { &[] }
    }

    /// The elements of an array; none of anything else.
    #[must_use]
    pub(crate) fn items(&self) -> &[Self] {
        if let Self::Array(items) = self { items } else { &[] }
    }

    /// A string.
    #[must_use]
    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    /// `true` or `false`.
    #[must_use]
    pub(crate) const fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// A number without a fraction, such as `5` and `5.0`.
    #[must_use]
    pub(crate) fn as_int(&self) -> Option<i128> {
        let Self::Number(text) = self else { return None };
        if let Ok(value) = text.parse() {
            return Some(value);
        }
        let value: f64 = text.parse().ok()?;
        // Up to here a double holds every integer.
        let exact = value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0;
        #[allow(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        exact.then_some(value as i128)
    }

    /// A number, rounded to a double.
    #[must_use]
    pub(crate) fn as_f64(&self) -> Option<f64> {
        let Self::Number(text) = self else { return None };
        text.parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Equal as JSON values: numbers by value, objects whatever the order of their keys.
    #[must_use]
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => {
                a == b
                    || match (self.as_int(), other.as_int()) {
                        (Some(a), Some(b)) => a == b,
                        _ => self.as_f64().is_some() && self.as_f64() == other.as_f64(),
                    }
            }
            (Self::Array(a), Self::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(key, a)| other.get(key).is_some_and(|b| a.same(b)))
            }
            _ => self == other,
        }
    }

    /// A text that equal values share.
    #[must_use]
    pub(crate) fn identity(&self) -> String {
        match self {
            Self::Number(text) => match (self.as_int(), self.as_f64()) {
                (Some(value), _) => value.to_string(),
                (None, Some(value)) => format!("{value:?}"),
                (None, None) => text.clone(),
            },
            Self::Array(items) => {
                let items: Vec<String> = items.iter().map(Self::identity).collect();
                format!("[{}]", items.join(","))
            }
            Self::Object(entries) => {
                let entry = |(key, value): &(String, Self)| {
                    format!("{}:{}", Self::String(key.clone()).text(), value.identity())
                };
                let mut entries: Vec<String> = entries.iter().map(entry).collect();
                entries.sort();
                format!("{{{}}}", entries.join(","))
            }
            other => other.text(),
        }
    }

    /// What kind of value it is, for messages.
    #[must_use]
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// Compact text.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(text) => out.push_str(text),
            Self::String(text) => quoted(text, out),
            Self::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    out.push(if at == 0 { '[' } else { ',' });
                    item.write(out);
                }
                out.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Self::Object(entries) => {
                for (at, (key, value)) in entries.iter().enumerate() {
                    out.push(if at == 0 { '{' } else { ',' });
                    quoted(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push_str(if entries.is_empty() { "{}" } else { "}" });
            }
        }
    }
}

fn quoted(text: &str, out: &mut String) {
    // A string is always JSON.
    _ = write!(out, "{}", serde_json::Value::from(text));
}

/// One token of a JSON Pointer (RFC 6901).
#[must_use]
pub(crate) fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}
