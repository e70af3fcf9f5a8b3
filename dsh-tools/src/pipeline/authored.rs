//! Successes that wrappers author.

use super::call::Call;
use crate::tool::{ToolExecutionResult, panic_behind};

/// A success that a wrapper authored is checked and rendered as the body's own is, before anybody else sees it.
pub(super) fn hold_to_contract(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    let token = call.identity.token;
    if result.is_error() || result.is_produced_by(token) {
        return result;
    }
    let Some(value) = result.value().cloned() else { return result };
    let Some(definition) = call.identity.definition.as_ref() else {
        return result.replaced_by(call.unknown_tool());
    };
    match definition.parts().output.settle_authored(value, call.identity.parent.is_some()) {
        Ok(settled) => result.reproduced(token, settled.value, settled.content, settled.meta),
        Err(error) => {
            panic_behind("output projector", &call.identity, &error);
            result.replaced_by(error)
        }
    }
}
