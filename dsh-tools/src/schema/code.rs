//! The kinds of violations.

use std::fmt;

/// The value does not fit; which violations there are is for [`validate`](super::validate) to say.
///
/// ```
/// use dsh_tools::schema::{Code, Invalid};
///
/// assert_eq!(Invalid::from(Code::Type).code(), Code::Type);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid(pub(crate) Code);

impl Invalid {
    /// The first thing that was found.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    /// use dsh_tools::{ToolValue, schema::Code};
    ///
    /// let document = FrozenJson::parse("300").unwrap();
    /// assert_eq!(u8::decode(document.root(), u8::NODE).unwrap_err().code(), Code::Range);
    /// ```
    #[must_use]
    #[inline]
    pub const fn code(self) -> Code {
        self.0
    }
}

/// For implementations by hand.
impl From<Code> for Invalid {
    #[inline]
    fn from(code: Code) -> Self {
        Self(code)
    }
}

/// What kind of violation it is; stable.
///
/// ```
/// use dsh_tools::schema::Code;
///
/// assert_eq!(Code::UnknownField.to_string(), "unknown_field");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// A required key is absent.
    Missing,
    /// An undeclared key, where none may be.
    UnknownField,
    /// Another kind of value.
    Type,
    /// None of the listed values.
    Enum,
    /// Not the one value.
    Const,
    /// Outside the bounds, or no multiple.
    Range,
    /// A string too short or too long.
    Length,
    /// A string that does not match.
    Pattern,
    /// A string that is not of the format.
    Format,
    /// Too few or too many elements or entries.
    Items,
    /// Two equal elements.
    Unique,
    /// Too few or too many elements of one sort.
    Contains,
    /// Not exactly one of the forms.
    OneOf,
    /// What it must not be.
    Not,
    /// Nothing may stand here.
    Never,
    /// A key that may not be one.
    Key,
    /// Checking takes more steps than one document may.
    Limit,
    /// Nested too deep.
    Depth,
    /// A check of the author's own.
    Custom,
}

impl Code {
    /// The code as it is written in logs and on the wire.
    ///
    /// ```
    /// # use dsh_tools::schema::Code;
    /// assert_eq!(Code::Range.as_str(), "range");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::UnknownField => "unknown_field",
            Self::Type => "type",
            Self::Enum => "enum",
            Self::Const => "const",
            Self::Range => "range",
            Self::Length => "length",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::Items => "items",
            Self::Unique => "unique",
            Self::Contains => "contains",
            Self::OneOf => "one_of",
            Self::Not => "not",
            Self::Never => "never",
            Self::Key => "key",
            Self::Limit => "limit",
            Self::Depth => "depth",
            Self::Custom => "custom",
        }
    }
}

impl fmt::Display for Code {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
