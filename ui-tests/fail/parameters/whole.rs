#![allow(unused_variables)]

use dsh_tools::{ToolArgs, ToolValue, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

#[derive(ToolValue)]
enum Mode {
    Fast,
}

struct Nothing;

/// Two of them.
#[tool]
async fn two(#[arg(object)] one: Args, #[arg(object)] other: Args) {}

/// It would nest.
#[tool]
async fn nests(input: Args) {}

/// A string enum.
#[tool(parallel)]
async fn string(args: Mode) {}

/// Nothing derived.
#[tool]
async fn nothing(args: Nothing) {}

/// Keys of an argument.
#[tool]
async fn keys(#[arg(object, rename = "x")] args: Args) {}

fn main() {}
