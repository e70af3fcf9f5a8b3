use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(enum())]
    a: String,
    #[arg(enum("x", "y", "x"))]
    b: String,
    #[arg(enum("x", 1))]
    c: String,
    #[arg(enum(1.5, true, X))]
    d: String,
    #[arg(enum)]
    e: String,
    #[arg(enum("x"), pattern = "x")]
    f: String,
    #[arg(enum(1, 2), range(min = 1))]
    g: u32,
    #[arg(length(max = 1), enum("x"))]
    h: String,
}

fn main() {}
