//! All mistakes of a function at once, in source order.

#![allow(unused_variables)]

use dsh_tools::tool;

#[tool(raed_only, timeout = "30")]
fn everything(
    #[arg(range(min = 9, max = 1))] line: u32,
    text: &str,
    _unused: u8,
    (a, b): (u8, u8),
    list: Vec<&u8>,
) -> impl Sized {
}

fn main() {}
