//! Post-execute hooks: a waterfall that accepts what came of a call, or blocks it.

use super::post_decision::PostToolDecision;
use crate::registry::Hook;
use crate::tool::{
    Contained, ErrorCode, Shielded, ToolError, ToolExecution, ToolExecutionResult, panicked_in,
};
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

/// Looks at what came of a call before the model does.
///
/// It is asked about every call that was dispatched or denied, once, after wrappers are done. Hooks nest as
/// [`PreExecute`](super::PreExecute) hooks do: [`PostNext::run`] tells what those within decide, all of them look at the
/// same result, and the outermost has the last word. With no hook the result is accepted as it is.
///
/// An `Err` stands in the result's place, with its message and code, and a panic as [`ErrorCode::HookPanicked`].
///
/// ```
/// use dsh_tools::{
///     PostExecute, PostNext, PostToolDecision, ToolError, ToolExecution, ToolExecutionResult, ToolRegistry,
/// };
///
/// struct NoKeys;
///
/// impl PostExecute for NoKeys {
///     async fn post_execute(
///         &self,
///         _call: ToolExecution,
///         result: ToolExecutionResult,
///         next: PostNext,
///     ) -> Result<PostToolDecision, ToolError> {
///         if result.text().contains("BEGIN PRIVATE KEY") {
///             return Ok(PostToolDecision::block("The result held a private key and was withheld."));
///         }
///         next.run().await
///     }
/// }
/// ToolRegistry::new().post_execute(NoKeys);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot judge results",
    note = "implement `PostExecute`, or give an `async fn(ToolExecution, ToolExecutionResult, PostNext) -> Result<PostToolDecision, ToolError>`",
    note = "closures go through `post_execute_fn(|call, result, next| async move {{ next.run().await }})`"
)]
pub trait PostExecute: Send + Sync + 'static {
    /// Decides.
    fn post_execute(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        next: PostNext,
    ) -> impl Future<Output = Result<PostToolDecision, ToolError>> + Send;
}

/// Shared with whoever reads what it gathers.
impl<P: PostExecute> PostExecute for Arc<P> {
    fn post_execute(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        next: PostNext,
    ) -> impl Future<Output = Result<PostToolDecision, ToolError>> + Send {
        P::post_execute(self, call, result, next)
    }
}

impl<F, Fut> PostExecute for F
where
    F: Fn(ToolExecution, ToolExecutionResult, PostNext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<PostToolDecision, ToolError>> + Send,
{
    fn post_execute(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        next: PostNext,
    ) -> impl Future<Output = Result<PostToolDecision, ToolError>> + Send {
        self(call, result, next)
    }
}

type Decision = Result<PostToolDecision, ToolError>;

/// The hooks further in. They are asked once at most.
///
/// ```
/// use dsh_tools::{
///     AdditionalContext, PostNext, PostToolDecision, ToolError, ToolExecution, ToolExecutionResult,
/// };
///
/// async fn remind(
///     _: ToolExecution,
///     _: ToolExecutionResult,
///     next: PostNext,
/// ) -> Result<PostToolDecision, ToolError> {
///     Ok(next.run().await?.with_context(AdditionalContext::new("budget", "Two calls are left.")))
/// }
/// # dsh_tools::ToolRegistry::new().post_execute(remind);
/// ```
#[must_use = "the hooks further in are asked by `run`"]
pub struct PostNext {
    call: ToolExecution,
    result: ToolExecutionResult,
    hooks: Arc<[Hook<dyn After>]>,
    at: usize,
}

impl PostNext {
    /// What the hooks further in decide; to accept when there are none.
    ///
    /// # Errors
    /// What one of them failed with, its panic included.
    ///
    /// ```
    /// # use dsh_tools::{PostNext, PostToolDecision, ToolError, ToolExecution, ToolExecutionResult};
    /// async fn untouched(
    ///     _: ToolExecution,
    ///     _: ToolExecutionResult,
    ///     next: PostNext,
    /// ) -> Result<PostToolDecision, ToolError> {
    ///     next.run().await
    /// }
    /// # dsh_tools::ToolRegistry::new().post_execute(untouched);
    /// ```
    pub fn run(self) -> impl Future<Output = Result<PostToolDecision, ToolError>> + Send + use<> {
        enter(self.call, self.result, self.hooks, self.at)
    }
}

impl fmt::Debug for PostNext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostNext").field("call", &self.call).finish_non_exhaustive()
    }
}

/// A hook whose destructor may panic.
pub(super) struct Post<P>(pub(super) Shielded<P>);

/// The kind of hook.
pub(super) trait After: Send + Sync {
    fn decide(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        next: PostNext,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + '_>>;
}

impl<P: PostExecute> After for Post<P> {
    fn decide(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        next: PostNext,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + '_>> {
        match self.0.get() {
            Some(hook) => Box::pin(hook.post_execute(call, result, next)),
            None => Box::pin(next.run()),
        }
    }
}

/// Asks hook number `at`, or accepts where there is none.
pub(super) fn enter(
    call: ToolExecution,
    result: ToolExecutionResult,
    hooks: Arc<[Hook<dyn After>]>,
    at: usize,
) -> impl Future<Output = Decision> + Send {
    let hook = hooks.get(at).map(|hook| Arc::clone(&hook.run));
    async move {
        let Some(hook) = &hook else { return Ok(PostToolDecision::accept()) };
        let asked = Contained::new(|| {
            let next = PostNext { call: call.clone(), result: result.clone(), hooks, at: at + 1 };
            Ok(hook.decide(call.clone(), result, next))
        });
        asked.await.unwrap_or_else(|panicked| {
            panicked_in("post-execute hook", &call, &panicked);
            Err(call.identity().panicked(ErrorCode::HookPanicked, "a hook", panicked))
        })
    }
}
