use dsh_tools::tool;
use dsh_tools::tool::ToolExecutionResult;

fn nothing(_result: &ToolExecutionResult) {}

fn text(_result: &ToolExecutionResult) -> String {
    String::new()
}

fn other(_result: &u8) -> Option<Vec<dsh_tools::json::ContentBlock>> {
    None
}

/// Gives nothing.
#[tool(finalize = nothing)]
async fn one() {}

/// Gives text.
#[tool(finalize = text)]
async fn two() {}

/// Takes something else.
#[tool(finalize = other)]
async fn three() {}

fn main() {}
