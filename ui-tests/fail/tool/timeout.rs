#![allow(unused_variables)]

use dsh_tools::tool;

/// Wait.
#[tool(timeout = "0s")]
async fn zero() {}

/// Wait.
#[tool(timeout = "30")]
async fn unit() {}

/// Wait.
#[tool(timeout = "1.5s")]
async fn fraction() {}

/// Wait.
#[tool(timeout = "soon")]
async fn word() {}

/// Wait.
#[tool(timeout = 30)]
async fn number() {}

/// Wait.
#[tool(timeout = "99999999999999999999h")]
async fn forever() {}

fn main() {}
