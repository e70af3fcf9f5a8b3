//! A schema that came as text.

use super::compile::compile;
use super::{Draft, RawSchemaError, RawSchemaOptions, Table};
use crate::json::{Cursor, FrozenJson, JsonError};
use crate::schema::{Direction, Kinds, Root, Violations, validate};
use std::fmt;
use std::sync::Arc;

/// A JSON Schema that came as text, ready to check documents. A cheap handle.
///
/// What it accepts is what JSON Schema says, with these refinements: integers and bounds are compared exactly as they
/// are written, duplicate keys never get here, and `format` is checked.
///
/// ```
/// use dsh_tools::FrozenJson;
/// use dsh_tools::schema::RawSchema;
///
/// let schema = RawSchema::compile(serde_json::json!({
///     "type": "object",
///     "properties": {"to": {"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 1}]}},
///     "required": ["to"],
/// }))?;
/// let violations = schema.validate(&FrozenJson::parse(r#"{"to": ""}"#)?).unwrap_err();
/// assert_eq!(violations.iter().next().unwrap().path(), "to");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Bounds
/// A schema has at most 16 MiB of text, 2^17 subschemas, 16384 keys an object, and 1024 patterns whose programs take at
/// most 64 MiB; reading one takes time linear in its text up to that. Memory is at most 20 times the text and 96 MiB.
///
/// Checking a document takes at most 2^20 steps and 64 for each of its values, keys and 16 bytes of
/// text, where a step is one value against one subschema, or eight of a search for a pattern: what takes more is refused
/// (`limit`).
///
/// With the feature `jsonschema`, schemas that say `unevaluatedProperties`, `unevaluatedItems`, `$dynamicRef` or
/// `$recursiveRef` are decided by the crate of that name, after all else that they say was checked here. It counts no
/// steps but those of a `pattern`, so that less of it is read: at most 64 such places, 4 MiB of text together, 1024
/// schemas of one value, and `patternProperties` that the `regex` crate can search for; and of a document at most 128
/// levels, fewer where several schemas of one value say something of its parts (`depth`).
#[derive(Clone)]
pub struct RawSchema(Arc<Inner>);

struct Inner {
    document: FrozenJson,
    root: Root,
    arguments: Root,
    draft: Draft,
    options: RawSchemaOptions,
    /// Why it refuses everything: the schema of a foreign type, which nobody could be told of before.
    refused: Option<RawSchemaError>,
}

impl RawSchema {
    /// Reads a schema: of the draft that its `$schema` names, else of 2020-12.
    ///
    /// # Errors
    /// All that is not understood, and all that is no JSON Schema; references that lead nowhere, outside of the
    /// document, or to themselves.
    #[inline]
    pub fn compile(
        document: impl TryInto<FrozenJson, Error: Into<JsonError>>,
    ) -> Result<Self, RawSchemaError> {
        Self::options().compile(document)
    }

    /// Reads a schema where its text leaves a choice.
    #[must_use]
    #[inline]
    pub const fn options() -> RawSchemaOptions {
        RawSchemaOptions::new()
    }

    #[inline]
    pub(super) fn read(
        document: FrozenJson,
        options: &RawSchemaOptions,
    ) -> Result<Self, RawSchemaError> {
        let compiled = compile(&document, options)?;
        let (root, arguments, draft) = (compiled.root, compiled.arguments, compiled.draft);
        let options = options.clone();
        Ok(Self(Arc::new(Inner { document, root, arguments, draft, options, refused: None })))
    }

    /// A schema that nothing fits, since the one that was meant is not understood.
    #[cfg(feature = "schemars")]
    #[inline]
    pub(crate) fn refused(error: RawSchemaError) -> Self {
        let root = Root::from(super::super::link::NEVER_NODE);
        let arguments = root.clone();
        let document = FrozenJson::empty_object();
        Self(Arc::new(Inner {
            document,
            root,
            arguments,
            draft: Draft::default(),
            options: RawSchemaOptions::new(),
            refused: Some(error),
        }))
    }

    /// Why it refuses everything.
    #[inline]
    pub(crate) fn refusal(&self) -> Option<&RawSchemaError> {
        self.0.refused.as_ref()
    }

    /// The schema as it came, byte for byte.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, schema::RawSchema};
    /// let text = r#"{ "type" : "null" }"#;
    /// let schema = RawSchema::compile(FrozenJson::parse(text).unwrap()).unwrap();
    /// assert_eq!(schema.document().to_string(), text);
    /// ```
    #[must_use]
    #[inline]
    pub fn document(&self) -> &FrozenJson {
        &self.0.document
    }

    /// The edition by which it was read.
    ///
    /// ```
    /// # use dsh_tools::schema::{Draft, RawSchema};
    /// let schema = RawSchema::compile(serde_json::json!({})).unwrap();
    /// assert_eq!(schema.draft(), Draft::Draft202012);
    /// ```
    #[must_use]
    #[inline]
    pub fn draft(&self) -> Draft {
        self.0.draft
    }

    /// Checks a document.
    ///
    /// # Errors
    /// Every violation.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, schema::RawSchema};
    /// let schema = RawSchema::compile(serde_json::json!({"type": "null"})).unwrap();
    /// assert!(schema.validate(&FrozenJson::null()).is_ok());
    /// ```
    #[inline]
    pub fn validate(&self, document: &FrozenJson) -> Result<(), Violations> {
        validate(document, self, Direction::Output)
    }

    /// Whether some object may fit, as far as kinds tell.
    #[inline]
    pub(crate) fn admits_objects(&self) -> bool {
        let root = self.root();
        let kinds = Kinds::of(root.node(), root.nodes());
        // What nothing fits says so of itself.
        kinds == Kinds::NONE || kinds.meets(Kinds::OBJECT)
    }

    #[inline]
    pub(crate) fn root(&self) -> &Root {
        &self.0.root
    }

    /// The document as text: what places are places of.
    #[inline]
    pub(crate) fn text(&self) -> &FrozenJson {
        self.root().table.as_deref().map_or(&self.0.document, Table::document)
    }

    /// What a place of [`text`](Self::text) is held to; `None` where no schema was read.
    #[inline]
    pub(crate) fn at(&self, place: Cursor<'_>) -> Option<Root> {
        let root = self.root();
        Some(root.at(root.table.as_deref()?.entry(place)?))
    }

    /// Another schema, read as this one was.
    #[inline]
    pub(crate) fn again(&self, document: FrozenJson) -> Result<Self, RawSchemaError> {
        Self::read(document, &self.0.options)
    }

    /// What arguments are held to: the schema, and that they are an object.
    #[inline]
    pub(crate) fn arguments(&self) -> &Root {
        &self.0.arguments
    }
}

impl From<&RawSchema> for Root {
    #[inline]
    fn from(schema: &RawSchema) -> Self {
        schema.root().clone()
    }
}

impl fmt::Debug for RawSchema {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RawSchema").field(&self.0.document).finish()
    }
}
