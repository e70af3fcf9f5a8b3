//! What a presenter gives: the error is at its path and says what is expected.

use dsh_tools::{ToolArgs, ToolResultData, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

fn card(_args: &Args) -> String {
    String::new()
}

fn result(_args: &Args, _result: &ToolResultData<'_>) -> Result<(), ()> {
    Ok(())
}

fn plain(_path: &String, _line: &u32) {}

/// Of the call.
#[tool(present_call = card)]
async fn call(args: Args) -> String {
    args.path
}

/// Of the result.
#[tool(present_result = result)]
async fn gave(args: Args) -> String {
    args.path
}

/// Of a call with plain parameters.
#[tool(present_call = plain)]
async fn parameters(path: String, line: u32) -> String {
    format!("{path} {line}")
}

fn main() {}
