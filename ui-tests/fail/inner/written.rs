use dsh_tools::ToolArgs;
use std::collections::BTreeMap;

#[derive(ToolArgs)]
struct Args {
    #[arg(inner)]
    a: Vec<u8>,
    #[arg(inner())]
    b: Vec<u8>,
    #[arg(inner = 1)]
    c: Vec<u8>,
    #[arg(inner(default = 1, rename = "x"))]
    d: Vec<u8>,
    #[arg(inner(rnage(min = 1)))]
    e: Vec<u8>,
    #[arg(keys(range(min = 1), inner(length = 1..)))]
    f: BTreeMap<String, u8>,
    #[arg(inner(length = 1.., length = 2..))]
    g: Vec<String>,
    #[arg(range(min = 1), inner(range(min = 1)))]
    h: Vec<u8>,
    #[arg(items(length = 1..))]
    i: Vec<String>,
}

fn main() {}
