//! What a model sees of a tool.

use crate::json::FrozenJson;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::sync::Arc;

/// What a model sees of a tool: its name, its description, its parameters, and nothing else.
///
/// The fields are listed here one by one, so that nothing a definition holds for the host can leak.
///
/// ```
/// use dsh_tools::ToolDefinition;
///
/// let tool = ToolDefinition::builder("now").description("The time.").timeout(std::time::Duration::from_secs(1))
///     .no_args()
///     .body(|_, _| async { "12:00" })
///     .build();
/// assert_eq!(
///     serde_json::to_string(tool.schema())?,
///     r#"{"name":"now","description":"The time.","parameters":{"type":"object","properties":{}}}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolSchema {
    /// The name a model calls it by.
    pub name: Arc<str>,
    /// What it does, for the model.
    pub description: Arc<str>,
    /// The JSON Schema of its arguments.
    pub parameters: FrozenJson,
}

impl Serialize for ToolSchema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("ToolSchema", 3)?;
        out.serialize_field("name", &*self.name)?;
        out.serialize_field("description", &*self.description)?;
        out.serialize_field("parameters", &self.parameters)?;
        out.end()
    }
}
