#![allow(unused_variables, dead_code)]

use dsh_tools::tool;
use std::rc::Rc;

/// It does not cross threads.
#[tool]
async fn counted(path: String, shared: Rc<String>) {}

fn main() {}
