use dsh_tools::view::{ToolCallView, ToolResultView};
use dsh_tools::{ToolArgs, ToolResultData, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

fn other(_other: &u8) -> Option<ToolCallView> {
    None
}

fn by_value(_args: Args) -> Option<ToolCallView> {
    None
}

fn without_result(_args: &Args) -> Option<ToolResultView> {
    None
}

fn result(_args: &Args, _result: &ToolResultData<'_>) -> Option<ToolResultView> {
    None
}

fn of_two(_args: &Args, _more: u8) -> ToolCallView {
    unimplemented!()
}

const NO_FUNCTION: u8 = 1;

/// Another type.
#[tool(present_call = other)]
async fn one(args: Args) -> String {
    args.path
}

/// By value.
#[tool(present_call = by_value)]
async fn two(args: Args) -> String {
    args.path
}

/// Too few.
#[tool(present_result = without_result)]
async fn three(args: Args) -> String {
    args.path
}

/// Too many.
#[tool(present_call = of_two)]
async fn four(args: Args) -> String {
    args.path
}

/// Whole arguments, for plain parameters.
#[tool(present_result = result)]
async fn five(path: String, line: u32) -> String {
    format!("{path} {line}")
}

/// No function.
#[tool(present_call = NO_FUNCTION)]
async fn six(args: Args) -> String {
    args.path
}

/// Not there.
#[tool(present_result = nowhere)]
async fn seven(args: Args) -> String {
    args.path
}

fn main() {}
