//! The body: read the arguments, check what it injects, run it, hold its output to the contract.

use super::call::Call;
use crate::json::visible;
use crate::tool::{
    BodyFuture, Contained, ErrorCode, NotStarted, Requirement, States, ToolContext, ToolDefinition,
    ToolError, ToolExecution, ToolExecutionResult, ToolOutput, contain, contained, missing,
    panic_behind,
};
use std::sync::Arc;

/// Runs the body once. What goes wrong is a result.
#[allow(clippy::manual_async_fn, reason = "the future of an `async fn` has its parameters twice")]
pub(super) fn dispatch(
    call: &Arc<Call>,
    execution: ToolExecution,
) -> impl Future<Output = ToolExecutionResult> + Send {
    async move {
        let (definition, states) = match prepare(call, &execution) {
            Ok(prepared) => prepared,
            Err(error) => return ToolExecutionResult::failure(error),
        };
        let body = Contained::new(|| start(call, definition, ToolContext::new(execution, states)));
        let output = body.await.unwrap_or_else(|panicked| {
            Err(call.identity.panicked(ErrorCode::ToolPanicked, "the tool", panicked))
        });
        let nested = call.identity.parent.is_some();
        match output.and_then(|output| definition.parts().output.settle(output, nested)) {
            Ok(result) => result.produced(call.identity.token),
            Err(error) => {
                panic_behind("tool", &call.identity, &error);
                ToolExecutionResult::failure(error)
            }
        }
    }
}

/// The tool, and what the body injects: all of it must be there, and registration could not know what calls bring
/// along.
#[inline]
fn prepare<'a>(
    call: &'a Call,
    execution: &ToolExecution,
) -> Result<(&'a ToolDefinition, States), ToolError> {
    let Some(definition) = call.identity.definition.as_ref() else {
        return Err(call.unknown_tool());
    };
    if let Some(over) = call.is_over() {
        return Err(over);
    }
    if execution.is_ended() {
        return Err(call.aborted());
    }
    let (wanted, states) = (definition.requirements(), call.states()?);
    if wanted.iter().all(|wanted| states.supplies(wanted)) {
        return Ok((definition, states));
    }
    let absent = wanted.iter().filter(|wanted| !states.supplies(wanted));
    Err(missing(&absent.map(Requirement::name).collect::<Vec<_>>()))
}

/// Reads the arguments and starts the body.
#[inline]
fn start(
    call: &Call,
    definition: &ToolDefinition,
    cx: ToolContext,
) -> Result<BodyFuture, Result<ToolOutput, ToolError>> {
    let Some(arguments) = &call.identity.arguments else {
        return Err(Err(report(call, definition)));
    };
    match definition.parts().start(arguments, cx) {
        Ok(future) => {
            call.effects.start();
            Ok(future)
        }
        Err(NotStarted::Invalid) => Err(Err(report(call, definition))),
        Err(NotStarted::Gone) => Err(Err(ToolError::msg("the tool is gone"))),
    }
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
    contained("check of the arguments", &call.identity, found).flatten().unwrap_or_else(|| {
        // The check itself panicked, or there is nothing that it could look at.
        ToolError::coded(
            ErrorCode::InvalidArgs,
            format!("invalid arguments for `{}`", visible(name)),
        )
    })
}
