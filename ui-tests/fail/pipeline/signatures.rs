//! Functions that take or give something else than the hook that they are meant to be.

use dsh_tools::prelude::*;

async fn one_parameter(_: ToolExecution) -> Result<PreToolDecision, ToolError> {
    Ok(PreToolDecision::Allow)
}

async fn no_result(_: ToolExecution, _: PreNext) -> PreToolDecision {
    PreToolDecision::Allow
}

async fn without_the_result(_: ToolExecution, _: PostNext) -> Result<PostToolDecision, ToolError> {
    Ok(PostToolDecision::accept())
}

async fn says_nothing(_: ApprovalRequest) {}

async fn waits(_: &ToolExecution) -> Option<Denial> {
    None
}

fn changes(_: &ToolExecution, result: &ToolExecutionResult) -> ToolExecutionResult {
    result.clone()
}

fn main() {
    let registry = ToolRegistry::new();
    registry.pre_execute(one_parameter);
    registry.pre_execute(no_result);
    registry.around_dispatch(no_result);
    registry.post_execute(without_the_result);
    registry.approver(says_nothing);
    registry.guard(waits);
    registry.observe(changes);
}
