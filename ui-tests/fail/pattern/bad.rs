use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(pattern = "(")]
    a: String,
    #[arg(pattern = "[z-a]")]
    b: String,
    #[arg(pattern = "*")]
    c: String,
    #[arg(pattern = "")]
    d: String,
    #[arg(pattern = "a{99999}")]
    e: String,
}

fn main() {}
