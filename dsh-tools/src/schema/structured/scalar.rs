//! The values that `enum` and `const` may hold.

use crate::json::{Cursor, FrozenJson, JsonKind};
use serde::{Serialize, Serializer};
use std::fmt;

/// A value that `enum` and `const` of an output schema may hold: a string, a number, a boolean or `null`.
///
/// Numbers keep their text, and equal numbers are equal: `1` is `1.0`.
///
/// ```
/// use dsh_tools::{FrozenJson, StructuredScalar};
///
/// let scalar = StructuredScalar::new(FrozenJson::parse("1.0").unwrap()).unwrap();
/// assert_eq!(scalar, StructuredScalar::from(1));
/// assert_eq!(scalar.to_string(), "1.0");
/// assert!(StructuredScalar::new(FrozenJson::empty_object()).is_none());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct StructuredScalar(FrozenJson);

impl StructuredScalar {
    /// A document that is a scalar; `None` for arrays and objects.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, StructuredScalar};
    ///
    /// assert!(StructuredScalar::new(FrozenJson::null()).is_some());
    /// ```
    #[inline]
    pub fn new(document: FrozenJson) -> Option<Self> {
        let is_scalar = !matches!(document.kind(), JsonKind::Array | JsonKind::Object);
        is_scalar.then_some(Self(document))
    }

    /// The scalar as a document.
    ///
    /// ```
    /// use dsh_tools::StructuredScalar;
    ///
    /// assert_eq!(StructuredScalar::from("a").document().root().as_str().as_deref(), Some("a"));
    /// ```
    #[inline]
    pub const fn document(&self) -> &FrozenJson {
        &self.0
    }

    /// The kind of scalar.
    ///
    /// ```
    /// use dsh_tools::{StructuredScalar, json::JsonKind};
    ///
    /// assert_eq!(StructuredScalar::from(true).kind(), JsonKind::Bool);
    /// ```
    #[inline]
    pub fn kind(&self) -> JsonKind {
        self.0.kind()
    }

    /// The scalars that a schema lists: its `const`, else those of its `enum`, else none.
    #[inline]
    pub(super) fn listed(schema: Cursor<'_>) -> Vec<Self> {
        let values = match (schema.get("enum"), schema.get("const")) {
            (_, Some(only)) => vec![only],
            (Some(listed), None) => listed.items().collect(),
            (None, None) => Vec::new(),
        };
        values.into_iter().filter_map(|value| Self::new(value.to_frozen())).collect()
    }
}

impl From<&str> for StructuredScalar {
    #[inline]
    fn from(text: &str) -> Self {
        Self(FrozenJson::string(text))
    }
}

impl From<String> for StructuredScalar {
    #[inline]
    fn from(text: String) -> Self {
        Self(FrozenJson::string(text))
    }
}

/// What `FrozenJson` takes of a value without nesting, which cannot fail.
#[inline]
fn plain(value: impl Into<serde_json::Value>) -> StructuredScalar {
    StructuredScalar(FrozenJson::from_value(value.into()).unwrap_or_default())
}

impl From<bool> for StructuredScalar {
    #[inline]
    fn from(value: bool) -> Self {
        plain(value)
    }
}

impl From<i64> for StructuredScalar {
    #[inline]
    fn from(value: i64) -> Self {
        plain(value)
    }
}

impl From<u64> for StructuredScalar {
    #[inline]
    fn from(value: u64) -> Self {
        plain(value)
    }
}

impl From<i32> for StructuredScalar {
    #[inline]
    fn from(value: i32) -> Self {
        plain(value)
    }
}

/// JSON text.
impl fmt::Display for StructuredScalar {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for StructuredScalar {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Serialize for StructuredScalar {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
