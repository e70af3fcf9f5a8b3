//! What only the types can tell of the other fields is told at the same time as what the macro can.

#![allow(unused_variables, dead_code)]

use dsh_tools::{ToolArgs, tool};
use std::rc::Rc;

#[derive(ToolArgs)]
struct Args {
    #[arg(defualt = 1)]
    unknown: u8,
    #[arg(default = 300)]
    outside: u8,
    shared: Rc<u8>,
    #[arg(range(min = 1))]
    no_number: String,
    // One mistake, and not once more for the type.
    #[arg(range(min = 1), pattern = "x")]
    both: u8,
    inner: Option<Box<Args>>,
    #[arg(default = [1])]
    list: Vec<Self>,
}

/// Parameters.
#[tool(raed_only)]
async fn parameters(#[arg(default = 300)] outside: u8, fine: u8, text: &str) {}

/// No type of it can be named elsewhere.
#[tool]
async fn generic<T>(value: T, #[arg(default = 300)] outside: u8) {}

struct Fs;

impl Fs {
    /// Nothing can stand beside it.
    #[tool]
    async fn method(&self, #[arg(default = 300)] outside: u8) {}
}

fn main() {}
