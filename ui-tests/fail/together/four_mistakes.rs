//! Four mistakes are four errors, each on its token.

use dsh_tools::{ToolArgs, tool, tools};
use std::rc::Rc;

#[derive(ToolArgs)]
struct Misspelt {
    #[arg(defualt = 1)]
    line: u32,
}

#[derive(ToolArgs)]
struct Args {
    shared: Rc<u8>,
    #[arg(range(max = 300))]
    byte: u8,
}

#[tool]
async fn undocumented(args: Args) -> String {
    format!("{} {}", args.shared, args.byte)
}

/// Reads a line.
#[tool]
async fn documented(args: Misspelt) -> String {
    args.line.to_string()
}

fn main() {
    let _ = tools![undocumented, documented];
}
