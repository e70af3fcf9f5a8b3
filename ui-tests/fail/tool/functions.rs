#![allow(unused_variables)]

use dsh_tools::view::ToolCallView;
use dsh_tools::{ToolArgs, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

fn card(_other: &u8) -> Option<ToolCallView> {
    None
}

fn classify(_args: &Args) -> u8 {
    1
}

fn shown(_value: &u8) -> String {
    String::new()
}

/// Mismatched.
#[tool(present_call = card)]
async fn one(args: Args) -> String {
    args.path
}

/// Mismatched.
#[tool(parallel = classify)]
async fn two(args: Args) -> String {
    args.path
}

/// Mismatched.
#[tool(render = shown)]
async fn three(args: Args) -> String {
    args.path
}

/// Not there.
#[tool(present_result = nowhere)]
async fn four(path: String, line: u32) -> String {
    format!("{path} {line}")
}

fn main() {}
