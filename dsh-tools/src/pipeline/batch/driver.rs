//! The future of a batch: it starts calls, polls those that run, and hands results out.

use super::super::call::{Call, Resolve};
use super::super::run::{Performed, Verdict, conclude, decide, perform};
use super::super::slot::OutcomeSlot;
use super::line::{Line, Place};
use super::options::BatchOptions;
use super::stop::Stop;
use crate::registry::Reach;
use crate::tool::{
    ToolError, ToolExecution, ToolExecutionInput, ToolExecutionMode, ToolExecutionResult,
};
use futures_util::stream::{FuturesUnordered, Stream, StreamExt};
use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;
/// What was decided about a call.
type Decided = (Verdict, Arc<Call>);

/// A batch of calls that runs while it is polled: what [`ToolRegistry::run_batch`](crate::ToolRegistry::run_batch)
/// gives.
///
/// Await it for the results of all calls, in their order. Or take one after the other, with [`next`](Self::next) or as a
/// [`Stream`]: each is handed out as soon as it is next, while later calls still run. They run only while the batch is
/// polled, so whoever works long on each result runs the batch in a task.
///
/// ```
/// use dsh_tools::{BatchOptions, ToolExecutionInput, ToolRegistry};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let calls = ["call_1", "call_2"].map(|id| ToolExecutionInput::new(id, "no_such_tool", "{}"));
/// let mut batch = ToolRegistry::new().run_batch(calls, BatchOptions::new());
/// let (first, _) = batch.next().await.unwrap();
/// assert_eq!(first.call_id(), "call_1");
/// let rest = batch.await;
/// assert_eq!(rest.len(), 1);
/// # });
/// ```
#[must_use = "a batch does nothing until it is polled"]
pub struct ToolBatch {
    reach: Reach,
    options: BatchOptions,
    /// Those that have not started.
    waiting: VecDeque<ToolExecutionInput>,
    /// Those that have started and are not handed out.
    line: Line,
    /// Where the last of the line is being decided about.
    deciding: Option<(usize, Boxed<Decided>)>,
    /// Those of the line whose bodies run.
    running: FuturesUnordered<Boxed<(usize, Performed)>>,
    /// Where the first of the line is being concluded.
    concluding: Option<Boxed<ToolExecutionResult>>,
    /// The first that waits is to run alone: nothing is asked of it again before all others are done.
    barrier: bool,
    /// Why those that wait do not start any more.
    stop: Option<Stop>,
    /// Until the batch is cancelled.
    cancelled: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    /// It was polled: all its calls are accepted.
    begun: bool,
}

impl ToolBatch {
    #[inline]
    pub(super) fn new(
        reach: Reach,
        waiting: VecDeque<ToolExecutionInput>,
        options: BatchOptions,
    ) -> Self {
        let token = options.cancellation.clone();
        Self {
            reach,
            waiting,
            line: Line::default(),
            deciding: None,
            running: FuturesUnordered::new(),
            concluding: None,
            barrier: false,
            stop: options.cut_off.then_some(Stop::CutOff),
            cancelled: token.map(|token| Box::pin(token.cancelled_owned())),
            begun: false,
            options,
        }
    }

    /// The next call's result, in the order of the calls; `None` when all are handed out.
    ///
    /// A future of it that is dropped loses nothing: the batch goes on when it is polled again.
    ///
    /// ```
    /// # use dsh_tools::ToolBatch;
    /// async fn print(mut batch: ToolBatch) {
    ///     while let Some((call, result)) = batch.next().await {
    ///         println!("{}: {}", call.call_id(), result.text());
    ///     }
    /// }
    /// ```
    #[inline]
    pub async fn next(&mut self) -> Option<(ToolExecution, ToolExecutionResult)> {
        poll_fn(|cx| self.advance(cx)).await
    }

    fn advance(
        &mut self,
        cx: &mut Context<'_>,
    ) -> Poll<Option<(ToolExecution, ToolExecutionResult)>> {
        self.begun = true;
        loop {
            self.pass_on_cancellation(cx);
            // One at a time: what it makes ready is concluded before the next call starts.
            let settled = match self.running.poll_next_unpin(cx) {
                Poll::Ready(Some((number, performed))) => {
                    self.settle(number, performed);
                    true
                }
                Poll::Ready(None) | Poll::Pending => false,
            };
            if let Some(concluded) = self.conclude(cx) {
                return Poll::Ready(Some(concluded));
            }
            let decided = self.decide(cx);
            if settled || decided || self.start() {
                continue;
            }
            let done = self.line.is_empty() && self.waiting.is_empty();
            return if done { Poll::Ready(None) } else { Poll::Pending };
        }
    }

    /// Calls that run hear of the end of their batch; those with a token of their own do so from here.
    #[inline]
    fn pass_on_cancellation(&mut self, cx: &mut Context<'_>) {
        let Some(cancelled) = &mut self.cancelled else { return };
        if cancelled.as_mut().poll(cx).is_ready() {
            self.cancelled = None;
            for place in self.line.iter() {
                place.slot.call().end_all();
            }
        }
    }

    #[inline]
    fn settle(&mut self, number: usize, performed: Performed) {
        let (Performed::Settled(result) | Performed::Ended(result)) = &performed;
        self.heed(result);
        self.line.settle(number, performed);
    }

    /// A failure may be the end of those that wait.
    #[inline]
    fn heed(&mut self, result: &ToolExecutionResult) {
        if self.options.fail_fast && result.is_error() {
            self.stop.get_or_insert(Stop::Failed);
        }
    }

    /// Concludes the first of the line, when nothing of it runs any more.
    #[inline]
    fn conclude(&mut self, cx: &mut Context<'_>) -> Option<(ToolExecution, ToolExecutionResult)> {
        if self.concluding.is_none() {
            let first = self.line.first_mut()?;
            let performed = first.performed.take()?;
            let call = Arc::clone(first.slot.call());
            self.concluding = Some(Box::pin(async move { conclude(&call, performed).await }));
        }
        let Poll::Ready(result) = self.concluding.as_mut()?.as_mut().poll(cx) else { return None };
        self.concluding = None;
        self.heed(&result);
        let slot = self.line.leave()?.slot;
        let execution = slot.call().execution();
        Some((execution, slot.publish(result)))
    }

    /// Goes on deciding about the call that started last; whether that is done.
    #[inline]
    fn decide(&mut self, cx: &mut Context<'_>) -> bool {
        let Some((number, deciding)) = &mut self.deciding else { return false };
        let Poll::Ready((verdict, call)) = deciding.as_mut().poll(cx) else { return false };
        let number = *number;
        self.deciding = None;
        self.running.push(Box::pin(async move { (number, perform(&call, verdict).await) }));
        true
    }

    /// Starts the next call, if it can start now; whether it did.
    fn start(&mut self) -> bool {
        if self.deciding.is_some() || self.concluding.is_some() {
            return false;
        }
        if self.is_stopped() {
            // None of them waits for anything any more.
            return self.waiting.pop_front().is_some_and(|input| {
                self.enter(input, Resolve::ByName, ToolExecutionMode::Parallel);
                true
            });
        }
        let full = self.running.len() >= self.options.room.get();
        let alone = self.barrier || self.line.is_exclusive();
        if full || (alone && !self.line.is_empty()) {
            return false;
        }
        let Some(mut input) = self.waiting.pop_front() else { return false };
        input.arguments = input.arguments.read();
        // Looked up once: the tool that says whether it runs beside others is the one that runs.
        let tool = self.reach.get(&input.name);
        let mode =
            tool.as_ref().map_or(ToolExecutionMode::Exclusive, |tool| tool.execution_mode(&input));
        if mode == ToolExecutionMode::Exclusive && !self.line.is_empty() {
            self.barrier = true;
            self.waiting.push_front(input);
            return false;
        }
        self.barrier = false;
        self.enter(input, Resolve::To(tool), mode);
        true
    }

    /// Whether those that wait get their result without being run.
    #[inline]
    fn is_stopped(&self) -> bool {
        let token = self.options.cancellation.as_ref();
        self.stop.is_some() || token.is_some_and(CancellationToken::is_cancelled)
    }

    /// Accepts a call and begins to decide about it.
    #[inline]
    fn enter(&mut self, input: ToolExecutionInput, resolve: Resolve, mode: ToolExecutionMode) {
        let (slot, readable) = self.accept(input, resolve);
        let call = Arc::clone(slot.call());
        let readable = self.stop.map_or(readable, |stop| Err(stop.error()));
        let exclusive = mode == ToolExecutionMode::Exclusive;
        let number = self.line.join(Place { slot, exclusive, performed: None });
        let deciding = Box::pin(async move { (decide(&call, readable).await, call) });
        self.deciding = Some((number, deciding));
    }

    #[inline]
    fn accept(
        &self,
        mut input: ToolExecutionInput,
        resolve: Resolve,
    ) -> (OutcomeSlot, Result<(), ToolError>) {
        if let Some(token) = &self.options.cancellation {
            input.extras_mut().batch = Some(token.clone());
        }
        OutcomeSlot::accept(self.reach.clone(), resolve, input)
    }
}

impl Stream for ToolBatch {
    type Item = (ToolExecution, ToolExecutionResult);

    #[inline]
    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.advance(cx)
    }
}

/// All results that were not handed out before.
impl IntoFuture for ToolBatch {
    type Output = Vec<(ToolExecution, ToolExecutionResult)>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    #[inline]
    fn into_future(mut self) -> Self::IntoFuture {
        Box::pin(async move {
            let mut results = Vec::with_capacity(self.waiting.len() + self.line.len());
            while let Some(concluded) = self.next().await {
                results.push(concluded);
            }
            results
        })
    }
}

impl Drop for ToolBatch {
    #[inline]
    fn drop(&mut self) {
        // All that runs goes before the first outcome is told.
        self.concluding = None;
        self.deciding = None;
        self.running.clear();
        self.line.clear();
        // A call that never started was accepted all the same.
        while self.begun
            && let Some(input) = self.waiting.pop_front()
        {
            drop(self.accept(input, Resolve::ByName));
        }
    }
}

/// All code of an author's runs where its panics are contained.
impl UnwindSafe for ToolBatch {}
impl RefUnwindSafe for ToolBatch {}

impl fmt::Debug for ToolBatch {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolBatch")
            .field("waiting", &self.waiting.len())
            .field("started", &self.line.len())
            .field("running", &self.running.len())
            .finish_non_exhaustive()
    }
}
