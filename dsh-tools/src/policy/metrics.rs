//! Counts and durations of calls.

use super::recorder::{MetricsRecorder, MetricsSnapshot};
use super::sink::{CallEnd, MetricsSink};
use crate::pipeline::{AroundDispatch, AroundNext, Hooks, Policy, ToolObserver};
use crate::registry::Place;
use crate::tool::{
    ToolDefinition, ToolError, ToolExecution, ToolExecutionResult, ToolExecutionToken, ToolFailure,
    contain, contained,
};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::time::Instant;

/// The label of names that are no tool: no name of a tool has parentheses.
const UNKNOWN: &str = "(unknown)";

/// Tells a [`MetricsSink`] of every call, or keeps the figures itself.
///
/// It does not matter before or after which other policies it is installed. In a scope it counts the calls there and
/// below.
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
    running: Mutex<HashMap<ToolExecutionToken, Running>>,
}

#[derive(Clone, Copy)]
struct Running {
    since: Instant,
    attempts: u32,
}

impl Metrics {
    /// Figures that are kept here, see [`snapshot`](Self::snapshot).
    ///
    /// ```
    /// use dsh_tools::{Metrics, ToolRegistry};
    /// let metrics = Metrics::new();
    /// ToolRegistry::new().policy(metrics.clone());
    /// ```
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
    pub fn snapshot(&self) -> MetricsSnapshot {
        self.inner.sink.snapshot()
    }
}

impl Default for Metrics {
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
    pub fn to(sink: S) -> Self {
        Self { inner: Arc::new(Inner { sink, running: Mutex::default() }) }
    }

    /// The sink.
    ///
    /// ```
    /// use dsh_tools::Metrics;
    /// assert!(Metrics::new().sink().snapshot().tools.is_empty());
    /// ```
    pub fn sink(&self) -> &S {
        &self.inner.sink
    }
}

impl<S> Inner<S> {
    fn running(&self) -> MutexGuard<'_, HashMap<ToolExecutionToken, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn label(call: &ToolExecution) -> &str {
    call.definition().map_or(UNKNOWN, ToolDefinition::name)
}

/// Stands outermost: a call begins here.
struct Start<S>(Arc<Inner<S>>);

impl<S: MetricsSink> AroundDispatch for Start<S> {
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        let mut is_first = false;
        self.0.running().entry(call.token()).or_insert_with(|| {
            is_first = true;
            Running { since: Instant::now(), attempts: 0 }
        });
        if is_first {
            contained("metrics", &call, contain(|| self.0.sink.call_started(label(&call))));
        }
        next.run().await
    }
}

/// Stands innermost: each run comes by here.
struct Attempt<S>(Arc<Inner<S>>);

impl<S: MetricsSink> AroundDispatch for Attempt<S> {
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        if !call.cancellation().is_cancelled()
            && call.definition().is_some()
            && let Some(running) = self.0.running().get_mut(&call.token())
        {
            running.attempts = running.attempts.saturating_add(1);
        }
        next.run().await
    }
}

struct End<S>(Arc<Inner<S>>);

impl<S: MetricsSink> ToolObserver for End<S> {
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        let running = self.0.running().remove(&call.token());
        self.0.sink.call_ended(&CallEnd {
            tool: label(call),
            code: result.error().map(ToolFailure::code),
            duration: running.map(|running| running.since.elapsed()),
            attempts: running.map_or(0, |running| running.attempts),
        });
    }
}

impl<S: MetricsSink> Policy for Metrics<S> {
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        hooks.prepend().around_dispatch(Start(Arc::clone(&self.inner)));
        hooks.within(Place::Innermost, |hooks| {
            hooks.around_dispatch(Attempt(Arc::clone(&self.inner)));
        });
        hooks.observe(End(Arc::clone(&self.inner)));
    }
}

impl<S> Clone for Metrics<S> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner) }
    }
}

impl<S> fmt::Debug for Metrics<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics")
            .field("running", &self.inner.running().len())
            .finish_non_exhaustive()
    }
}
