use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
struct NoDefault {}

#[derive(ToolArgs)]
struct Args {
    #[arg(default)]
    a: NoDefault,
    #[arg(default = "a".to_owned())]
    b: u8,
    #[arg(default = number)]
    c: u8,
    #[arg(default = nothing())]
    d: u8,
}

fn number() -> u16 {
    1
}

#[derive(ToolArgs)]
#[arg(default)]
struct Whole {
    a: u8,
}

#[derive(ToolArgs)]
#[arg(default = 3)]
struct Literal {
    a: u8,
}

fn main() {}
