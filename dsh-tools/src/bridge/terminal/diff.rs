//! Changes of files.

use super::call::BODY;
use super::fold::LINE_ROWS;
use super::sheet::{Margin, Rows, Sheet};
use super::style::{BAD, DIM, GOOD, PLACE, PLAIN};
use crate::view::{DiffChange, DiffLine, FileDiff};
use anstyle::Style;

/// Unchanged lines around a change.
const AROUND: usize = 3;

/// How lines of one kind look, and what they begin with.
const fn look(change: DiffChange) -> (Style, Margin) {
    const NEXT: Margin = Margin::of("    ");
    match change {
        DiffChange::Kept => (PLAIN, NEXT),
        DiffChange::Removed => (BAD, NEXT.first("  - ", BAD)),
        DiffChange::Added => (GOOD, NEXT.first("  + ", GOOD)),
    }
}

impl Sheet<'_> {
    /// Draws changes; a file is named where the title does not, and where it is not the one before.
    pub(super) fn changes(&mut self, title: &str, diffs: &[FileDiff]) {
        let mut room = self.terminal.diff_lines;
        let mut before: Option<&FileDiff> = None;
        for (at, diff) in diffs.iter().enumerate() {
            if room == 0 {
                let rest = diffs.len() - at;
                self.more(BODY, rest, "more change");
                return;
            }
            match before {
                Some(before) if before.path == diff.path => self.gap(),
                None if title.contains(&diff.path) => {}
                _ => self.path(&diff.path),
            }
            before = Some(diff);
            self.change(diff, &mut room);
        }
    }

    fn change(&mut self, diff: &FileDiff, room: &mut usize) {
        let hunks = diff.hunks(AROUND);
        if hunks.is_empty() {
            let text = if diff.old_text.is_some() { "(no change)" } else { "(empty)" };
            self.note(text);
            *room = room.saturating_sub(1);
            return;
        }
        let returns = !is_all_returns(diff);
        let breaks = breaks_differ(diff);
        let mut lines = 0;
        for (at, hunk) in hunks.iter().enumerate() {
            if at > 0 && *room > 0 {
                self.gap();
            }
            let shown = hunk.lines.len().min(*room);
            for line in hunk.lines.iter().take(shown) {
                self.changed(line, returns);
                if breaks && line.change != DiffChange::Kept && !line.text.ends_with('\n') {
                    self.no_line_break();
                }
            }
            *room -= shown;
            lines += hunk.lines.len() - shown;
        }
        self.hidden(BODY, lines, "more line");
    }

    fn changed(&mut self, changed: &DiffLine<'_>, returns: bool) {
        let (style, margin) = look(changed.change);
        let text = changed.text.strip_suffix('\n').unwrap_or(changed.text);
        let text = if returns { text } else { text.strip_suffix('\r').unwrap_or(text) };
        // Spaces at the end can be all that changed.
        let (start, end) = match changed.change {
            DiffChange::Kept => (text, ""),
            _ => text.split_at(text.trim_end_matches([' ', '\t']).len()),
        };
        let end: String = end.chars().take(self.terminal.width.unwrap_or(80)).map(seen).collect();
        let rows = Rows::Most(LINE_ROWS);
        let mut line = self.line(margin, rows);
        line.add(start, style);
        line.add(&end, style.dimmed());
        self.put(margin, rows, line);
    }

    fn no_line_break(&mut self) {
        let margin = Margin::of("    ");
        let mut line = self.line(margin, Rows::One);
        line.add("(no line break at the end)", DIM);
        self.put(margin, Rows::One, line);
    }

    /// Stands where lines that did not change are left out.
    fn gap(&mut self) {
        self.note("…");
    }

    pub(super) fn note(&mut self, text: &str) {
        let rows = Rows::Words(LINE_ROWS);
        let mut line = self.line(BODY, rows);
        line.add(text, DIM);
        self.put(BODY, rows, line);
    }

    /// The path of a file by itself.
    pub(super) fn path(&mut self, path: &str) {
        let rows = Rows::Most(LINE_ROWS);
        let mut line = self.line(BODY, rows);
        line.link(path, PLACE, self.terminal.file_link(path, None));
        self.put(BODY, rows, line);
    }
}

/// All lines of both texts end in a return and a line break: that is how the file is written, and no part of the change.
fn is_all_returns(diff: &FileDiff) -> bool {
    let all = |text: &str| text.split_inclusive('\n').all(|line| line.ends_with("\r\n"));
    all(&diff.new_text) && diff.old_text.as_deref().is_none_or(all)
}

/// One of the texts lacks the line break at its end: that may be all that changed.
fn breaks_differ(diff: &FileDiff) -> bool {
    let new = &diff.new_text;
    diff.old_text.as_ref().is_some_and(|old| {
        !old.is_empty() && !new.is_empty() && old.ends_with('\n') != new.ends_with('\n')
    })
}

const fn seen(space: char) -> char {
    if space == '\t' { '→' } else { '·' }
}
