//! All mistakes of an `impl` in the order of the source, and whoever uses it gets no further error.

#![allow(unused_variables)]

use dsh_tools::{ToolArgs, tool, toolbox, tools};

struct Fs;

#[derive(ToolArgs)]
struct Args {
    line: u32,
}

#[toolbox(prefx = "fs_")]
impl Fs {
    /// Reads.
    #[tool(red_only, type = Read)]
    async fn read(&self, args: Args) -> String {
        self.helper()
    }

    /// Finds: what only types tell is told as well.
    #[tool]
    async fn find(&self, #[arg(range(min = 1))] needle: String, _limit: u8) {}

    fn helper(&self) -> String {
        String::new()
    }

    /// Nests.
    #[tool(timeout = "1")]
    async fn nests(&mut self, input: Args) {}
}

fn main() {
    let _ = tools![..Fs::definitions(Fs)];
    let _ = (Read::NAME, Read::definition(Fs), Fs.read(Args { line: 1 }));
}
