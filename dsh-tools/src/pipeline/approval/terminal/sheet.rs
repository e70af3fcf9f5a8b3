//! Text of others on a terminal.

use crate::json::seen;
use std::fmt::Write;

/// Lines of a call that are shown.
const MOST_LINES: usize = 200;
/// Characters of a line that are shown.
const MOST_CHARS: usize = 2000;

/// Columns that are written to: a terminal that has fewer breaks lines by itself, and begins a line with what others wrote.
const COLUMNS: usize = 76;
/// Where a tab may go.
const TAB: usize = 8;
/// Stands before what goes on from the line above.
const GOES_ON: &str = "  ↪ ";

/// Lines that others wrote. Each stands behind a mark of ours, also where it is broken, so that none can pose as a
/// question or an answer; what could move the cursor, change colours or reorder text is a visible escape; and what is left
/// out is counted.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    text: String,
    rows: usize,
    hidden: usize,
}

impl Sheet {
    /// Adds the lines of a text.
    #[inline]
    pub(super) fn add(&mut self, mark: &str, text: &str) {
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            self.line(mark, line);
        }
    }

    /// Adds one line.
    #[inline]
    pub(super) fn line(&mut self, mark: &str, line: &str) {
        if self.rows >= MOST_LINES {
            self.hidden += 1;
            return;
        }
        self.text.push_str(mark);
        let mut columns = mark.chars().count();
        self.rows += 1;
        for c in line.chars().take(MOST_CHARS) {
            let width = if c == '\t' { TAB } else { seen(c).map(width).sum() };
            columns += width;
            if columns > COLUMNS {
                self.text.push('\n');
                self.text.push_str(GOES_ON);
                self.rows += 1;
                columns = GOES_ON.chars().count() + width;
            }
            if c == '\t' {
                self.text.push(c);
            } else {
                self.text.extend(seen(c));
            }
        }
        let more = line.chars().skip(MOST_CHARS).count();
        if more > 0 {
            let _infallible =
                write!(self.text, "\n{GOES_ON}… ({more} more characters are not shown)");
        }
        self.text.push('\n');
    }

    #[inline]
    pub(super) fn finish(mut self) -> String {
        if self.hidden > 0 {
            let more = self.hidden;
            let _infallible = writeln!(self.text, "… ({more} more lines are not shown)");
        }
        self.text
    }
}

/// The most columns that a character takes: the first that takes two is a letter of Hangul.
#[inline]
const fn width(c: char) -> usize {
    if c < '\u{1100}' { 1 } else { 2 }
}
