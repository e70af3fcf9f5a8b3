//! What the handle, the tool and the hooks of a capture share.

use super::NotCaptured;
use super::ledger::{Ledger, Refusal, STRAY, Standing};
use crate::json::FrozenJson;
use crate::sync::{Mutex, PoisonError};
use crate::tool::{
    ErrorCode, ToolContext, ToolError, ToolExecution, ToolExecutionResult, contain, contained,
};
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::Notify;

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) tool: Arc<str>,
    scope: Arc<str>,
    ledger: Mutex<Ledger>,
    /// Wakes those who wait for the value.
    told: Notify,
}

impl Shared {
    #[inline]
    pub(super) fn new(tool: Arc<str>, scope: Arc<str>) -> Self {
        Self { tool, scope, ledger: Mutex::default(), told: Notify::new() }
    }

    #[inline]
    fn look<T>(&self, look: impl FnOnce(&mut Ledger) -> T) -> T {
        look(&mut self.ledger.lock().unwrap_or_else(PoisonError::into_inner))
    }

    #[inline]
    pub(super) fn is_taken(&self) -> bool {
        self.look(|ledger| ledger.is_taken())
    }

    /// Why the call must not run.
    #[inline]
    pub(super) fn denial(&self, call: &ToolExecution) -> Option<String> {
        let passes = self.look(|ledger| ledger.lets_pass(call));
        (!passes).then(|| self.words(Refusal::Taken))
    }

    /// What the tool's body does before it gives its value.
    #[inline]
    pub(super) fn give(&self, cx: &ToolContext) -> Result<(), ToolError> {
        match self.look(|ledger| ledger.give(cx.execution())) {
            Ok(()) => {
                cx.conclude_turn();
                Ok(())
            }
            Err(refusal) => Err(ToolError::coded(ErrorCode::Denied, self.words(refusal))),
        }
    }

    #[inline]
    pub(super) fn hear(&self, call: &ToolExecution, result: &ToolExecutionResult) {
        let is_of_tool = call.name() == &*self.tool && call.scope() == Some(&*self.scope);
        if self.look(|ledger| ledger.hear(call, result, is_of_tool)) {
            self.tell();
        }
    }

    #[inline]
    pub(super) fn end(&self) {
        self.look(Ledger::end);
        self.tell();
    }

    /// Whoever waits may bring a waker that panics: that is not the call's failure.
    #[inline]
    fn tell(&self) {
        contained("waker", &*self.tool, contain(|| self.told.notify_waiters()));
    }

    /// Waits until the value is taken, or none comes any more.
    #[inline]
    pub(super) async fn settled(&self) {
        loop {
            let mut told = pin!(self.told.notified());
            told.as_mut().enable();
            if self.look(|ledger| ledger.is_settled()) {
                return;
            }
            told.await;
        }
    }

    #[inline]
    pub(super) fn value(&self) -> Result<FrozenJson, NotCaptured> {
        let tool = Arc::clone(&self.tool);
        match self.look(|ledger| ledger.standing()) {
            Standing::Taken(value) => Ok(value),
            Standing::Undecided => Err(NotCaptured::Unsettled { tool }),
            Standing::Nothing(failed) => Err(match failed.last {
                None => NotCaptured::NeverCalled { tool },
                Some((code, message)) => {
                    NotCaptured::Failed { tool, calls: failed.calls, code, message }
                }
            }),
        }
    }

    #[inline]
    fn words(&self, refusal: Refusal) -> String {
        let tool = &self.tool;
        match refusal {
            Refusal::Taken => {
                format!("the final value was given by `{tool}`: nothing runs after it")
            }
            Refusal::Undecided => format!(
                "another call of `{tool}` has given a value, and only one is taken: call it again only if that call fails"
            ),
            Refusal::Stray => format!("`{tool}` takes no value from here: {STRAY}"),
            Refusal::Over => {
                format!("the run that `{tool}` ends is over: no value is taken any more")
            }
        }
    }
}
