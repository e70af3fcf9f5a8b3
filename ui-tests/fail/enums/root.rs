use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
enum Outer {
    Stop,
    Move { to: u8 },
    #[arg(skip)]
    Hidden,
    Turn(u8),
}

#[derive(ToolArgs)]
#[arg(untagged)]
enum Untagged {
    Nothing,
    Pair(u8, u8),
    Number(u8),
    Named { a: u8 },
}

#[derive(ToolArgs)]
#[arg(tag = "kind")]
enum Mixed {
    A { a: u8 },
    #[arg(untagged)]
    B { b: u8 },
}

#[derive(ToolValue)]
#[arg(tag = "kind")]
enum Value {
    A { a: u8 },
}

/// A value is no root.
#[dsh_tools::tool]
async fn take(args: Value) {}

fn main() {}
