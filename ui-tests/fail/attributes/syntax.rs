use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
struct Args {
    #[arg]
    a: u32,
    #[arg = "x"]
    b: u32,
    #[arg("x", rename = "bb")]
    c: u32,
    #[arg(description = "x" rename = "d")]
    d: u32,
    #[arg(range(min = ))]
    e: u32,
    #[arg(range(1..=2))]
    f: u32,
    #[arg(rename = , titel = "x")]
    g: u32,
}

fn main() {}
