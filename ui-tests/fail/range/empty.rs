use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 10, max = 1))]
    a: u32,
    #[arg(range = 5..5)]
    b: u32,
    #[arg(range(exclusive_min = 0.5, max = 0.5))]
    c: f64,
    #[arg(range(exclusive_min = 1, exclusive_max = 2))]
    no_integer: u32,
    #[arg(range(exclusive_min = 1, exclusive_max = 2))]
    but_floats: f64,
    #[arg(range(min = 1, max = 4, multiple_of = 5))]
    d: u32,
    #[arg(range())]
    e: u32,
    #[arg(range = ..)]
    f: u32,
}

fn main() {}
