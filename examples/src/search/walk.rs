//! Walks over the files that somebody wrote: not over `.git`, caches, or what a `.gitignore` names.

use crate::Workspace;
use crate::workspace::EntryKind;
use dsh_tools::{ToolContext, ToolError};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;
use std::rc::Rc;

/// Entries that one walk looks at.
const ENTRIES: usize = 200_000;
/// Marks a directory whose content can be made again; cargo puts it into `target`.
/// <https://bford.info/cachedir/>
const CACHE: &str = "CACHEDIR.TAG";
const IGNORED: &str = ".gitignore";

/// The rules of a directory and of those above it.
struct Rules {
    own: Gitignore,
    above: Option<Rc<Self>>,
}

/// Whether the walk came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walked {
    /// It saw everything.
    All,
    /// There was too much.
    Cut,
}

/// A directory that is yet to be looked at, with the rules from above.
struct Pending {
    path: String,
    rules: Option<Rc<Rules>>,
}

/// Shows every file at or below `start` to `visit`: those of a directory by name, then what is below it.
///
/// Symbolic links are not followed. Each directory is opened from the workspace's root, so that one that
/// becomes a link meanwhile leads nowhere outside.
pub(super) fn walk(
    workspace: &Workspace,
    start: &str,
    cx: &ToolContext,
    mut visit: impl FnMut(&str) -> Result<(), ToolError>,
) -> Result<Walked, ToolError> {
    let start = normal(start);
    match workspace.list(&start) {
        Ok(_) => {}
        Err(error) if error.code() == "NOT_A_DIRECTORY" => {
            return visit(&start).map(|()| Walked::All);
        }
        Err(error) => return Err(error),
    }
    let mut seen = 0;
    let mut pending = vec![Pending { rules: above(workspace, &start), path: start.clone() }];
    while let Some(Pending { path, rules }) = pending.pop() {
        cx.check_cancelled()?;
        // Gone since its parent was listed, or not to be read: no reason to end the search.
        let Ok(entries) = workspace.list(&path) else {
            continue;
        };
        if path != start && entries.iter().any(|entry| entry.name == CACHE) {
            continue;
        }
        let rules = if entries.iter().any(|entry| entry.name == IGNORED) {
            with(workspace, &path, rules)
        } else {
            rules
        };
        // The stack gives the last one first.
        let mut below = Vec::new();
        for entry in entries {
            seen += 1;
            if seen > ENTRIES {
                return Ok(Walked::Cut);
            }
            let path = if path.is_empty() { entry.name } else { format!("{path}/{}", entry.name) };
            match entry.kind {
                EntryKind::File if !ignored(rules.as_deref(), &path, false) => {
                    cx.check_cancelled()?;
                    visit(&path)?;
                }
                EntryKind::Directory if !ignored(rules.as_deref(), &path, true) => {
                    below.push(Pending { path, rules: rules.clone() });
                }
                _ => {}
            }
        }
        pending.extend(below.into_iter().rev());
    }
    Ok(Walked::All)
}

/// `./src/` is `src`, `.` is nothing; `..` stays, and is refused when it is opened.
pub(super) fn normal(path: &str) -> String {
    let absolute = if path.starts_with('/') { "/" } else { "" };
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    format!("{absolute}{}", parts.join("/"))
}

/// The rules that hold at a directory because of those above it.
fn above(workspace: &Workspace, start: &str) -> Option<Rc<Rules>> {
    let mut rules = None;
    let mut ancestors: Vec<&Path> = Path::new(start).ancestors().skip(1).collect();
    ancestors.reverse();
    for path in ancestors {
        rules = with(workspace, path.to_str().unwrap_or_default(), rules);
    }
    rules
}

/// The rules below a directory: its own, if it has any, before those from above.
fn with(workspace: &Workspace, path: &str, above: Option<Rc<Rules>>) -> Option<Rc<Rules>> {
    let file = if path.is_empty() { IGNORED.to_owned() } else { format!("{path}/{IGNORED}") };
    let Ok(text) = workspace.read(&file) else {
        return above;
    };
    let mut rules = GitignoreBuilder::new(path);
    for line in text.lines() {
        // A line that is no pattern names nothing, as in git.
        let _ = rules.add_line(None, line);
    }
    match rules.build() {
        Ok(own) => Some(Rc::new(Rules { own, above })),
        Err(_) => above,
    }
}

fn ignored(rules: Option<&Rules>, path: &str, directory: bool) -> bool {
    if directory && (path == ".git" || path.ends_with("/.git")) {
        return true;
    }
    let mut next = rules;
    while let Some(rules) = next {
        match rules.own.matched(path, directory) {
            Match::None => next = rules.above.as_deref(),
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
        }
    }
    false
}
