//! The stages, in order: to decide, to perform, to conclude.

use super::approve::{Answer, approve};
use super::around::around;
use super::call::{Call, Resolve};
use super::deadline::within;
use super::dispatch::hopeless;
use super::post::After;
use super::pre::{Before, PreToolDecision};
use super::slot::OutcomeSlot;
use super::trim::{Trim, trim};
use super::{guard, post, post_decision, pre};
use crate::registry::{Hook, Reach};
use crate::tool::{
    ErrorCode, ToolError, ToolExecutionInput, ToolExecutionResult, contain, panicked_in,
};
use std::sync::Arc;

/// Runs one call to its one result.
pub(super) async fn run(
    reach: Reach,
    resolve: Resolve,
    input: ToolExecutionInput,
) -> ToolExecutionResult {
    // The first local: dropped last, when nothing of the call runs any more, it publishes what nobody awaited.
    let (slot, readable) = OutcomeSlot::accept(reach, resolve, input);
    let verdict = decide(slot.call(), readable).await;
    let performed = perform(slot.call(), verdict).await;
    let outcome = conclude(slot.call(), performed).await;
    slot.publish(outcome)
}

/// What became of the call before its dispatch.
pub(super) enum Verdict {
    Allowed,
    /// It does not run, and post-execute hooks are asked about that.
    Refused(ToolError),
    /// It came to nothing before anybody decided, or a decider failed: that is the call's end.
    Failed(ToolError),
}

/// What became of the call when nothing of it runs any more.
pub(super) enum Performed {
    /// For post-execute hooks to look at.
    Settled(ToolExecutionResult),
    /// The call's end: they are not asked.
    Ended(ToolExecutionResult),
}

/// The first stages: whether the call runs. What could not be read, or was cancelled before, nobody is asked about.
pub(super) async fn decide(call: &Arc<Call>, readable: Result<(), ToolError>) -> Verdict {
    match readable {
        Err(error) => Verdict::Failed(error),
        Ok(()) if call.is_cancelled() => Verdict::Failed(call.aborted()),
        Ok(()) => match call.hooks::<dyn Before>() {
            None => ask_guards(call),
            Some(hooks) => ask_deciders(call, hooks).await,
        },
    }
}

/// The stages in the middle: the body and what is around it, where the verdict lets it run.
pub(super) async fn perform(call: &Arc<Call>, verdict: Verdict) -> Performed {
    let result = match verdict {
        Verdict::Failed(error) => return Performed::Ended(ToolExecutionResult::failure(error)),
        Verdict::Refused(error) => ToolExecutionResult::failure(error),
        Verdict::Allowed => match around(call).await {
            Ok(result) => give_way_to_cancellation(call, result),
            // A wrapper that failed ends the call.
            Err(error) => {
                let result = add_effects(call, ToolExecutionResult::failure(error));
                return Performed::Ended(result);
            }
        },
    };
    Performed::Settled(add_effects(call, result))
}

/// The last stages but for the observers: what becomes of the result.
pub(super) async fn conclude(call: &Arc<Call>, performed: Performed) -> ToolExecutionResult {
    let result = match performed {
        Performed::Ended(result) => result,
        Performed::Settled(result) => match call.hooks::<dyn After>() {
            // It may have waited for others since it was performed.
            None => give_way_to_cancellation(call, result),
            Some(hooks) => accept(call, result, hooks).await,
        },
    };
    let result = finalize(call, result);
    match call.hooks::<dyn Trim>() {
        None => result,
        Some(limits) => trim(call, result, &limits).await,
    }
}

/// Hooks, and whoever is asked: before guards, each of them can stop the call.
async fn ask_deciders(call: &Arc<Call>, hooks: Arc<[Hook<dyn Before>]>) -> Verdict {
    let deadline = call.hook_deadline();
    let ask = || pre::enter(call.execution(), hooks, 0, None);
    let asked = match deadline {
        None => Ok(ask().await),
        // In a place of its own: calls without a deadline do not carry room for its timer.
        Some(_) => Box::pin(within(deadline, ask())).await,
    };
    let decision = match asked {
        Err(no_answer) => {
            return Verdict::Refused(denied(format!(
                "the call was not decided about: {no_answer}"
            )));
        }
        Ok(Err(error)) => return Verdict::Failed(error),
        Ok(Ok(decision)) => decision,
    };
    match decision {
        PreToolDecision::Deny(reason) => return Verdict::Refused(denied(&*reason)),
        PreToolDecision::Allow => {}
        // What is cancelled already is nothing to be asked about.
        PreToolDecision::Ask(_) if call.is_cancelled() => return Verdict::Refused(call.aborted()),
        PreToolDecision::Ask(reason) => {
            // Nor is what cannot run, whatever somebody answers.
            if let Some(error) = hopeless(call) {
                return Verdict::Refused(error);
            }
            // In a place of its own: calls that nobody is asked about do not carry room for it.
            match Box::pin(approve(call, reason)).await {
                Answer::Allowed => {}
                Answer::Denied(reason) => return Verdict::Refused(denied(&*reason)),
                Answer::Cancelled => return Verdict::Refused(call.aborted()),
            }
        }
    }
    ask_guards(call)
}

/// Guards: only all of them together let a call run that was allowed.
#[inline]
fn ask_guards(call: &Arc<Call>) -> Verdict {
    let judged = guard::judge(call);
    let closed = call.pass();
    match judged {
        Err(panicked) => Verdict::Failed(panicked),
        Ok(Some(denial)) => Verdict::Refused(denied(&*denial.into_reason())),
        // The guards of a scope go when it is closed, and so does what they let pass.
        Ok(None) if closed && call.identity.definition.is_some() => {
            Verdict::Refused(call.unknown_tool())
        }
        Ok(None) if call.is_cancelled() => Verdict::Refused(call.aborted()),
        Ok(None) => Verdict::Allowed,
    }
}

fn denied(reason: impl Into<String>) -> ToolError {
    ToolError::coded(ErrorCode::Denied, reason)
}

/// What post-execute hooks make of the result.
async fn accept(
    call: &Arc<Call>,
    result: ToolExecutionResult,
    hooks: Arc<[Hook<dyn After>]>,
) -> ToolExecutionResult {
    let deadline = call.hook_deadline();
    let ask = || post::enter(call.execution(), result.clone(), hooks, 0);
    let asked = match deadline {
        None => Ok(ask().await),
        Some(_) => Box::pin(within(deadline, ask())).await,
    };
    let result = match asked {
        Ok(Ok(decision)) => post_decision::apply(call, result, decision),
        Ok(Err(error)) => ToolExecutionResult::failure(error),
        Err(no_answer) => ToolExecutionResult::failure(denied(format!(
            "the result was withheld: it was not decided about, {no_answer}"
        ))),
    };
    give_way_to_cancellation(call, result)
}

/// A cancelled call succeeds no more; a failure says more than its cancellation and stays.
#[inline]
fn give_way_to_cancellation(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    if call.is_cancelled() && !result.is_error() {
        result.replaced_by(call.aborted())
    } else {
        result
    }
}

/// What the bodies said beside the result.
#[inline]
fn add_effects(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    let deferred = call.effects.settle();
    result.settled(deferred, call.effects.concludes())
}

/// The definition's own last word on the content.
#[inline]
fn finalize(call: &Call, result: ToolExecutionResult) -> ToolExecutionResult {
    let finalizer = call
        .identity
        .definition
        .as_ref()
        .and_then(|definition| definition.parts().finalize.as_ref()?.get());
    let Some(finalizer) = finalizer else {
        return result;
    };
    match contain(|| finalizer(&result)) {
        Ok(Some(content)) => result.finalized(content),
        Ok(None) => result,
        Err(panicked) => {
            panicked_in("finalizer", &call.identity, &panicked);
            let who = "the tool's finalizer";
            let error = call.identity.panicked(ErrorCode::ToolPanicked, who, panicked);
            result.replaced_by(error)
        }
    }
}
