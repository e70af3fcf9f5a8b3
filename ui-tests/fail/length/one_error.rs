//! A bound that cannot be read is one error, and the length is not called unlimited for it.

use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(length("x"))]
    a: String,
    #[arg(length(min = -1))]
    b: String,
    #[arg(length(max = 1.5))]
    c: String,
    #[arg(length(multiple_of = 2))]
    d: String,
    #[arg(length = "x")]
    e: String,
}

fn main() {}
