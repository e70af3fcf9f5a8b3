#![allow(unused_variables)]

use dsh_tools::tool;

/// Constraints.
#[tool]
async fn constrained(#[arg(range(min = 1))] name: String, #[arg(range(max = 300), default = 1)] line: u8) {}

fn main() {}
