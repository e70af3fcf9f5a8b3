//! An approver with a script.

use super::count::Count;
use super::fail::{Counted, Names, fail};
use crate::json::visible;
use crate::pipeline::{ApprovalDecision, ApprovalRequest, Approver};
use crate::sync::{Mutex, MutexGuard, PoisonError};
use crate::tool::ToolError;
use std::collections::VecDeque;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use tokio::sync::oneshot;

/// An approver whose answers are scripted, and that keeps what it is asked. A cheap handle: clones are the same one.
///
/// Answers are given in their order: [`allow`](Self::allow), [`reject`](Self::reject), [`cancel`](Self::cancel),
/// [`unavailable`](Self::unavailable), [`hold`](Self::hold). Those that follow [`of`](Self::of) are for questions about
/// one tool, and go before the others. Whatever is asked beyond the script is rejected, in words that say so.
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::PermissionRules;
/// use dsh_tools::testing::{ExpectResult, FakeApprover};
/// use serde_json::json;
///
/// /// Write a file.
/// #[tool]
/// async fn write(path: String) -> String {
///     format!("wrote {path}")
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let approver = FakeApprover::new().allow().reject("not this one");
/// let registry = ToolRegistry::builder()
///     .tools(tools![write])
///     .policy(PermissionRules::ask_on_write())
///     .approver(approver.clone())
///     .build()?;
/// let agent = registry.scope("agent");
/// let call = |path: &str| ToolExecutionInput::new("call_1", "write", json!({"path": path}));
///
/// agent.execute(call("a.txt")).await.expect_ok();
/// let denied = agent.execute(call("b.txt")).await;
/// assert!(denied.expect_failure("DENIED").message().ends_with("not this one"));
/// approver.assert_asked(["write", "write"]);
/// approver.assert_finished();
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
pub struct FakeApprover(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    asked: Count,
}

#[derive(Default)]
struct State {
    /// The tool that new answers are for.
    writing: Option<Arc<str>>,
    script: VecDeque<(Option<Arc<str>>, Answer)>,
    /// For whatever is asked beyond the script.
    otherwise: Option<ApprovalDecision>,
    requests: Vec<ApprovalRequest>,
    held: VecDeque<(ApprovalRequest, oneshot::Sender<ApprovalDecision>)>,
    /// Tools that were asked about beyond the script.
    unscripted: Vec<String>,
}

#[derive(Clone, Debug)]
enum Answer {
    Now(ApprovalDecision),
    Held,
}

/// What is to be waited for when a question is held.
enum Reply {
    Now(ApprovalDecision),
    Later(oneshot::Receiver<ApprovalDecision>),
}

impl FakeApprover {
    /// One with no answers yet.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().allow();
    /// # let _ = approver;
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    #[inline]
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    fn then(self, answer: Answer) -> Self {
        {
            let mut state = self.state();
            let of = state.writing.clone();
            state.script.push_back((of, answer));
        }
        self
    }

    /// The next question is answered by a yes, for once.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().allow().allow();
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn allow(self) -> Self {
        self.answer(ApprovalDecision::AllowedOnce)
    }

    /// The next question is answered by a no, and the model reads these words.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().reject("use the staging database");
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn reject(self, words: impl Into<Arc<str>>) -> Self {
        self.answer(ApprovalDecision::reject(words))
    }

    /// The next question is taken back.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().cancel();
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn cancel(self) -> Self {
        self.answer(ApprovalDecision::Cancelled)
    }

    /// Nobody is there when the next question is asked.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().unavailable();
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn unavailable(self) -> Self {
        self.answer(ApprovalDecision::Unavailable)
    }

    /// The next question gets this answer.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalDecision, testing::FakeApprover};
    /// let approver = FakeApprover::new().answer(ApprovalDecision::Rejected(None));
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn answer(self, decision: ApprovalDecision) -> Self {
        self.then(Answer::Now(decision))
    }

    /// The next question waits until it is [`released`](Self::release), or its call is given up.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalDecision, testing::FakeApprover};
    /// # async fn test() {
    /// let approver = FakeApprover::new().hold();
    /// // .. a call is made in another task ..
    /// approver.wait_for(1).await;
    /// approver.release(ApprovalDecision::AllowedOnce);
    /// # }
    /// ```
    #[must_use]
    #[inline]
    pub fn hold(self) -> Self {
        self.then(Answer::Held)
    }

    /// The answers that follow are for questions about this tool.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().of("write").allow().of("bash").reject("no shell");
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn of(self, tool: impl Into<Arc<str>>) -> Self {
        self.state().writing = Some(tool.into());
        self
    }

    /// The answers that follow are for questions about any tool, as they are at first.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// let approver = FakeApprover::new().of("bash").reject("no shell").of_any().allow();
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn of_any(self) -> Self {
        self.state().writing = None;
        self
    }

    /// What is asked beyond the script gets this answer, however often.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalDecision, testing::FakeApprover};
    /// let approver = FakeApprover::new().otherwise(ApprovalDecision::AllowedOnce);
    /// # let _ = approver;
    /// ```
    #[must_use]
    #[inline]
    pub fn otherwise(self, decision: ApprovalDecision) -> Self {
        self.state().otherwise = Some(decision);
        self
    }

    /// Answers the question that is held the longest, of those whose calls still wait.
    ///
    /// # Panics
    /// When none is held.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalDecision, testing::FakeApprover};
    /// fn give_in(approver: &FakeApprover) { approver.release(ApprovalDecision::AllowedOnce) }
    /// ```
    #[track_caller]
    #[inline]
    pub fn release(&self, decision: ApprovalDecision) {
        let mut decision = decision;
        loop {
            let held = self.state().held.pop_front();
            let Some((_, waiting)) = held else {
                let asked = self.asked();
                fail(&format!("no question is held; asked was {asked}"));
            };
            match waiting.send(decision) {
                Ok(()) => return,
                // Its call was given up: the next one.
                Err(back) => decision = back,
            }
        }
    }

    /// All questions so far, in their order.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// fn reasons(approver: &FakeApprover) -> Vec<Option<String>> {
    ///     approver.requests().iter().map(|request| request.reason().map(str::to_owned)).collect()
    /// }
    /// ```
    #[inline]
    pub fn requests(&self) -> Vec<ApprovalRequest> {
        self.state().requests.clone()
    }

    /// Waits until so many questions were asked, and gives them.
    ///
    /// # Panics
    /// When they have not come after a minute; with tokio's clock paused: when nothing else is left that could happen.
    ///
    /// ```
    /// # use dsh_tools::{ApprovalRequest, testing::FakeApprover};
    /// async fn first(approver: &FakeApprover) -> Option<ApprovalRequest> {
    ///     approver.wait_for(1).await.into_iter().next()
    /// }
    /// ```
    #[track_caller]
    #[inline]
    pub fn wait_for(
        &self,
        questions: usize,
    ) -> impl Future<Output = Vec<ApprovalRequest>> + Send + use<'_> {
        let at = Location::caller();
        async move {
            let in_vain = || {
                let wanted = Counted(questions, "question");
                format!("{wanted} did not come; asked was {}", self.asked())
            };
            self.0.asked.reach(questions, at, in_vain).await;
            self.requests()
        }
    }

    /// These tools were asked about, in this order.
    ///
    /// # Panics
    /// When others were; an empty list has [`assert_not_asked`](Self::assert_not_asked).
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// fn check(approver: &FakeApprover) { approver.assert_asked(["write", "bash"]) }
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_asked<S: AsRef<str>>(&self, tools: impl IntoIterator<Item = S>) {
        let expected: Vec<S> = tools.into_iter().collect();
        let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
        let requests = self.requests();
        if !requests.iter().map(ApprovalRequest::tool).eq(expected.iter().copied()) {
            let expected = Names(expected);
            fail(&format!("expected questions about {expected}; asked was {}", self.asked()));
        }
    }

    /// Nothing was asked.
    ///
    /// # Panics
    /// When something was.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// FakeApprover::new().assert_not_asked();
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_not_asked(&self) {
        if !self.requests().is_empty() {
            fail(&format!("expected no question; asked was {}", self.asked()));
        }
    }

    /// Every scripted answer was given, and nothing was asked beyond them.
    ///
    /// # Panics
    /// When an answer is left, or a question came that had none.
    ///
    /// ```
    /// # use dsh_tools::testing::FakeApprover;
    /// FakeApprover::new().assert_finished();
    /// ```
    #[track_caller]
    #[inline]
    pub fn assert_finished(&self) {
        let state = self.state();
        let (left, over) = (state.script.len(), state.unscripted.join("`, `"));
        drop(state);
        if !over.is_empty() {
            fail(&format!("no answer was scripted for questions about `{over}`"));
        }
        if left > 0 {
            let left = Counted(left, "scripted answer");
            fail(&format!("{left} not asked for; asked was {}", self.asked()));
        }
    }

    /// What was asked so far, for messages.
    #[inline]
    fn asked(&self) -> String {
        let requests = self.requests();
        Names(requests.iter().map(ApprovalRequest::tool).collect()).to_string()
    }

    #[inline]
    fn reply(&self, request: &ApprovalRequest) -> Reply {
        let mut state = self.state();
        state.requests.push(request.clone());
        let of = |wanted: Option<&str>| {
            state.script.iter().position(|(tool, _)| tool.as_deref() == wanted)
        };
        let next = of(Some(request.tool())).or_else(|| of(None));
        match next.and_then(|at| state.script.remove(at)) {
            Some((_, Answer::Now(decision))) => Reply::Now(decision),
            Some((_, Answer::Held)) => {
                let (send, receive) = oneshot::channel();
                state.held.push_back((request.clone(), send));
                Reply::Later(receive)
            }
            None => {
                if let Some(decision) = &state.otherwise {
                    return Reply::Now(decision.clone());
                }
                let (tool, number) = (visible(request.tool()).to_string(), state.requests.len());
                let words = format!(
                    "the fake approver has no answer for question {number}, which is about `{tool}`"
                );
                state.unscripted.push(tool);
                Reply::Now(ApprovalDecision::reject(words))
            }
        }
    }
}

#[diagnostic::do_not_recommend]
impl Approver for FakeApprover {
    #[inline]
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        let reply = self.reply(&request);
        self.0.asked.one_more();
        Ok(match reply {
            Reply::Now(decision) => decision,
            Reply::Later(answer) => answer.await.unwrap_or(ApprovalDecision::Unavailable),
        })
    }
}

impl fmt::Debug for FakeApprover {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("FakeApprover")
            .field("script", &state.script)
            .field("requests", &state.requests)
            .finish_non_exhaustive()
    }
}
