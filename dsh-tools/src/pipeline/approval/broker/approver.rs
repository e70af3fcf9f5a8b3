//! The broker itself.

use super::asking::Asking;
use super::cell::Cell;
use super::desk::{Begun, Now};
use super::error::AnswerError;
use super::events::BrokerEvents;
use crate::pipeline::approval::{ApprovalDecision, ApprovalKey, ApprovalRequest, Approver};
use crate::tool::{ToolError, discard};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// Settled questions that a broker remembers unless told otherwise.
const REMEMBERED: usize = 1024;

/// An [`Approver`] whose questions are answered from elsewhere: an editor, a browser, another task. A cheap handle.
///
/// A question is open from the moment that anybody is told of it until it is answered or taken back; it is taken back
/// when its call is cancelled, dropped or past its deadline. Exactly one answer counts, and only for the question
/// whose [`ApprovalKey`] it names: questions are independent of each other, also within one batch of calls.
///
/// All of it is in memory. After a restart there is no open question: the calls that asked are gone, so they are
/// denied, and an answer to a question from before is [`AnswerError::Unknown`]. A call that is made again asks
/// again, with a key of its own.
///
/// ```
/// use dsh_tools::prelude::*;
/// use dsh_tools::{AnswerError, ApprovalBroker};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let broker = ApprovalBroker::new();
/// let registry = ToolRegistry::new();
/// # registry.register(ToolDefinition::builder("deploy").description("Deploys.").no_args()
/// #     .body(|_, _| async { "deployed" }).build()).unwrap();
/// registry.approver(broker.clone());
/// registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it is Friday")) });
///
/// let call = registry.scope("main").execute(ToolExecutionInput::new("call_1", "deploy", "{}"));
/// let call = tokio::spawn(call);
/// // The other side: it learns of the question, shows it, and answers.
/// let mut events = broker.subscribe();
/// let Some(dsh_tools::BrokerEvent::Asked(request)) = events.next().await else { unreachable!() };
/// assert_eq!(request.reason(), Some("it is Friday"));
/// broker.answer(request.key(), ApprovalDecision::AllowedOnce)?;
/// assert_eq!(call.await.unwrap().text(), "deployed");
///
/// let again = broker.answer(request.key(), ApprovalDecision::AllowedOnce);
/// assert_eq!(again, Err(AnswerError::Answered));
/// # Ok::<(), AnswerError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct ApprovalBroker(Arc<Handles>);

/// All handles of a broker: when the last is dropped, nobody can ask any more.
#[derive(Debug)]
struct Handles(Arc<Cell>);

impl Drop for Handles {
    #[inline]
    fn drop(&mut self) {
        self.0.step(super::desk::Desk::close);
    }
}

impl Default for ApprovalBroker {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl ApprovalBroker {
    /// A broker with no questions, which remembers the 1024 questions that were settled last.
    ///
    /// ```
    /// use dsh_tools::ApprovalBroker;
    /// assert!(ApprovalBroker::new().pending().is_empty());
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::remembering(REMEMBERED)
    }

    /// A broker that remembers that many settled questions.
    ///
    /// A further answer to one of them is told that it is late, or the second; to one that is forgotten, it is told
    /// that there is no such question. It is refused either way.
    ///
    /// ```
    /// use dsh_tools::ApprovalBroker;
    /// let broker = ApprovalBroker::remembering(10_000);
    /// # drop(broker);
    /// ```
    #[inline]
    pub fn remembering(settled: usize) -> Self {
        Self(Arc::new(Handles(Arc::new(Cell::new(settled)))))
    }

    /// The open questions, in the order in which they came up.
    ///
    /// [`PendingApproval`](crate::PendingApproval) is what can be sent of one; a request serializes as that.
    ///
    /// ```
    /// use dsh_tools::ApprovalBroker;
    ///
    /// fn body(broker: &ApprovalBroker) -> serde_json::Result<String> {
    ///     serde_json::to_string(&broker.pending())
    /// }
    /// assert_eq!(body(&ApprovalBroker::new())?, "[]");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[inline]
    pub fn pending(&self) -> Vec<ApprovalRequest> {
        self.cell().step(|desk, _| desk.pending().cloned().collect())
    }

    /// Watches: told first of what is open, then of what happens.
    ///
    /// ```
    /// use dsh_tools::ApprovalBroker;
    /// let events = ApprovalBroker::new().subscribe();
    /// # drop(events);
    /// ```
    #[inline]
    pub fn subscribe(&self) -> BrokerEvents {
        BrokerEvents::new(Arc::clone(&self.0.0))
    }

    /// Answers one question.
    ///
    /// `Ok` says that this is the answer that counts. The call may be cancelled all the same before it runs, or its scope
    /// closed, which takes no question back.
    ///
    /// # Errors
    ///
    /// The question is not open under this very key.
    ///
    /// ```
    /// use dsh_tools::{AnswerError, ApprovalBroker, ApprovalDecision};
    ///
    /// fn clicked(broker: &ApprovalBroker, key: &str, yes: bool) -> Result<(), AnswerError> {
    ///     let key = key.parse().map_err(|_no_key| AnswerError::Unknown)?;
    ///     let no = ApprovalDecision::Rejected(None);
    ///     broker.answer(&key, if yes { ApprovalDecision::AllowedOnce } else { no })
    /// }
    /// # assert_eq!(clicked(&ApprovalBroker::new(), "call_1", true), Err(AnswerError::Unknown));
    /// ```
    #[inline]
    pub fn answer(&self, key: &ApprovalKey, decision: ApprovalDecision) -> Result<(), AnswerError> {
        // The task of a cancelled call may not have run since; its question is over all the same.
        if let Some(request) = self.cell().step(|desk, _| desk.open(key)) {
            if request.cancellation().is_cancelled() {
                self.cell().step(|desk, after| desk.withdraw(key.number(), after));
            }
            discard(request);
        }
        self.cell().step(|desk, after| desk.answer(key, decision, after))
    }

    /// Answers several questions alike, each of them named: what [`answer`](Self::answer) gives of each, in order.
    ///
    /// Questions that come up meanwhile are not answered by it. Of one batch there is one at a time: its calls are decided
    /// about in the model's order.
    ///
    /// ```
    /// use dsh_tools::{ApprovalBroker, ApprovalDecision};
    ///
    /// /// "Reject all" of a page that shows these.
    /// fn reject(broker: &ApprovalBroker, shown: &[dsh_tools::ApprovalKey]) -> usize {
    ///     let results = broker.answer_all(shown, &ApprovalDecision::Rejected(None));
    ///     results.iter().filter(|result| result.is_ok()).count()
    /// }
    /// # assert_eq!(reject(&ApprovalBroker::new(), &[]), 0);
    /// ```
    #[inline]
    pub fn answer_all<'a>(
        &self,
        keys: impl IntoIterator<Item = &'a ApprovalKey>,
        decision: &ApprovalDecision,
    ) -> Vec<Result<(), AnswerError>> {
        keys.into_iter().map(|key| self.answer(key, decision.clone())).collect()
    }

    /// Nobody answers any more: open questions are [`Unavailable`](ApprovalDecision::Unavailable), and so is, at
    /// once, whatever is asked later. Dropping the last handle does the same, but where it is an approver the registry holds
    /// one: a user interface that goes away closes it.
    ///
    /// ```
    /// use dsh_tools::ApprovalBroker;
    /// let broker = ApprovalBroker::new();
    /// broker.close();
    /// assert!(broker.is_closed());
    /// ```
    #[inline]
    pub fn close(&self) {
        self.cell().step(super::desk::Desk::close);
    }

    /// Whether it was closed.
    ///
    /// ```
    /// use dsh_tools::ApprovalBroker;
    /// assert!(!ApprovalBroker::new().is_closed());
    /// ```
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.cell().step(|desk, _| desk.is_closed())
    }

    #[inline]
    fn cell(&self) -> &Cell {
        &self.0.0
    }
}

impl Approver for ApprovalBroker {
    #[inline]
    async fn approve(&self, request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        let cancellation = request.cancellation().clone();
        if cancellation.is_cancelled() {
            return Ok(ApprovalDecision::Cancelled);
        }
        let number = request.key().number();
        match self.cell().step(|desk, after| desk.ask(&request, after)) {
            Begun::Asked => {}
            Begun::Closed => return Ok(ApprovalDecision::Unavailable),
            Begun::Twice => {
                return Err(ToolError::msg("the question is open at this broker already"));
            }
        }
        let asking = Asking { cell: self.cell(), number };
        discard(request);
        // Whoever wraps the broker may keep this future when the call is over.
        let mut cancelled = pin!(cancellation.cancelled());
        let now = poll_fn(|cx| match asking.poll(cx) {
            Poll::Ready(now) => Poll::Ready(now),
            Poll::Pending => cancelled.as_mut().poll(cx).map(|()| asking.leave()),
        })
        .await;
        Ok(match now {
            Now::Answered(decision) => decision,
            Now::Open | Now::Withdrawn => ApprovalDecision::Cancelled,
        })
    }
}
