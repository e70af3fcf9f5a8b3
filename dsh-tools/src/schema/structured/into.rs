//! What an output schema may be given as.

use super::{OutputSchemaError, StructuredOutputSchema};
use crate::json::FrozenJson;
use crate::schema::RawSchema;
use serde_json::{Map, Value};

/// What the output schema of a definition may be given as: a document, which keeps to the subset of
/// [`StructuredOutputSchema`]; one of these, with the error of reading it as well; or a [`RawSchema`], which may say more.
///
/// ```
/// use dsh_tools::StructuredOutputSchema;
/// use dsh_tools::schema::{IntoOutputSchema, RawSchema};
/// use serde_json::json;
///
/// assert!(json!({"type": "string"}).into_output_schema().is_ok());
/// assert!(json!({"type": "string", "minLength": 1}).into_output_schema().is_err());
/// assert!(RawSchema::compile(json!({"minLength": 1})).unwrap().into_output_schema().is_ok());
/// assert!(StructuredOutputSchema::wide::<Vec<u8>>().into_output_schema().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no output schema",
    label = "no schema of an output",
    note = "give a document (`FrozenJson`, `serde_json::Value`, `serde_json::Map`), a `StructuredOutputSchema`, or a `RawSchema`"
)]
pub trait IntoOutputSchema {
    /// Reads it.
    ///
    /// # Errors
    /// All violations of the subset.
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError>;
}

impl IntoOutputSchema for StructuredOutputSchema {
    #[inline]
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError> {
        Ok(self)
    }
}

impl IntoOutputSchema for Result<StructuredOutputSchema, OutputSchemaError> {
    #[inline]
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError> {
        self
    }
}

impl IntoOutputSchema for RawSchema {
    #[inline]
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError> {
        Ok(self.into())
    }
}

impl IntoOutputSchema for FrozenJson {
    #[inline]
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError> {
        StructuredOutputSchema::parse(self)
    }
}

impl IntoOutputSchema for Value {
    #[inline]
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError> {
        StructuredOutputSchema::parse(self)
    }
}

impl IntoOutputSchema for Map<String, Value> {
    #[inline]
    fn into_output_schema(self) -> Result<StructuredOutputSchema, OutputSchemaError> {
        StructuredOutputSchema::parse(self)
    }
}
