//! Items of a function's body.

#![deny(warnings)]

use dsh_tools::{ToolArgs, ToolValue, tool, tools};

fn main() {
    #[derive(ToolValue)]
    enum Mode {
        Fast,
    }

    #[derive(ToolArgs)]
    struct Args {
        #[arg(range(min = 1), default = 1)]
        line: u32,
        #[arg(default = "Fast")]
        mode: Mode,
    }

    /// Whole arguments.
    #[tool]
    async fn whole(args: Args) -> String {
        let Mode::Fast = args.mode;
        args.line.to_string()
    }

    /// Plain parameters.
    #[tool(present_call = card)]
    async fn plain(mode: Mode, line: u32) -> String {
        let Mode::Fast = mode;
        line.to_string()
    }

    fn card(_mode: &Mode, _line: &u32) -> Option<dsh_tools::view::ToolCallView> {
        None
    }

    assert_eq!(tools![whole, plain].len(), 2);
    {
        /// In a block.
        #[tool]
        async fn block() {}
        assert_eq!(tools![block, plain].len(), 2);
    }
}
