use dsh_tools::{ToolArgs, ToolValue};
use std::rc::Rc;

#[derive(ToolArgs)]
struct Args {
    number: Rc<u8>,
    text: Option<Rc<str>>,
    list: Vec<Rc<Opaque>>,
}

#[derive(ToolValue)]
struct Page<T> {
    items: Rc<T>,
}

struct Opaque;

fn main() {}
