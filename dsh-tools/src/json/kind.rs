//! Kinds of values.

use std::fmt;

/// The six kinds of JSON values.
///
/// ```
/// use dsh_tools::json::{FrozenJson, JsonKind};
///
/// assert_eq!(FrozenJson::parse("[]").unwrap().kind(), JsonKind::Array);
/// assert_eq!(JsonKind::Bool.to_string(), "boolean");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// The name that JSON Schema has for the kind.
impl fmt::Display for JsonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "null",
            Self::Bool => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        })
    }
}
