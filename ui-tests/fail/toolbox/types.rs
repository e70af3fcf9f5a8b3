//! What only types can tell, at the parameters and the functions that keys name.

#![allow(unused_variables, dead_code)]

use dsh_tools::{ToolArgs, tool, toolbox};

struct Fs;
struct Foreign;

#[derive(ToolArgs)]
struct Args {
    line: u32,
}

#[toolbox]
impl Fs {
    /// No schema.
    #[tool]
    async fn foreign(&self, value: Foreign, line: u32) {}

    /// No output.
    #[tool]
    async fn output(&self) -> Foreign {
        Foreign
    }

    /// Nests.
    #[tool]
    async fn nests(&self, input: Args) {}

    /// Constrained.
    #[tool]
    async fn constrained(&self, #[arg(range(max = 300))] level: u8, #[arg(length(min = 1))] me: u8) {}

    /// Borrows.
    #[tool]
    async fn borrows(&self, list: Option<Vec<Foreign>>) {}

    /// Functions of other types.
    #[tool(present_call = Self::card, parallel = Self::is_quick)]
    async fn presented(&self, line: u32) {}

    fn card(&self, line: &u32) -> Option<dsh_tools::ToolCallView> {
        None
    }
}

fn main() {}
