//! Successes that wrappers author.

use super::call::Call;
use crate::tool::{ToolExecutionResult, panic_behind};

/// A success that a wrapper authored is checked and rendered as the body's own is, before anybody else sees it.
pub(super) fn hold_to_contract(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    let token = call.execution.token();
    let Some(value) = result.value().filter(|_| !result.is_produced_by(token)).cloned() else {
        return result;
    };
    let Some(definition) = call.execution.definition() else {
        return result.replaced_by(call.unknown_tool());
    };
    match definition.parts().output.settle_authored(value, call.execution.parent().is_some()) {
        Ok(settled) => result.reproduced(token, settled.value, settled.content, settled.meta),
        Err(error) => {
            panic_behind("output projector", &call.execution, &error);
            result.replaced_by(error)
        }
    }
}
