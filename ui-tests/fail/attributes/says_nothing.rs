#![allow(unused_variables, dead_code)]

use dsh_tools::{ToolArgs, tool};

#[derive(ToolArgs)]
#[arg()]
struct Args {
    #[arg()]
    a: u32,
}

/// On a parameter.
#[tool]
async fn parameter(#[arg()] line: u32) {}

fn main() {}
