use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
#[arg(transparent, custom(check))]
struct Args {
    #[arg(inner(length(min = 1)))]
    a: Vec<String>,
    #[arg(custom(check))]
    b: u32,
    #[arg(format = "email")]
    c: String,
    #[arg(flatten)]
    d: Nested,
    #[arg(skip)]
    e: u32,
    #[arg(schemars)]
    f: u32,
    #[arg(default_json = "1")]
    g: u32,
}

#[derive(ToolValue)]
struct Nested {}

#[derive(ToolValue)]
#[arg(tag = "kind", content = "data", untagged, rename_all_fields = "camelCase")]
enum Mode {
    Fast,
}

fn main() {}
