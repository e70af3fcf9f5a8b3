//! `read`, `write`, `edit`: files of the workspace.

use crate::Workspace;
use dsh_tools::prelude::*;
use dsh_tools::view::{FileDiff, FileLocation, ToolCallKind, ToolCallView};
use std::fmt::Write as _;

/// Where and how much to read.
#[derive(Debug, ToolArgs)]
pub struct ReadArgs {
    /// Path of the file, relative to the workspace.
    #[arg(length(min = 1))]
    pub path: String,
    /// First line to read, counted from 1.
    #[arg(range(min = 1), default = 1)]
    pub offset: u32,
    /// How many lines to read.
    #[arg(range(min = 1, max = 2000), default = 2000)]
    pub limit: u32,
}

/// Read a text file of the workspace and return its numbered lines.
#[tool(read_only, idempotent, blocking, parallel, present_call = read_card)]
pub fn read(args: ReadArgs, workspace: &Workspace) -> Result<String, ToolError> {
    let text = workspace.read(&args.path)?;
    let first = args.offset as usize;
    let lines: Vec<&str> = text.lines().collect();
    if first > lines.len().max(1) {
        let text = format!("`{}` has {} lines, none from {first} on", args.path, lines.len());
        return Err(ToolError::new("OUT_OF_RANGE", text));
    }
    let mut out = String::new();
    let wanted = lines.iter().enumerate().skip(first - 1).take(args.limit as usize);
    for (index, line) in wanted {
        let _ = writeln!(out, "{:>6}\t{line}", index + 1);
    }
    Ok(out)
}

fn read_card(args: &ReadArgs) -> ToolCallView {
    ToolCallView::generic(format!("Read {}", args.path))
        .kind(ToolCallKind::Read)
        .location(FileLocation::new(&args.path).line(args.offset))
        .into()
}

/// What to write and where.
#[derive(Debug, ToolArgs)]
pub struct WriteArgs {
    /// Path of the file, relative to the workspace; directories are made as needed.
    #[arg(length(min = 1))]
    pub path: String,
    /// The whole new text of the file.
    pub content: String,
}

/// Write a file of the workspace; what it held before is replaced.
#[tool(destructive, idempotent, blocking, present_call = write_card)]
pub fn write(args: WriteArgs, workspace: &Workspace) -> Result<String, ToolError> {
    workspace.write(&args.path, &args.content, false)?;
    Ok(format!("wrote {} bytes to {}", args.content.len(), args.path))
}

fn write_card(args: &WriteArgs) -> ToolCallView {
    let diff = FileDiff::created(&args.path, &args.content);
    ToolCallView::diff(format!("Write {}", args.path), [diff]).into()
}

/// What to replace by what.
#[derive(Debug, ToolArgs)]
pub struct EditArgs {
    /// Path of the file, relative to the workspace.
    #[arg(length(min = 1))]
    pub path: String,
    /// The text to replace, exactly as it stands in the file.
    #[arg(length(min = 1))]
    pub old_text: String,
    /// What to put in its place.
    pub new_text: String,
    /// Replace every occurrence instead of the only one.
    #[arg(default = false)]
    pub replace_all: bool,
}

/// Replace text in a file of the workspace; unless `replace_all` is set it must occur exactly once.
#[tool(destructive, blocking, present_call = edit_card)]
pub fn edit(args: EditArgs, workspace: &Workspace) -> Result<String, ToolError> {
    let text = workspace.read(&args.path)?;
    let count = text.matches(&args.old_text).count();
    match count {
        0 => {
            let text = format!("`old_text` does not occur in {}", args.path);
            return Err(ToolError::new("NO_MATCH", text));
        }
        1 => {}
        _ if args.replace_all => {}
        _ => {
            let text = format!(
                "`old_text` occurs {count} times in {}: make it longer, or set `replace_all`",
                args.path
            );
            return Err(ToolError::new("AMBIGUOUS", text));
        }
    }
    workspace.write(&args.path, &text.replace(&args.old_text, &args.new_text), false)?;
    Ok(format!("replaced {count} in {}", args.path))
}

fn edit_card(args: &EditArgs) -> ToolCallView {
    let diff = FileDiff::new(&args.path, &args.old_text, &args.new_text);
    ToolCallView::diff(format!("Edit {}", args.path), [diff]).into()
}
