//! Text of others on a terminal.

use crate::json::seen;
use std::fmt::Write;

/// Lines of a call that are shown.
const MOST_LINES: usize = 200;
/// Characters of a line that are shown.
const MOST_CHARS: usize = 2000;

/// Lines that others wrote. Each stands behind a mark of ours, so that none can pose as a question or an answer; what
/// could move the cursor, change colours or reorder text is a visible escape; and what is left out is counted.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    text: String,
    lines: usize,
}

impl Sheet {
    /// Adds the lines of a text.
    pub(super) fn add(&mut self, mark: &str, text: &str) {
        for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
            self.line(mark, line);
        }
    }

    /// Adds one line.
    pub(super) fn line(&mut self, mark: &str, line: &str) {
        self.lines += 1;
        if self.lines > MOST_LINES {
            return;
        }
        self.text.push_str(mark);
        for c in line.chars().take(MOST_CHARS) {
            if c == '\t' {
                self.text.push(c);
            } else {
                self.text.extend(seen(c));
            }
        }
        let more = line.chars().skip(MOST_CHARS).count();
        if more > 0 {
            let _infallible = write!(self.text, "… ({more} more characters are not shown)");
        }
        self.text.push('\n');
    }

    pub(super) fn finish(mut self) -> String {
        if let Some(more) = self.lines.checked_sub(MOST_LINES).filter(|more| *more > 0) {
            let _infallible = writeln!(self.text, "… ({more} more lines are not shown)");
        }
        self.text
    }
}
