//! `read`: lines of a text file.

use crate::{Workspace, typed};
use dsh_tools::prelude::*;
use std::fmt::Write as _;

/// Characters of a line that are shown.
const WIDTH: usize = 2000;
/// Bytes that one call shows; reached before the limit when lines are long.
const BYTES: usize = 64 * 1024;

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

/// Lines of a file.
#[derive(Debug, ToolValue)]
pub struct ReadOutput {
    /// The number of the first line, counted from 1.
    pub offset: u32,
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// How many lines the file has.
    pub total_lines: u64,
    /// How many of the lines are cut because they are very long.
    pub cut_lines: u32,
}

/// Read a text file and return its numbered lines. A long file comes in parts: the end of a part says how to go
/// on.
#[tool(
    read_only, idempotent, open_world = false, blocking, parallel, timeout = "10s",
    render = numbered, meta = typed::whole, present_call = call_card, present_result = result_card
)]
pub fn read(args: ReadArgs, workspace: &Workspace) -> Result<Json<ReadOutput>, ToolError> {
    let text = workspace.read(&args.path)?;
    let total = text.lines().count();
    let first = args.offset as usize;
    if first > total.max(1) {
        let text = format!("`{}` has {total} lines, none from {first} on", args.path);
        return Err(ToolError::new("OUT_OF_RANGE", text));
    }
    let (mut lines, mut cut_lines, mut bytes) = (Vec::new(), 0, 0);
    for line in text.lines().skip(first - 1).take(args.limit as usize) {
        let end = line.char_indices().nth(WIDTH).map(|(end, _)| end);
        let shown = match end.and_then(|end| line.get(..end)) {
            Some(start) => format!("{start}…"),
            None => line.to_owned(),
        };
        bytes += shown.len();
        if bytes > BYTES {
            break;
        }
        cut_lines += u32::from(end.is_some());
        lines.push(shown);
    }
    Ok(Json(ReadOutput { offset: args.offset, lines, total_lines: total as u64, cut_lines }))
}

/// What the model reads: numbered lines, then what was left out.
fn numbered(output: &ReadOutput) -> String {
    let mut text = String::new();
    for (number, line) in (output.offset..).zip(&output.lines) {
        let _ = writeln!(text, "{number:>6}\t{line}");
    }
    let next = u64::from(output.offset) + output.lines.len() as u64;
    if output.total_lines == 0 {
        text.push_str("[the file is empty]\n");
    } else if next <= output.total_lines {
        let (first, last, total) = (output.offset, next - 1, output.total_lines);
        let _ = writeln!(text, "[lines {first} to {last} of {total}; go on with `offset: {next}`]");
    }
    if output.cut_lines > 0 {
        let cut = output.cut_lines;
        let _ = writeln!(
            text,
            "[{cut} lines are cut after {WIDTH} characters; `bash` with `cut -c` shows the rest]"
        );
    }
    text
}

fn call_card(args: &ReadArgs) -> ToolCallView {
    ToolCallView::read(FileLocation::new(&args.path).line(args.offset)).into()
}

fn result_card(args: &ReadArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let ReadOutput { offset, lines, total_lines, .. } = typed::output(result)?;
    let card = ToolResultView::read(&args.path, offset.into(), lines).total_lines(total_lines);
    let language = match args.path.rsplit_once('.')?.1 {
        "rs" => Some("rust"),
        "py" => Some("python"),
        "js" => Some("javascript"),
        "ts" => Some("typescript"),
        "md" => Some("markdown"),
        "toml" => Some("toml"),
        "json" => Some("json"),
        _ => None,
    };
    match language {
        Some(language) => card.lang(language).into(),
        None => card.into(),
    }
}
