//! Text on one line of a terminal or a log, whatever a model or a file put into it.

use crate::json::seen;
use std::fmt::Write;

/// Columns are not counted: a line ends after this many characters.
const MAX_CHARS: usize = 200;

/// A line that grows until it is full.
#[derive(Debug)]
pub(super) struct Line {
    text: String,
    chars: usize,
    most: usize,
    /// Something did not fit.
    cut: bool,
}

impl Default for Line {
    #[inline]
    fn default() -> Self {
        Self::of(MAX_CHARS)
    }
}

impl Line {
    /// A line of at most so many characters.
    #[inline]
    pub(super) const fn of(most: usize) -> Self {
        Self { text: String::new(), chars: 0, most, cut: false }
    }

    /// Adds text that somebody else wrote: white space becomes single spaces, what could move the cursor,
    /// change colours or reorder text becomes visible escapes.
    #[inline]
    pub(super) fn add(&mut self, text: &str) -> &mut Self {
        let mut space = false;
        for c in text.trim().chars() {
            if self.chars >= self.most {
                self.cut = true;
                break;
            }
            if c.is_whitespace() {
                space = true;
                continue;
            }
            if std::mem::take(&mut space) {
                self.push(' ');
            }
            seen(c).for_each(|c| self.push(c));
        }
        self
    }

    /// Adds text of our own.
    #[inline]
    pub(super) fn own(&mut self, text: std::fmt::Arguments<'_>) -> &mut Self {
        if self.chars >= self.most {
            self.cut = true;
            return self;
        }
        let before = self.text.len();
        let _infallible = self.text.write_fmt(text);
        let added = self.text.get(before..).unwrap_or_default();
        self.chars += added.chars().count();
        self
    }

    #[inline]
    fn push(&mut self, c: char) {
        self.text.push(c);
        self.chars += 1;
    }

    #[inline]
    pub(super) fn finish(self) -> String {
        if self.chars <= self.most && !self.cut {
            return self.text;
        }
        let mut text: String = self.text.chars().take(self.most).collect();
        text.push('…');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let mut line = Line::default();
        line.add(text);
        line.finish()
    }

    #[test]
    fn lines_stay_one_line() {
        assert_eq!(line("a\r\nb\n\n\tc  d "), "a b c d");
        assert_eq!(line("a\u{85}b\u{2028}c"), "a b c");
    }

    #[test]
    fn escape_sequences_are_shown_not_run() {
        assert_eq!(line("\u{1b}[31mred"), "\\u{1b}[31mred");
        assert_eq!(line("a\u{8}b\u{7f}"), "a\\u{8}b\\u{7f}");
        assert_eq!(line("\u{202e}txt.exe"), "\\u{202e}txt.exe");
    }

    #[test]
    fn long_text_is_cut_at_a_character() {
        let text = line(&"ä".repeat(1000));
        assert_eq!(text.chars().count(), MAX_CHARS + 1);
        assert!(text.ends_with("ä…"));
        assert_eq!(line(&"x".repeat(MAX_CHARS)).chars().count(), MAX_CHARS);
    }

    #[test]
    fn endless_text_is_not_read_to_its_end() {
        let mut line = Line::default();
        line.add(&"x ".repeat(10_000_000));
        assert!(line.text.len() < 1000);
    }
}
