//! An item that uses `tool_arg` leaves every `arg` to others.

use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(long, short)]
    #[tool_arg(rnage(min = 1))]
    a: u32,
    #[arg(whatever)]
    b: u32,
}

fn main() {}
