#![allow(unused_variables)]

use dsh_tools::{ToolArgs, tool};

#[derive(ToolArgs)]
struct Args {
    path: String,
}

/// A tuple.
#[tool]
async fn tuple((a, b): (u8, u8)) {}

/// A wildcard.
#[tool]
async fn wildcard(_: String, line: u32) {}

/// An underscore.
#[tool]
async fn underscore(_path: String, line: u32) {}

/// A binding.
#[tool]
async fn binding(ref path: String, line: u32) {}

/// A struct beside another.
#[tool]
async fn beside(Args { path }: Args, line: u32) {}

fn main() {}
