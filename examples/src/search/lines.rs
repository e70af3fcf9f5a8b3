//! `grep`: lines by regular expression.

use super::pattern::names;
use super::walk::{Walked, normal, walk};
use crate::{Workspace, typed};
use dsh_tools::prelude::*;
use dsh_tools::view::FileMatches;
use regex::bytes::RegexBuilder;

/// Characters of a line that are shown.
const WIDTH: usize = 300;
/// A file with a zero byte this early is no text.
const LOOKED_AT: usize = 8192;

/// What to look for and where.
#[derive(Debug, ToolArgs)]
pub struct GrepArgs {
    /// Regular expression, in the syntax of the Rust crate `regex`, that part of a line matches.
    #[arg(length(min = 1), example = r"fn\s+main")]
    pub pattern: String,
    /// Directory or file to search, relative to the workspace.
    #[arg(length(min = 1), default = ".")]
    pub path: String,
    /// Only files that this pattern names, as `*.rs` or `tests/**`.
    pub glob: Option<String>,
    /// Take upper and lower case as the same.
    #[arg(default = false)]
    pub ignore_case: bool,
    /// How many lines to leave out at the start, to see a long list in parts.
    #[arg(default = 0)]
    pub skip: u32,
    /// How many lines to list.
    #[arg(range(min = 1, max = 500), default = 100)]
    pub limit: u32,
}

/// Lines that match.
#[derive(Debug, ToolValue)]
pub struct GrepOutput {
    /// How many lines were left out at the start.
    pub skip: u32,
    /// Files with their lines.
    pub files: Vec<FileHits>,
    /// How many lines match, listed or not.
    pub total: u64,
    /// What else there is to know.
    pub note: Option<String>,
}

/// Lines of one file.
#[derive(Debug, ToolValue)]
pub struct FileHits {
    /// Path, relative to the workspace.
    pub path: String,
    /// The lines.
    pub hits: Vec<Hit>,
}

/// A line that matches.
#[derive(Debug, ToolValue)]
pub struct Hit {
    /// Its number, counted from 1.
    pub number: u64,
    /// What it says; cut when it is very long.
    pub line: String,
}

/// Search the text of files, line by line, with a regular expression. Left out are binary files, `.git`,
/// caches as `target`, what a `.gitignore` names, and what stands behind symbolic links, unless `path` starts
/// there.
#[tool(
    read_only, idempotent, open_world = false, blocking, parallel, timeout = "30s",
    render = text, meta = typed::whole, present_call = call_card, present_result = result_card
)]
pub fn grep(
    args: GrepArgs,
    cx: &ToolContext,
    workspace: &Workspace,
) -> Result<Json<GrepOutput>, ToolError> {
    let pattern = RegexBuilder::new(&args.pattern)
        .case_insensitive(args.ignore_case)
        .build()
        .map_err(|error| bad_pattern(&args.pattern, error))?;
    let wanted = args.glob.as_deref().map(names).transpose()?;
    let mut output = GrepOutput { skip: args.skip, files: Vec::new(), total: 0, note: None };
    let (mut listed, mut unread) = (0, 0);
    let start = normal(&args.path);
    let walked = walk(workspace, &args.path, cx, |path| {
        if wanted.as_ref().is_some_and(|wanted| !wanted.is_match(path)) {
            return Ok(());
        }
        let bytes = match workspace.bytes(path) {
            Ok(bytes) => bytes,
            // The one file that was asked for.
            Err(error) if path == start => return Err(error),
            Err(_) => {
                unread += 1;
                return Ok(());
            }
        };
        if memchr::memchr(0, bytes.get(..LOOKED_AT).unwrap_or(&bytes)).is_some() {
            return Ok(());
        }
        let mut hits = Vec::new();
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        for (number, line) in (1..).zip(lines) {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if !pattern.is_match(line) {
                continue;
            }
            if output.total >= u64::from(args.skip) && listed < args.limit {
                hits.push(Hit { number, line: shown(line) });
                listed += 1;
            }
            output.total += 1;
        }
        if !hits.is_empty() {
            output.files.push(FileHits { path: path.to_owned(), hits });
        }
        Ok(())
    })?;
    output.note = match (walked, unread) {
        (Walked::Cut, _) => {
            Some("there are too many files to look at all: name a `path`".to_owned())
        }
        (Walked::All, 0) => None,
        (Walked::All, count) => Some(format!("{count} files are too large, or cannot be read")),
    };
    Ok(Json(output))
}

fn shown(line: &[u8]) -> String {
    let line = String::from_utf8_lossy(line);
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.into_owned(),
    }
}

fn bad_pattern(pattern: &str, error: regex::Error) -> ToolError {
    // The last line of the report names the fault, those before draw where it is.
    let report = error.to_string();
    let fault = report.lines().last().unwrap_or_default().trim_start_matches("error: ");
    let text = format!(
        "`{pattern}` is no regular expression: {fault}; put `\\` before a character that is meant as it is"
    );
    ToolError::new("BAD_PATTERN", text).with_source(error)
}

fn text(output: &GrepOutput) -> String {
    let mut lines = Vec::new();
    for file in &output.files {
        for Hit { number, line } in &file.hits {
            lines.push(format!("{}:{number}:{line}", file.path));
        }
    }
    let shown = lines.len() as u64;
    if output.total == 0 {
        lines.push("[no line matches]".to_owned());
    }
    lines.extend(typed::page("lines", output.skip.into(), shown, output.total));
    lines.extend(output.note.as_ref().map(|note| format!("[{note}]")));
    lines.join("\n")
}

fn call_card(args: &GrepArgs) -> ToolCallView {
    let mut title = match args.path.as_str() {
        "." => format!("Search {}", args.pattern),
        path => format!("Search {} in {path}", args.pattern),
    };
    if let Some(glob) = &args.glob {
        title = format!("{title} ({glob})");
    }
    ToolCallView::generic(title).kind(ToolCallKind::Search).into()
}

fn result_card(_: &GrepArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let GrepOutput { files, total, .. } = typed::output(result)?;
    let listed: usize = files.iter().map(|file| file.hits.len()).sum();
    let files = files.into_iter().map(|file| {
        let lines = file.hits.into_iter().map(|Hit { number, line }| (number, line));
        FileMatches::new(file.path, lines)
    });
    ToolResultView::found_lines(files).total(total).truncated((listed as u64) < total).into()
}
