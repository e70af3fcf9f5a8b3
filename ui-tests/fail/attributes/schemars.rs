use dsh_tools::{ToolArgs, ToolValue};

struct Foreign;

#[derive(ToolArgs)]
struct Args {
    #[arg(schemars)]
    a: Foreign,
}

#[derive(ToolArgs)]
struct Together {
    #[arg(schemars, custom(check))]
    a: Foreign,
    #[arg(schemars, flatten)]
    b: Foreign,
    #[arg(schemars = "yes")]
    c: Foreign,
}

#[derive(ToolValue)]
struct Newtype(#[arg(schemars)] Foreign);

fn main() {}
