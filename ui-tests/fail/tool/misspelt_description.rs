//! A misspelt description is one mistake: that there is none is not told as well.

use dsh_tools::tool;

#[tool(descripton = "Add two numbers.")]
async fn add(a: i64, b: i64) -> String {
    (a + b).to_string()
}

fn main() {}
