//! A tool called by itself, with all that comes of it.

use super::expect::{ExpectResult, sealed};
use super::subject::{Made, Subject, told};
use crate::pipeline::ToolCall;
use crate::sync::{Mutex, PoisonError};
use crate::tool::{Progress, ToolCallRecord, ToolExecutionResult, ToolFailure, ToolSuccess};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

/// A call of a tool by itself that keeps what comes of it: await it.
///
/// ```
/// use dsh_tools::ToolDefinition;
/// use dsh_tools::testing::{CallReport, RecordingCall};
///
/// async fn report(tool: &ToolDefinition) -> CallReport {
///     let call: RecordingCall = tool.call("{}").recorded();
///     call.await
/// }
/// ```
#[derive(Debug)]
#[must_use = "a call does nothing until it is awaited"]
pub struct RecordingCall(ToolCall);

/// What came of a call, and the call: a [`ToolExecutionResult`] that knows where it is from.
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::Progress;
/// use dsh_tools::testing::ExpectResult;
///
/// /// Copy files.
/// #[tool]
/// async fn copy(cx: &ToolContext) -> &'static str {
///     cx.progress(&Progress::done(1.0));
///     "copied"
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let report = copy::definition().call("{}").recorded().await;
/// report.expect_text("copied");
/// assert_eq!(report.progress()[0].done, 1.0);
/// assert!(!report.concludes_turn(), "it is the result, too");
/// # });
/// ```
#[derive(Clone, Debug)]
pub struct CallReport {
    call: ToolCallRecord,
    result: ToolExecutionResult,
    progress: Vec<Progress>,
}

impl ToolCall {
    /// Keeps the call with its result, so that a failing test tells of both, and what the body says on the way.
    ///
    /// ```
    /// # use dsh_tools::ToolDefinition;
    /// use dsh_tools::testing::ExpectResult;
    /// # async fn test(read_file: &ToolDefinition) {
    /// let report = read_file.call(serde_json::json!({"path": "a.txt"})).recorded().await;
    /// report.expect_text("one\ntwo");
    /// # }
    /// ```
    #[inline]
    pub fn recorded(self) -> RecordingCall {
        RecordingCall(self)
    }
}

impl IntoFuture for RecordingCall {
    type Output = CallReport;
    type IntoFuture = Pin<Box<dyn Future<Output = CallReport> + Send>>;

    #[inline]
    fn into_future(self) -> Self::IntoFuture {
        let call = self.0.record();
        let progress = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&progress);
        let run = self.0.also_on_progress(move |_, progress| {
            heard.lock().unwrap_or_else(PoisonError::into_inner).push(progress.clone());
        });
        Box::pin(async move {
            let result = run.await;
            let progress =
                std::mem::take(&mut *progress.lock().unwrap_or_else(PoisonError::into_inner));
            CallReport { call, result, progress }
        })
    }
}

impl CallReport {
    /// The call as it was made.
    ///
    /// ```
    /// # use dsh_tools::testing::CallReport;
    /// fn text(report: &CallReport) -> &str { &report.call().arguments }
    /// ```
    #[inline]
    pub const fn call(&self) -> &ToolCallRecord {
        &self.call
    }

    /// The result.
    ///
    /// ```
    /// # use dsh_tools::{ToolExecutionResult, testing::CallReport};
    /// fn result(report: CallReport) -> ToolExecutionResult { report.result().clone() }
    /// ```
    #[inline]
    pub const fn result(&self) -> &ToolExecutionResult {
        &self.result
    }

    /// What the body said of how far it is, in its order.
    ///
    /// ```
    /// # use dsh_tools::testing::CallReport;
    /// fn last(report: &CallReport) -> Option<f64> { Some(report.progress().last()?.done) }
    /// ```
    #[inline]
    pub fn progress(&self) -> &[Progress] {
        &self.progress
    }

    /// What stands beside the result, each as `who: what`.
    ///
    /// ```
    /// # use dsh_tools::testing::CallReport;
    /// fn check(report: &CallReport) {
    ///     assert_eq!(report.contexts(), ["notes: The file has unsaved changes."]);
    /// }
    /// ```
    #[inline]
    pub fn contexts(&self) -> Vec<String> {
        self.result.additional_contexts().iter().map(told).collect()
    }
}

impl Deref for CallReport {
    type Target = ToolExecutionResult;

    #[inline]
    fn deref(&self) -> &ToolExecutionResult {
        &self.result
    }
}

impl ExpectResult for CallReport {}

impl sealed::Known for CallReport {
    #[inline]
    fn subject(&self) -> Subject<'_> {
        let ToolCallRecord { name, arguments, .. } = &self.call;
        let call = Made { name, arguments: Some(arguments.into()) };
        Subject { result: &self.result, call: Some(call), progress: &self.progress }
    }

    #[inline]
    fn outcome_of(&self) -> Result<&ToolSuccess, &ToolFailure> {
        self.result.outcome()
    }
}
