//! `nullable` is about `Option`, whose `null` the schema would not say otherwise.

#![allow(unused_variables, dead_code)]

use dsh_tools::{ToolArgs, tool};

#[derive(ToolArgs)]
struct Args {
    #[arg(nullable)]
    text: String,
    #[arg(nullable, default = 1)]
    line: u32,
    #[arg(nullable, required)]
    both: Option<u8>,
    #[arg(nullable)]
    fine: Option<u8>,
    #[arg(nullable = false)]
    off: String,
}

#[derive(ToolArgs)]
struct Elsewhere {
    #[arg(inner(nullable))]
    list: Vec<Option<u8>>,
    #[arg(flatten, nullable)]
    rest: Option<Args>,
}

/// On a parameter.
#[tool]
async fn parameter(#[arg(nullable)] line: u32, #[arg(nullable)] fine: Option<u8>) {}

fn main() {}
