use dsh_tools::ToolArgs;
use std::collections::{BTreeMap, HashMap};

#[derive(ToolArgs)]
struct Part {
    a: u8,
    #[arg(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(ToolArgs)]
struct Nested {
    #[arg(flatten)]
    part: Part,
}

#[derive(ToolArgs)]
struct First {
    #[arg(flatten)]
    one: HashMap<String, u8>,
    b: u8,
    #[arg(flatten)]
    two: HashMap<String, u8>,
}

#[derive(ToolArgs)]
#[arg(deny_unknown_fields)]
struct Closed {
    #[arg(flatten)]
    rest: HashMap<String, u8>,
}

#[derive(ToolArgs)]
struct Constrained {
    #[arg(flatten, length = ..=3)]
    one: HashMap<String, u8>,
    #[arg(flatten, keys(pattern = "a"), inner(length = 1..))]
    two: HashMap<String, u8>,
}

fn main() {}
