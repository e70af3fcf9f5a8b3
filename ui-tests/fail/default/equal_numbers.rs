//! `1` and `1.0` are one JSON value.

use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(unique_items, default = [1, 2, 1.0])]
    a: Vec<f64>,
    #[arg(unique_items, default = [[1], [1.0]])]
    b: Vec<Vec<f64>>,
    #[arg(unique_items, default = [1, 1.5])]
    fine: Vec<f64>,
}

fn main() {}
