//! Long texts, folded.

use super::output::{OutputLine, lines};
use super::sheet::{Margin, Rows, Sheet};
use anstyle::Style;
use std::collections::VecDeque;

/// Rows that a line of a text may take.
pub(super) const LINE_ROWS: usize = 6;

/// Both ends of many lines: the first are handed back at once, the last are kept until it is known which they are.
#[derive(Debug)]
pub(super) struct Ends<T> {
    first: usize,
    last: VecDeque<T>,
    most_last: usize,
    hidden: usize,
}

impl<T> Ends<T> {
    pub(super) fn of(most: usize) -> Self {
        let most_last = most / 2;
        Self { first: most - most_last, last: VecDeque::new(), most_last, hidden: 0 }
    }

    /// The next line, handed back where it is to be shown now.
    pub(super) fn push(&mut self, line: T) -> Option<T> {
        if self.first > 0 {
            self.first -= 1;
            return Some(line);
        }
        self.last.push_back(line);
        if self.last.len() > self.most_last {
            self.last.pop_front();
            self.hidden += 1;
        }
        None
    }

    /// How many lines are not shown, and those that come after them.
    pub(super) fn finish(self) -> (usize, VecDeque<T>) {
        (self.hidden, self.last)
    }
}

impl Sheet<'_> {
    /// The first lines of a text.
    pub(super) fn block(&mut self, margin: Margin, style: Style, text: &str, most: usize) {
        let mut lines = text.lines();
        for text in lines.by_ref().take(most) {
            let rows = Rows::Words(LINE_ROWS);
            let mut line = self.line(margin, rows);
            line.add(text, style);
            self.put(margin, rows, line);
        }
        self.hidden(margin, lines.count(), "more line");
    }

    /// Both ends of what a command wrote.
    pub(super) fn output(&mut self, margin: Margin, text: &str) {
        let mut ends = Ends::of(self.terminal.lines);
        for line in lines(text) {
            if let Some(line) = ends.push(line) {
                self.output_line(margin, &line);
            }
        }
        let (hidden, last) = ends.finish();
        self.hidden(margin, hidden, "more line");
        for line in last {
            self.output_line(margin, &line);
        }
    }

    pub(super) fn output_line(&mut self, margin: Margin, output: &OutputLine<'_>) {
        let rows = Rows::Most(LINE_ROWS);
        let mut line = self.line(margin, rows);
        line.add(output.text(), Style::new());
        line.leave(output.left());
        self.put(margin, rows, line);
    }

    /// Says how many of something are not shown, if there are any.
    pub(super) fn hidden(&mut self, margin: Margin, number: usize, what: &str) {
        if number > 0 {
            self.more(margin, number, what);
        }
    }
}
