//! A tool by itself.

use super::call::Resolve;
use super::run::run;
use crate::registry::ToolRegistry;
use crate::tool::{
    Progress, RawArguments, ToolCallRecord, ToolDefinition, ToolExecution, ToolExecutionInput,
    ToolExecutionResult, ToolExecutionToken,
};
use std::any::Any;
use std::pin::Pin;
use tokio_util::sync::CancellationToken;

/// A call of a tool by itself, for tests: await it.
///
/// ```
/// use dsh_tools::ToolDefinition;
///
/// struct Workspace(&'static str);
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let root = ToolDefinition::builder("root").description("The workspace's root.")
///     .no_args()
///     .body(|_, cx| async move { cx.inject::<Workspace>().map(|workspace| workspace.0) })
///     .build();
/// assert_eq!(root.call("{}").state(Workspace("/work")).await.text(), "/work");
/// assert!(root.call("{}").await.is_error(), "nothing supplies the workspace");
/// # });
/// ```
#[derive(Debug)]
#[must_use = "a call does nothing until it is awaited"]
pub struct ToolCall {
    tool: ToolDefinition,
    input: ToolExecutionInput,
}

impl ToolDefinition {
    /// Runs the tool by itself: the whole pipeline with the default policies, and no registry.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let now = ToolDefinition::builder("now").description("The time.")
    ///     .no_args()
    ///     .body(|_, _| async { "12:00" })
    ///     .build();
    /// assert_eq!(now.call("{}").await.text(), "12:00");
    /// assert_eq!(now.call("{").await.outcome().unwrap_err().code(), "INVALID_JSON");
    /// # });
    /// ```
    pub fn call(&self, arguments: impl Into<RawArguments>) -> ToolCall {
        let input = ToolExecutionInput::new("call", self.name(), arguments);
        ToolCall { tool: self.clone(), input }
    }
}

impl ToolCall {
    /// Hands the tool a state.
    ///
    /// ```
    /// # use dsh_tools::{ToolCall, ToolDefinition};
    /// fn prepared(tool: &ToolDefinition) -> ToolCall { tool.call("{}").state("a state") }
    /// ```
    pub fn state<T: Any + Send + Sync>(mut self, value: T) -> Self {
        self.input = self.input.state(value);
        self
    }

    /// Ends the call when the token is cancelled.
    ///
    /// ```
    /// # use dsh_tools::{ToolCall, ToolDefinition};
    /// # use dsh_tools::CancellationToken;
    /// fn prepared(tool: &ToolDefinition, stop: &CancellationToken) -> ToolCall {
    ///     tool.call("{}").cancellation(stop.clone())
    /// }
    /// ```
    pub fn cancellation(mut self, token: CancellationToken) -> Self {
        self.input = self.input.cancellation(token);
        self
    }

    /// Says which execution makes this call; it is a nested one then.
    ///
    /// ```
    /// # use dsh_tools::{ToolCall, ToolContext, ToolDefinition};
    /// fn nested(tool: &ToolDefinition, cx: &ToolContext) -> ToolCall {
    ///     tool.call("{}").parent(cx.execution().token())
    /// }
    /// ```
    pub fn parent(mut self, token: ToolExecutionToken) -> Self {
        self.input = self.input.parent(token);
        self
    }

    /// Listens to the body's [`progress`](crate::tool::ToolContext::progress).
    ///
    /// ```
    /// # use dsh_tools::{ToolCall, ToolDefinition};
    /// fn shown(tool: &ToolDefinition) -> ToolCall {
    ///     tool.call("{}").on_progress(|_, progress| println!("{}", progress.done))
    /// }
    /// ```
    pub fn on_progress(
        mut self,
        listener: impl Fn(&ToolExecution, &Progress) + Send + Sync + 'static,
    ) -> Self {
        self.input = self.input.on_progress(listener);
        self
    }

    /// The call as a log keeps it.
    pub(crate) fn record(&self) -> ToolCallRecord {
        self.input.record()
    }

    /// The same, and whoever listens already goes on to.
    pub(crate) fn also_on_progress(
        mut self,
        listener: impl Fn(&ToolExecution, &Progress) + Send + Sync + 'static,
    ) -> Self {
        let before = self.input.extras_mut().progress.take();
        self.on_progress(move |call, progress| {
            if let Some(before) = &before {
                before.tell(call, progress);
            }
            listener(call, progress);
        })
    }
}

impl IntoFuture for ToolCall {
    type Output = ToolExecutionResult;
    type IntoFuture = Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(run(ToolRegistry::new().reach(), Resolve::To(Some(self.tool)), self.input))
    }
}
