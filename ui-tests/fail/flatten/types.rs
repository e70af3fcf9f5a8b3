use dsh_tools::{ToolArgs, ToolValue};
use std::collections::BTreeMap;

#[derive(ToolValue)]
enum Mode {
    Fast,
}

#[derive(ToolValue)]
struct Id(String);

#[derive(ToolArgs)]
struct Enum {
    #[arg(flatten)]
    mode: Mode,
}

#[derive(ToolArgs)]
struct Newtype {
    #[arg(flatten)]
    id: Id,
}

#[derive(ToolArgs)]
struct List {
    #[arg(flatten)]
    list: Vec<u8>,
}

#[derive(ToolArgs)]
struct Keys {
    #[arg(flatten)]
    map: BTreeMap<Id, u8>,
}

fn main() {}
