//! Calls and results as logs keep them.

use super::{ErrorInfo, ToolExecution, ToolResultData};
use crate::json::{ContentBlock, FrozenJson, present};
use serde::{Deserialize, Serialize};

/// A call as a log keeps it.
///
/// ```
/// use dsh_tools::{ToolCallRecord, ToolExecutionInput};
///
/// let line = r#"{"callId":"call_1","name":"ls","arguments":"{\"all\": true}"}"#;
/// let record: ToolCallRecord = serde_json::from_str(line)?;
/// let again = ToolExecutionInput::new(record.call_id, record.name, record.arguments);
/// assert_eq!(again.name(), "ls");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolCallRecord {
    /// The id that the model gave the call.
    pub call_id: String,
    /// The name of the tool.
    pub name: String,
    /// The arguments, as the model wrote them.
    pub arguments: String,
}

impl ToolCallRecord {
    /// The record of a call.
    ///
    /// ```
    /// use dsh_tools::ToolCallRecord;
    /// let record = ToolCallRecord::new("call_1", "ls", r#"{"all": true}"#);
    /// assert_eq!(record.name, "ls");
    /// ```
    #[inline]
    pub fn new(
        call_id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self { call_id: call_id.into(), name: name.into(), arguments: arguments.into() }
    }
}

/// A call that is on its way.
impl From<&ToolExecution> for ToolCallRecord {
    #[inline]
    fn from(call: &ToolExecution) -> Self {
        Self::new(call.call_id(), call.name(), call.arguments_text())
    }
}

/// A result as a log keeps it: what the model saw, and what presenters need.
///
/// ```
/// use dsh_tools::ToolResultRecord;
///
/// let line = r#"{"callId":"call_1","content":[{"type":"text","text":"done"}],"isError":false}"#;
/// let record: ToolResultRecord = serde_json::from_str(line)?;
/// assert_eq!(record.data().text(), "done");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolResultRecord {
    /// The id that the model gave the call.
    pub call_id: String,
    /// What the model saw.
    pub content: Vec<ContentBlock>,
    /// Whether it is a failure.
    pub is_error: bool,
    /// The class and the code of a failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorInfo>,
    /// What presenters get beside the content.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub meta: Option<FrozenJson>,
}

impl ToolResultRecord {
    /// What presenters get.
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, ToolResultRecord, json::FrozenJson, view::ToolResultView};
    /// fn replay(tool: &ToolDefinition, arguments: &FrozenJson, record: &ToolResultRecord) -> ToolResultView {
    ///     tool.result_card(arguments, &record.data())
    /// }
    /// ```
    #[inline]
    pub fn data(&self) -> ToolResultData<'_> {
        ToolResultData { content: &self.content, is_error: self.is_error, meta: self.meta.as_ref() }
    }
}
