//! Constraints that only another library is told.

use dsh_tools::ToolArgs;

#[derive(ToolArgs)]
pub struct Ported {
    #[schemars(range(min = 1, max = 5))]
    pub level: u8,
    #[garde(length(min = 1))]
    #[arg(pattern = "^a")]
    pub name: String,
    #[validate(regex(path = "CODE"))]
    pub code: String,
    #[schemars(length(min = 2), description = "both are told")]
    #[arg(length(min = 2))]
    pub both: String,
}

fn main() {}
