//! Questions about calls, put to the client.

use super::conversation::ALLOW_ONCE;
use super::event::{Event, Question};
use super::session::AcpSession;
use super::v1::{RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse};
use crate::pipeline::{ApprovalDecision, ApprovalRequest, Approver};
use crate::tool::{ToolError, failed};
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::{Arc, PoisonError};
use std::task::Poll;

/// Why a client could not be asked.
pub type AskError = Box<dyn std::error::Error + Send + Sync>;

type Answer = Pin<Box<dyn Future<Output = Result<RequestPermissionResponse, AskError>> + Send>>;

/// Puts a question to the client.
pub(super) type Ask = dyn Fn(RequestPermissionRequest) -> Answer + Send + Sync;

pub(super) fn asking<F, Fut>(ask: F) -> Arc<Ask>
where
    F: Fn(RequestPermissionRequest) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<RequestPermissionResponse, AskError>> + Send + 'static,
{
    Arc::new(move |request| -> Answer { Box::pin(ask(request)) })
}

/// Asks the client of an [`AcpSession`] about calls that the session shows.
///
/// The client chooses between allowing this call and rejecting it; more is not offered, as nothing here would keep it.
/// Only the first lets the call run. An answer that names no such choice rejects it; a question that the client took back
/// is [`Cancelled`](ApprovalDecision::Cancelled); where it cannot be asked, or the session is closed, the answer is
/// [`Unavailable`](ApprovalDecision::Unavailable).
///
/// A session that was told [how to ask](super::AcpSessionBuilder::ask) installs one with itself. This is for those who wrap
/// it:
///
/// ```
/// use dsh_tools::bridge::acp::{AcpApprover, AcpSession, v1};
/// use dsh_tools::{StandingGrants, ToolRegistry};
///
/// let session = AcpSession::builder("sess_1", "/srv/app").build(|update: v1::SessionNotification| drop(update));
/// let scope = ToolRegistry::new().scope("agent");
/// scope.policy(session.clone());
/// // Who was granted before is not asked about again.
/// scope.approver(StandingGrants::before(AcpApprover::new(&session, |request| async move {
///     let _: v1::RequestPermissionRequest = request;
///     Err("nobody is connected".into())
/// })));
/// ```
#[derive(Clone)]
pub struct AcpApprover {
    session: AcpSession,
    ask: Arc<Ask>,
}

impl AcpApprover {
    /// An approver that asks by this function: it sends the request and gives the response.
    ///
    /// ```
    /// # use dsh_tools::bridge::acp::{AcpApprover, AcpSession, v1};
    /// fn yes(session: &AcpSession) -> AcpApprover {
    ///     AcpApprover::new(session, |request| async move {
    ///         let allow = request.options.first().ok_or("no options")?.option_id.clone();
    ///         let outcome = v1::RequestPermissionOutcome::Selected(v1::SelectedPermissionOutcome::new(allow));
    ///         Ok(v1::RequestPermissionResponse::new(outcome))
    ///     })
    /// }
    /// ```
    pub fn new<F, Fut>(session: &AcpSession, ask: F) -> Self
    where
        F: Fn(RequestPermissionRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<RequestPermissionResponse, AskError>> + Send + 'static,
    {
        Self::asking(session.clone(), asking(ask))
    }

    pub(super) fn asking(session: AcpSession, ask: Arc<Ask>) -> Self {
        Self { session, ask }
    }

    /// The question, once the card it is about is with the client.
    fn question(&self, request: &ApprovalRequest) -> Option<RequestPermissionRequest> {
        let question = Question::default();
        self.session.desk().post(Event::Asked {
            call: request.execution().token(),
            reason: request.reason().map(str::to_owned),
            question: Arc::clone(&question),
        });
        question.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Approver for AcpApprover {
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        // A call that the client has no card of is nothing that it can be asked about.
        let Some(question) = self.question(&request) else {
            return Ok(ApprovalDecision::Unavailable);
        };
        let call = request.execution().clone();
        drop(request);
        let mut answer = (self.ask)(question);
        let mut closed = pin!(self.session.closed().cancelled());
        let answer = poll_fn(|cx| match answer.as_mut().poll(cx) {
            Poll::Ready(answer) => Poll::Ready(Some(answer)),
            Poll::Pending => closed.as_mut().poll(cx).map(|()| None),
        })
        .await;
        Ok(match answer {
            Some(Ok(response)) => decision(&response.outcome),
            Some(Err(error)) => {
                failed("question to the client", &call, &*error);
                ApprovalDecision::Unavailable
            }
            None => ApprovalDecision::Unavailable,
        })
    }
}

fn decision(outcome: &RequestPermissionOutcome) -> ApprovalDecision {
    match outcome {
        RequestPermissionOutcome::Cancelled => ApprovalDecision::Cancelled,
        RequestPermissionOutcome::Selected(chosen) if *chosen.option_id.0 == *ALLOW_ONCE => {
            ApprovalDecision::AllowedOnce
        }
        _ => ApprovalDecision::Rejected(None),
    }
}

impl fmt::Debug for AcpApprover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AcpApprover").field("session", &self.session).finish_non_exhaustive()
    }
}
