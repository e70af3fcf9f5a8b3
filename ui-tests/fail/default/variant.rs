#![allow(dead_code)]

use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
enum Mode {
    Fast,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default = Mode::Quick)]
    a: Mode,
    #[arg(default = Fast)]
    b: Mode,
    #[arg(default = Mode::default())]
    c: Mode,
}

fn main() {}
