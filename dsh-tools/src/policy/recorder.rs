//! Figures of calls, kept.

use super::bounded::Bounded;
use super::durations::{DurationMetrics, Durations};
use super::sink::{CallEnd, MetricsSink};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tools that have figures of their own; those of more are kept together, under `(other)`.
const MOST_TOOLS: usize = 1024;
/// The same of the codes of one tool's failures.
const MOST_CODES: usize = 64;

/// A [`MetricsSink`] that keeps the figures, by tool. What it takes is bounded, whatever names and codes come.
///
/// ```
/// use dsh_tools::{Metrics, MetricsRecorder, ToolRegistry};
/// use std::sync::Arc;
///
/// // One for several registries.
/// let recorder = Arc::new(MetricsRecorder::new());
/// ToolRegistry::new().policy(Metrics::to(Arc::clone(&recorder)));
/// ToolRegistry::new().policy(Metrics::to(Arc::clone(&recorder)));
/// assert!(recorder.snapshot().tools.is_empty());
/// ```
pub struct MetricsRecorder {
    tools: Bounded<Cells>,
}

struct Cells {
    started: AtomicU64,
    ended: AtomicU64,
    succeeded: AtomicU64,
    attempts: AtomicU64,
    codes: Bounded<AtomicU64>,
    durations: Durations,
}

impl Default for Cells {
    #[inline]
    fn default() -> Self {
        Self {
            started: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            succeeded: AtomicU64::new(0),
            attempts: AtomicU64::new(0),
            codes: Bounded::new(MOST_CODES),
            durations: Durations::default(),
        }
    }
}

/// Figures of all calls up to a moment.
///
/// ```
/// use dsh_tools::Metrics;
/// let snapshot = Metrics::new().snapshot();
/// assert_eq!(snapshot.total().failed, 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MetricsSnapshot {
    /// By tool. `(unknown)` is all names that are no tool, `(other)` the tools beyond the first 1024.
    pub tools: BTreeMap<String, ToolMetrics>,
}

/// Figures of one tool's calls up to a moment.
///
/// ```
/// use dsh_tools::ToolMetrics;
/// fn retries(figures: &ToolMetrics) -> u64 { figures.attempts.saturating_sub(figures.started) }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolMetrics {
    /// Calls that hooks and guards let through.
    pub started: u64,
    /// Those of them that run now.
    pub running: u64,
    /// Calls that succeeded.
    pub succeeded: u64,
    /// Calls that failed, those included that were not let through.
    pub failed: u64,
    /// The failures by their codes; `(other)` is the codes beyond the first 64.
    pub codes: BTreeMap<String, u64>,
    /// How often the tool was run.
    pub attempts: u64,
    /// How long the calls took that were let through.
    pub durations: DurationMetrics,
}

impl ToolMetrics {
    /// Calls that have ended.
    ///
    /// ```
    /// assert_eq!(dsh_tools::ToolMetrics::default().ended(), 0);
    /// ```
    #[inline]
    pub const fn ended(&self) -> u64 {
        self.succeeded + self.failed
    }
}

impl MetricsSnapshot {
    /// Of all tools together.
    ///
    /// ```
    /// use dsh_tools::Metrics;
    /// assert_eq!(Metrics::new().snapshot().total().started, 0);
    /// ```
    #[inline]
    pub fn total(&self) -> ToolMetrics {
        let mut total = ToolMetrics::default();
        for tool in self.tools.values() {
            total.started += tool.started;
            total.running += tool.running;
            total.succeeded += tool.succeeded;
            total.failed += tool.failed;
            total.attempts += tool.attempts;
            total.durations.merge(&tool.durations);
            for (code, count) in &tool.codes {
                *total.codes.entry(code.clone()).or_default() += count;
            }
        }
        total
    }
}

impl MetricsRecorder {
    /// Without figures yet.
    ///
    /// ```
    /// assert!(dsh_tools::MetricsRecorder::new().snapshot().tools.is_empty());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self { tools: Bounded::new(MOST_TOOLS) }
    }

    /// The figures up to now; see [`Metrics::snapshot`](super::Metrics::snapshot).
    ///
    /// ```
    /// assert!(dsh_tools::MetricsRecorder::new().snapshot().tools.is_empty());
    /// ```
    #[inline]
    pub fn snapshot(&self) -> MetricsSnapshot {
        let tools = self.tools.all();
        let tools = tools.iter().map(|(name, cells)| (name.to_string(), cells.read()));
        MetricsSnapshot { tools: tools.collect() }
    }
}

impl Default for MetricsRecorder {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Cells {
    #[inline]
    fn read(&self) -> ToolMetrics {
        let count = |cell: &AtomicU64| cell.load(Ordering::Relaxed);
        let codes = self.codes.all();
        let codes: BTreeMap<_, _> =
            codes.iter().map(|(code, cell)| (code.to_string(), count(cell))).collect();
        // The end before the start: a call in between is one that runs.
        let ended = count(&self.ended);
        let started = count(&self.started);
        ToolMetrics {
            started,
            running: started.saturating_sub(ended),
            succeeded: count(&self.succeeded),
            failed: codes.values().sum(),
            codes,
            attempts: count(&self.attempts),
            durations: self.durations.read(),
        }
    }
}

impl MetricsSink for MetricsRecorder {
    #[inline]
    fn call_started(&self, tool: &str) {
        self.tools.get(tool).started.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn call_ended(&self, end: &CallEnd<'_>) {
        let cells = self.tools.get(end.tool);
        if let Some(duration) = end.duration {
            cells.ended.fetch_add(1, Ordering::Relaxed);
            cells.durations.add(duration);
        }
        cells.attempts.fetch_add(u64::from(end.attempts), Ordering::Relaxed);
        match end.code {
            None => cells.succeeded.fetch_add(1, Ordering::Relaxed),
            Some(code) => cells.codes.get(code.as_str()).fetch_add(1, Ordering::Relaxed),
        };
    }
}

impl fmt::Debug for MetricsRecorder {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MetricsRecorder").field("snapshot", &self.snapshot()).finish()
    }
}
