use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
struct Nested {}

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 1))]
    a: String,
    #[arg(range(min = 1), default = "x")]
    b: String,
    #[arg(range = 1..)]
    c: Vec<u8>,
    #[arg(range = ..=1)]
    d: Nested,
}

fn main() {}
