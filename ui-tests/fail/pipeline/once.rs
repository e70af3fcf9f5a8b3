//! Hooks further in are asked once, and what is frozen stays so.

use dsh_tools::prelude::*;

async fn twice(_: ToolExecution, next: PreNext) -> Result<PreToolDecision, ToolError> {
    next.run().await?;
    next.run().await
}

async fn twice_after(
    _: ToolExecution,
    _: ToolExecutionResult,
    next: PostNext,
) -> Result<PostToolDecision, ToolError> {
    next.run().await?;
    next.run().await
}

fn overwrites(call: &ToolExecution) {
    *call.arguments().unwrap() = FrozenJson::null();
}

fn main() {
    let _ = (twice, twice_after, overwrites);
}
