//! The stages, in order.

use super::around::around;
use super::call::{Call, Resolve};
use super::slot::OutcomeSlot;
use crate::registry::ToolRegistry;
use crate::tool::{ErrorCode, ToolExecutionInput, ToolExecutionResult, contain, panicked_in};
use std::sync::Arc;

/// Runs one call to its one result.
pub(super) async fn run(
    registry: ToolRegistry,
    resolve: Resolve,
    input: ToolExecutionInput,
) -> ToolExecutionResult {
    // The first local: dropped last, when nothing of the call runs any more, it publishes what nobody awaited.
    let (slot, readable) = OutcomeSlot::accept(registry, resolve, input);
    let call = slot.call();

    let outcome = match readable {
        Err(error) => ToolExecutionResult::failure(error),
        Ok(()) if call.is_cancelled() => ToolExecutionResult::failure(call.aborted()),
        Ok(()) => {
            // A wrapper that failed ends the call.
            let outcome = around(Arc::clone(&call)).await;
            let outcome = outcome.unwrap_or_else(ToolExecutionResult::failure);
            give_way_to_cancellation(&call, outcome)
        }
    };
    let outcome = add_effects(&call, outcome);
    let outcome = finalize(&call, outcome);
    drop(call);
    slot.publish(outcome)
}

/// A cancelled call succeeds no more; a failure says more than its cancellation and stays.
fn give_way_to_cancellation(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    if call.is_cancelled() && !result.is_error() {
        result.replaced_by(call.aborted())
    } else {
        result
    }
}

/// What the bodies said beside the result.
fn add_effects(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    let deferred = call.shared.effects.settle();
    result.settled(deferred, call.shared.effects.concludes())
}

/// The definition's own last word on the content.
fn finalize(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    let finalizer = call
        .execution
        .definition()
        .and_then(|definition| definition.parts().finalize.as_ref()?.get());
    let Some(finalizer) = finalizer else {
        return result;
    };
    match contain(|| finalizer(&result)) {
        Ok(Some(content)) => result.finalized(content),
        Ok(None) => result,
        Err(panicked) => {
            panicked_in("finalizer", &call.execution, &panicked);
            let error = call.panicked(ErrorCode::ToolPanicked, "the tool's finalizer", panicked);
            result.replaced_by(error)
        }
    }
}
