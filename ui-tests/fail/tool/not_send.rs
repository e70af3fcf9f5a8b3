//! C073: the error is at the function and says which value is not `Send`.

#![allow(unused_variables)]

use dsh_tools::tool;
use std::rc::Rc;

/// Counts.
#[tool(read_only)]
async fn count(times: u32) -> String {
    let shared = Rc::new(times);
    std::future::ready(()).await;
    shared.to_string()
}

fn main() {}
