//! What a body gets beside its arguments.

use super::label::Label;
use super::nested::NestedCall;
use super::progress::{Progress, ProgressSink};
use super::state::States;
use super::{
    AdditionalContext, Effects, ErrorCode, RawArguments, ToolError, ToolExecution,
    ToolExecutionInput, ToolExecutionResult,
};
use crate::json::FrozenJson;
use std::any::{Any, type_name};
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use tokio_util::sync::CancellationToken;

/// What a body gets beside its arguments: who it is, when to stop, what the host gave, what to say beside
/// the result.
///
/// A cheap handle: clone it into tasks that the body starts.
///
/// ```
/// use dsh_tools::{ToolContext, ToolError};
///
/// struct Database;
///
/// async fn count(cx: &ToolContext) -> Result<String, ToolError> {
///     let _database: &Database = cx.inject()?;
///     cx.check_cancelled()?;
///     Ok(format!("counted for {}", cx.call_id()))
/// }
/// ```
#[doc(alias = "ToolRunContext")]
#[derive(Clone)]
pub struct ToolContext {
    execution: ToolExecution,
    states: States,
}

impl ToolContext {
    pub(crate) const fn new(execution: ToolExecution, states: States) -> Self {
        Self { execution, states }
    }

    fn effects(&self) -> &Effects {
        &self.execution.whole().effects
    }

    /// The same, as one run within the body sees it.
    #[inline]
    pub(super) fn seen_in_a_run(&self) -> Self {
        Self { execution: self.execution.seen_in_a_run(), states: self.states.clone() }
    }

    /// The call.
    ///
    /// ```
    /// # use dsh_tools::ToolContext;
    /// fn token(cx: &ToolContext) -> dsh_tools::ToolExecutionToken { cx.execution().token() }
    /// ```
    #[inline]
    pub const fn execution(&self) -> &ToolExecution {
        &self.execution
    }

    /// The id that the model gave the call.
    ///
    /// ```
    /// # use dsh_tools::ToolContext;
    /// fn note(cx: &ToolContext) -> String { format!("called by {}", cx.call_id()) }
    /// ```
    #[inline]
    pub fn call_id(&self) -> &str {
        self.execution.call_id()
    }

    /// The name the tool was called by.
    ///
    /// ```
    /// # use dsh_tools::ToolContext;
    /// fn note(cx: &ToolContext) -> String { format!("called as {}", cx.name()) }
    /// ```
    #[inline]
    pub fn name(&self) -> &str {
        self.execution.name()
    }

    /// The whole arguments as the model wrote them, undeclared fields included; defaults are not filled in.
    ///
    /// ```
    /// # use dsh_tools::ToolContext;
    /// fn extra(cx: &ToolContext) -> bool { cx.arguments().root().get("reason").is_some() }
    /// ```
    #[inline]
    pub fn arguments(&self) -> &FrozenJson {
        static NONE: LazyLock<FrozenJson> = LazyLock::new(FrozenJson::empty_object);
        // A body runs on arguments that could be read.
        self.execution.arguments().unwrap_or(&NONE)
    }

    /// Tells when to stop. Cancellation is cooperative: a body that ignores it is awaited.
    ///
    /// The token is this run's own: cancelling it tells what the body started and nobody else. It is cancelled, too,
    /// when nobody waits any more, because the run was dropped or the call has its outcome: tasks that the body left
    /// running hear of it.
    ///
    /// ```
    /// # use dsh_tools::{ToolContext, ToolError};
    /// async fn wait(cx: &ToolContext) -> Result<(), ToolError> {
    ///     cx.cancellation().cancelled().await;
    ///     Err(ToolError::aborted())
    /// }
    /// ```
    #[inline]
    pub fn cancellation(&self) -> &CancellationToken {
        self.execution.cancellation()
    }

    /// Fails when the call is to end, for loops.
    ///
    /// # Errors
    /// [`ToolError::aborted`].
    ///
    /// ```
    /// # use dsh_tools::{ToolContext, ToolError};
    /// fn all(cx: &ToolContext, files: &[&str]) -> Result<usize, ToolError> {
    ///     let mut bytes = 0;
    ///     for file in files {
    ///         cx.check_cancelled()?;
    ///         bytes += file.len();
    ///     }
    ///     Ok(bytes)
    /// }
    /// ```
    #[inline]
    pub fn check_cancelled(&self) -> Result<(), ToolError> {
        if self.execution.is_ended() { Err(ToolError::aborted()) } else { Ok(()) }
    }

    /// What the host gave of this type: with the call, or with the registry, the nearest first.
    ///
    /// A value that was given in an `Arc` is found as what it holds, too.
    ///
    /// # Errors
    /// Names the type, when nothing supplies it.
    ///
    /// ```
    /// # use dsh_tools::{ToolContext, ToolError};
    /// struct Workspace { root: String }
    ///
    /// fn root(cx: &ToolContext) -> Result<&str, ToolError> {
    ///     Ok(&cx.inject::<Workspace>()?.root)
    /// }
    /// ```
    #[inline]
    pub fn inject<T: Any + Send + Sync>(&self) -> Result<&T, ToolError> {
        self.inject_optional().ok_or_else(|| missing(&[type_name::<T>()]))
    }

    /// The same, where it may be missing.
    ///
    /// ```
    /// # use dsh_tools::ToolContext;
    /// struct Locale(String);
    ///
    /// fn language(cx: &ToolContext) -> &str {
    ///     cx.inject_optional::<Locale>().map_or("en", |locale| &locale.0)
    /// }
    /// ```
    #[inline]
    pub fn inject_optional<T: Any + Send + Sync>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref().or_else(|| self.states.find())
    }

    /// Adds a message for the model that stands beside the result, not in it, and outlives a failure of the
    /// body.
    ///
    /// ```
    /// use dsh_tools::{AdditionalContext, ToolContext};
    ///
    /// fn remind(cx: &ToolContext) {
    ///     cx.defer_context(AdditionalContext::new("notes", "The file has unsaved changes."));
    /// }
    /// ```
    #[inline]
    pub fn defer_context(&self, context: AdditionalContext) {
        self.effects().defer(context);
    }

    /// Says that nothing is left to do for the model in this turn. It counts when the call succeeds.
    ///
    /// ```
    /// # use dsh_tools::ToolContext;
    /// fn submit(cx: &ToolContext) -> &'static str {
    ///     cx.conclude_turn();
    ///     "submitted"
    /// }
    /// ```
    #[inline]
    pub fn conclude_turn(&self) {
        self.effects().conclude();
    }

    /// Calls a tool from within this one, in the same scope: through the whole pipeline, with all hooks and guards.
    ///
    /// The call is a child of this one: it is cancelled with it, carries its token as the parent and its root call's id,
    /// sees the states that came with it, and has an id of its own, `call_1/1`, `call_1/2` and so on. What it says beside
    /// its result ([`defer_context`](Self::defer_context)) rides on this call's result, and that it concludes the turn
    /// counts for this call, too. Its failure is a result to be looked at.
    ///
    /// Calls can be nested 16 deep, unless the registry is built with another
    /// [`max_nesting`](crate::registry::ToolRegistryBuilder::max_nesting); a deeper one fails with
    /// [`ErrorCode::NestingLimit`].
    ///
    /// A task that outlives this call can call nothing through it: that fails with [`ErrorCode::AbortedBeforeDispatch`],
    /// and no hook or observer hears of it.
    ///
    /// What it waits for counts for this call as well: where somebody is asked about it, the `timeout` of the tool that
    /// calls goes on, and takes the question back when it has passed.
    ///
    /// ```
    /// use dsh_tools::{ToolContext, ToolError};
    /// use serde_json::json;
    ///
    /// async fn first_line(cx: &ToolContext, path: &str) -> Result<String, ToolError> {
    ///     let read = cx.call("read_file", json!({"path": path})).await;
    ///     match read.outcome() {
    ///         Ok(_) => Ok(read.text().lines().next().unwrap_or_default().to_owned()),
    ///         Err(failure) => Err(ToolError::msg(failure)),
    ///     }
    /// }
    /// ```
    #[inline]
    pub fn call(
        &self,
        name: impl AsRef<str> + Into<Arc<str>>,
        arguments: impl Into<RawArguments>,
    ) -> NestedCall {
        NestedCall::new(self.clone(), Label::new(name), arguments.into())
    }

    #[inline]
    pub(super) fn run_nested(
        self,
        name: Label,
        arguments: RawArguments,
        states: States,
        progress: Option<ProgressSink>,
    ) -> Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>> {
        let id = format!("{}/{}", self.call_id(), self.effects().count_nested());
        let mut input = ToolExecutionInput::of(Label::new(id), name, arguments)
            .parent(self.execution.token())
            .root_call_id(self.execution.root_call_id())
            .cancellation(self.cancellation().clone());
        input.depth = self.execution.depth().saturating_add(1);
        let extras = input.extras_mut();
        extras.states = states;
        extras.progress = progress;
        extras.surrounding = Some(self.states.clone());
        let call = self.execution.whole().runs.call(input);
        Box::pin(async move {
            let result = call.await;
            for context in result.additional_contexts() {
                self.defer_context(context.clone());
            }
            if result.concludes_turn() {
                self.conclude_turn();
            }
            result
        })
    }

    /// Tells whoever asked with [`ToolExecutionInput::on_progress`](super::ToolExecutionInput::on_progress), and
    /// whoever shows the call, how far the body is; nobody is told any more once the call has its result.
    ///
    /// ```
    /// use dsh_tools::{Progress, ToolContext};
    ///
    /// fn step(cx: &ToolContext, done: u32) {
    ///     cx.progress(&Progress::of(f64::from(done), 10.0).message("copying"));
    /// }
    /// ```
    #[inline]
    pub fn progress(&self, progress: &Progress) {
        if !self.effects().is_settled() {
            self.execution.whole().runs.tell(&self.execution, progress);
        }
    }
}

/// The failure of a call whose state nothing supplies.
#[inline]
pub(crate) fn missing(types: &[&str]) -> ToolError {
    let s = if types.len() == 1 { "" } else { "s" };
    let list = types.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    ToolError::coded(ErrorCode::ToolError, format!("the host gave no state of type{s} {list}"))
}

impl fmt::Debug for ToolContext {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("execution", &self.execution)
            .field("states", &self.states)
            .finish_non_exhaustive()
    }
}
