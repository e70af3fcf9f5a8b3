#![allow(dead_code)]

use dsh_tools::{ToolArgs, ToolValue};
use std::collections::{BTreeMap, HashMap};

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, ToolValue)]
enum Mode {
    Fast,
}

#[derive(ToolArgs)]
struct Args {
    numbers: HashMap<u8, String>,
    modes: Option<BTreeMap<Mode, u8>>,
    fine: HashMap<String, HashMap<String, u8>>,
}

#[derive(ToolArgs)]
struct Values {
    values: HashMap<String, Opaque>,
}

#[derive(ToolArgs)]
struct Borrowed {
    keyed: BTreeMap<&'static str, u8>,
}

#[derive(ToolArgs)]
struct Characters {
    keyed: BTreeMap<char, u8>,
}

struct Opaque;

fn main() {}
