use dsh_tools::{ToolArgs, ToolValue};

#[derive(ToolArgs)]
#[arg(range(min = 1), example = 1, default = 2)]
struct Args {
    #[arg(rename_all = "camelCase")]
    a: u32,
    #[arg(deny_unknown_fields, object)]
    b: u32,
    #[arg(crate = ::dsh_tools)]
    c: u32,
}

#[derive(ToolValue)]
#[arg(deny_unknown_fields)]
enum Mode {
    #[arg(default = 1)]
    Fast,
}

fn main() {}
