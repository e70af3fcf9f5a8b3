//! Hooks decide; they rewrite nothing.

use dsh_tools::prelude::*;

async fn rewrites(mut call: ToolExecution, next: PreNext) -> Result<PreToolDecision, ToolError> {
    call.set_arguments(r#"{"path":"elsewhere"}"#);
    next.run().await
}

async fn gives_other_arguments(_: ToolExecution, _: PreNext) -> Result<PreToolDecision, ToolError> {
    Ok(PreToolDecision::AllowWith(FrozenJson::null()))
}

fn main() {
    let _ = (rewrites, gives_other_arguments);
}
