#![allow(unused_variables)]

use dsh_tools::{tool, tools};

/// Read.
#[tool(name = "read")]
async fn read_file() {}

/// Read.
#[tool]
async fn read() {}

/// Write.
#[tool]
async fn write() {}

fn main() {
    let _ = tools![write, read_file, read];
}
