//! A hook whose own failure decides nothing.

use super::pre::{PreExecute, PreNext, PreToolDecision};
use crate::tool::{Contained, ToolError, ToolExecution, contained};

/// A [`PreExecute`] hook that is passed over where it fails: its `Err` or its panic counts as if it had only run its
/// `next`.
///
/// Deciders are closed otherwise: what cannot decide ends the call. Say it of hooks that are a convenience, never of
/// one that keeps something safe. What hooks further in decided, and what they failed with, stands.
///
/// ```
/// use dsh_tools::{FailOpen, ToolError, ToolRegistry, pre_execute_fn};
///
/// let registry = ToolRegistry::new();
/// registry.pre_execute(FailOpen(pre_execute_fn(|_call, _next| async move {
///     Err(ToolError::msg("the service that knows what day it is cannot be reached"))
/// })));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FailOpen<H>(
    /// The hook.
    pub H,
);

impl<H: PreExecute> PreExecute for FailOpen<H> {
    async fn pre_execute(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> Result<PreToolDecision, ToolError> {
        let (first, again, heard) = next.overheard();
        let seen = call.clone();
        let decision = Contained::new(|| Ok(Box::pin(self.0.pre_execute(seen, first)))).await;
        match contained("pre-execute hook", &call, decision) {
            Some(Ok(decision)) => Ok(decision),
            Some(Err(_)) | None => match heard.take() {
                Some(decided_within) => decided_within,
                None => again.run().await,
            },
        }
    }
}

/// A closure as a [`PreExecute`] hook, where one is wanted by value: its parameters need no types.
///
/// ```
/// use dsh_tools::{FailOpen, ToolRegistry, pre_execute_fn};
/// ToolRegistry::new().pre_execute(FailOpen(pre_execute_fn(|_call, next| async move { next.run().await })));
/// ```
pub fn pre_execute_fn<F, Fut>(hook: F) -> F
where
    F: Fn(ToolExecution, PreNext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<PreToolDecision, ToolError>> + Send,
{
    hook
}
