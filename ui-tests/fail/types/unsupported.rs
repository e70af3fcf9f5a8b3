use dsh_tools::{ToolArgs, ToolValue};
use std::collections::HashMap;
use std::rc::Rc;

struct Foreign;

#[derive(ToolArgs)]
struct Args {
    shared: Rc<u8>,
    foreign: Option<Vec<Foreign>>,
    keyed: HashMap<u8, String>,
    #[arg(range(min = 1), default = 1)]
    constrained: Rc<u8>,
    call: fn(&str),
}

#[derive(ToolValue)]
struct Page<T> {
    items: Rc<T>,
}

fn main() {}
