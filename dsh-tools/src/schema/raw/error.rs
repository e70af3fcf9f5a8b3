//! What a schema says that is not understood, or is no schema.

use crate::json::visible;
use std::fmt;

/// Defects that are kept; the rest is counted.
const KEPT: usize = 64;

/// A schema that is refused, with every reason.
///
/// ```
/// use dsh_tools::schema::RawSchema;
///
/// let schema = serde_json::json!({"type": "strin", "properties": {"a": {"colour": "red"}}});
/// let error = RawSchema::compile(schema).unwrap_err();
/// assert_eq!(error.defects().len(), 2);
/// assert!(error.to_string().contains("/properties/a"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RawSchemaError {
    defects: Vec<SchemaDefect>,
    more: usize,
}

/// One reason.
///
/// ```
/// # use dsh_tools::schema::RawSchema;
/// let error = RawSchema::compile(serde_json::json!({"minimum": "1"})).unwrap_err();
/// let defect = error.defects().next().unwrap();
/// assert_eq!((defect.pointer(), defect.keyword()), ("", Some("minimum")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaDefect {
    pub(super) pointer: String,
    pub(super) keyword: Option<String>,
    pub(super) message: String,
}

impl SchemaDefect {
    /// Where the schema stands that has the defect: a JSON Pointer (RFC 6901) into the document.
    #[must_use]
    #[inline]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The keyword that is meant, if it is one.
    #[must_use]
    #[inline]
    pub fn keyword(&self) -> Option<&str> {
        self.keyword.as_deref()
    }

    /// What is wrong, and what would be right.
    #[must_use]
    #[inline]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for SchemaDefect {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the root" } else { &self.pointer };
        write!(f, "at {}: ", visible(place))?;
        if let Some(keyword) = &self.keyword {
            write!(f, "`{}` ", visible(keyword))?;
        }
        f.write_str(&self.message)
    }
}

impl RawSchemaError {
    #[inline]
    pub(super) fn none() -> Self {
        Self { defects: Vec::new(), more: 0 }
    }

    /// Of a type whose schema is no document.
    #[cfg(feature = "schemars")]
    #[inline]
    pub(crate) fn of_type(error: &crate::json::LossyError) -> Self {
        Self::one(format!("the schema is no JSON document: {error}"))
    }

    #[inline]
    pub(super) fn one(message: impl Into<String>) -> Self {
        let mut error = Self::none();
        error.push(String::new(), None, message.into());
        error
    }

    #[inline]
    pub(super) fn push(&mut self, pointer: String, keyword: Option<&str>, message: String) {
        if self.defects.len() >= KEPT {
            self.more += 1;
            return;
        }
        let keyword = keyword.map(str::to_owned);
        self.defects.push(SchemaDefect { pointer, keyword, message });
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.defects.is_empty()
    }

    /// No more of them are kept; where one is costs time.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.defects.len() >= KEPT
    }

    /// The reasons that were kept, in the order in which schemas are read.
    #[inline]
    pub fn defects(&self) -> impl ExactSizeIterator<Item = &SchemaDefect> + Clone {
        self.defects.iter()
    }

    /// How many were counted and not kept.
    #[must_use]
    #[inline]
    pub fn omitted(&self) -> usize {
        self.more
    }
}

impl fmt::Display for RawSchemaError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, defect) in self.defects.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            fmt::Display::fmt(defect, f)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl fmt::Debug for RawSchemaError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.defects).finish()
    }
}

impl std::error::Error for RawSchemaError {}
