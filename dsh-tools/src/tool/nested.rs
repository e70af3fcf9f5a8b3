//! Calls that a body makes.

use super::label::Label;
use super::progress::{Progress, ProgressSink};
use super::state::States;
use super::{RawArguments, ToolContext, ToolExecution, ToolExecutionResult};
use std::any::Any;
use std::fmt;
use std::pin::Pin;

/// A call that a body makes: await it. See [`ToolContext::call`].
///
/// ```
/// use dsh_tools::{ToolContext, ToolExecutionResult};
///
/// async fn listed(cx: &ToolContext) -> ToolExecutionResult {
///     cx.call("ls", r#"{"path":"."}"#).state("a state of its own").await
/// }
/// ```
#[must_use = "a call does nothing until it is awaited"]
pub struct NestedCall {
    cx: ToolContext,
    name: Label,
    arguments: RawArguments,
    states: States,
    progress: Option<ProgressSink>,
}

impl NestedCall {
    #[inline]
    pub(super) fn new(cx: ToolContext, name: Label, arguments: RawArguments) -> Self {
        Self { cx, name, arguments, states: States::default(), progress: None }
    }

    /// Hands the called tool a state, nearer than those of the call that makes it.
    ///
    /// ```
    /// # use dsh_tools::{NestedCall, ToolContext};
    /// fn prepared(cx: &ToolContext) -> NestedCall { cx.call("ls", "{}").state("a state") }
    /// ```
    #[inline]
    pub fn state<T: Any + Send + Sync>(mut self, value: T) -> Self {
        self.states.set(value);
        self
    }

    /// Listens to the called tool's [`progress`](ToolContext::progress); the listener of the call that makes it hears
    /// nothing of it.
    ///
    /// ```
    /// # use dsh_tools::{NestedCall, ToolContext};
    /// fn shown(cx: &ToolContext) -> NestedCall {
    ///     cx.call("ls", "{}").on_progress(|_, progress| println!("{}", progress.done))
    /// }
    /// ```
    #[inline]
    pub fn on_progress(
        mut self,
        listener: impl Fn(&ToolExecution, &Progress) + Send + Sync + 'static,
    ) -> Self {
        self.progress = Some(ProgressSink::new(listener));
        self
    }
}

impl IntoFuture for NestedCall {
    type Output = ToolExecutionResult;
    type IntoFuture = Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>>;

    #[inline]
    fn into_future(self) -> Self::IntoFuture {
        self.cx.run_nested(self.name, self.arguments, self.states, self.progress)
    }
}

impl fmt::Debug for NestedCall {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NestedCall").field("name", &self.name).finish_non_exhaustive()
    }
}
