use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(length(min = 5, max = 1))]
    a: String,
    #[arg(length = -1..)]
    b: String,
    #[arg(length = ..0)]
    c: String,
    #[arg(length())]
    d: String,
    #[arg(length = 5)]
    e: String,
    #[arg(length(minimum = 1, exact = 2))]
    f: String,
}

fn main() {}
