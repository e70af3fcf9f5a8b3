use dsh_tools::ToolArgs;

const LIMIT: u32 = 1;

#[derive(ToolArgs)]
struct Args {
    #[arg(default)]
    a: u32,
    #[arg(default = LIMIT)]
    b: u32,
    #[arg(default = String::new())]
    c: String,
    #[arg(default = vec![1])]
    d: Vec<u32>,
    #[arg(default("x"))]
    e: String,
    #[arg(default = 1, required)]
    f: Option<u32>,
}

fn main() {}
