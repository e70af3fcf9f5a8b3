//! Diffs, line by line.

use super::safe::{line, more};
use super::style::{BAD, DIM, GOOD, PLACE};
use anstyle::Style;
use dsh_tools::view::FileDiff;
use similar::{ChangeTag, TextDiff};
use std::io::{self, Write};

/// Lines that are shown of all diffs of a card together.
const LINES: usize = 40;
/// Unchanged lines around a change.
const AROUND: usize = 3;

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
