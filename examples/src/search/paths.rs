//! `glob`: files by pattern.

use super::pattern::paths;
use super::walk::{Walked, normal, walk};
use crate::{Workspace, typed};
use dsh_tools::prelude::*;
use std::path::Path;

/// Which files.
#[derive(Debug, ToolArgs)]
pub struct GlobArgs {
    /// Pattern of paths, as `src/**/*.rs`: `*` and `?` stay within one directory, `**/` stands for any
    /// directories, `{a,b}` for either.
    #[arg(length(min = 1), example = "**/*.rs")]
    pub pattern: String,
    /// Directory that the pattern starts from, relative to the workspace.
    #[arg(length(min = 1), default = ".")]
    pub path: String,
    /// How many paths to leave out at the start, to see a long list in parts.
    #[arg(default = 0)]
    pub skip: u32,
    /// How many paths to list.
    #[arg(range(min = 1, max = 1000), default = 200)]
    pub limit: u32,
}

/// Files that a pattern names.
#[derive(Debug, ToolValue)]
pub struct GlobOutput {
    /// How many paths were left out at the start.
    pub skip: u32,
    /// Paths, relative to the workspace.
    pub paths: Vec<String>,
    /// How many there are, listed or not.
    pub total: u64,
    /// What else there is to know.
    pub note: Option<String>,
}

/// Find files by a pattern of paths. Left out are `.git`, caches as `target`, what a `.gitignore` names, and
/// what stands behind symbolic links, unless `path` starts there.
#[tool(
    read_only, idempotent, open_world = false, blocking, parallel, timeout = "30s",
    render = text, meta = typed::whole, present_call = call_card, present_result = result_card
)]
pub fn glob(
    args: GlobArgs,
    cx: &ToolContext,
    workspace: &Workspace,
) -> Result<Json<GlobOutput>, ToolError> {
    let pattern = paths(&args.pattern)?;
    let base = normal(&args.path);
    let (mut paths, mut total) = (Vec::new(), 0);
    let walked = walk(workspace, &args.path, cx, |path| {
        let below = Path::new(path).strip_prefix(&base).unwrap_or(Path::new(path));
        if below.as_os_str().is_empty() {
            let text = format!("`{path}` is no directory; `read` shows a file");
            return Err(ToolError::new("NOT_A_DIRECTORY", text));
        }
        if pattern.is_match(below) {
            if total >= u64::from(args.skip) && paths.len() < args.limit as usize {
                paths.push(path.to_owned());
            }
            total += 1;
        }
        Ok(())
    })?;
    let note = match walked {
        Walked::Cut => Some("there are too many files to look at all: name a `path`".to_owned()),
        Walked::All if total == 0 && !args.pattern.contains('/') => {
            Some(format!("`**/{}` looks below, too", args.pattern))
        }
        Walked::All => None,
    };
    Ok(Json(GlobOutput { skip: args.skip, paths, total, note }))
}

fn text(output: &GlobOutput) -> String {
    let mut lines = output.paths.clone();
    if output.total == 0 {
        lines.push("[no file matches]".to_owned());
    }
    let shown = output.paths.len() as u64;
    lines.extend(typed::page("paths", output.skip.into(), shown, output.total));
    lines.extend(output.note.as_ref().map(|note| format!("[{note}]")));
    lines.join("\n")
}

fn call_card(args: &GlobArgs) -> ToolCallView {
    let title = match args.path.as_str() {
        "." => format!("Find {}", args.pattern),
        path => format!("Find {} in {path}", args.pattern),
    };
    ToolCallView::generic(title).kind(ToolCallKind::Search).into()
}

fn result_card(_: &GlobArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let GlobOutput { paths, total, .. } = typed::output(result)?;
    let cut = (paths.len() as u64) < total;
    ToolResultView::found_paths(paths).total(total).truncated(cut).into()
}
