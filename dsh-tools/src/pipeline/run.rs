//! The stages, in order.

use super::around::around;
use super::call::{Call, Resolve};
use super::slot::OutcomeSlot;
use crate::registry::ToolRegistry;
use crate::tool::{
    ErrorCode, ToolError, ToolExecutionInput, ToolExecutionResult, contain, panicked_in,
};
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
            let outcome = around(Arc::clone(&call)).await;
            let outcome = hold_to_contract(&call, outcome);
            give_way_to_cancellation(&call, outcome)
        }
    };
    let outcome = add_effects(&call, outcome);
    let outcome = finalize(&call, outcome);
    drop(call);
    slot.publish(outcome)
}

/// A success that a wrapper authored is checked and rendered as the body's own is. A wrapper that failed ends
/// the call.
fn hold_to_contract(
    call: &Call,
    outcome: Result<ToolExecutionResult, ToolError>,
) -> ToolExecutionResult {
    let result = match outcome {
        Ok(result) => result,
        Err(error) => return ToolExecutionResult::failure(error),
    };
    let token = call.execution.token();
    let Some(value) = result.value().filter(|_| !result.is_produced_by(token)).cloned() else {
        return result;
    };
    let Some(definition) = call.execution.definition() else {
        return result.replaced_by(call.unknown_tool());
    };
    match definition.parts().output.settle_authored(value, call.execution.parent().is_some()) {
        Ok(settled) => result.reproduced(token, settled.value, settled.content, settled.meta),
        Err(error) => result.replaced_by(error),
    }
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
            panicked_in("finalizer", call.execution.call_id(), &panicked);
            result.replaced_by(call.panicked(ErrorCode::ToolPanicked, "the tool's finalizer"))
        }
    }
}
