//! What is written is what stands on the wire, and the compiler knows the names.

#![allow(unused_variables, dead_code)]

use dsh_tools::{ToolArgs, ToolValue, tool};

#[derive(ToolValue)]
#[arg(rename_all = "kebab-case")]
enum Mode {
    Fast,
    #[arg(alias = "thorough")]
    VeryThorough,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default = "three")]
    a: Mode,
    #[arg(default = "VeryThorough")]
    b: Option<Mode>,
    #[arg(default = "fast", example = "thorough")]
    alias: Box<Mode>,
    #[arg(default = 1)]
    c: Mode,
}

/// On a parameter.
#[tool]
async fn parameter(#[arg(default = "slow")] mode: Mode) {}

fn main() {}
