use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 1, exclusive_min = 0))]
    a: u32,
    #[arg(range(max = 9, exclusive_max = 10))]
    b: u32,
    #[arg(range(multiple_of = 0))]
    c: u32,
    #[arg(range(multiple_of = -2))]
    d: i32,
    #[arg(range(min = 1), pattern = "^1")]
    e: u32,
    #[arg(length(min = 1), range(min = 1))]
    f: u32,
    #[arg(unique_items, range(min = 1))]
    g: u32,
    #[arg(unique_items, pattern = "a")]
    h: String,
}

fn main() {}
