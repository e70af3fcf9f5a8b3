use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
#[arg(custom)]
struct Args {
    #[arg(custom = "check")]
    a: u8,
    #[arg(custom())]
    b: u8,
    #[arg(custom(a, b))]
    c: u8,
    #[arg(inner(custom(check)))]
    d: Vec<u8>,
    #[arg(skip, custom(check))]
    e: u8,
}

fn main() {}
