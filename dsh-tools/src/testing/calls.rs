//! An observer that keeps every call.

use super::count::Count;
use super::expect::{ExpectResult, sealed};
use super::fail::{Counted, Names, fail, shown};
use super::subject::{Made, Subject};
use crate::json::FrozenJson;
use crate::pipeline::ToolObserver;
use crate::sync::{Mutex, MutexGuard, PoisonError};
use crate::tool::{ErrorCode, ToolExecution, ToolExecutionResult, ToolFailure, ToolSuccess};
use std::ops::Deref;
use std::panic::Location;
use std::sync::Arc;

/// Calls within calls that are shown as such.
const DEEPEST: usize = 40;

/// An observer that keeps every call that has ended, in the order in which they started: a call comes before those that
/// its tool makes. A cheap handle: clones are the same one.
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::testing::{ExpectResult, RecordedCalls};
/// use serde_json::json;
///
/// /// Read a file.
/// #[tool]
/// async fn read(path: String) -> String {
///     path
/// }
/// /// Compare two files.
/// #[tool]
/// async fn compare(a: String, b: String, cx: &ToolContext) -> String {
///     let a = cx.call("read", json!({"path": a})).await;
///     let b = cx.call("read", json!({"path": b})).await;
///     format!("{} {}", a.text(), b.text())
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let recorded = RecordedCalls::new();
/// let registry = ToolRegistry::builder().tools(tools![read, compare]).observe(recorded.clone()).build()?;
/// registry.execute(ToolExecutionInput::new("call_1", "compare", json!({"a": "x", "b": "y"}))).await;
///
/// recorded.assert_calls(["compare", "read", "read"]);
/// let compare = recorded.one("compare");
/// compare.expect_text("x y");
/// assert!(recorded.only("read").iter().all(|read| read.parent() == Some(compare.token())));
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug, Default)]
pub struct RecordedCalls(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    calls: Mutex<Vec<RecordedCall>>,
    ended: Count,
}

/// A call that has ended: a [`ToolExecution`] and its result.
///
/// ```
/// use dsh_tools::testing::RecordedCall;
///
/// fn line(call: &RecordedCall) -> String {
///     format!("{} {:?}: {}", call.name(), call.arguments(), call.code().map_or("ok", |code| code.as_str()))
/// }
/// ```
#[derive(Clone, Debug)]
pub struct RecordedCall {
    execution: ToolExecution,
    result: ToolExecutionResult,
}

impl RecordedCalls {
    /// One that has heard of nothing yet.
    ///
    /// ```
    /// # use dsh_tools::{ToolRegistry, testing::RecordedCalls};
    /// let recorded = RecordedCalls::new();
    /// ToolRegistry::new().observe(recorded.clone());
    /// assert!(recorded.calls().is_empty());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was heard, as a failing test tells it: a line for each call.
    #[inline]
    fn heard(&self) -> String {
        let kept = self.kept();
        if kept.is_empty() {
            return "\n  no call has ended".to_owned();
        }
        let line = |call: &RecordedCall| {
            let depth = usize::try_from(call.depth()).unwrap_or(usize::MAX).min(DEEPEST);
            let indent = "  ".repeat(depth + 1);
            let code = call.code().map_or("ok", ErrorCode::as_str);
            let arguments = call.arguments().map_or_else(String::new, |all| shown(all.root()));
            format!("\n{indent}{}: {code} {arguments}", Names(vec![call.name()]))
        };
        kept.iter().map(line).collect()
    }

    #[inline]
    fn kept(&self) -> MutexGuard<'_, Vec<RecordedCall>> {
        self.0.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The calls that have ended.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// fn failures(recorded: &RecordedCalls) -> usize {
    ///     recorded.calls().iter().filter(|call| call.code().is_some()).count()
    /// }
    /// ```
    #[inline]
    pub fn calls(&self) -> Vec<RecordedCall> {
        self.kept().clone()
    }

    /// Their names.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// assert!(RecordedCalls::new().names().is_empty());
    /// ```
    #[inline]
    pub fn names(&self) -> Vec<String> {
        self.kept().iter().map(|call| call.name().to_owned()).collect()
    }

    /// Those of one tool.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// assert!(RecordedCalls::new().only("write").is_empty());
    /// ```
    #[inline]
    pub fn only(&self, tool: &str) -> Vec<RecordedCall> {
        self.kept().iter().filter(|call| call.name() == tool).cloned().collect()
    }

    /// The one call of a tool.
    ///
    /// # Panics
    /// When there was none, or more than one.
    ///
    /// ```
    /// # use dsh_tools::testing::{ExpectResult, RecordedCalls};
    /// fn check(recorded: &RecordedCalls) { recorded.one("write").expect_failure("DENIED"); }
    /// ```
    #[track_caller]
    #[inline]
    pub fn one(&self, tool: &str) -> RecordedCall {
        let mut calls = self.only(tool);
        match calls.pop() {
            Some(call) if calls.is_empty() => call,
            more => {
                let number = calls.len() + usize::from(more.is_some());
                let count = Counted(number, "call");
                fail(&format!(
                    "expected one call of `{tool}`, and there were {count}{}",
                    self.heard()
                ))
            }
        }
    }

    /// Those that this call's tool made.
    ///
    /// ```
    /// # use dsh_tools::testing::{RecordedCall, RecordedCalls};
    /// fn inner(recorded: &RecordedCalls, outer: &RecordedCall) -> usize { recorded.within(outer).len() }
    /// ```
    #[inline]
    pub fn within(&self, outer: &RecordedCall) -> Vec<RecordedCall> {
        let kept = self.kept();
        kept.iter().filter(|call| call.parent() == Some(outer.token())).cloned().collect()
    }

    /// The calls that have ended, which are forgotten.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// assert!(RecordedCalls::new().take().is_empty());
    /// ```
    #[inline]
    pub fn take(&self) -> Vec<RecordedCall> {
        let mut kept = self.kept();
        self.0.ended.start_again();
        std::mem::take(&mut kept)
    }

    /// Waits until so many calls have ended since the start or the last [`take`](Self::take), and gives them.
    ///
    /// # Panics
    /// When they have not ended after a minute; with tokio's clock paused: when nothing else is left that could happen.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// # async fn test(recorded: RecordedCalls) {
    /// let calls = recorded.wait_for(3).await;
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    pub fn wait_for(
        &self,
        calls: usize,
    ) -> impl Future<Output = Vec<RecordedCall>> + Send + use<'_> {
        let at = Location::caller();
        async move {
            let in_vain = || format!("{} did not end{}", Counted(calls, "call"), self.heard());
            self.0.ended.reach(calls, at, in_vain).await;
            self.calls()
        }
    }

    /// These tools were called, in this order.
    ///
    /// # Panics
    /// When others were. An empty list has [`assert_no_calls`](Self::assert_no_calls).
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// fn check(recorded: &RecordedCalls) { recorded.assert_calls(["read", "write"]) }
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_calls<S: AsRef<str>>(&self, tools: impl IntoIterator<Item = S>) {
        let expected: Vec<S> = tools.into_iter().collect();
        let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
        if self.names() != expected {
            fail(&format!("expected calls of {}{}", Names(expected), self.heard()));
        }
    }

    /// No call has ended.
    ///
    /// # Panics
    /// When one has.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCalls;
    /// RecordedCalls::new().assert_no_calls();
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_no_calls(&self) {
        if !self.kept().is_empty() {
            fail(&format!("expected no calls{}", self.heard()));
        }
    }
}

#[diagnostic::do_not_recommend]
impl ToolObserver for RecordedCalls {
    #[inline]
    fn observe(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        let mut kept = self.kept();
        let call = RecordedCall { execution: call.clone(), result: result.clone() };
        let number = call.token().number();
        let at = kept.partition_point(|other| other.token().number() < number);
        kept.insert(at, call);
        self.0.ended.one_more();
    }
}

impl RecordedCall {
    /// How it ended.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCall;
    /// fn text(call: &RecordedCall) -> String { call.result().text().into_owned() }
    /// ```
    #[inline]
    pub const fn result(&self) -> &ToolExecutionResult {
        &self.result
    }

    /// The code it failed with; none for a success.
    ///
    /// ```
    /// # use dsh_tools::testing::RecordedCall;
    /// fn denied(call: &RecordedCall) -> bool { call.code().is_some_and(|code| code == "DENIED") }
    /// ```
    #[inline]
    pub fn code(&self) -> Option<&ErrorCode> {
        self.result.error().map(ToolFailure::code)
    }
}

impl Deref for RecordedCall {
    type Target = ToolExecution;

    #[inline]
    fn deref(&self) -> &ToolExecution {
        &self.execution
    }
}

impl ExpectResult for RecordedCall {}

impl sealed::Known for RecordedCall {
    #[inline]
    fn subject(&self) -> Subject<'_> {
        let arguments = self.execution.arguments().map(FrozenJson::to_string);
        let call = Made { name: self.execution.name(), arguments: arguments.map(Into::into) };
        Subject { result: &self.result, call: Some(call), progress: &[] }
    }

    #[inline]
    fn outcome_of(&self) -> Result<&ToolSuccess, &ToolFailure> {
        self.result.outcome()
    }
}
