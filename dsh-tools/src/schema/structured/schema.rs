//! The schema of a structured output.

use super::error::OutputSchemaError;
use super::scalar::StructuredScalar;
use super::subset::{self, Roots};
use super::violation::What;
use crate::json::{FrozenJson, JsonError};
use crate::schema::{Direction, Draft, RawSchema, Root, ToolValue, Violations, render, validate};
use std::fmt;

/// The schema of a result that a model is made to give: what it says is what is enforced.
///
/// A schema that arrives from outside may say anything, and providers and validators differ in what they make of it.
/// [`parse`](Self::parse) takes a small vocabulary, of which every word is enforced, and refuses the rest with every
/// violation named:
///
/// | keyword | what it may say |
/// |---|---|
/// | `type` | one of `string`, `number`, `integer`, `boolean`, `null`, `object`, `array` |
/// | `oneOf` | at least two schemas, of which exactly one fits; no `type` and no constraint beside it |
/// | `properties`, `required`, `additionalProperties` | of objects; what is required is declared; `true` or `false` |
/// | `items` | of arrays: one schema |
/// | `enum`, `const` | of the other types: scalars of the type |
/// | `description`, `title`, `default`, `examples` | anywhere; the first two are texts |
///
/// A schema without `type` and `oneOf` fits any value. A type's schema comes by [`of`](Self::of), and one that needs
/// more words by [`wide`](Self::wide) or from a [`RawSchema`].
///
/// ```
/// use dsh_tools::{FrozenJson, StructuredOutputSchema};
///
/// let schema = FrozenJson::parse(
///     r#"{"type": "object", "properties": {"mood": {"type": "string", "enum": ["good", "bad"]}},
///         "required": ["mood"], "additionalProperties": false}"#,
/// )?;
/// let schema = StructuredOutputSchema::parse_object(schema)?;
/// assert!(schema.document().text().unwrap().starts_with(r#"{"type": "object", "#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct StructuredOutputSchema {
    document: FrozenJson,
    root: Root,
    /// Where it was read from its text.
    read: Option<RawSchema>,
}

impl StructuredOutputSchema {
    /// Takes a schema of the subset, whatever its root is.
    ///
    /// # Errors
    /// All violations of the subset.
    ///
    /// ```
    /// use dsh_tools::StructuredOutputSchema;
    /// use serde_json::json;
    ///
    /// assert!(StructuredOutputSchema::parse(json!({"type": "string"})).is_ok());
    /// assert!(StructuredOutputSchema::parse(json!({"type": ["string", "null"]})).is_err());
    /// ```
    #[inline]
    pub fn parse(
        document: impl TryInto<FrozenJson, Error: Into<JsonError>>,
    ) -> Result<Self, OutputSchemaError> {
        Self::checked(document, Roots::Any)
    }

    /// Takes a schema of the subset that says `"type": "object"` at its root, as providers demand of arguments.
    ///
    /// # Errors
    /// All violations of the subset; that the root is no object only where nothing else is wrong.
    ///
    /// ```
    /// use dsh_tools::StructuredOutputSchema;
    /// use serde_json::json;
    ///
    /// assert!(StructuredOutputSchema::parse_object(json!({"type": "object"})).is_ok());
    /// assert!(StructuredOutputSchema::parse_object(json!({"type": "string"})).is_err());
    /// ```
    #[inline]
    pub fn parse_object(
        document: impl TryInto<FrozenJson, Error: Into<JsonError>>,
    ) -> Result<Self, OutputSchemaError> {
        Self::checked(document, Roots::Objects)
    }

    #[inline]
    fn checked(
        document: impl TryInto<FrozenJson, Error: Into<JsonError>>,
        roots: Roots,
    ) -> Result<Self, OutputSchemaError> {
        let document: FrozenJson = document
            .try_into()
            .map_err(|error| OutputSchemaError::of_all(What::not_json(&error.into())))?;
        subset::check(&document, roots)?;
        let read = RawSchema::options()
            .draft(Draft::Draft202012)
            .formats(false)
            .without_tags()
            .compile(document.clone())
            .map_err(|error| OutputSchemaError::of_all(What::TooLarge(error.to_string().into())))?;
        Ok(Self { document, root: Root::from(&read), read: Some(read) })
    }

    /// The schema of a type, as a tool's result is described: an `Option` may be `null`, and every property is there.
    ///
    /// Values are checked by the type's own table, so that the type reads what is accepted.
    ///
    /// # Errors
    /// All that the subset lacks: bounds, formats, patterns, `Option` (two types), types that come back to themselves.
    /// [`wide`](Self::wide) takes them.
    ///
    /// ```
    /// use dsh_tools::{StructuredOutputSchema, ToolValue};
    ///
    /// #[derive(ToolValue)]
    /// struct Verdict {
    ///     reason: String,
    ///     good: bool,
    /// }
    ///
    /// let schema = StructuredOutputSchema::of::<Verdict>()?;
    /// assert_eq!(schema.document().get("required").unwrap().to_string(), r#"["reason","good"]"#);
    /// let error = StructuredOutputSchema::of::<Vec<u8>>().unwrap_err();
    /// assert_eq!(error.violations().next().unwrap().path(), "schema.items.minimum");
    /// # Ok::<(), dsh_tools::OutputSchemaError>(())
    /// ```
    #[inline]
    pub fn of<T: ToolValue>() -> Result<Self, OutputSchemaError> {
        let schema = Self::wide::<T>()?;
        subset::check(&schema.document, Roots::Any)?;
        Ok(schema)
    }

    /// The schema of a type with all that our own vocabulary says; it is enforced as well, but a provider may know less.
    ///
    /// # Errors
    /// When the type has no schema: it nests too deep, or an example of it is no JSON.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, StructuredOutputSchema};
    ///
    /// let schema = StructuredOutputSchema::wide::<Vec<u8>>()?;
    /// assert!(schema.validate(&FrozenJson::parse("[255]").unwrap()).is_ok());
    /// assert!(schema.validate(&FrozenJson::parse("[256]").unwrap()).is_err());
    /// # Ok::<(), dsh_tools::OutputSchemaError>(())
    /// ```
    #[inline]
    pub fn wide<T: ToolValue>() -> Result<Self, OutputSchemaError> {
        let document = render(T::NODE, Direction::Output)
            .map_err(|error| OutputSchemaError::of_all(What::not_json(&error)))?;
        Ok(Self { document, root: Root::from(T::NODE), read: None })
    }

    /// Checks a value: every keyword of the schema is enforced.
    ///
    /// A `oneOf` that not exactly one form fits is one violation, which tells what the nearest form lacks. Values need
    /// no check of their own for what JSON cannot hold: a [`FrozenJson`] has lost nothing.
    ///
    /// # Errors
    /// All violations: of one object the missing keys in the order of `required`, then declared keys in declared order,
    /// then undeclared ones.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, StructuredOutputSchema};
    ///
    /// let schema = serde_json::json!({"type": "array", "items": {"type": "integer"}});
    /// let schema = StructuredOutputSchema::parse(schema)?;
    /// let found = schema.validate(&FrozenJson::parse("[1, 1.5]").unwrap()).unwrap_err();
    /// assert_eq!(found.iter().next().unwrap().path(), "[1]");
    /// # Ok::<(), dsh_tools::OutputSchemaError>(())
    /// ```
    #[inline]
    pub fn validate(&self, value: &FrozenJson) -> Result<(), Violations> {
        validate(value, self, Direction::Output)
    }

    /// The schema as it was given, byte for byte: what the model is to see.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, StructuredOutputSchema};
    ///
    /// let text = "{ \"type\" : \"string\" }";
    /// let schema = StructuredOutputSchema::parse(FrozenJson::parse(text).unwrap()).unwrap();
    /// assert_eq!(schema.document().to_string(), text);
    /// ```
    #[inline]
    pub const fn document(&self) -> &FrozenJson {
        &self.document
    }

    /// The schema as one of arguments: those of the tool by which a model gives the value.
    ///
    /// # Errors
    /// That the root is no object, as providers demand of arguments.
    #[inline]
    pub(crate) fn for_arguments(&self) -> Result<RawSchema, OutputSchemaError> {
        if !subset::is_object(&self.document) {
            return Err(OutputSchemaError::of_all(What::RootNotObject));
        }
        match &self.read {
            Some(read) => Ok(read.clone()),
            None => RawSchema::compile(self.document.clone()).map_err(|error| {
                OutputSchemaError::of_all(What::TooLarge(error.to_string().into()))
            }),
        }
    }

    /// The scalars that the schema at a JSON Pointer lists: its `const`, else those of its `enum`; empty where it
    /// lists none.
    ///
    /// ```
    /// use dsh_tools::{StructuredOutputSchema, StructuredScalar};
    ///
    /// let schema = serde_json::json!({"type": "array", "items": {"type": "integer", "enum": [1, 2]}});
    /// let schema = StructuredOutputSchema::parse(schema).unwrap();
    /// assert_eq!(schema.scalars("/items"), [StructuredScalar::from(1), StructuredScalar::from(2)]);
    /// ```
    #[inline]
    pub fn scalars(&self, pointer: &str) -> Vec<StructuredScalar> {
        self.document.pointer(pointer).map(StructuredScalar::listed).unwrap_or_default()
    }
}

/// A schema with all that our vocabulary says.
impl From<RawSchema> for StructuredOutputSchema {
    #[inline]
    fn from(schema: RawSchema) -> Self {
        let (document, root) = (schema.document().clone(), Root::from(&schema));
        Self { document, root, read: Some(schema) }
    }
}

impl From<&StructuredOutputSchema> for Root {
    #[inline]
    fn from(schema: &StructuredOutputSchema) -> Self {
        schema.root.clone()
    }
}

/// Whether every keyword of a schema can be enforced; whatever its root is.
///
/// # Errors
/// All violations of the subset.
///
/// ```
/// use dsh_tools::{FrozenJson, assert_supported_output_schema};
///
/// let schema = FrozenJson::parse(r#"{"type": "array", "items": {"type": "string"}}"#)?;
/// assert!(assert_supported_output_schema(&schema).is_ok());
/// let schema = FrozenJson::parse(r#"{"type": "string", "format": "uri"}"#)?;
/// assert!(assert_supported_output_schema(&schema).is_err());
/// # Ok::<(), dsh_tools::json::JsonError>(())
/// ```
#[inline]
pub fn assert_supported_output_schema(schema: &FrozenJson) -> Result<(), OutputSchemaError> {
    StructuredOutputSchema::parse(schema.clone()).map(drop)
}

/// Checks a value against the schema of a structured output: [`StructuredOutputSchema::validate`].
///
/// # Errors
/// All violations.
///
/// ```
/// use dsh_tools::{FrozenJson, StructuredOutputSchema, validate_structured_value};
///
/// let schema = StructuredOutputSchema::parse(serde_json::json!({"type": "null"}))?;
/// assert!(validate_structured_value(&schema, &FrozenJson::null()).is_ok());
/// assert!(validate_structured_value(&schema, &FrozenJson::empty_object()).is_err());
/// # Ok::<(), dsh_tools::OutputSchemaError>(())
/// ```
#[inline]
pub fn validate_structured_value(
    schema: &StructuredOutputSchema,
    value: &FrozenJson,
) -> Result<(), Violations> {
    schema.validate(value)
}

impl fmt::Debug for StructuredOutputSchema {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StructuredOutputSchema").field(&self.document).finish()
    }
}
