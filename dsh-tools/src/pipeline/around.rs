//! Wrappers around the dispatch: retries, deadlines, caches, spans.

use super::authored::hold_to_contract;
use super::call::Call;
use super::dispatch::dispatch;
use crate::registry::Hook;
use crate::tool::{
    Contained, ErrorCode, Panicked, Shielded, ToolError, ToolExecution, ToolExecutionResult,
    contain, panicked_in,
};
use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

type Outcome = Result<ToolExecutionResult, ToolError>;

/// Wraps the run of a tool's body.
///
/// A wrapper runs what is inside it by [`AroundNext::run`]: never (it authors the result itself), once, or
/// again. Wrappers that were registered earlier are further out. The body's failure is an `Ok` here: a result
/// that is an error. An `Err` is a wrapper's own and ends the call with its message and code.
///
/// A success that a wrapper authors is held to the tool's output contract, as the body's is: the value is
/// checked, content and metadata are made from it. Wrappers further out see what became of it.
///
/// Structs implement it with a plain `async fn`; every `async fn(ToolExecution, AroundNext)` is one.
///
/// ```
/// use dsh_tools::{AroundDispatch, AroundNext, ToolError, ToolExecution, ToolExecutionResult, ToolRegistry};
///
/// struct RetryOnce;
///
/// impl AroundDispatch for RetryOnce {
///     async fn around_dispatch(
///         &self,
///         call: ToolExecution,
///         next: AroundNext,
///     ) -> Result<ToolExecutionResult, ToolError> {
///         let result = next.run().await?;
///         let again = result.error().is_some_and(|failure| failure.code() == "BUSY");
///         if again && !call.cancellation().is_cancelled() { next.run().await } else { Ok(result) }
///     }
/// }
/// ToolRegistry::new().around_dispatch(RetryOnce);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand around the dispatch of a tool",
    note = "implement `AroundDispatch`, or give an `async fn(ToolExecution, AroundNext) -> Result<ToolExecutionResult, ToolError>`",
    note = "closures go through `around_dispatch_fn(|call, next| async move {{ next.run().await }})`"
)]
pub trait AroundDispatch: Send + Sync + 'static {
    /// Runs the call, or what stands for it.
    fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> impl Future<Output = Result<ToolExecutionResult, ToolError>> + Send;

    /// Whether it has anything to do with such a call; where it has not, it is passed over and costs nothing.
    ///
    /// ```
    /// use dsh_tools::{AroundDispatch, AroundNext, ToolError, ToolExecution, ToolExecutionResult};
    ///
    /// struct Sandbox;
    ///
    /// impl AroundDispatch for Sandbox {
    ///     async fn around_dispatch(
    ///         &self,
    ///         _: ToolExecution,
    ///         next: AroundNext,
    ///     ) -> Result<ToolExecutionResult, ToolError> {
    ///         next.run().await // in a sandbox
    ///     }
    ///
    ///     fn concerns(&self, call: &ToolExecution) -> bool {
    ///         call.name() == "bash"
    ///     }
    /// }
    /// ```
    #[allow(unused_variables, reason = "a name for whoever writes it himself")]
    fn concerns(&self, call: &ToolExecution) -> bool {
        true
    }

    /// Whether it enforces the timeouts that tools declare; a tool that declares one is not registered when
    /// nothing does.
    fn honours_timeouts(&self) -> bool {
        false
    }
}

/// Shared with whoever reads what it gathers.
impl<W: AroundDispatch> AroundDispatch for Arc<W> {
    fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> impl Future<Output = Result<ToolExecutionResult, ToolError>> + Send {
        W::around_dispatch(self, call, next)
    }

    fn concerns(&self, call: &ToolExecution) -> bool {
        W::concerns(self, call)
    }

    fn honours_timeouts(&self) -> bool {
        W::honours_timeouts(self)
    }
}

impl<F, Fut> AroundDispatch for F
where
    F: Fn(ToolExecution, AroundNext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<ToolExecutionResult, ToolError>> + Send,
{
    fn around_dispatch(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> impl Future<Output = Result<ToolExecutionResult, ToolError>> + Send {
        self(call, next)
    }
}

/// The rest of the way: the wrappers further in, then the body. It can be run again; every run goes through
/// all of them.
///
/// ```
/// use dsh_tools::{AroundNext, ToolError, ToolExecution, ToolExecutionResult};
///
/// async fn timed(call: ToolExecution, next: AroundNext) -> Result<ToolExecutionResult, ToolError> {
///     let start = std::time::Instant::now();
///     let result = next.run().await;
///     println!("{} took {:?}", call.name(), start.elapsed());
///     result
/// }
/// # dsh_tools::ToolRegistry::new().around_dispatch(timed);
/// ```
#[derive(Clone)]
pub struct AroundNext {
    call: Arc<Call>,
    wrappers: Arc<[Hook<dyn Wrapper>]>,
    at: usize,
    /// As the wrapper sees it.
    within: ToolExecution,
    replacement: Option<CancellationToken>,
}

impl AroundNext {
    /// Runs the rest of the way.
    ///
    /// When it is dropped before its end, what runs inside is told to stop.
    ///
    /// # Errors
    /// What a wrapper further in failed with, its panic included. A body's failure is an `Ok` that
    /// [`is_error`](ToolExecutionResult::is_error). [`ErrorCode::AbortedBeforeDispatch`] when the call has got its
    /// outcome already: nothing runs outside of one.
    ///
    /// ```
    /// # use dsh_tools::{AroundNext, ToolError, ToolExecution, ToolExecutionResult};
    /// async fn untouched(_: ToolExecution, next: AroundNext) -> Result<ToolExecutionResult, ToolError> {
    ///     next.run().await
    /// }
    /// # dsh_tools::ToolRegistry::new().around_dispatch(untouched);
    /// ```
    pub fn run(
        &self,
    ) -> impl Future<Output = Result<ToolExecutionResult, ToolError>> + Send + use<> {
        let Self { call, wrappers, at, within, replacement } = self.clone();
        async move {
            if let Some(over) = call.is_over() {
                return Err(over);
            }
            // What is inside may cancel its run without harm to another one. It hears of it when the run is dropped, before
            // it is dropped itself: the run comes after it.
            let inside = within.seen_in_a_run();
            let mut inner = pin!(enter(&call, wrappers, at, inside.clone()));
            let mut run = Run { call: &call, inside, ended: false };
            let outcome = match replacement {
                None => inner.as_mut().await,
                // In a place of its own: wrappers that hand in no token do not carry room for it.
                Some(token) => Box::pin(run.relay(token, inner.as_mut())).await,
            };
            run.ended = true;
            outcome
        }
    }

    /// Lets another token end what is inside, too. The one that the wrapper itself was given still does: no
    /// wrapper can keep a cancellation from the body.
    ///
    /// ```
    /// use dsh_tools::{AroundNext, ToolError, ToolExecution, ToolExecutionResult, ToolRegistry};
    /// use dsh_tools::CancellationToken;
    ///
    /// let shutdown = CancellationToken::new();
    /// ToolRegistry::new().around_dispatch_fn(move |_call, next| {
    ///     let next = next.cancellation(shutdown.clone());
    ///     async move { next.run().await }
    /// });
    /// ```
    #[must_use]
    pub fn cancellation(mut self, token: CancellationToken) -> Self {
        self.replacement = Some(token);
        self
    }
}

/// A run of what is inside a wrapper.
struct Run<'a> {
    call: &'a Call,
    inside: ToolExecution,
    ended: bool,
}

impl Run<'_> {
    /// Polls what is inside, and cancels it when the token is cancelled.
    async fn relay(
        &self,
        token: CancellationToken,
        mut inner: Pin<&mut impl Future<Output = Outcome>>,
    ) -> Outcome {
        let mut relay = pin!(token.cancelled());
        poll_fn(|cx| {
            if !self.inside.is_ended() && relay.as_mut().poll(cx).is_ready() {
                self.call.end(&self.inside);
            }
            inner.as_mut().poll(cx)
        })
        .await
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if !self.ended {
            self.call.end(&self.inside);
        }
    }
}

impl fmt::Debug for AroundNext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AroundNext").field("call", &self.call.identity).finish_non_exhaustive()
    }
}

/// A wrapper whose destructor may panic.
pub(super) struct Around<W>(pub(super) Shielded<W>);

/// The kind of hook.
pub(super) trait Wrapper: Send + Sync {
    fn concerns(&self, call: &ToolExecution) -> bool;

    fn wrap(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Pin<Box<dyn Future<Output = Outcome> + Send + '_>>;
}

impl<W: AroundDispatch> Wrapper for Around<W> {
    fn concerns(&self, call: &ToolExecution) -> bool {
        self.0.get().is_some_and(|wrapper| wrapper.concerns(call))
    }

    fn wrap(
        &self,
        call: ToolExecution,
        next: AroundNext,
    ) -> Pin<Box<dyn Future<Output = Outcome> + Send + '_>> {
        match self.0.get() {
            Some(wrapper) => Box::pin(wrapper.around_dispatch(call, next)),
            None => Box::pin(async move { next.run().await }),
        }
    }
}

/// Runs the wrappers that there are now, and the body within them.
pub(super) async fn around(call: &Arc<Call>) -> Outcome {
    let within = call.execution().seen_within();
    match call.wrappers() {
        None => Ok(dispatch(call, within).await),
        Some(wrappers) => enter(call, wrappers, 0, within).await,
    }
}

/// Runs wrapper number `at`, or the next one that the call concerns, or the body where there is none.
#[allow(clippy::manual_async_fn, reason = "the future of an `async fn` has its parameters twice")]
fn enter(
    call: &Arc<Call>,
    wrappers: Arc<[Hook<dyn Wrapper>]>,
    at: usize,
    execution: ToolExecution,
) -> impl Future<Output = Outcome> + Send {
    async move {
        let (at, wrapper) = match contain(|| concerned(&wrappers, at, &execution)) {
            Ok(Some(concerned)) => concerned,
            Ok(None) => return Ok(dispatch(call, execution).await),
            Err(panicked) => return Err(failed(call, panicked)),
        };
        let wrapped = Contained::new(|| {
            let (call, within) = (Arc::clone(call), execution.clone());
            let next = AroundNext { call, wrappers, at: at + 1, within, replacement: None };
            Ok(wrapper.wrap(execution, next))
        });
        let outcome = wrapped.await.unwrap_or_else(|panicked| Err(failed(call, panicked)));
        outcome.map(|result| hold_to_contract(call, result))
    }
}

/// The outermost wrapper from number `at` on that the call concerns, and its number.
fn concerned(
    wrappers: &[Hook<dyn Wrapper>],
    at: usize,
    call: &ToolExecution,
) -> Option<(usize, Arc<dyn Wrapper>)> {
    let within = wrappers.iter().enumerate().skip(at);
    let mut concerned = within.filter(|(_, hook)| hook.run.concerns(call));
    concerned.next().map(|(at, hook)| (at, Arc::clone(&hook.run)))
}

/// A wrapper that panicked ends the call.
fn failed(call: &Call, panicked: Panicked) -> ToolError {
    panicked_in("wrapper", &call.identity, &panicked);
    call.identity.panicked(ErrorCode::HookPanicked, "a hook", panicked)
}
