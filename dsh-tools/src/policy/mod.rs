//! Ready policies: hooks that hosts need around calls, each installed by a line.
//!
//! | policy | what it does |
//! |---|---|
//! | [`RetryPolicy`] | runs a failed tool again, where that is safe |
//! | [`ConcurrencyLimit`] | so many calls at a time |
//! | [`RateLimit`] | so many calls in a time |
//! | [`PermissionRules`] | deny, ask, allow: by tool, hints and arguments, from code or from a file |
//! | [`StandingGrants`] | what somebody allowed for more than once |
//! | [`StructuredCapture`] | a run ends with a value of a schema, given by a tool |
//! | [`CallJournal`] | calls, questions and results, a line each, kept beyond the process; [`Journal`] reads it |
//! | [`ApprovalPolicy`] | whether anybody is asked at all |
//! | [`OutputLimit`] | cuts results that are too long, and keeps the full text in a [`SpillStore`] |
//! | [`RepeatReminder`] | tells a model that it makes the same call again and again |
//! | [`SessionCalls`] | calls can be cancelled from elsewhere, by their ids ([`InFlightCalls`]) |
//! | [`Metrics`] | counts, codes and durations, to a [`MetricsSink`] or as a [`MetricsSnapshot`] |
//! | `TracingPolicy` | a span for each call, in the words of OpenTelemetry (feature `tracing`) |
//!
//! The timeout that a tool declares is the [`TimeoutPolicy`](crate::pipeline::TimeoutPolicy)'s, which registries have
//! from the start. Policies that wrap calls nest in the order in which they are installed: what is installed before
//! another is further out.
//!
//! ```
//! use dsh_tools::{ConcurrencyLimit, Metrics, RateLimit, RetryPolicy, ToolRegistry};
//! use std::time::Duration;
//!
//! let metrics = Metrics::new();
//! let registry = ToolRegistry::builder()
//!     .policy(metrics.clone())
//!     .policy(RetryPolicy::new().codes(["BUSY"]))
//!     .policy(RateLimit::new(60, Duration::from_secs(60)).per_tool())
//!     .policy(ConcurrencyLimit::new(4).per_scope())
//!     .build()?;
//! assert_eq!(metrics.snapshot().total().started, 0);
//! # let _ = registry;
//! # Ok::<(), dsh_tools::RegisterError>(())
//! ```

mod approval_policy;
mod backoff;
mod bounded;
mod bucket;
mod capture;
mod concurrency;
mod counted;
mod durations;
mod in_flight;
mod journal;
mod metrics;
mod output_limit;
mod permission;
mod rate;
mod recorder;
mod repeat;
mod retry;
mod sink;
#[cfg(feature = "tracing")]
mod spans;
mod wait;

pub use approval_policy::ApprovalPolicy;
pub use capture::{CaptureError, CaptureOptions, NotCaptured, RunEnd, StructuredCapture};
pub use concurrency::ConcurrencyLimit;
pub use durations::{DurationBucket, DurationMetrics};
pub use in_flight::{InFlightCall, InFlightCalls, RequestId, RequestInUseError, SessionCalls};
pub use journal::{
    AskedEntry, CallEntry, CallJournal, DecidedEntry, Journal, JournalEntry, JournalError,
    JournalFlush, JournalLine, JournalProblem, JournalReader, JournaledApproval, JournaledCall,
    LostEntry, ReplayedCall, ResultEntry, StartEntry, TornLine,
};
pub use metrics::Metrics;
pub use output_limit::{FileSpillStore, OutputLimit, SpillStore};
pub use permission::{
    Calls, CallsError, Explanation, FileGrantStore, Grant, GrantError, GrantFault, GrantLedger,
    GrantStore, KeptGrants, PermissionRule, PermissionRules, RuleEffect, RuleLint, RulesError,
    StandingGrants, ToolsAtHand,
};
pub use rate::{RateLimit, RateLimited};
pub use recorder::{MetricsRecorder, MetricsSnapshot, ToolMetrics};
pub use repeat::RepeatReminder;
pub use retry::RetryPolicy;
pub use sink::{CallEnd, MetricsSink};
#[cfg(feature = "tracing")]
pub use spans::TracingPolicy;
