#![allow(unused_variables)]

use dsh_tools::{tool, tools};

/// Read.
#[tool]
async fn read() {}

fn main() {
    let _ = tools![read()];
}
