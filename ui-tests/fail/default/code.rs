use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(default("x"))]
    a: String,
    #[arg(default = 1, required)]
    b: Option<u32>,
    #[arg(default = 1u8)]
    c: u8,
    #[arg(default = )]
    d: u8,
    #[arg(example = u8::MAX)]
    e: u8,
}

fn main() {}
