//! What a schema that is to be enforced may be given as.

use super::{RawSchema, RawSchemaError};
use crate::json::{FrozenJson, JsonError};
use serde_json::{Map, Value};
use std::sync::Arc;

/// What a schema of arguments may be given as: JSON text, a document, or a [`RawSchema`] that was read by the host, with
/// the error of reading it as well.
///
/// ```
/// use dsh_tools::FrozenJson;
/// use dsh_tools::schema::{IntoRawSchema, RawSchema};
///
/// assert!(r#"{"type": "object"}"#.into_raw_schema().is_ok());
/// assert!(serde_json::json!({"type": "object"}).into_raw_schema().is_ok());
/// assert!(FrozenJson::empty_object().into_raw_schema().is_ok());
/// let lenient = RawSchema::options().formats(false).compile(serde_json::json!({"format": "colour"}));
/// assert!(lenient.into_raw_schema().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no schema",
    label = "no JSON Schema",
    note = "give JSON text (`&str`, `String`), a document (`FrozenJson`, `serde_json::Value`, `serde_json::Map`), or a `RawSchema`"
)]
pub trait IntoRawSchema {
    /// Reads it.
    ///
    /// # Errors
    /// All that is not understood, and all that is no JSON Schema.
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError>;
}

impl IntoRawSchema for RawSchema {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        Ok(self)
    }
}

impl IntoRawSchema for &RawSchema {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        Ok(self.clone())
    }
}

impl IntoRawSchema for Result<RawSchema, RawSchemaError> {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        self
    }
}

impl IntoRawSchema for &str {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        RawSchema::compile(Parsed(self))
    }
}

impl IntoRawSchema for String {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        RawSchema::compile(Parsed(&self))
    }
}

/// A text that is a document once it is parsed.
struct Parsed<'a>(&'a str);

impl TryFrom<Parsed<'_>> for FrozenJson {
    type Error = JsonError;

    #[inline]
    fn try_from(text: Parsed<'_>) -> Result<Self, JsonError> {
        Self::parse(text.0)
    }
}

macro_rules! documents {
    ($($document:ty)*) => {
        $(impl IntoRawSchema for $document {
            #[inline]
            fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
                RawSchema::compile(self)
            }
        })*
    };
}

documents! { FrozenJson Value Map<String, Value> }

impl IntoRawSchema for &FrozenJson {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        RawSchema::compile(self.clone())
    }
}

/// As clients of protocols keep it.
impl IntoRawSchema for Arc<Map<String, Value>> {
    #[inline]
    fn into_raw_schema(self) -> Result<RawSchema, RawSchemaError> {
        RawSchema::compile(Arc::unwrap_or_clone(self))
    }
}
