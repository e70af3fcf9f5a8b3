#![allow(unused_variables)]

use dsh_tools::tools;

async fn no_tool() {}

fn main() {
    let _ = tools![no_tool, nowhere];
}
