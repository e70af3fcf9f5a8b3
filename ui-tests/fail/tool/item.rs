#![allow(unused_variables)]

use dsh_tools::tool;

#[tool]
struct Args {}

#[tool]
impl Args {}

#[tool]
mod tools {}

trait Tools {
    /// No body.
    #[tool]
    async fn no_body();
}

fn main() {}
