#![allow(unused_variables)]

use dsh_tools::tool;

/// Configured.
#[tool]
async fn configured(path: String, #[cfg(unix)] mode: u32, #[cfg_attr(unix, arg(rename = "x"))] other: u32) {}

fn main() {}
