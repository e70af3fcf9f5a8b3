//! How a schema is read.

use super::{Draft, RawSchema, RawSchemaError};
use crate::json::{FrozenJson, JsonError};

/// How a schema is read where its text leaves a choice.
///
/// ```
/// use dsh_tools::schema::{Draft, RawSchema};
///
/// let schema = serde_json::json!({"type": "string", "format": "date", "hidden": true});
/// assert!(RawSchema::compile(schema.clone()).is_err());
/// let schema = RawSchema::options().draft(Draft::Draft7).annotations(["hidden"]).compile(schema)?;
/// assert_eq!(schema.draft(), Draft::Draft7);
/// # Ok::<(), dsh_tools::schema::RawSchemaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RawSchemaOptions {
    pub(super) draft: Option<Draft>,
    pub(super) formats: bool,
    pub(super) annotations: Vec<String>,
    /// Unions whose forms a key tells are walked by that key, and absent keys are told in the order of the rows.
    pub(super) tags: bool,
    /// `null` is a value like others; not so where the text of a type's schema is read again.
    pub(super) exact: bool,
}

impl RawSchemaOptions {
    #[inline]
    pub(super) const fn new() -> Self {
        Self { draft: None, formats: true, annotations: Vec::new(), tags: true, exact: true }
    }

    /// The edition, whatever `$schema` says.
    #[must_use]
    #[inline]
    pub const fn draft(mut self, draft: Draft) -> Self {
        self.draft = Some(draft);
        self
    }

    /// Whether `format` is checked; it is, unless said otherwise. Where it is not, formats that nobody knows are no
    /// errors.
    #[must_use]
    #[inline]
    pub const fn formats(mut self, checked: bool) -> Self {
        self.formats = checked;
        self
    }

    /// Keywords that are known to constrain nothing; those that begin with `x-` never do.
    #[must_use]
    #[inline]
    pub fn annotations<S: Into<String>>(mut self, keywords: impl IntoIterator<Item = S>) -> Self {
        self.annotations.extend(keywords.into_iter().map(Into::into));
        self
    }

    /// Every union is tried form by form, and is one violation; absent keys are told as `required` lists them.
    #[inline]
    pub(crate) const fn without_tags(mut self) -> Self {
        self.tags = false;
        self
    }

    /// The text of a type's schema, read again: `null` for an optional key counts as no key.
    #[inline]
    pub(crate) const fn of_type(mut self) -> Self {
        self.exact = false;
        self
    }

    /// Reads a schema.
    ///
    /// # Errors
    /// All that is not understood, and all that is no JSON Schema.
    #[inline]
    pub fn compile(
        self,
        document: impl TryInto<FrozenJson, Error: Into<JsonError>>,
    ) -> Result<RawSchema, RawSchemaError> {
        let document = document.try_into().map_err(|error| {
            let error: JsonError = error.into();
            RawSchemaError::one(format!("the schema is no JSON document: {error}"))
        })?;
        RawSchema::read(document, &self)
    }
}
