//! `args` is the name of the whole argument object, so it does not nest unsaid.

#![allow(unused_variables, unused_mut, dead_code)]

use dsh_tools::{ToolArgs, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

/// Beside another.
#[tool]
async fn beside(args: Args, line: u32) {}

/// Behind a pointer.
#[tool]
async fn boxed(line: u32, mut args: Box<Args>) {}

/// Alone, behind a pointer.
#[tool]
async fn sole(input: Box<Args>) {}

/// Named as if it were not used.
#[tool]
async fn unused(_args: Args, line: u32) {}

/// Documented.
#[tool]
async fn documented(
    /// On purpose.
    args: Args,
    line: u32,
) {
}

/// No object.
#[tool]
async fn list(args: Vec<String>, line: u32) {}

fn main() {}
