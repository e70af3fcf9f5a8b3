#![allow(unused_variables)]

use dsh_tools::tool;

/// Unknown keys.
#[tool(raed_only, readonly, deadline = "1s", something, local)]
async fn unknown() {}

/// Repeated keys.
#[tool(read_only, name = "a", name = "b", read_only = false)]
async fn repeated() {}

/// Contradictory hints.
#[tool(read_only, destructive)]
async fn hints() {}

/// Wrong values.
#[tool(read_only = "yes", type = a::b, render = "path", meta = |value| value, parallel = 1, title = 2)]
async fn values() {}

/// Broken lists.
#[tool("x", name "y", idempotent)]
async fn broken() {}

fn main() {}
