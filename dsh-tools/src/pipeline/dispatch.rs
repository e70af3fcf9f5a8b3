//! The body: read the arguments, check what it injects, run it, hold its output to the contract.

use super::call::Call;
use crate::json::visible;
use crate::tool::{
    Contained, ErrorCode, NotStarted, Panicked, Requirement, ToolContext, ToolDefinition,
    ToolError, ToolExecution, ToolExecutionResult, ToolOutput, contain, contained, missing,
    panic_behind,
};
use std::sync::Arc;

/// Runs the body once. What goes wrong is a result.
pub(super) async fn dispatch(call: &Arc<Call>, execution: ToolExecution) -> ToolExecutionResult {
    let Some(definition) = call.identity.definition.as_ref() else {
        return ToolExecutionResult::failure(call.unknown_tool());
    };
    if let Some(over) = call.is_over() {
        return ToolExecutionResult::failure(over);
    }
    if execution.is_ended() {
        return ToolExecutionResult::failure(call.aborted());
    }
    let settled = run(call, definition, execution).await.and_then(|output| {
        definition.parts().output.settle(output, call.identity.parent.is_some())
    });
    match settled {
        Ok(result) => result.produced(call.identity.token),
        Err(error) => {
            panic_behind("tool", &*call.identity, &error);
            ToolExecutionResult::failure(error)
        }
    }
}

async fn run(
    call: &Arc<Call>,
    definition: &ToolDefinition,
    execution: ToolExecution,
) -> Result<ToolOutput, ToolError> {
    supply(call, definition)?;
    let cx = ToolContext::new(execution, Arc::<Call>::clone(call));
    let future = {
        let arguments = cx.arguments().clone();
        match contain(move || definition.parts().start(&arguments, cx)) {
            Ok(Ok(future)) => future,
            Ok(Err(NotStarted::Invalid)) => return Err(report(call, definition)),
            Ok(Err(NotStarted::Gone)) => return Err(ToolError::msg("the tool is gone")),
            Err(panicked) => {
                return Err(call.panicked(ErrorCode::ToolPanicked, "the tool", panicked));
            }
        }
    };
    call.shared.effects.start();
    Contained::new(future).await.unwrap_or_else(|panicked| {
        Err(call.panicked(ErrorCode::ToolPanicked, "the tool", panicked))
    })
}

/// Everything that the body injects must be there; registration could not know what calls bring along.
#[inline]
fn supply(call: &Call, definition: &ToolDefinition) -> Result<(), ToolError> {
    let absent: Vec<_> = definition
        .requirements()
        .iter()
        .filter(|wanted| !call.shared.states.supplies(wanted))
        .map(Requirement::name)
        .collect();
    if absent.is_empty() { Ok(()) } else { Err(missing(&absent)) }
}

/// Why the call comes to nothing before its body: there is no such tool, or its arguments do not fit.
pub(super) fn hopeless(call: &Call) -> Option<ToolError> {
    let Some(definition) = call.identity.definition.as_ref() else {
        return Some(call.unknown_tool());
    };
    let input = &definition.parts().input;
    let fits = contain(|| call.identity.arguments.as_ref().is_some_and(|found| input.fits(found)));
    // A check that panics is the body's to tell.
    if fits.unwrap_or(true) { None } else { Some(report(call, definition)) }
}

/// What is wrong with the arguments. Decoding stops at the first fault and says nothing of it: the walker
/// looks again and tells them all.
#[cold]
fn report(call: &Call, definition: &ToolDefinition) -> ToolError {
    let name = definition.shared_name();
    let found =
        contain(|| definition.parts().input.refuse(name, call.identity.arguments.as_ref()?));
    contained("check of the arguments", &*call.identity, found).flatten().unwrap_or_else(|| {
        // The check itself panicked, or there is nothing that it could look at.
        ToolError::coded(
            ErrorCode::InvalidArgs,
            format!("invalid arguments for `{}`", visible(name)),
        )
    })
}

impl Call {
    pub(super) fn unknown_tool(&self) -> ToolError {
        let error = self.reach.not_found(&self.identity.name.to_shared());
        ToolError::coded(ErrorCode::UnknownTool, error.to_string()).with_source(error)
    }

    /// A panic's message is for the host, as the cause; the model learns which call it was.
    pub(super) fn panicked(&self, code: ErrorCode, who: &str, panicked: Panicked) -> ToolError {
        let id = visible(self.identity.call_id());
        ToolError::coded(code, format!("{who} panicked in call `{id}`")).with_source(panicked)
    }
}
