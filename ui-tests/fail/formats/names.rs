use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg(format = "datetime")]
    a: String,
    #[arg(format = "colour")]
    b: String,
    #[arg(format = "date")]
    c: u8,
    #[arg(format)]
    d: String,
    #[arg(format = "date", range(min = 1))]
    e: String,
}

fn main() {}
