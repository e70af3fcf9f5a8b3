//! `edit`: text of a file replaced by other text.

use super::changed;
use crate::Workspace;
use dsh_tools::prelude::*;
use dsh_tools::view::{DiffHunk, hunks};

/// Unchanged lines around a change.
const AROUND: usize = 3;
/// Places that an error names.
const NAMED: usize = 10;

/// What to replace by what.
#[derive(Debug, ToolArgs)]
pub struct EditArgs {
    /// Path of the file, relative to the workspace.
    #[arg(length(min = 1))]
    pub path: String,
    /// The text to replace, exactly as it stands in the file, without the line numbers that `read` shows.
    #[arg(length(min = 1))]
    pub old_text: String,
    /// What to put in its place.
    pub new_text: String,
    /// Replace every occurrence instead of the only one.
    #[arg(default = false)]
    pub replace_all: bool,
}

/// Replace text in a file. Unless `replace_all` is set the text must occur exactly once: take lines around it
/// with it to make it unique.
#[tool(
    destructive, open_world = false, blocking, timeout = "10s",
    present_call = call_card, present_result = changed::card
)]
pub fn edit(args: EditArgs, workspace: &Workspace) -> Result<ToolOutput, ToolError> {
    let EditArgs { path, old_text, new_text, replace_all } = &args;
    if old_text == new_text {
        let text = "`new_text` is the same as `old_text`: nothing would change";
        return Err(ToolError::new("NO_CHANGE", text));
    }
    let mut count = 0;
    let (before, after) = workspace.change(path, |text| {
        count = text.matches(old_text).count();
        match count {
            0 => Err(no_match(path, text, old_text)),
            2.. if !replace_all => Err(ambiguous(path, text, old_text, count)),
            _ => Ok(text.replace(old_text, new_text)),
        }
    })?;
    let changes = hunks(&before, &after, AROUND);
    let line = changes.first().map_or(1, DiffHunk::first_change);
    let diffs = changes.iter().map(|change| change.to_diff(path)).collect();
    let places = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
    let text = format!("replaced {places} in `{path}`, the first at line {line}");
    changed::output(text, format!("Edit {path}:{line}"), diffs)
}

/// Says what stands in the file where white space or line ends are all that differ.
fn no_match(path: &str, text: &str, old_text: &str) -> ToolError {
    let mut message = format!("`old_text` does not occur in `{path}`");
    let wanted: Vec<&str> =
        old_text.lines().map(str::trim).skip_while(|line| line.is_empty()).collect();
    let lines: Vec<&str> = text.lines().collect();
    let near = (0..lines.len()).find(|&start| {
        let mut there = lines.get(start..).unwrap_or_default().iter().map(|line| line.trim());
        !wanted.is_empty() && wanted.iter().all(|&line| there.next() == Some(line))
    });
    match near {
        Some(_) if text.contains("\r\n") && !old_text.contains('\r') && old_text.contains('\n') => {
            message.push_str("; its lines end in `\\r\\n`: edit single lines, or use `write`");
        }
        Some(start) => {
            let lines: Vec<&str> = lines.into_iter().skip(start).take(wanted.len()).collect();
            let (number, lines) = (start + 1, lines.join("\n"));
            message = format!(
                "{message}; from line {number} on it does but for white space, write it like this:\n{lines}"
            );
        }
        None => message.push_str("; `read` the file again and copy the text from there"),
    }
    ToolError::new("NO_MATCH", message)
}

fn ambiguous(path: &str, text: &str, old_text: &str, count: usize) -> ToolError {
    // Line numbers in one pass over the text.
    let (mut line, mut from, mut places) = (1, 0, Vec::new());
    for (at, _) in text.match_indices(old_text).take(NAMED) {
        line += text.get(from..at).unwrap_or_default().matches('\n').count();
        from = at;
        places.push(line.to_string());
        places.dedup();
    }
    let more = if count > NAMED { ", .." } else { "" };
    let message = format!(
        "`old_text` occurs {count} times in `{path}` (lines {}{more}): take more lines around it, or set `replace_all`",
        places.join(", ")
    );
    ToolError::new("AMBIGUOUS", message)
}

fn call_card(args: &EditArgs) -> ToolCallView {
    ToolCallView::edit(&args.path, &args.old_text, &args.new_text).into()
}
