//! Changes of files.

use super::call::BODY;
use super::fold::LINE_ROWS;
use super::sheet::{Margin, Rows, Sheet};
use super::style::{BAD, DIM, GOOD, PLACE, PLAIN};
use crate::view::{DiffChange, DiffLine, FileDiff};
use anstyle::Style;
use std::collections::HashMap;

/// What spaces are.
const SPACES: [char; 2] = [' ', '\t'];

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
            let spaces = Spaces::of(hunk.lines.get(..shown).unwrap_or(&hunk.lines));
            for line in hunk.lines.iter().take(shown) {
                self.changed(line, returns, spaces.alone_differ(line));
                if breaks && line.change != DiffChange::Kept && !line.text.ends_with('\n') {
                    self.no_line_break();
                }
            }
            *room -= shown;
            lines += hunk.lines.len() - shown;
        }
        self.hidden(BODY, lines, "more line");
    }

    /// Draws a line. Where nothing but its `spaces` tells it from another one, all of these are drawn.
    fn changed(&mut self, changed: &DiffLine<'_>, returns: bool, spaces: bool) {
        let (style, margin) = look(changed.change);
        let text = changed.text.strip_suffix('\n').unwrap_or(changed.text);
        let text = if returns { text } else { text.strip_suffix('\r').unwrap_or(text) };
        // Spaces at the end can be all that changed.
        let plain = match changed.change {
            DiffChange::Kept => text,
            _ if spaces => "",
            _ => text.trim_end_matches(SPACES),
        };
        let rest = text.get(plain.len()..).unwrap_or_default();
        let most = self.terminal.width.unwrap_or(80);
        let drawn = |run: &'_ str| -> (String, Style) {
            if run.starts_with(SPACES) {
                (run.chars().take(most).map(seen).collect(), style.dimmed())
            } else {
                (run.to_owned(), style)
            }
        };
        let runs: Vec<(String, Style)> = runs(rest).map(drawn).collect();
        let rows = Rows::Most(LINE_ROWS);
        let mut line = self.line(margin, rows);
        line.add(plain, style);
        for (run, style) in &runs {
            line.add(run, *style);
        }
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

/// The lines of one side of a change, by what stands in them beside spaces.
type Side<'a> = HashMap<String, &'a str>;

/// Tells which lines differ from one of the other side by their spaces alone.
struct Spaces<'a> {
    removed: Side<'a>,
    added: Side<'a>,
}

impl<'a> Spaces<'a> {
    fn of(lines: &[DiffLine<'a>]) -> Self {
        let side = |change| {
            let lines = lines.iter().filter(|line| line.change == change);
            lines.map(|line| (without_spaces(line.text), line.text)).collect()
        };
        Self { removed: side(DiffChange::Removed), added: side(DiffChange::Added) }
    }

    fn alone_differ(&self, line: &DiffLine<'_>) -> bool {
        let other = match line.change {
            DiffChange::Kept => return false,
            DiffChange::Removed => &self.added,
            DiffChange::Added => &self.removed,
        };
        other.get(&without_spaces(line.text)).is_some_and(|text| {
            text.trim_end_matches(['\n', '\r']) != line.text.trim_end_matches(['\n', '\r'])
        })
    }
}

fn without_spaces(line: &str) -> String {
    line.split([' ', '\t', '\n', '\r']).collect()
}

/// A line in pieces that are spaces, or none.
fn runs(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let is_space = rest.starts_with(SPACES);
        let end = rest.find(|c| SPACES.contains(&c) != is_space).unwrap_or(rest.len());
        let (run, after) = rest.split_at_checked(end)?;
        rest = after;
        (!run.is_empty()).then_some(run)
    })
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
