//! The stage that has somebody asked.

use super::approval::{ApprovalDecision, ApprovalEnd, ApprovalRequest, Approve};
use super::call::Call;
use super::deadline::within;
use super::witness::Question;
use crate::json::visible;
use crate::registry::Reach;
use crate::tool::{Contained, ToolError, contained};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// What came of asking.
pub(super) enum Answer {
    Allowed,
    Denied(Arc<str>),
    /// The call was cancelled while somebody was asked.
    Cancelled,
}

/// The kind of hook that forbids to ask. Wherever it stands among the layers of a call, nobody is asked.
pub(crate) struct Silence;

/// Asks whether the call may run.
pub(super) async fn approve(call: &Arc<Call>, reason: Option<Arc<str>>) -> Answer {
    let name = visible(call.identity.name());
    let needs = || match &reason {
        Some(reason) => Arc::clone(reason),
        None => format!("`{name}` needs approval").into(),
    };
    if call.hooks::<Silence>().is_some() {
        return Answer::Denied(
            format!(
                "{}: nobody is asked about calls here, so it does not run; find a way that needs no approval, or go on without it",
                needs()
            )
            .into(),
        );
    }
    let Some(reach) = call.reach() else { return Answer::Cancelled };
    let Some(scope) = reach.scope() else {
        return Answer::Denied(
            format!("{}: nobody can be asked about a call without a scope; call it through `registry.scope(id)`", needs())
                .into(),
        );
    };
    let request =
        ApprovalRequest::new(call.execution(), Arc::clone(scope.shared_path()), reason.clone());
    let question = Question::asked(call, request);
    let deadline = reach.settings().approval_deadline;
    let asked = pin!(within(deadline, ask(call, &reach, question.request().clone())));
    let decision = match until_cancelled(call, asked).await {
        None => {
            question.decided(ApprovalEnd::CallCancelled, None);
            return Answer::Cancelled;
        }
        Some(Err(no_answer)) => {
            question.decided(ApprovalEnd::NoAnswer, None);
            return Answer::Denied(
                format!("`{name}` needs approval, and there was {no_answer}").into(),
            );
        }
        Some(Ok(None)) => {
            question.decided(ApprovalEnd::NoApprover, None);
            return Answer::Denied(
                format!("{}; nobody can be asked: no approver is registered", needs()).into(),
            );
        }
        // A word that comes too late allows nothing; a no is a no whenever it comes.
        Some(Ok(Some(ApprovalDecision::AllowedOnce | ApprovalDecision::Cancelled)))
            if call.is_cancelled() =>
        {
            question.decided(ApprovalEnd::CallCancelled, None);
            return Answer::Cancelled;
        }
        Some(Ok(Some(decision))) => decision,
    };
    let words = match &decision {
        ApprovalDecision::Rejected(words) => words.as_deref(),
        _ => None,
    };
    question.decided((&decision).into(), words);
    match decision {
        ApprovalDecision::AllowedOnce => Answer::Allowed,
        ApprovalDecision::Rejected(words) => Answer::Denied(match words {
            Some(words) => format!("the user rejected the call of `{name}`: {words}").into(),
            None => format!("the user rejected the call of `{name}`").into(),
        }),
        ApprovalDecision::Cancelled => {
            Answer::Denied(format!("the question whether `{name}` may run was cancelled").into())
        }
        ApprovalDecision::Unavailable => Answer::Denied(
            format!("`{name}` needs approval, and nobody who could give it is available").into(),
        ),
    }
}

/// Asks approvers until one can answer: the nearest scope's first, and of a layer's the last registered. `None` when
/// there is no approver at all.
async fn ask(call: &Call, reach: &Reach, request: ApprovalRequest) -> Option<ApprovalDecision> {
    let mut decision = None;
    for layer in reach.layers().iter().rev() {
        for approver in layer.live::<dyn Approve>().hooks.iter().rev() {
            let request = request.clone();
            let answer = Contained::new(|| Ok(approver.run.ask(request))).await;
            match contained("approver", &call.identity, answer) {
                Some(Ok(ApprovalDecision::Unavailable)) | None => {}
                Some(Ok(answer)) => return Some(answer),
                Some(Err(error)) => unanswered(&error),
            }
            decision = Some(ApprovalDecision::Unavailable);
        }
    }
    decision
}

/// An approver that failed is for the log: the model learns that nobody was available.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
fn unanswered(error: &ToolError) {
    #[cfg(feature = "tracing")]
    let _nobody_is_left_to_tell = crate::tool::contain(|| {
        tracing::warn!(target: "dsh_tools", error = error.message(), "an approver failed");
    });
}

/// What the future gives; `None` when the call is cancelled before. The person who is asked sees the question go away.
async fn until_cancelled<F: Future + Unpin>(call: &Call, mut asked: F) -> Option<F::Output> {
    let mut cancelled = pin!(call.identity.cancellation().cancelled());
    poll_fn(|cx| {
        if let Poll::Ready(answer) = std::pin::Pin::new(&mut asked).poll(cx) {
            return Poll::Ready(Some(answer));
        }
        cancelled.as_mut().poll(cx).map(|()| None)
    })
    .await
}
