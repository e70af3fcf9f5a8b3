//! A bound that cannot be read is one error, and the range is not called empty for it.

use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range("x"))]
    a: u8,
    #[arg(range(min = "1"))]
    b: u8,
    #[arg(range(min = NaN))]
    c: f64,
    #[arg(range(minn = 1))]
    d: u8,
    #[arg(range(min))]
    e: u8,
    #[arg(range = f64::NAN..)]
    f: f64,
    #[arg(range(min = 1u8))]
    g: u8,
}

fn main() {}
