use dsh_tools::ToolArgs;
use std::marker::PhantomData;

struct NoDefault;

#[derive(ToolArgs)]
struct Args {
    #[arg(skip, rename = "x", range(min = 1))]
    b: u8,
    #[arg(skip = "yes")]
    c: u8,
}

#[derive(ToolArgs)]
struct Skipped {
    #[arg(skip)]
    a: NoDefault,
    marker: PhantomData<NoDefault>,
}

#[dsh_tools::tool(description = "x")]
async fn parameters(#[arg(skip)] a: u8, #[arg(transparent)] b: u8) {
    let _ = (a, b);
}

fn main() {}
