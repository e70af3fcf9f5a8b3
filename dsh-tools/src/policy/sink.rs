//! Where figures of calls go.

use crate::tool::ErrorCode;
use std::sync::Arc;
use std::time::Duration;

/// Takes the figures of calls, for [`Metrics`](super::Metrics). It is told while calls are on their way, so it should be
/// quick; a panic in it harms nobody.
///
/// ```
/// use dsh_tools::{CallEnd, Metrics, MetricsSink, ToolRegistry};
///
/// struct Statsd;
///
/// impl MetricsSink for Statsd {
///     fn call_started(&self, tool: &str) {
///         println!("tools.{tool}.started:1|c");
///     }
///     fn call_ended(&self, end: &CallEnd<'_>) {
///         println!("tools.{}.{}:1|c", end.tool, end.code.map_or("OK", |code| code.as_str()));
///     }
/// }
/// ToolRegistry::new().policy(Metrics::to(Statsd));
/// ```
pub trait MetricsSink: Send + Sync + 'static {
    /// A call was let through by hooks and guards, and begins to run. Calls that are not let through only end.
    #[inline]
    fn call_started(&self, tool: &str) {
        let _ = tool;
    }

    /// A call ended; every call does, once.
    fn call_ended(&self, end: &CallEnd<'_>);
}

impl<S: MetricsSink + ?Sized> MetricsSink for Arc<S> {
    #[inline]
    fn call_started(&self, tool: &str) {
        S::call_started(self, tool);
    }

    #[inline]
    fn call_ended(&self, end: &CallEnd<'_>) {
        S::call_ended(self, end);
    }
}

/// How a call ended, in figures.
///
/// ```
/// use dsh_tools::CallEnd;
/// fn is_slow(end: &CallEnd<'_>) -> bool { end.duration.is_some_and(|took| took.as_secs() > 10) }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallEnd<'a> {
    /// The tool's name; `(unknown)` for all names that are no tool, which a model makes up without end.
    pub tool: &'a str,
    /// Why it failed; `None` for a success.
    pub code: Option<&'a ErrorCode>,
    /// How long it ran, from where hooks and guards had let it through to its outcome, waits of other policies included.
    /// `None` when it did not come that far.
    pub duration: Option<Duration>,
    /// How often the tool was run, or its arguments were refused: 0 when something stood in the way, 2 and more when
    /// something ran it again.
    pub attempts: u32,
}
