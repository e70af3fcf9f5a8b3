//! Who is asked, and what they answer.

use super::ApprovalRequest;
use crate::tool::{Shielded, ToolError};
use serde::{Deserialize, Serialize};
use std::pin::Pin;
use std::sync::Arc;

/// What whoever is asked says about a call. Only [`AllowedOnce`](Self::AllowedOnce) lets it run.
///
/// ```
/// use dsh_tools::ApprovalDecision;
///
/// let decision: ApprovalDecision = serde_json::from_str(r#"{"rejected":"not on Fridays"}"#)?;
/// assert_eq!(decision, ApprovalDecision::reject("not on Fridays"));
/// assert_eq!(serde_json::to_string(&ApprovalDecision::AllowedOnce)?, r#""allowedOnce""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use = "an answer counts when an approver returns it: `Ok(decision)`"]
pub enum ApprovalDecision {
    /// This call may run; nothing is said about any other.
    AllowedOnce,
    /// It may not run. The words, if there are any, are read by the model.
    Rejected(Option<Arc<str>>),
    /// The question was taken back.
    Cancelled,
    /// Nobody is there to answer. The next approver is asked, if there is one.
    Unavailable,
}

impl ApprovalDecision {
    /// It may not run, and the model reads these words.
    ///
    /// ```
    /// use dsh_tools::ApprovalDecision;
    /// let no = ApprovalDecision::reject("use the staging database");
    /// # let _ = no;
    /// ```
    #[inline]
    pub fn reject(words: impl Into<Arc<str>>) -> Self {
        Self::Rejected(Some(words.into()))
    }
}

/// Is asked whether a call may run, when a [`PreExecute`](crate::PreExecute) hook decides to ask.
///
/// It may take its time; the future is dropped when the call is cancelled, or when the registry's
/// [`approval_deadline`](crate::registry::ToolRegistryBuilder::approval_deadline) has passed. What it began then, a
/// dialog, an entry in a list, is to be taken back where it is dropped.
///
/// An `Err` and a panic mean that it is [`Unavailable`](ApprovalDecision::Unavailable). Whoever allows every call of
/// some kind answers [`AllowedOnce`](ApprovalDecision::AllowedOnce) each time.
///
/// ```
/// use dsh_tools::{ApprovalDecision, ApprovalRequest, Approver, ToolError, ToolRegistry};
///
/// /// Says yes to whatever only reads.
/// struct Readers;
///
/// impl Approver for Readers {
///     async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
///         let reads = request.execution().definition().and_then(|tool| tool.hints().read_only);
///         Ok(if reads == Some(true) { ApprovalDecision::AllowedOnce } else { ApprovalDecision::Unavailable })
///     }
/// }
/// ToolRegistry::new().approver(Readers);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot approve calls",
    note = "implement `Approver`, or give an `async fn(ApprovalRequest) -> Result<ApprovalDecision, ToolError>`",
    note = "closures go through `approver_fn(|request| async move {{ .. }})`"
)]
pub trait Approver: Send + Sync + 'static {
    /// Answers.
    fn approve(
        &self,
        request: ApprovalRequest,
    ) -> impl Future<Output = Result<ApprovalDecision, ToolError>> + Send;
}

/// Shared with whoever answers.
impl<T: Approver> Approver for Arc<T> {
    #[inline]
    fn approve(
        &self,
        request: ApprovalRequest,
    ) -> impl Future<Output = Result<ApprovalDecision, ToolError>> + Send {
        T::approve(self, request)
    }
}

impl<F, Fut> Approver for F
where
    F: Fn(ApprovalRequest) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<ApprovalDecision, ToolError>> + Send,
{
    #[inline]
    fn approve(
        &self,
        request: ApprovalRequest,
    ) -> impl Future<Output = Result<ApprovalDecision, ToolError>> + Send {
        self(request)
    }
}

/// An approver whose destructor may panic.
pub(in crate::pipeline) struct Ask<A>(pub(in crate::pipeline) Shielded<A>);

/// The kind of hook.
pub(in crate::pipeline) trait Approve: Send + Sync {
    fn ask(
        &self,
        request: ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ApprovalDecision, ToolError>> + Send + '_>>;
}

impl<A: Approver> Approve for Ask<A> {
    #[inline]
    fn ask(
        &self,
        request: ApprovalRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ApprovalDecision, ToolError>> + Send + '_>> {
        match self.0.get() {
            Some(approver) => Box::pin(approver.approve(request)),
            None => Box::pin(std::future::ready(Ok(ApprovalDecision::Unavailable))),
        }
    }
}
