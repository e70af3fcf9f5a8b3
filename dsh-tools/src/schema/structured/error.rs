//! The refusal of an output schema.

use super::place::{Places, ROOT};
use super::violation::{Found, SchemaViolation, What};
use std::fmt;
use std::sync::Arc;

/// An output schema that cannot be enforced as it stands: all that is wrong with it (`UNSUPPORTED_SCHEMA`).
///
/// ```
/// use dsh_tools::schema::StructuredOutputSchema;
///
/// let schema = serde_json::json!({"type": "string", "minLength": 1, "items": {}});
/// let error = StructuredOutputSchema::parse(schema).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "unsupported output schema: 2 violations\n\
///      `schema.minLength`: is a keyword that is not enforced here: `RawSchema::compile` takes schemas with it, and enforces them\n\
///      `schema.items`: does not constrain `string`: it is for `array`"
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct OutputSchemaError(Arc<Findings>);

/// Violations with the places that they stand at.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    pub(super) places: Places,
    pub(super) found: Vec<Found>,
    /// Violations that were counted and not kept.
    pub(super) more: usize,
}

/// How many violations and places there are at some time.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) violations: usize,
    pub(super) places: usize,
}

impl Findings {
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.found.len() + self.more
    }

    #[inline]
    pub(super) fn mark(&self) -> Mark {
        Mark { violations: self.count(), places: self.places.len() }
    }
}

impl OutputSchemaError {
    #[inline]
    pub(super) fn new(findings: Findings) -> Self {
        Self(Arc::new(findings))
    }

    /// Of the document as a whole.
    #[inline]
    pub(super) fn of_all(what: What) -> Self {
        Self::new(Findings { found: vec![Found { place: ROOT, what }], ..Findings::default() })
    }

    #[inline]
    pub(super) fn places(&self) -> &Places {
        &self.0.places
    }

    /// The violations, in the order in which the schema is read: of one schema the unknown keywords first, then the
    /// annotations, then the others, `properties` before `required`.
    ///
    /// ```
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let schema = serde_json::json!({"type": "array", "items": {"type": "date"}, "maxItems": 3});
    /// let error = StructuredOutputSchema::parse(schema).unwrap_err();
    /// let paths: Vec<String> = error.violations().map(|violation| violation.path()).collect();
    /// assert_eq!(paths, ["schema.maxItems", "schema.items.type"]);
    /// ```
    #[inline]
    pub fn violations(&self) -> impl ExactSizeIterator<Item = SchemaViolation<'_>> + Clone {
        self.0.found.iter().map(|found| SchemaViolation::new(self, found))
    }

    /// How many there are; of a schema with more than a thousand also those that were only counted.
    ///
    /// ```
    /// use dsh_tools::schema::StructuredOutputSchema;
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"$ref": "#/a"})).unwrap_err();
    /// assert_eq!(error.len(), 1);
    /// ```
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.count()
    }
}

impl fmt::Display for OutputSchemaError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.len();
        let s = if count == 1 { "" } else { "s" };
        write!(f, "unsupported output schema: {count} violation{s}")?;
        for violation in self.violations() {
            write!(f, "\n{violation}")?;
        }
        match self.0.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl fmt::Debug for OutputSchemaError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.violations()).finish()
    }
}

impl std::error::Error for OutputSchemaError {}
