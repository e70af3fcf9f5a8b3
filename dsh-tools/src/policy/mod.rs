//! Ready policies: hooks that hosts need around calls, each installed by a line.
//!
//! | policy | what it does |
//! |---|---|
//! | [`RetryPolicy`] | runs a failed tool again, where that is safe |
//! | [`ConcurrencyLimit`] | so many calls at a time |
//! | [`RateLimit`] | so many calls in a time |
//! | [`PermissionRules`] | deny, ask, allow: by tool, hints and arguments, from code or from a file |
//! | [`StandingGrants`] | what somebody allowed for more than once |
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

mod backoff;
mod bounded;
mod bucket;
mod concurrency;
mod counted;
mod durations;
mod metrics;
mod permission;
mod rate;
mod recorder;
mod retry;
mod sink;
#[cfg(feature = "tracing")]
mod spans;
mod wait;

pub use concurrency::ConcurrencyLimit;
pub use durations::{DurationBucket, DurationMetrics};
pub use metrics::Metrics;
pub use permission::{
    Calls, CallsError, Explanation, Grant, GrantError, GrantStore, PermissionRule, PermissionRules,
    RuleEffect, RuleLint, RulesError, StandingGrants,
};
pub use rate::{RateLimit, RateLimited};
pub use recorder::{MetricsRecorder, MetricsSnapshot, ToolMetrics};
pub use retry::RetryPolicy;
pub use sink::{CallEnd, MetricsSink};
#[cfg(feature = "tracing")]
pub use spans::TracingPolicy;
