//! The timeouts that tools declare.

use super::around::{AroundDispatch, AroundNext};
use crate::tool::{ErrorCode, ToolError, ToolExecution, ToolExecutionResult, contain};
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

/// Tells a body to stop when the timeout that its tool declares has passed, and reports `TOOL_TIMEOUT`.
///
/// It is installed unless a registry is built
/// [`without_default_policies`](crate::registry::ToolRegistryBuilder::without_default_policies), inside all other wrappers:
/// the time is the body's own, and a wrapper that runs the body again gives it the time again.
///
/// Stopping is cooperative: the body is awaited, so that nothing of it runs on unseen. [`hard`](Self::hard)
/// chooses otherwise.
///
/// ```
/// use dsh_tools::{TimeoutPolicy, ToolRegistry};
/// use std::time::Duration;
///
/// let registry = ToolRegistry::builder()
///     .without_default_policies()
///     .around_dispatch(TimeoutPolicy::hard(Duration::from_secs(2)))
///     .build()?;
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeoutPolicy {
    grace: Option<Duration>,
}

impl TimeoutPolicy {
    /// Tells bodies to stop, and awaits them.
    ///
    /// ```
    /// use dsh_tools::{TimeoutPolicy, ToolRegistry};
    /// let registration = ToolRegistry::new().around_dispatch(TimeoutPolicy::new());
    /// # let _ = registration;
    /// ```
    pub const fn new() -> Self {
        Self { grace: None }
    }

    /// Tells bodies to stop, and drops those that have not after the grace: the result says so.
    ///
    /// A body may be dropped at any await, between two steps that belong together; and what it had handed to
    /// other threads runs on.
    ///
    /// ```
    /// use dsh_tools::TimeoutPolicy;
    /// let policy = TimeoutPolicy::hard(std::time::Duration::from_secs(2));
    /// # let _ = policy;
    /// ```
    pub const fn hard(grace: Duration) -> Self {
        Self { grace: Some(grace) }
    }
}

/// How a run under a deadline went.
enum Ended {
    By(Result<ToolExecutionResult, ToolError>, Deadline),
    Dropped,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Deadline {
    /// Still to come, or overtaken by a cancellation from outside.
    Ahead,
    Passed,
}

impl AroundDispatch for TimeoutPolicy {
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        let Some(budget) = call.definition().and_then(crate::tool::ToolDefinition::timeout) else {
            return next.run().await;
        };
        let ended = under_deadline(&call, next, budget, self.grace).await?;
        let ms = budget.as_millis();
        match ended {
            Ended::By(Ok(result), Deadline::Passed) if is_overtaken(&result) => Ok(result
                .replaced_by(ToolError::coded(
                    ErrorCode::ToolTimeout,
                    format!("the tool was stopped: it had {ms} ms"),
                ))),
            Ended::By(outcome, _) => outcome,
            Ended::Dropped => {
                let grace = self.grace.unwrap_or_default().as_millis();
                Ok(ToolExecutionResult::failure(ToolError::coded(
                    ErrorCode::ToolTimeout,
                    format!(
                        "the tool had {ms} ms and did not stop within another {grace} ms: it was given up, and what it began may be half done or still running"
                    ),
                )))
            }
        }
    }

    fn honours_timeouts(&self) -> bool {
        true
    }
}

/// A success, or what a body gives that heard of the deadline: the deadline is the reason for both. A body's
/// own failure says more.
fn is_overtaken(result: &ToolExecutionResult) -> bool {
    result.error().is_none_or(|failure| {
        matches!(failure.code(), ErrorCode::Aborted | ErrorCode::AbortedBeforeDispatch)
    })
}

async fn under_deadline(
    call: &ToolExecution,
    next: AroundNext,
    budget: Duration,
    grace: Option<Duration>,
) -> Result<Ended, ToolError> {
    let outside = call.cancellation();
    let stop = outside.child_token();
    let mut run = pin!(next.cancellation(stop.clone()).run());
    let sleep = contain(|| tokio::time::sleep(budget)).map_err(|_panicked| {
        ToolError::msg("timeouts need a tokio runtime with its timer enabled")
    })?;
    let mut sleep = pin!(sleep);
    let mut deadline = Deadline::Ahead;
    Ok(poll_fn(|cx| {
        if let Poll::Ready(outcome) = run.as_mut().poll(cx) {
            return Poll::Ready(Ended::By(outcome, deadline));
        }
        // A call that is cancelled from outside has no deadline any more.
        if deadline == Deadline::Ahead
            && !outside.is_cancelled()
            && sleep.as_mut().poll(cx).is_ready()
        {
            deadline = Deadline::Passed;
            stop.cancel();
            if let Some(grace) = grace {
                sleep.as_mut().reset(tokio::time::Instant::now() + grace);
            }
            if let Poll::Ready(outcome) = run.as_mut().poll(cx) {
                return Poll::Ready(Ended::By(outcome, deadline));
            }
        }
        if deadline == Deadline::Passed && grace.is_some() && sleep.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ended::Dropped);
        }
        Poll::Pending
    })
    .await)
}
