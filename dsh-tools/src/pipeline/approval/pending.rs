//! What can be sent of a question.

use super::{ApprovalKey, ApprovalRequest};
use crate::json::FrozenJson;
use crate::view::ToolCallView;
use serde::{Deserialize, Serialize, Serializer};

/// What can be sent of a question, to an editor or a browser: plain data.
///
/// Texts in it are a model's and a tool's: where they are shown, markup and control characters are to be escaped.
///
/// ```
/// use dsh_tools::{ApprovalRequest, PendingApproval};
/// fn message(request: &ApprovalRequest) -> serde_json::Result<String> {
///     serde_json::to_string(&PendingApproval::of(request))
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PendingApproval {
    /// Which question it is; an answer has to name it.
    pub key: ApprovalKey,
    /// The name of the tool.
    pub tool: String,
    /// The id that the model gave the call.
    pub call_id: String,
    /// The path of the scope that the call is made in.
    pub scope: String,
    /// Why it is asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The arguments that will run, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<FrozenJson>,
    /// The card of the call, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<ToolCallView>,
}

impl PendingApproval {
    /// What can be sent of this question. The tool's presenter runs for its card.
    ///
    /// ```
    /// use dsh_tools::{ApprovalRequest, PendingApproval};
    /// fn tools(open: &[ApprovalRequest]) -> Vec<String> {
    ///     open.iter().map(|request| PendingApproval::of(request).tool).collect()
    /// }
    /// ```
    #[inline]
    pub fn of(request: &ApprovalRequest) -> Self {
        Self {
            key: request.key().clone(),
            tool: request.tool().to_owned(),
            call_id: request.call_id().to_owned(),
            scope: request.scope().to_owned(),
            reason: request.reason().map(str::to_owned),
            arguments: request.execution().arguments().cloned(),
            card: Some(request.card()),
        }
    }
}

/// As a [`PendingApproval`].
impl Serialize for ApprovalRequest {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PendingApproval::of(self).serialize(serializer)
    }
}
