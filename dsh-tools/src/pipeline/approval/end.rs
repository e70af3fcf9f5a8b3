//! How a question ended.

use super::ApprovalDecision;
use serde::{Deserialize, Serialize};

/// How a question about a call ended: what was answered, or why there was no answer. Only
/// [`AllowedOnce`](Self::AllowedOnce) let the call on.
///
/// ```
/// use dsh_tools::ApprovalEnd;
/// assert_eq!(serde_json::to_string(&ApprovalEnd::NoApprover)?, r#""noApprover""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum ApprovalEnd {
    /// The call was allowed.
    AllowedOnce,
    /// The call was rejected.
    Rejected,
    /// Whoever was asked took the question back.
    Cancelled,
    /// All who could be asked were away, or failed.
    Unavailable,
    /// There was nobody to ask.
    NoApprover,
    /// The deadline passed before anybody answered.
    NoAnswer,
    /// The call was given up meanwhile.
    CallCancelled,
}

impl From<&ApprovalDecision> for ApprovalEnd {
    #[inline]
    fn from(decision: &ApprovalDecision) -> Self {
        match decision {
            ApprovalDecision::AllowedOnce => Self::AllowedOnce,
            ApprovalDecision::Rejected(_) => Self::Rejected,
            ApprovalDecision::Cancelled => Self::Cancelled,
            ApprovalDecision::Unavailable => Self::Unavailable,
        }
    }
}
