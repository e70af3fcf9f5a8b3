//! Counts and durations of calls.

use super::recorder::{MetricsRecorder, MetricsSnapshot};
use super::sink::{CallEnd, MetricsSink};
use crate::pipeline::{AroundDispatch, AroundNext, Hooks, Policy, ToolObserver};
use crate::registry::Place;
use crate::tool::{
    ErrorCode, ToolDefinition, ToolError, ToolExecution, ToolExecutionResult, ToolExecutionToken,
    ToolFailure, contain, contained,
};
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::Instant;

/// The label of names that are no tool: no name of a tool has parentheses.
const UNKNOWN: &str = "(unknown)";

/// Tells a [`MetricsSink`] of every call, or keeps the figures itself.
///
/// It does not matter before or after which other policies it is installed. In a scope it counts the calls there and
/// below; the same figures in a registry and in a scope of it count a call there twice.
///
/// Lifted, or with its scope closed, while calls run, it counts those by what came of their bodies, for it is told of no
/// outcome any more.
///
/// ```
/// use dsh_tools::{Metrics, ToolRegistry};
///
/// let metrics = Metrics::new();
/// let registry = ToolRegistry::builder().policy(metrics.clone()).build()?;
/// // At any time, from any thread; no call waits for it.
/// for (tool, figures) in metrics.snapshot().tools {
///     println!("{tool}: {} calls, {} of them failed", figures.ended(), figures.failed);
/// }
/// # let _ = registry;
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
pub struct Metrics<S = MetricsRecorder> {
    inner: Arc<Inner<S>>,
}

struct Inner<S> {
    sink: S,
    running: AtomicUsize,
}

/// What one installation knows of calls that have no outcome yet. It lives as long as it is told of outcomes.
struct Installed<S: MetricsSink> {
    inner: Arc<Inner<S>>,
    running: Mutex<HashMap<ToolExecutionToken, Running>>,
}

struct Running {
    tool: Option<ToolDefinition>,
    since: Instant,
    attempts: u32,
    /// How its last run ended; `None` while one goes on.
    ran: Option<Ran>,
}

struct Ran {
    took: Duration,
    code: Option<ErrorCode>,
}

impl Metrics {
    /// Figures that are kept here, see [`snapshot`](Self::snapshot).
    ///
    /// ```
    /// use dsh_tools::{Metrics, ToolRegistry};
    /// let metrics = Metrics::new();
    /// ToolRegistry::new().policy(metrics.clone());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::to(MetricsRecorder::new())
    }

    /// The figures up to now. Calls go on meanwhile: each figure is right, and of two that belong together one may be a
    /// call ahead.
    ///
    /// ```
    /// use dsh_tools::Metrics;
    /// assert!(Metrics::new().snapshot().tools.is_empty());
    /// ```
    #[inline]
    pub fn snapshot(&self) -> MetricsSnapshot {
        self.inner.sink.snapshot()
    }
}

impl Default for Metrics {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<S: MetricsSink> Metrics<S> {
    /// Figures for a sink of the host's own.
    ///
    /// ```
    /// use dsh_tools::{Metrics, MetricsRecorder, ToolRegistry};
    /// ToolRegistry::new().policy(Metrics::to(MetricsRecorder::new()));
    /// ```
    #[inline]
    pub fn to(sink: S) -> Self {
        Self { inner: Arc::new(Inner { sink, running: AtomicUsize::new(0) }) }
    }

    /// The sink.
    ///
    /// ```
    /// use dsh_tools::Metrics;
    /// assert!(Metrics::new().sink().snapshot().tools.is_empty());
    /// ```
    #[inline]
    pub fn sink(&self) -> &S {
        &self.inner.sink
    }
}

#[inline]
fn label(tool: Option<&ToolDefinition>) -> &str {
    tool.map_or(UNKNOWN, ToolDefinition::name)
}

impl<S: MetricsSink> Installed<S> {
    #[inline]
    fn running(&self) -> MutexGuard<'_, HashMap<ToolExecutionToken, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn begin_run(&self, call: &ToolExecution) {
        let mut running = self.running();
        if let Some(again) = running.get_mut(&call.token()) {
            again.ran = None;
            return;
        }
        let tool = call.definition().cloned();
        let new = Running { tool, since: Instant::now(), attempts: 0, ran: None };
        running.insert(call.token(), new);
        drop(running);
        self.inner.running.fetch_add(1, Ordering::Relaxed);
        let sink = &self.inner.sink;
        contained("metrics", call, contain(|| sink.call_started(label(call.definition()))));
    }

    #[inline]
    fn end_run(&self, call: &ToolExecution, outcome: &Result<ToolExecutionResult, ToolError>) {
        let code = match outcome {
            Ok(result) => result.error().map(ToolFailure::code),
            Err(error) => Some(error.code()),
        };
        if let Some(running) = self.running().get_mut(&call.token()) {
            running.ran = Some(Ran { took: running.since.elapsed(), code: code.cloned() });
        }
    }

    #[inline]
    fn count_attempt(&self, call: &ToolExecution) {
        if let Some(running) = self.running().get_mut(&call.token()) {
            running.attempts = running.attempts.saturating_add(1);
        }
    }

    #[inline]
    fn end(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        let running = self.running().remove(&call.token());
        if running.is_some() {
            self.inner.running.fetch_sub(1, Ordering::Relaxed);
        }
        self.inner.sink.call_ended(&CallEnd {
            tool: label(call.definition()),
            code: result.error().map(ToolFailure::code),
            duration: running.as_ref().map(|running| running.since.elapsed()),
            attempts: running.map_or(0, |running| running.attempts),
        });
    }
}

/// What was lifted hears of no outcome any more: what it knows of the calls that ran is told.
impl<S: MetricsSink> Drop for Installed<S> {
    #[inline]
    fn drop(&mut self) {
        let left = self.running.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (_, Running { tool, since, attempts, ran }) in left.drain() {
            self.inner.running.fetch_sub(1, Ordering::Relaxed);
            let ran = ran
                .unwrap_or_else(|| Ran { took: since.elapsed(), code: Some(ErrorCode::Aborted) });
            let tool = label(tool.as_ref());
            let end = CallEnd { tool, code: ran.code.as_ref(), duration: Some(ran.took), attempts };
            contained("metrics", tool, contain(|| self.inner.sink.call_ended(&end)));
        }
    }
}

/// Stands outermost: a call begins here. What is kept for a while is no reason to be told of outcomes, so it holds the
/// installation only while a call runs.
struct Start<S: MetricsSink>(Weak<Installed<S>>);

impl<S: MetricsSink> AroundDispatch for Start<S> {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        let Some(installed) = self.0.upgrade() else {
            return next.run().await;
        };
        installed.begin_run(&call);
        let outcome = next.run().await;
        installed.end_run(&call, &outcome);
        outcome
    }
}

/// Stands innermost: each run comes by here.
struct Attempt<S: MetricsSink>(Weak<Installed<S>>);

impl<S: MetricsSink> AroundDispatch for Attempt<S> {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        if !call.is_ended()
            && call.definition().is_some()
            && let Some(installed) = self.0.upgrade()
        {
            installed.count_attempt(&call);
        }
        next.run().await
    }
}

struct End<S: MetricsSink>(Arc<Installed<S>>);

impl<S: MetricsSink> ToolObserver for End<S> {
    #[inline]
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        self.0.end(call, result);
    }
}

impl<S: MetricsSink> Policy for Metrics<S> {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let inner = Arc::clone(&self.inner);
        let installed = Arc::new(Installed { inner, running: Mutex::default() });
        hooks.prepend().around_dispatch(Start(Arc::downgrade(&installed)));
        hooks.within(Place::Innermost, |hooks| {
            hooks.around_dispatch(Attempt(Arc::downgrade(&installed)));
        });
        hooks.observe(End(installed));
    }
}

impl<S> Clone for Metrics<S> {
    #[inline]
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<S> fmt::Debug for Metrics<S> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics")
            .field("running", &self.inner.running.load(Ordering::Relaxed))
            .finish_non_exhaustive()
    }
}
