use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
#[arg(rename_all = camelCase, deny_unknown_fields = "yes", crate = "dsh_tools")]
struct Args {
    #[arg(rename = 1)]
    a: u32,
    #[arg(pattern("x"))]
    b: String,
    #[arg(unique_items = 1)]
    c: Vec<u32>,
    #[arg(range = 5)]
    d: u32,
    #[arg(range(min = "1"))]
    e: u32,
    #[arg(length(min = 1.5, max = n))]
    f: String,
    #[arg(enum = ["a"])]
    g: String,
    #[arg(description = 5, title = "")]
    h: u32,
    #[arg(example)]
    i: u32,
    #[arg(rename = "")]
    j: u32,
    #[arg(range(max = 255u8))]
    k: u8,
}

fn main() {}
