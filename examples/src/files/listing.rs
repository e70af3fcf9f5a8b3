//! `ls`: what a directory holds.

use crate::workspace::Entry;
use crate::{Workspace, typed};
use dsh_tools::prelude::*;

/// Which directory.
#[derive(Debug, ToolArgs)]
pub struct LsArgs {
    /// Path of the directory, relative to the workspace.
    #[arg(length(min = 1), default = ".")]
    pub path: String,
    /// How many names to leave out at the start, to see a long list in parts.
    #[arg(default = 0)]
    pub skip: u32,
    /// How many names to list.
    #[arg(range(min = 1, max = 1000), default = 300)]
    pub limit: u32,
}

/// What a directory holds.
#[derive(Debug, ToolValue)]
pub struct Listing {
    /// How many names were left out at the start.
    pub skip: u32,
    /// Names by alphabet; `/` marks a directory, `@` a link, `|` what is no plain file.
    pub names: Vec<String>,
    /// How many there are, listed or not.
    pub total: u64,
}

/// List what a directory holds, hidden files too: `/` marks a directory, `@` a symbolic link.
#[tool(
    read_only, idempotent, open_world = false, blocking, parallel, timeout = "10s",
    render = text, meta = typed::whole, present_call = call_card, present_result = result_card
)]
pub fn ls(args: LsArgs, workspace: &Workspace) -> Result<Json<Listing>, ToolError> {
    let entries = workspace.list(&args.path)?;
    let part = entries.iter().skip(args.skip as usize).take(args.limit as usize);
    let names = part.map(Entry::marked).collect();
    Ok(Json(Listing { skip: args.skip, names, total: entries.len() as u64 }))
}

fn text(listing: &Listing) -> String {
    if listing.total == 0 {
        return "[the directory is empty]".to_owned();
    }
    let shown = listing.names.len() as u64;
    let mut lines = listing.names.clone();
    lines.extend(typed::page("names", listing.skip.into(), shown, listing.total));
    lines.join("\n")
}

fn call_card(args: &LsArgs) -> ToolCallView {
    ToolCallView::list(&args.path).into()
}

fn result_card(_: &LsArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let Listing { names, total, .. } = typed::output(result)?;
    let cut = (names.len() as u64) < total;
    ToolResultView::found_paths(names).total(total).truncated(cut).into()
}
