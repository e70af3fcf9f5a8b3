//! `write`: a whole file.

use super::changed;
use crate::Workspace;
use crate::workspace::Before;
use dsh_tools::prelude::*;

/// What to write and where.
#[derive(Debug, ToolArgs)]
pub struct WriteArgs {
    /// Path of the file, relative to the workspace; directories are made as needed.
    #[arg(length(min = 1))]
    pub path: String,
    /// The whole new text of the file.
    pub content: String,
}

/// Write a whole file; what it held before is replaced. To change a part of a file use `edit`.
#[tool(
    destructive, idempotent, open_world = false, blocking, timeout = "10s",
    present_call = call_card, present_result = changed::card
)]
pub fn write(args: WriteArgs, workspace: &Workspace) -> Result<ToolOutput, ToolError> {
    let WriteArgs { path, content } = &args;
    let (verb, diffs) = match workspace.write(path, content)? {
        Before::Nothing => ("created", vec![FileDiff::created(path, content)]),
        Before::Text(before) => ("replaced", FileDiff::between(path, &before, content)),
        Before::Other => ("replaced", vec![FileDiff::created(path, content)]),
    };
    let text = format!("{verb} `{path}` ({} bytes)", content.len());
    changed::output(text, format!("Write {path}"), diffs)
}

fn call_card(args: &WriteArgs) -> ToolCallView {
    ToolCallView::write(&args.path, &args.content).into()
}
