//! A constraint is about the value, and a pointer to it is none.

use dsh_tools::ToolArgs;
use std::sync::Arc;

#[derive(ToolArgs)]
struct Args {
    #[arg(range(min = 1))]
    a: Box<u8>,
    #[arg(length = 1..)]
    b: Arc<String>,
    #[arg(pattern = "^a")]
    c: Option<Box<String>>,
    #[arg(enum("a"))]
    d: Box<String>,
    #[arg(enum(1))]
    e: Box<u8>,
    #[arg(unique_items)]
    f: Box<Vec<u8>>,
}

fn main() {}
