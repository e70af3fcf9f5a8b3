//! Running a failed tool again.

use super::backoff::Backoff;
use super::rate::RateLimited;
use super::wait::pause;
use crate::json::FrozenJson;
use crate::pipeline::{AroundDispatch, AroundNext, Hooks, Policy};
use crate::tool::{
    AdditionalContext, ErrorCode, ToolError, ToolExecution, ToolExecutionResult, ToolFailure,
    contain, contained,
};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

type Predicate = Arc<dyn Fn(&ToolFailure) -> bool + Send + Sync>;

/// Runs a tool again that failed in a way that the host calls passing.
///
/// Only where a second run does no harm and has a chance:
///
/// - The tool says of itself that it is [`idempotent`](crate::ToolHints::idempotent) or
///   [`read_only`](crate::ToolHints::read_only).
/// - The failure is one that the host names, by [`codes`](Self::codes) or [`when`](Self::when), and from the start
///   `RATE_LIMITED`, by which a [`RateLimit`](super::RateLimit) refuses.
/// - It is unambiguous. The library's own codes are never retried, whatever is named: after a timeout, a panic or a
///   cancellation nobody knows what was done, and arguments that are wrong or a call that was denied will be so again.
///   [`ErrorCode::ToolError`], the failure without a code, can be named.
///
/// It waits between attempts, longer each time, for a random time below a ceiling that doubles; cancelling the call ends
/// the wait. The last attempt's result is the call's, unchanged; when there was more than one attempt and the last one
/// failed, an [`AdditionalContext`] of the plugin `retry` says how many there were (`attempts` in its metadata).
///
/// The timeout that a tool declares is for each attempt, and so are limits that are installed after this policy.
///
/// ```
/// use dsh_tools::{RetryPolicy, ToolRegistry};
/// use std::time::Duration;
///
/// let registry = ToolRegistry::new();
/// registry.policy(
///     RetryPolicy::new()
///         .codes(["BUSY", "UNAVAILABLE"])
///         .attempts(5)
///         .backoff(Duration::from_millis(100), Duration::from_secs(5)),
/// );
/// ```
#[derive(Clone)]
pub struct RetryPolicy {
    attempts: u32,
    codes: BTreeSet<Box<str>>,
    when: Vec<Predicate>,
    backoff: Backoff,
}

impl RetryPolicy {
    /// Three attempts at most, between them up to 200 ms and up to 400 ms, after `RATE_LIMITED`.
    ///
    /// ```
    /// use dsh_tools::{RetryPolicy, ToolRegistry};
    /// ToolRegistry::new().policy(RetryPolicy::new());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self {
            attempts: 3,
            codes: BTreeSet::from([RateLimited::CODE.into()]),
            when: Vec::new(),
            backoff: Backoff {
                first: Duration::from_millis(200),
                longest: Duration::from_secs(10),
            },
        }
    }

    /// Retries failures with these codes, too. The library's own codes count for nothing here, but `TOOL_ERROR`.
    ///
    /// ```
    /// use dsh_tools::RetryPolicy;
    /// let policy = RetryPolicy::new().codes(["BUSY", "UNAVAILABLE"]);
    /// # let _ = policy;
    /// ```
    #[must_use]
    #[inline]
    pub fn codes(mut self, codes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.codes.extend(codes.into_iter().map(|code| code.into().into_boxed_str()));
        self
    }

    /// Retries failures of which this is true, too. It is not asked about failures with the library's own codes, but
    /// `TOOL_ERROR`.
    ///
    /// ```
    /// use dsh_tools::RetryPolicy;
    /// use std::io;
    ///
    /// let refused = |error: &io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    /// let policy = RetryPolicy::new()
    ///     .when(move |failure| failure.source().and_then(|cause| cause.downcast_ref()).is_some_and(refused));
    /// # let _ = policy;
    /// ```
    #[must_use]
    #[inline]
    pub fn when(
        mut self,
        predicate: impl Fn(&ToolFailure) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.when.push(Arc::new(predicate));
        self
    }

    /// How many attempts are made at most, the first included: 3 unless it is said. 0 is 1.
    ///
    /// ```
    /// use dsh_tools::RetryPolicy;
    /// let policy = RetryPolicy::new().attempts(5);
    /// # let _ = policy;
    /// ```
    #[must_use]
    #[inline]
    pub const fn attempts(mut self, most: u32) -> Self {
        self.attempts = most;
        self
    }

    /// What is waited after the first attempt at most, and ever: 200 ms and 10 s unless it is said. A failure that asks
    /// for a longer wait than that ([`RateLimited::retry_after`]) is not retried.
    ///
    /// ```
    /// use dsh_tools::RetryPolicy;
    /// use std::time::Duration;
    /// let policy = RetryPolicy::new().backoff(Duration::from_millis(50), Duration::from_secs(2));
    /// # let _ = policy;
    /// ```
    #[must_use]
    #[inline]
    pub const fn backoff(mut self, first: Duration, longest: Duration) -> Self {
        self.backoff = Backoff { first, longest };
        self
    }

    /// How long to wait before another attempt; `None` when there is to be none.
    #[inline]
    fn wait(&self, call: &ToolExecution, failure: &ToolFailure, made: u32) -> Option<Duration> {
        if made >= self.attempts || !self.is_passing(call, failure) {
            return None;
        }
        let asked = failure.source().and_then(|cause| cause.downcast_ref::<RateLimited>());
        let asked = asked.map_or(Duration::ZERO, RateLimited::retry_after);
        (asked <= self.backoff.longest).then(|| asked.saturating_add(self.backoff.delay(made)))
    }

    #[inline]
    fn is_passing(&self, call: &ToolExecution, failure: &ToolFailure) -> bool {
        let code = failure.code();
        if !matches!(code, ErrorCode::ToolError | ErrorCode::Custom(_)) {
            return false;
        }
        self.codes.contains(code.as_str())
            || self.when.iter().any(|predicate| {
                contained("retry predicate", call, contain(|| predicate(failure))) == Some(true)
            })
    }
}

impl Default for RetryPolicy {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl AroundDispatch for RetryPolicy {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        if !is_harmless_again(&call) {
            return next.run().await;
        }
        let mut made = 1;
        loop {
            let result = next.run().await?;
            let Some(wait) = result.error().and_then(|failure| self.wait(&call, failure, made))
            else {
                return Ok(counted(result, made));
            };
            // Where nothing can wait, the failure at hand says more than that.
            if !pause(&call, wait).await.unwrap_or(false) {
                return Ok(counted(result, made));
            }
            made += 1;
        }
    }
}

impl Policy for RetryPolicy {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        hooks.around_dispatch(self);
    }
}

#[inline]
fn is_harmless_again(call: &ToolExecution) -> bool {
    call.definition().is_some_and(|tool| {
        let hints = tool.hints();
        hints.idempotent == Some(true) || hints.read_only == Some(true)
    })
}

/// The last attempt's result; of a failure it is said beside how many attempts there were.
#[inline]
fn counted(result: ToolExecutionResult, made: u32) -> ToolExecutionResult {
    if made < 2 || !result.is_error() {
        return result;
    }
    let text = format!("The tool was run {made} times, and failed each time.");
    let mut context = AdditionalContext::new("retry", text);
    context.meta = FrozenJson::parse(format!("{{\"attempts\":{made}}}")).ok();
    result.with_context(context)
}

impl fmt::Debug for RetryPolicy {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryPolicy")
            .field("attempts", &self.attempts)
            .field("codes", &self.codes)
            .field("predicates", &self.when.len())
            .field("backoff", &self.backoff)
            .finish()
    }
}
