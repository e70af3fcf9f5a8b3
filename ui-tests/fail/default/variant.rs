#![allow(dead_code)]

use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
enum Mode {
    Fast,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default = Mode::Fast)]
    a: Mode,
    #[arg(default = Fast)]
    b: Mode,
    #[arg(example = Mode::Fast)]
    c: Mode,
    #[arg(default = Mode::default())]
    d: Mode,
}

fn main() {}
