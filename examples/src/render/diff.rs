//! Diffs, line by line.

use super::safe::{line, more};
use super::style::{BAD, DIM, GOOD, PLACE};
use anstyle::Style;
use dsh_tools::view::{FileDiff, ToolCallView};
use similar::{ChangeTag, TextDiff};
use std::io::{self, Write};

/// Lines that are shown of all diffs of a card together.
const LINES: usize = 40;
/// Unchanged lines around a change.
const AROUND: usize = 3;

/// Draws what a call would change, for whoever is asked about it.
///
/// ```
/// use dsh_tools::view::{FileDiff, ToolCallView};
/// use dsh_tools_examples::render;
///
/// let mut out = anstream::AutoStream::never(Vec::new());
/// let card = ToolCallView::diff("Write a.txt", [FileDiff::created("a.txt", "one line\n")]);
/// render::proposal(&mut out, &card.into())?;
/// assert_eq!(out.into_inner(), b"  + one line\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// What writing says.
pub fn proposal(out: &mut impl Write, card: &ToolCallView) -> io::Result<()> {
    match card {
        ToolCallView::Diff(card) => diffs(out, &card.title, &card.diffs),
        _ => Ok(()),
    }
}

/// Draws diffs; a file is named where it is not the one before.
pub(super) fn diffs(out: &mut impl Write, title: &str, diffs: &[FileDiff]) -> io::Result<()> {
    let (mut room, mut hidden, mut file) = (LINES, 0, None);
    for diff in diffs {
        match file {
            Some(file) if file == &diff.path => writeln!(out, "  {DIM}…{DIM:#}")?,
            None if title.contains(&diff.path) => {}
            _ => writeln!(out, "  {PLACE}{}{PLACE:#}", line(&diff.path))?,
        }
        file = Some(&diff.path);
        let old = diff.old_text.as_deref().unwrap_or_default();
        let changes = TextDiff::from_lines(old, &diff.new_text);
        for (at, group) in changes.grouped_ops(AROUND).iter().enumerate() {
            if at > 0 && room > 0 {
                writeln!(out, "  {DIM}…{DIM:#}")?;
            }
            for change in group.iter().flat_map(|op| changes.iter_changes(op)) {
                if room == 0 {
                    hidden += 1;
                    continue;
                }
                room -= 1;
                let (sign, style) = match change.tag() {
                    ChangeTag::Delete => ('-', BAD),
                    ChangeTag::Insert => ('+', GOOD),
                    ChangeTag::Equal => (' ', Style::new()),
                };
                let text = format!("  {sign} {}", line(change.value()));
                writeln!(out, "{style}{}{style:#}", text.trim_end())?;
            }
        }
    }
    if hidden > 0 { more(out, "  ", hidden, "more lines") } else { Ok(()) }
}
