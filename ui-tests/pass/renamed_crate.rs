//! The runtime crate has another path: a library that re-exports it.

#![deny(warnings)]

mod vendor {
    pub use dsh_tools as runtime;
}

use vendor::runtime::{ToolArgs, ToolValue, tool, tools};

#[derive(ToolValue)]
#[arg(crate = crate::vendor::runtime, rename_all = "lowercase")]
enum Mode {
    Fast,
}

#[derive(ToolArgs)]
#[arg(crate = vendor::runtime)]
struct Args {
    #[arg(range(min = 1), default = 1)]
    line: u32,
    #[arg(default = "fast")]
    mode: Mode,
}

/// Whole arguments.
#[tool(crate = crate::vendor::runtime)]
async fn whole(args: Args) -> String {
    let Mode::Fast = args.mode;
    args.line.to_string()
}

/// Plain parameters.
#[tool(crate = vendor::runtime)]
async fn plain(#[arg(length(min = 1))] text: String) -> String {
    text
}

macro_rules! written_elsewhere {
    ($name:ident, $args:ident) => {
        #[derive(ToolArgs)]
        #[arg(crate = $crate::vendor::runtime)]
        struct $args {
            #[arg(default = 1)]
            line: u32,
        }

        /// Written by a macro.
        #[tool(crate = $crate::vendor::runtime, parallel)]
        async fn $name(args: $args) -> String {
            args.line.to_string()
        }
    };
}

written_elsewhere!(written, Written);

fn main() {
    assert_eq!(tools![written].len(), 1);
    let list = tools![crate = vendor::runtime; whole, plain];
    assert_eq!(list.len(), 2);
    assert!(tools![crate = vendor::runtime;].is_empty());
}
