use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
enum Mode {
    #[arg(alias = "quick")]
    Fast,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default = "1")]
    a: u32,
    #[arg(default = 300)]
    b: u8,
    #[arg(default = true)]
    c: Option<String>,
    #[arg(default = "slow")]
    d: Mode,
    #[arg(default = "quick")]
    alias: Mode,
    #[arg(default = 1)]
    e: Vec<u32>,
    #[arg(default = [1, 2, 3])]
    f: [u8; 2],
    #[arg(example = 0.5)]
    g: i32,
}

fn main() {}
