//! What stands after all else that makes content: a result that is too long for a model is cut.
//!
//! Hooks and the tool's finalizer may withhold or replace what a tool gave. What is cut, and perhaps kept elsewhere in
//! full, is what they left of it, in whatever order anything was registered.

use super::call::Call;
use crate::json::ContentBlock;
use crate::registry::Hook;
use crate::tool::{Contained, Shielded, ToolExecution, ToolExecutionResult, panicked_in};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// The content in its place, where it is too long.
pub(crate) type Trimmed<'a> = Pin<Box<dyn Future<Output = Option<Vec<ContentBlock>>> + Send + 'a>>;

/// Cuts results: the kind of hook.
pub(crate) trait Trim: Send + Sync + 'static {
    /// How long a result of this call may be, in bytes of text; `None` where it has no say.
    fn most(&self, call: &ToolExecution) -> Option<usize>;

    /// Cuts it. What has not answered within the deadline is not waited for.
    fn trim(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        most: usize,
        deadline: Option<Duration>,
    ) -> Trimmed<'_>;
}

/// One whose destructor may panic.
pub(super) struct Scissors<T>(pub(super) Shielded<T>);

impl<T: Trim> Trim for Scissors<T> {
    fn most(&self, call: &ToolExecution) -> Option<usize> {
        self.0.get()?.most(call)
    }

    fn trim(
        &self,
        call: ToolExecution,
        result: ToolExecutionResult,
        most: usize,
        deadline: Option<Duration>,
    ) -> Trimmed<'_> {
        match self.0.get() {
            Some(trim) => trim.trim(call, result, most, deadline),
            None => Box::pin(std::future::ready(None)),
        }
    }
}

/// Cuts the result by the tightest of the limits that there are now. The others have nothing left to cut.
pub(super) async fn trim(
    call: &Arc<Call>,
    result: ToolExecutionResult,
    limits: &[Hook<dyn Trim>],
) -> ToolExecutionResult {
    let execution = call.execution();
    let tightest = limits
        .iter()
        .filter_map(|limit| Some((limit.run.most(&execution)?, limit)))
        .min_by_key(|(most, _)| *most);
    let Some((most, limit)) = tightest else {
        return result;
    };
    let deadline = call.hook_deadline();
    let trim = || Ok(limit.run.trim(execution, result.clone(), most, deadline));
    let content = Contained::new(trim).await;
    match content {
        Ok(Some(content)) => result.finalized(content),
        Ok(None) => result,
        Err(panicked) => {
            panicked_in("output limit", &call.identity, &panicked);
            result
        }
    }
}
