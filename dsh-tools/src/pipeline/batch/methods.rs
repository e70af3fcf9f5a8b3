//! How batches are started.

use super::driver::ToolBatch;
use super::options::BatchOptions;
use crate::registry::{ToolRegistry, ToolScope};
use crate::tool::ToolExecutionInput;

impl ToolRegistry {
    /// Runs the calls of one step together, and gives each its one result, in the order of the calls.
    ///
    /// Await it for all of them, or take each with [`ToolBatch::next`] as soon as it is next. Calls of tools that say so
    /// of these arguments run beside each other, the others alone; policy is asked and results are concluded in the
    /// order of the calls. No task is spawned: the batch runs while it is polled, and owns all it needs.
    ///
    /// A call is its place in the batch, not its id: of two calls with one id each runs and each has its own result.
    ///
    /// All calls are accepted when the batch is first polled. From then on observers are told of exactly one outcome of
    /// each, even if the batch is dropped.
    ///
    /// ```
    /// use dsh_tools::prelude::*;
    ///
    /// /// Says it again.
    /// #[tool(parallel)]
    /// async fn echo(text: String) -> String {
    ///     text
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let registry = ToolRegistry::builder().tools(tools![echo]).build()?;
    /// let calls = [
    ///     ToolExecutionInput::new("call_1", "echo", r#"{"text":"one"}"#),
    ///     ToolExecutionInput::new("call_2", "echo", r#"{"text":"#),
    ///     ToolExecutionInput::new("call_3", "echo", r#"{"text":"three"}"#),
    /// ];
    /// let results = registry.run_batch(calls, BatchOptions::new()).await;
    /// let ids: Vec<_> = results.iter().map(|(call, _)| call.call_id()).collect();
    /// assert_eq!(ids, ["call_1", "call_2", "call_3"]);
    /// assert_eq!(results[0].1.text(), "one");
    /// assert_eq!(results[1].1.outcome().unwrap_err().code(), "INVALID_JSON");
    /// assert_eq!(results[2].1.text(), "three");
    /// # Ok::<(), RegisterError>(())
    /// # }).unwrap();
    /// ```
    #[inline]
    pub fn run_batch(
        &self,
        calls: impl IntoIterator<Item = ToolExecutionInput>,
        options: BatchOptions,
    ) -> ToolBatch {
        ToolBatch::new(self.reach(), calls.into_iter().collect(), options)
    }
}

impl ToolScope {
    /// Runs the calls of one step together in the scope, with its tools and hooks. Otherwise as
    /// [`ToolRegistry::run_batch`].
    ///
    /// ```
    /// use dsh_tools::{BatchOptions, ToolExecutionInput, ToolRegistry};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let agent = ToolRegistry::new().scope("agent");
    /// let calls = [ToolExecutionInput::new("call_1", "no_such_tool", "{}")];
    /// let results = agent.run_batch(calls, BatchOptions::new()).await;
    /// assert_eq!(results[0].0.scope(), Some("agent"));
    /// # });
    /// ```
    #[inline]
    pub fn run_batch(
        &self,
        calls: impl IntoIterator<Item = ToolExecutionInput>,
        options: BatchOptions,
    ) -> ToolBatch {
        ToolBatch::new(self.reach(), calls.into_iter().collect(), options)
    }
}
