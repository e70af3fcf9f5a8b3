//! So many calls in a time.

use super::bucket::{Bucket, Rate};
use super::counted::{Counted, Key, counting};
use super::wait::{pause, unless_cancelled};
use crate::pipeline::{AroundDispatch, AroundNext, Hooks, Policy};
use crate::tool::{ToolError, ToolExecution, ToolExecutionResult};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Lets so many calls run in a time; more fail and say when to come back, or wait.
///
/// It is a bucket of tokens: each call takes one, and they come back evenly over the time. A full bucket holds as many as
/// the limit says, or [`burst`](Self::burst).
///
/// All calls are counted together, unless it is said otherwise: [`per_tool`](Self::per_tool),
/// [`per_scope`](Self::per_scope), [`only`](Self::only). Nested calls count like others, and so do the attempts of a
/// [`RetryPolicy`](super::RetryPolicy) that was installed before. A refused call costs nothing.
///
/// Installed in several registries or scopes by an [`Arc`], one limit is for all of them. A call takes a token each time it
/// passes the limit: two where it is installed in a registry and in a scope of it.
///
/// ```
/// use dsh_tools::{RateLimit, ToolRegistry};
/// use std::time::Duration;
///
/// let registry = ToolRegistry::new();
/// registry.policy(RateLimit::new(60, Duration::from_secs(60)).per_scope());
/// registry.policy(RateLimit::new(1, Duration::from_secs(1)).only(["web_search"]).waiting());
/// ```
pub struct RateLimit {
    most: u32,
    per: Duration,
    burst: Option<u32>,
    counted: Counted,
    waits: bool,
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    by_key: HashMap<Key, Arc<Bucket>>,
    /// With so many, those that are full are thrown away: a new one is full, too.
    sweep_at: usize,
}

/// Fewer buckets than that are not worth a look.
const FEW: usize = 64;

impl Buckets {
    #[inline]
    fn get(&mut self, key: Key, now: Instant) -> Arc<Bucket> {
        if self.by_key.len() >= self.sweep_at.max(FEW) && !self.by_key.contains_key(&key) {
            // One that somebody holds may be about to lose a token.
            self.by_key.retain(|_, bucket| Arc::strong_count(bucket) > 1 || !bucket.is_full(now));
            self.sweep_at = self.by_key.len().saturating_mul(2);
        }
        let bucket = self.by_key.entry(key).or_insert_with(|| Arc::new(Bucket::full(now)));
        Arc::clone(bucket)
    }
}

/// Why a [`RateLimit`] refused a call: the [`source`](crate::ToolFailure::source) of a failure `RATE_LIMITED`.
///
/// ```
/// use dsh_tools::{RateLimited, ToolExecutionResult};
/// use std::time::Duration;
///
/// fn come_back(result: &ToolExecutionResult) -> Option<Duration> {
///     let limited: &RateLimited = result.error()?.source()?.downcast_ref()?;
///     Some(limited.retry_after())
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} came too often: {most} in {} ms are allowed; try again in {} ms", .per.as_millis(), millis(*.retry_after))]
pub struct RateLimited {
    what: String,
    most: u32,
    per: Duration,
    retry_after: Duration,
}

/// Whole milliseconds, after which it is late enough.
#[inline]
const fn millis(time: Duration) -> u128 {
    time.as_nanos().div_ceil(1_000_000)
}

impl RateLimited {
    /// The code of the failure: `RATE_LIMITED`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::RateLimited::CODE, "RATE_LIMITED");
    /// ```
    pub const CODE: &str = "RATE_LIMITED";

    /// When there will be a token, if nobody else takes it.
    ///
    /// ```
    /// use dsh_tools::RateLimited;
    /// fn seconds(limited: &RateLimited) -> f64 { limited.retry_after().as_secs_f64() }
    /// ```
    #[inline]
    pub const fn retry_after(&self) -> Duration {
        self.retry_after
    }
}

counting!(RateLimit, "RateLimit::new(5, std::time::Duration::from_secs(1))");

impl RateLimit {
    /// So many calls in this time, evenly; 0 is 1. As many may come at once after a time of quiet.
    ///
    /// ```
    /// use dsh_tools::{RateLimit, ToolRegistry};
    /// use std::time::Duration;
    /// ToolRegistry::new().policy(RateLimit::new(100, Duration::from_secs(60)));
    /// ```
    #[inline]
    pub fn new(most: u32, per: Duration) -> Self {
        Self {
            most: most.max(1),
            per,
            burst: None,
            counted: Counted::default(),
            waits: false,
            buckets: Mutex::default(),
        }
    }

    /// How many may come at once after a time of quiet. 0 is 1.
    ///
    /// ```
    /// use dsh_tools::RateLimit;
    /// use std::time::Duration;
    /// let evenly = RateLimit::new(60, Duration::from_secs(60)).burst(1);
    /// # let _ = evenly;
    /// ```
    #[must_use]
    #[inline]
    pub fn burst(mut self, most: u32) -> Self {
        self.burst = Some(most.max(1));
        self
    }

    /// Calls that find no token wait for one, in the order of coming, instead of failing. One that is cancelled leaves
    /// the queue.
    ///
    /// ```
    /// use dsh_tools::RateLimit;
    /// use std::time::Duration;
    /// let limit = RateLimit::new(5, Duration::from_secs(1)).waiting();
    /// # let _ = limit;
    /// ```
    #[must_use]
    #[inline]
    pub const fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    #[inline]
    fn rate(&self) -> Rate {
        let every = self.per.checked_div(self.most).unwrap_or(self.per);
        Rate { every, burst: self.burst.unwrap_or(self.most) }
    }

    #[inline]
    fn bucket(&self, key: Key) -> Arc<Bucket> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.get(key, Instant::now())
    }

    #[inline]
    fn refusal(&self, call: &ToolExecution, retry_after: Duration) -> ToolError {
        let what = if self.counted.per_tool {
            format!("calls of `{}`", call.name())
        } else {
            "calls".to_owned()
        };
        let why = RateLimited { what, most: self.most, per: self.per, retry_after };
        ToolError::new(RateLimited::CODE, why.to_string()).with_source(why)
    }

    /// Waits for a token: whether there was one before the call was cancelled.
    #[inline]
    async fn wait(&self, call: &ToolExecution, bucket: &Bucket) -> Result<bool, ToolError> {
        // Only the first in the queue looks at the bucket.
        let Some(_first) = unless_cancelled(call, bucket.queue.acquire()).await else {
            return Ok(false);
        };
        while let Err(missing) = bucket.take(self.rate(), Instant::now()) {
            if !pause(call, missing).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl AroundDispatch for RateLimit {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        if let Some(key) = self.counted.key(&call) {
            let bucket = self.bucket(key);
            if self.waits {
                // What is inside says that a call was cancelled before it began.
                self.wait(&call, &bucket).await?;
            } else if let Err(missing) = bucket.take(self.rate(), Instant::now()) {
                return Ok(ToolExecutionResult::failure(self.refusal(&call, missing)));
            }
        }
        next.run().await
    }
}

impl Policy for RateLimit {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        hooks.around_dispatch(self);
    }
}

impl fmt::Debug for RateLimit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimit")
            .field("rate", &self.rate())
            .field("counted", &self.counted)
            .field("waits", &self.waits)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::ToolRegistry;
    use crate::tool::{ToolDefinition, ToolExecutionInput};

    #[tokio::test(start_paused = true)]
    async fn scopes_without_end_take_bounded_memory_and_no_limit_is_forgotten() {
        let limit = Arc::new(RateLimit::new(1, Duration::from_secs(1)).per_scope());
        let registry = ToolRegistry::new();
        let tool = ToolDefinition::builder("t")
            .description("Does nothing.")
            .unvalidated(serde_json::json!({"type": "object"}))
            .body(|_, _| async { "done" })
            .build();
        registry.register(tool).unwrap();
        registry.policy(Arc::clone(&limit));
        let call = async |scope: &str| {
            let input = ToolExecutionInput::new("call_1", "t", "{}");
            registry.scope(scope).execute(input).await.is_error()
        };
        let kept = || limit.buckets.lock().unwrap().by_key.len();
        for n in 0..100 {
            assert!(!call(&format!("early {n}")).await);
        }
        assert_eq!(kept(), 100, "all of them are owed something");
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(!call("used").await);
        for n in 0..1000 {
            assert!(!call(&format!("late {n}")).await);
            assert!(call("used").await, "{n}");
            tokio::time::advance(Duration::from_micros(900)).await;
        }
        for n in 0..1000 {
            tokio::time::advance(Duration::from_secs(1)).await;
            assert!(!call(&format!("slow {n}")).await);
        }
        assert!(kept() < 2200, "{}", kept());
        for n in 0..2200 {
            tokio::time::advance(Duration::from_secs(1)).await;
            assert!(!call(&format!("slower {n}")).await);
        }
        assert!(kept() <= FEW * 2, "{}", kept());
    }
}
