//! A tool with a script.

use super::compare::Differences;
use super::count::Count;
use super::fail::{Counted, fail, shown};
use crate::json::{FrozenJson, visible};
use crate::sync::{Mutex, MutexGuard, PoisonError};
use crate::tool::{
    ErrorCode, IntoToolDefinition, IntoToolOutput, SourceLocation, ToolContext, ToolDefinition,
    ToolError, ToolOutput,
};
use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;
use std::panic::{Location, resume_unwind};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A tool whose results are scripted, and that keeps what it is called with: for tests of hosts and policies. A cheap
/// handle: clones are the same one, and both it and a reference to it can be registered.
///
/// Results are given in their order: [`returns`](Self::returns), [`fails`](Self::fails), [`panics`](Self::panics),
/// [`hangs`](Self::hangs), [`answers`](Self::answers). The last one stays for all calls that follow.
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::RetryPolicy;
/// use dsh_tools::testing::{ExpectResult, StubTool};
/// use serde_json::json;
///
/// /// Look something up.
/// #[tool(read_only)]
/// async fn search(#[arg(length(min = 1))] query: String) -> String {
///     todo!("ask a server for {query}")
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let stub = StubTool::of(search::definition()).fails("BUSY", "try later").returns("3 hits");
/// let registry = ToolRegistry::builder()
///     .tools([&stub])
///     .policy(RetryPolicy::new().codes(["BUSY"]))
///     .build()?;
/// let call = |query: &str| ToolExecutionInput::new("call_1", "search", json!({"query": query}));
///
/// registry.execute(call("rust")).await.expect_text("3 hits");
/// // The schema is the real one, and enforced.
/// registry.execute(call("")).await.expect_failure("INVALID_ARGS");
/// stub.assert_called_with([json!({"query": "rust"}), json!({"query": "rust"})]);
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct StubTool {
    tool: ToolDefinition,
    script: Arc<Script>,
}

struct Script {
    state: Mutex<State>,
    started: Count,
    gate: Semaphore,
}

#[derive(Default)]
struct State {
    next: VecDeque<Answer>,
    /// What came last, and stays.
    last: Option<Answer>,
    called_with: Vec<FrozenJson>,
    is_held: bool,
}

type Answering = dyn Fn(&FrozenJson) -> Result<ToolOutput, ToolError> + Send + Sync;

#[derive(Clone)]
enum Answer {
    Gives(Result<ToolOutput, ToolError>),
    Panics(String),
    Hangs,
    Asks(Arc<Answering>),
}

impl StubTool {
    /// A tool of this name that takes any object.
    ///
    /// ```
    /// # use dsh_tools::{ToolRegistry, testing::StubTool};
    /// let stub = StubTool::new("search").returns("3 hits");
    /// ToolRegistry::new().register(&stub)?;
    /// # Ok::<(), dsh_tools::RegisterError>(())
    /// ```
    #[track_caller]
    #[inline]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        let tool = ToolDefinition::builder(name)
            .description("A stub.")
            .no_args()
            .body(|(), _cx| async { String::new() })
            .build();
        Self::of(tool)
    }

    /// A tool with another one's schema, hints, timeout, cards and promise about its output, all of them enforced as
    /// there, but for its body, and the state that takes.
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, testing::StubTool};
    /// fn slow(tool: &ToolDefinition) -> StubTool { StubTool::of(tool).hangs() }
    /// ```
    #[track_caller]
    #[inline]
    pub fn of(tool: impl IntoToolDefinition) -> Self {
        let script = Arc::new(Script {
            state: Mutex::default(),
            started: Count::default(),
            gate: Semaphore::new(0),
        });
        let told = Arc::clone(&script);
        let run = move |arguments, cx| run(Arc::clone(&told), arguments, cx);
        let tool = tool.into_tool_definition().with_body(SourceLocation::caller(), run);
        Self { tool, script }
    }

    #[inline]
    fn then(self, answer: Answer) -> Self {
        self.script.state().next.push_back(answer);
        self
    }

    /// The next call gives this: whatever a body may return, a text, [`Json(..)`](crate::Json), a
    /// [`ToolOutput`], a `Result` of those.
    ///
    /// ```
    /// # use dsh_tools::{Json, testing::StubTool};
    /// let texts = StubTool::new("read").returns("one").returns("two");
    /// let numbers = StubTool::new("count").returns(Json(7_u32));
    /// # let _ = (texts, numbers);
    /// ```
    #[must_use]
    #[inline]
    pub fn returns(self, output: impl IntoToolOutput) -> Self {
        self.then(Answer::Gives(output.into_tool_output()))
    }

    /// The next call fails. Codes of the library may be given, which a tool of its own cannot: the failure looks as if
    /// the library had found it.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// let stub = StubTool::new("fetch").fails("BUSY", "try later").fails("TOOL_TIMEOUT", "it took too long");
    /// # let _ = stub;
    /// ```
    #[must_use]
    #[inline]
    pub fn fails(self, code: impl AsRef<str>, message: impl Into<String>) -> Self {
        let code = code.as_ref();
        let code = ErrorCode::library(code).unwrap_or_else(|| ErrorCode::custom(code));
        self.then(Answer::Gives(Err(ToolError::coded(code, message))))
    }

    /// The body of the next call panics.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// let stub = StubTool::new("fetch").panics("index out of bounds");
    /// # let _ = stub;
    /// ```
    #[must_use]
    #[inline]
    pub fn panics(self, message: impl Into<String>) -> Self {
        self.then(Answer::Panics(message.into()))
    }

    /// The next call goes on until it is cancelled, by its caller or by its timeout.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// let stub = StubTool::new("fetch").hangs();
    /// # let _ = stub;
    /// ```
    #[must_use]
    #[inline]
    pub fn hangs(self) -> Self {
        self.then(Answer::Hangs)
    }

    /// The next call gives what this makes of its arguments, as a body gets them.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// let echo = StubTool::new("echo").answers(|arguments| arguments.to_string());
    /// # let _ = echo;
    /// ```
    #[must_use]
    #[inline]
    pub fn answers<O: IntoToolOutput>(
        self,
        answer: impl Fn(&FrozenJson) -> O + Send + Sync + 'static,
    ) -> Self {
        self.then(Answer::Asks(Arc::new(move |arguments| answer(arguments).into_tool_output())))
    }

    /// Every call waits, before it does what the script says, until it is [`released`](Self::release).
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// # async fn test() {
    /// let stub = StubTool::new("fetch").returns("done").held();
    /// // .. two calls are made in tasks of their own ..
    /// stub.wait_for(2).await;
    /// stub.release(2);
    /// # }
    /// ```
    #[must_use]
    #[inline]
    pub fn held(self) -> Self {
        self.script.state().is_held = true;
        self
    }

    /// Lets so many calls go on, those that wait and then those that come.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// fn one_more(stub: &StubTool) { stub.release(1) }
    /// ```
    #[inline]
    pub fn release(&self, calls: usize) {
        self.script.gate.add_permits(calls.min(Semaphore::MAX_PERMITS / 2));
    }

    /// The tool, to be registered or called by itself.
    ///
    /// ```
    /// # use dsh_tools::testing::{ExpectResult, StubTool};
    /// # async fn test() {
    /// StubTool::new("now").returns("12:00").definition().call("{}").await.expect_text("12:00");
    /// # }
    /// ```
    #[inline]
    pub const fn definition(&self) -> &ToolDefinition {
        &self.tool
    }

    /// The arguments of the calls that ran so far, in the order in which they started, as a body gets them: by their
    /// [advertised names, with defaults](crate::ToolExecution::effective_arguments). What was refused before the body is
    /// not among them.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// assert!(StubTool::new("search").called_with().is_empty());
    /// ```
    #[inline]
    pub fn called_with(&self) -> Vec<FrozenJson> {
        self.script.state().called_with.clone()
    }

    /// Waits until so many calls have started, and gives their arguments.
    ///
    /// # Panics
    /// When they have not come after a minute; with tokio's clock paused: when nothing else is left that could happen.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// # async fn test(stub: StubTool) {
    /// let arguments = stub.wait_for(1).await;
    /// # }
    /// ```
    #[track_caller]
    #[inline]
    pub fn wait_for(&self, calls: usize) -> impl Future<Output = Vec<FrozenJson>> + Send + use<'_> {
        let at = Location::caller();
        async move {
            let in_vain = || format!("{} did not start{}", Counted(calls, "call"), self.told());
            self.script.started.reach(calls, at, in_vain).await;
            self.called_with()
        }
    }

    /// It ran so often.
    ///
    /// # Panics
    /// When it ran less often, or more.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// StubTool::new("search").assert_called(0);
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_called(&self, times: usize) {
        let found = self.called_with().len();
        if found != times {
            let (times, found) = (Counted(times, "call"), Counted(found, "call"));
            fail(&format!("expected {times}, and there were {found}{}", self.told()));
        }
    }

    /// It ran with these arguments, in this order: as a body [gets](Self::called_with) them.
    ///
    /// # Panics
    /// When it ran with others; then it says in which call, and where they differ.
    ///
    /// ```
    /// # use dsh_tools::testing::StubTool;
    /// fn check(stub: &StubTool) {
    ///     stub.assert_called_with([serde_json::json!({"query": "rust"})]);
    /// }
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_called_with(&self, arguments: impl IntoIterator<Item = Value>) {
        let expected: Result<Vec<_>, _> =
            arguments.into_iter().map(FrozenJson::from_value).collect();
        let expected = match expected {
            Ok(expected) => expected,
            Err(error) => fail(&format!("the expected arguments are no document: {error}")),
        };
        let found = self.called_with();
        for (at, (expected, found)) in expected.iter().zip(&found).enumerate() {
            if let Some(all) = Differences::between(expected.root(), found.root(), "arguments") {
                let (number, count) = (at + 1, all.count());
                let name = visible(self.tool.name());
                fail(&format!(
                    "call {number} of `{name}` has not the expected arguments: {count}{all}"
                ));
            }
        }
        self.assert_called(expected.len());
    }

    /// What it was called with, as a failing test tells it.
    #[inline]
    fn told(&self) -> String {
        let name = visible(self.tool.name());
        let calls = self.called_with();
        if calls.is_empty() {
            return format!("\n  `{name}` was not called");
        }
        let lines: Vec<String> =
            calls.iter().map(|call| format!("\n  `{name}`: {}", shown(call.root()))).collect();
        lines.concat()
    }
}

impl Script {
    #[inline]
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the arguments, and takes the next line of the script.
    #[inline]
    fn take(&self, arguments: &FrozenJson) -> (Option<Answer>, bool) {
        let mut state = self.state();
        state.called_with.push(arguments.clone());
        if let Some(next) = state.next.pop_front() {
            state.last = Some(next);
        }
        let taken = (state.last.clone(), state.is_held);
        drop(state);
        self.started.one_more();
        taken
    }
}

#[inline]
async fn run(
    script: Arc<Script>,
    arguments: FrozenJson,
    cx: ToolContext,
) -> Result<ToolOutput, ToolError> {
    // What is asserted is what the body would have got, however the model wrote it.
    let arguments = cx.execution().effective_arguments().cloned().unwrap_or(arguments);
    let (answer, is_held) = script.take(&arguments);
    let cancellation = cx.cancellation();
    if is_held {
        match cancellation.run_until_cancelled(script.gate.acquire()).await {
            Some(Ok(permit)) => permit.forget(),
            _ => return Err(ToolError::aborted()),
        }
    }
    match answer {
        Some(Answer::Gives(output)) => output,
        Some(Answer::Asks(answer)) => answer(&arguments),
        Some(Answer::Panics(message)) => resume_unwind(Box::new(message)),
        Some(Answer::Hangs) => {
            cancellation.cancelled().await;
            Err(ToolError::aborted())
        }
        None => Err(ToolError::new(
            "STUB",
            format!(
                "`{}` is a stub, and nothing is scripted for it: say `.returns(..)`",
                visible(cx.execution().name())
            ),
        )),
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolDefinition for StubTool {
    #[inline]
    fn into_tool_definition(self) -> ToolDefinition {
        self.tool
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolDefinition for &StubTool {
    #[inline]
    fn into_tool_definition(self) -> ToolDefinition {
        self.tool.clone()
    }
}

impl fmt::Debug for StubTool {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StubTool")
            .field("tool", &self.tool)
            .field("called_with", &self.called_with())
            .finish_non_exhaustive()
    }
}
