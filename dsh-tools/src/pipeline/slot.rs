//! The place of a call's one outcome.

use super::call::{Call, Resolve};
use super::observe::tell;
use crate::registry::Reach;
use crate::tool::{ToolError, ToolExecutionInput, ToolExecutionResult};
use std::sync::Arc;

/// Holds a call that was accepted until its outcome is published, by the call itself or, when its future is
/// dropped, by this slot's destructor.
pub(super) struct OutcomeSlot {
    call: Arc<Call>,
    published: bool,
}

impl OutcomeSlot {
    #[inline]
    pub(super) fn accept(
        reach: Reach,
        resolve: Resolve,
        input: ToolExecutionInput,
    ) -> (Self, Result<(), ToolError>) {
        let (call, readable) = Call::accept(reach, resolve, input);
        (Self { call, published: false }, readable)
    }

    pub(super) const fn call(&self) -> &Arc<Call> {
        &self.call
    }

    /// Tells observers, and gives the result to whoever awaits it.
    #[inline]
    pub(super) fn publish(mut self, result: ToolExecutionResult) -> ToolExecutionResult {
        self.published = true;
        tell(&self.call, &result);
        self.call.end_runs();
        self.call.runs.leave();
        result
    }
}

impl Drop for OutcomeSlot {
    fn drop(&mut self) {
        if self.published {
            return;
        }
        // Nobody awaits the call any more: what its body left running hears of it, and observers get the
        // outcome that nobody else will.
        self.call.end_all();
        let result = ToolExecutionResult::failure(self.call.aborted());
        let deferred = self.call.effects.settle();
        tell(&self.call, &result.settled(deferred, false));
        self.call.runs.leave();
    }
}
