//! The timeouts that tools declare.

use super::around::{AroundDispatch, AroundNext};
use crate::tool::{
    ErrorCode, ToolError, ToolExecution, ToolExecutionResult, ToolFailure, contain, contained,
};
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;
use tokio::time::{Instant, sleep};

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

    /// Tells bodies to stop, and drops those that have not after the grace, also when the call was cancelled
    /// before: the result says so.
    ///
    /// A body may be dropped at any await, between two steps that belong together; and what it had handed to
    /// other threads runs on. A thread cannot be stopped from outside: what works there looks at the token, which is
    /// cancelled before the body is dropped.
    ///
    /// ```
    /// use dsh_tools::prelude::*;
    ///
    /// /// Write many files.
    /// #[tool(destructive, timeout = "30s")]
    /// async fn export(cx: &ToolContext) -> Result<String, ToolError> {
    ///     let stop = cx.cancellation().clone();
    ///     let work = tokio::task::spawn_blocking(move || {
    ///         let mut written = 0;
    ///         while written < 1000 && !stop.is_cancelled() {
    ///             written += 1; // one file
    ///         }
    ///         written
    ///     });
    ///     Ok(format!("{} files", work.await?))
    /// }
    /// # let _ = export::definition();
    /// ```
    ///
    /// A child process that a [`ProcessGroup`](https://docs.rs/dsh-tools/latest/dsh_tools/struct.ProcessGroup.html)
    /// guards (feature `process`) is killed with the body.
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

/// The time that the called tool may take, where it says so.
fn budget(call: &ToolExecution) -> Option<Duration> {
    call.definition()?.timeout()
}

/// How a run under a deadline ended.
struct Ended {
    /// `None`: it was given up.
    outcome: Option<Result<ToolExecutionResult, ToolError>>,
    /// The deadline passed, and no cancellation from outside came before it.
    late: bool,
}

impl AroundDispatch for TimeoutPolicy {
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        let Some(budget) = budget(&call) else {
            return next.run().await;
        };
        let ended = under_deadline(&call, next, budget, self.grace).await?;
        match ended.outcome {
            Some(outcome) if ended.late => overtaken(outcome, budget),
            Some(outcome) => outcome,
            None => Ok(given_up(ended.late, budget, self.grace.unwrap_or_default())),
        }
    }

    fn concerns(&self, call: &ToolExecution) -> bool {
        budget(call).is_some()
    }

    fn honours_timeouts(&self) -> bool {
        true
    }
}

/// What came after the deadline. A success, and what is given by who heard of it, have the deadline as their
/// reason; another failure says more and stays.
fn overtaken(
    outcome: Result<ToolExecutionResult, ToolError>,
    budget: Duration,
) -> Result<ToolExecutionResult, ToolError> {
    let code = match &outcome {
        Ok(result) => result.error().map(ToolFailure::code),
        Err(error) => Some(error.code()),
    };
    let what = match code {
        None => {
            "it ended after that, its result was not used, and what it did may have taken effect"
        }
        Some(ErrorCode::Aborted) => {
            "it stopped when it was told to, and what it did before may have taken effect"
        }
        Some(ErrorCode::AbortedBeforeDispatch) => "it was not started",
        Some(_) => return outcome,
    };
    let error = ToolError::coded(
        ErrorCode::ToolTimeout,
        format!("the tool ran out of time: it may take {}; {what}", Millis(budget)),
    );
    Ok(match outcome {
        Ok(result) => result.replaced_by(error),
        Err(_) => ToolExecutionResult::failure(error),
    })
}

/// What stands for the result of a body that was dropped.
fn given_up(late: bool, budget: Duration, grace: Duration) -> ToolExecutionResult {
    const HALF: &str = "it was given up, and what it began may be half done or still running";
    let error = if late {
        let (budget, grace) = (Millis(budget), Millis(grace));
        let message = format!(
            "the tool ran out of time: it may take {budget}, and did not stop within another {grace}; {HALF}"
        );
        ToolError::coded(ErrorCode::ToolTimeout, message)
    } else {
        let all = Millis(budget.saturating_add(grace));
        let message =
            format!("the call was cancelled, and the tool did not stop within {all}; {HALF}");
        ToolError::coded(ErrorCode::Aborted, message)
    };
    ToolExecutionResult::failure(error)
}

/// Tells a run to stop when the budget is spent, and drops it after the grace. A call that was cancelled before
/// is told already, and dropped no later.
async fn under_deadline(
    call: &ToolExecution,
    next: AroundNext,
    budget: Duration,
    grace: Option<Duration>,
) -> Result<Ended, ToolError> {
    let outside = call.cancellation();
    let stop = outside.child_token();
    let mut run = pin!(next.cancellation(stop.clone()).run());
    let alarm = contain(|| sleep(budget)).map_err(|_panicked| {
        ToolError::msg("timeouts need a tokio runtime with its timer enabled")
    })?;
    let mut alarm = pin!(alarm);
    let (mut is_told, mut late, mut is_limited) = (false, false, false);
    Ok(poll_fn(|cx| {
        if let Poll::Ready(outcome) = run.as_mut().poll(cx) {
            // A body that blocked its thread was deaf to the alarm; the clock was not.
            late |= !is_told && !outside.is_cancelled() && alarm.deadline() <= Instant::now();
            return Poll::Ready(Ended { outcome: Some(outcome), late });
        }
        if !is_told && alarm.as_mut().poll(cx).is_ready() {
            is_told = true;
            late = !outside.is_cancelled();
            contained("waker", call, contain(|| stop.cancel()));
            if let Some(end) = grace.and_then(|grace| Instant::now().checked_add(grace)) {
                is_limited = true;
                alarm.as_mut().reset(end);
            }
            if let Poll::Ready(outcome) = run.as_mut().poll(cx) {
                return Poll::Ready(Ended { outcome: Some(outcome), late });
            }
        }
        if is_limited && alarm.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ended { outcome: None, late });
        }
        Poll::Pending
    })
    .await)
}

/// A time in milliseconds, with as many digits as it takes.
struct Millis(Duration);

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_millis())?;
        let nanos = self.0.subsec_nanos() % 1_000_000;
        if nanos > 0 {
            write!(f, ".{}", format!("{nanos:06}").trim_end_matches('0'))?;
        }
        f.write_str(" ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_in_milliseconds_and_never_as_none() {
        let text = |time| Millis(time).to_string();
        assert_eq!(text(Duration::from_millis(250)), "250 ms");
        assert_eq!(text(Duration::from_micros(500)), "0.5 ms");
        assert_eq!(text(Duration::from_micros(1500)), "1.5 ms");
        assert_eq!(text(Duration::from_nanos(1)), "0.000001 ms");
        assert_eq!(text(Duration::from_secs(3)), "3000 ms");
    }
}
