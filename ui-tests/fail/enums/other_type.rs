use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(enum("x", "y"))]
    a: u32,
    #[arg(enum(1, 2))]
    b: String,
    #[arg(enum(1, -1, 300))]
    c: u8,
    #[arg(enum("x"), default = "x")]
    d: bool,
}

fn main() {}
