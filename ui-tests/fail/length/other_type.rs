use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(length(max = 10))]
    a: u32,
    #[arg(length(max = 10))]
    b: bool,
    #[arg(length(min = 5))]
    fixed: [u8; 4],
    #[arg(unique_items)]
    c: String,
}

fn main() {}
