//! Why an answer is not taken.

/// Why an answer is not taken. Whatever it is, nothing was allowed by it.
///
/// ```
/// use dsh_tools::{AnswerError, ApprovalBroker, ApprovalDecision, ApprovalKey};
///
/// let stale: ApprovalKey = format!("7.{}.call_1", "0".repeat(64)).parse()?;
/// let refused = ApprovalBroker::new().answer(&stale, ApprovalDecision::AllowedOnce);
/// assert_eq!(refused, Err(AnswerError::Unknown));
/// # Ok::<(), dsh_tools::ParseKeyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// There is no such question, or it was settled so long ago that it is forgotten.
    #[error(
        "there is no such question: it was asked elsewhere, before a restart, or it was settled long ago"
    )]
    Unknown,
    /// The question or the call is known, and it is about something else than the answer is.
    #[error("the answer is not about what was asked: its call or its arguments are others")]
    Mismatch,
    /// Somebody was faster.
    #[error("the question was answered already; the first answer counts")]
    Answered,
    /// Nobody waits for it any more.
    #[error("the answer is too late: the call was cancelled, given up or timed out")]
    Withdrawn,
}
