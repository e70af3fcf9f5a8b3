#![allow(unused_variables)]

use dsh_tools::{tool, tools};

/// Read.
#[tool]
async fn read() {}

/// Write.
#[tool]
async fn write() {}

fn main() {
    let _ = tools![read, write, read, write];
}
