#![allow(dead_code)]

use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolValue)]
#[arg(rename_all = "snake_case")]
enum Mode {
    Fast,
    VeryExact,
}

#[derive(ToolArgs)]
struct Args {
    #[arg(default = [1, 300])]
    a: Vec<u8>,
    #[arg(default = [1, "x"])]
    b: Vec<u8>,
    #[arg(default = ["Fast"])]
    c: Vec<Mode>,
    #[arg(default = [["fast"], ["very_exact"]], example = [[1]])]
    d: Vec<Vec<Mode>>,
    #[arg(default = [1, 2, 3])]
    e: [u8; 2],
    #[arg(default = [1, 2])]
    fine: Option<Vec<f64>>,
}

fn main() {}
