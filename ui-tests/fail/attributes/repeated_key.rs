use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 1), range(max = 2))]
    in_one: u32,
    #[arg(description = "One.")]
    #[arg(description = "Two.")]
    in_two: u32,
    #[arg(range(min = 1, min = 2))]
    inside: u32,
}

fn main() {}
