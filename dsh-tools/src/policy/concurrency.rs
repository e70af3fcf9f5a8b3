//! So many calls at a time.

use super::counted::{Counted, Key, counting};
use super::wait::unless_cancelled;
use crate::pipeline::{AroundDispatch, AroundNext, Hooks, Policy};
use crate::tool::{ToolError, ToolExecution, ToolExecutionResult, ToolExecutionToken};
use std::collections::HashMap;
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lets so many calls run at a time; more wait, in the order of coming, or fail.
///
/// All calls are counted together, unless it is said otherwise: [`per_tool`](Self::per_tool),
/// [`per_scope`](Self::per_scope), [`only`](Self::only). A call that is cancelled while it waits leaves the queue. It
/// waits before its timeout begins, and after guards and approval.
///
/// **Nested calls** run inside the place of the call that makes them: it has a place already and does nothing but wait.
/// One that finds a free place takes it; where none is free, the nested calls of one call go on one at a time. So no two
/// calls can wait for each other, and beyond the limit runs at most one nested call for each call that has a place. Calls
/// that are nested in a call which the limit does not count wait like all others.
///
/// Two limits know nothing of each other: where each counts calls that are nested in calls which the other counts, both
/// can be full of calls that wait for the other, and without end. One limit [`per_tool`](Self::per_tool) is for that.
///
/// Installed in several registries or scopes by an [`Arc`], one limit is for all of them. A call that passes it more than
/// once, in a registry and in a scope of it, has one place.
///
/// ```
/// use dsh_tools::{ConcurrencyLimit, ToolRegistry};
///
/// let registry = ToolRegistry::new();
/// registry.policy(ConcurrencyLimit::new(8).per_scope());
/// registry.policy(ConcurrencyLimit::new(1).only(["bash"]).failing());
/// ```
pub struct ConcurrencyLimit {
    most: usize,
    counted: Counted,
    fails: bool,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    lots: HashMap<Key, Lot>,
    /// The calls that run, and have a place or run inside one. A call is there once for each run that a wrapper further
    /// out makes of it at the same time.
    placed: HashMap<ToolExecutionToken, Vec<Inside>>,
    /// How often the limit was installed.
    entrances: u64,
    /// How many runs there were.
    runs: u64,
}

/// A run of a call that has a place or runs inside one.
struct Inside {
    entrance: u64,
    /// Which of the runs it is.
    run: u64,
    /// Whose turn it is of the nested calls that find no free place.
    turn: Arc<Semaphore>,
}

/// The places of one key. There is one while somebody has or wants a place of it.
struct Lot {
    places: Arc<Semaphore>,
    users: usize,
}

counting!(ConcurrencyLimit, "ConcurrencyLimit::new(2)");

impl ConcurrencyLimit {
    /// The code of the failure: `CONCURRENCY_LIMITED`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::ConcurrencyLimit::CODE, "CONCURRENCY_LIMITED");
    /// ```
    pub const CODE: &str = "CONCURRENCY_LIMITED";

    /// So many calls at a time. 0 is 1.
    ///
    /// ```
    /// use dsh_tools::{ConcurrencyLimit, ToolRegistry};
    /// ToolRegistry::new().policy(ConcurrencyLimit::new(8));
    /// ```
    #[inline]
    pub fn new(most: usize) -> Self {
        Self {
            most: most.clamp(1, Semaphore::MAX_PERMITS),
            counted: Counted::default(),
            fails: false,
            state: Arc::default(),
        }
    }

    /// Calls that find no place fail with [`CODE`](Self::CODE) instead of waiting.
    ///
    /// ```
    /// use dsh_tools::ConcurrencyLimit;
    /// let limit = ConcurrencyLimit::new(1).failing();
    /// # let _ = limit;
    /// ```
    #[must_use]
    #[inline]
    pub const fn failing(mut self) -> Self {
        self.fails = true;
        self
    }

    #[inline]
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// The turn of the call that this one is nested in, when that runs inside a place.
    #[inline]
    fn turn_of_parent(&self, call: &ToolExecution) -> Option<Arc<Semaphore>> {
        let parent = call.parent()?;
        let state = self.state();
        state.placed.get(&parent)?.last().map(|inside| Arc::clone(&inside.turn))
    }

    #[inline]
    fn join(&self, key: Key) -> Joined {
        let mut state = self.state();
        let lot = state
            .lots
            .entry(key.clone())
            .or_insert_with(|| Lot { places: Arc::new(Semaphore::new(self.most)), users: 0 });
        lot.users += 1;
        let places = Arc::clone(&lot.places);
        drop(state);
        Joined { state: Arc::clone(&self.state), key, places }
    }

    #[inline]
    fn refusal(&self, call: &ToolExecution) -> ToolExecutionResult {
        let what = if self.counted.per_tool {
            format!("calls of `{}`", call.name())
        } else {
            "calls".to_owned()
        };
        ToolExecutionResult::failure(ToolError::new(
            Self::CODE,
            format!(
                "too many {what} run at the same time: {} may; try again when one has ended",
                self.most
            ),
        ))
    }
}

#[inline]
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where calls come to the limit: each installation is one.
struct Entrance {
    limit: Arc<ConcurrencyLimit>,
    number: u64,
}

impl Entrance {
    /// Whether the call has come by another entrance, further out. It would wait for its own place.
    #[inline]
    fn is_inside(&self, call: &ToolExecution) -> bool {
        let state = self.limit.state();
        let inside = state.placed.get(&call.token());
        inside.is_some_and(|runs| runs.iter().any(|run| run.entrance != self.number))
    }

    /// Says that the call runs inside a place: its nested calls find it, and whose turn it is.
    #[inline]
    fn record(&self, call: &ToolExecution, turn: Arc<Semaphore>) -> Recorded {
        let token = call.token();
        let mut state = self.limit.state();
        state.runs += 1;
        let run = state.runs;
        state.placed.entry(token).or_default().push(Inside { entrance: self.number, run, turn });
        drop(state);
        Recorded { state: Arc::clone(&self.limit.state), token, run }
    }
}

impl AroundDispatch for Entrance {
    #[inline]
    async fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        if self.is_inside(&call) {
            return next.run().await;
        }
        let limit = &self.limit;
        let turn = limit.turn_of_parent(&call);
        let Some(key) = limit.counted.key(&call) else {
            // It has no place of its own: its nested calls take turns with those of the call that has.
            let _inside = turn.map(|turn| self.record(&call, turn));
            return next.run().await;
        };
        // Given back in the reverse order: the place before the lot that it is in.
        let lot = limit.join(key);
        let place = match free_place(&lot.places, turn.as_ref()) {
            Some(place) => place,
            None if limit.fails => return Ok(limit.refusal(&call)),
            None => match unless_cancelled(&call, any_place(&lot.places, turn.as_ref())).await {
                Some(Some(place)) => place,
                // What is inside says that the call was cancelled before it began.
                _ => return next.run().await,
            },
        };
        let recorded = self.record(&call, Arc::new(Semaphore::new(1)));
        let result = next.run().await;
        drop((recorded, place));
        result
    }
}

impl Policy for ConcurrencyLimit {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        let number = {
            let mut state = self.state();
            state.entrances += 1;
            state.entrances
        };
        hooks.around_dispatch(Entrance { limit: self, number });
    }
}

#[inline]
fn free_place(
    places: &Arc<Semaphore>,
    turn: Option<&Arc<Semaphore>>,
) -> Option<OwnedSemaphorePermit> {
    let free = |of: &Arc<Semaphore>| Arc::clone(of).try_acquire_owned().ok();
    free(places).or_else(|| free(turn?))
}

/// Waits for a place, or for the turn inside the parent's, whichever comes first. Semaphores here are never closed.
#[inline]
async fn any_place(
    places: &Arc<Semaphore>,
    turn: Option<&Arc<Semaphore>>,
) -> Option<OwnedSemaphorePermit> {
    let place = Arc::clone(places).acquire_owned();
    let Some(turn) = turn else {
        return place.await.ok();
    };
    let (mut place, mut turn) = (pin!(place), pin!(Arc::clone(turn).acquire_owned()));
    poll_fn(|cx| match place.as_mut().poll(cx) {
        Poll::Pending => turn.as_mut().poll(cx),
        ready @ Poll::Ready(_) => ready,
    })
    .await
    .ok()
}

/// Somebody who has or wants a place of a key.
struct Joined {
    state: Arc<Mutex<State>>,
    key: Key,
    places: Arc<Semaphore>,
}

impl Drop for Joined {
    #[inline]
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        if let Some(lot) = state.lots.get_mut(&self.key) {
            lot.users -= 1;
            if lot.users == 0 {
                state.lots.remove(&self.key);
            }
        }
    }
}

/// A run of a call inside a place.
struct Recorded {
    state: Arc<Mutex<State>>,
    token: ToolExecutionToken,
    run: u64,
}

impl Drop for Recorded {
    #[inline]
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        if let Some(runs) = state.placed.get_mut(&self.token) {
            runs.retain(|inside| inside.run != self.run);
            if runs.is_empty() {
                state.placed.remove(&self.token);
            }
        }
    }
}

impl fmt::Debug for ConcurrencyLimit {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcurrencyLimit")
            .field("most", &self.most)
            .field("counted", &self.counted)
            .field("fails", &self.fails)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::ToolRegistry;
    use crate::tool::{ToolDefinition, ToolExecutionInput};
    use std::time::Duration;
    use tokio::time::{sleep, timeout};
    use tokio_util::sync::CancellationToken;

    #[tokio::test(start_paused = true)]
    async fn nothing_is_kept_of_calls_that_ended_whatever_way() {
        let limit = Arc::new(ConcurrencyLimit::new(1).per_tool().per_scope());
        let tool = ToolDefinition::builder("t")
            .description("Waits, and calls itself once.")
            .unvalidated(serde_json::json!({"type": "object"}))
            .body(|_, cx| async move {
                sleep(Duration::from_secs(1)).await;
                if cx.execution().depth() == 0 {
                    drop(cx.call("t", "{}").await);
                }
                "done"
            })
            .build();
        let registry = ToolRegistry::new();
        registry.register(tool).unwrap();
        registry.policy(Arc::clone(&limit));
        let call = || ToolExecutionInput::new("call_1", "t", "{}");
        let stop = CancellationToken::new();
        let running = tokio::spawn(registry.execute(call()));
        let cancelled = tokio::spawn(registry.execute(call().cancellation(stop.clone())));
        let scoped = tokio::spawn(registry.scope("agent").execute(call()));
        tokio::task::yield_now().await;
        assert!(timeout(Duration::from_millis(1500), registry.execute(call())).await.is_err());
        let state = || {
            let state = limit.state();
            (state.lots.len(), state.placed.len())
        };
        assert_eq!(state(), (2, 4), "two keys, two calls with a nested one each");
        stop.cancel();
        assert!(!running.await.unwrap().is_error() && !scoped.await.unwrap().is_error());
        assert!(cancelled.await.unwrap().is_error());
        assert!(timeout(Duration::from_millis(1500), registry.execute(call())).await.is_err());
        assert_eq!(state(), (0, 0));
    }
}
