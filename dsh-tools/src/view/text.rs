//! Text of others in a card: what is hidden in it is seen, whoever shows it.

use super::line::Line;
#[cfg(feature = "acp")]
use crate::json::{is_hidden, seen};
#[cfg(feature = "acp")]
use std::borrow::Cow;

/// A text of many lines as it may be shown: line breaks and tabs stay, a return before a line break goes, and whatever
/// else could move a cursor, change colours, reorder or hide text becomes a visible escape.
#[cfg(feature = "acp")]
#[inline]
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !is_hidden(c);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\r' && chars.peek() == Some(&'\n') {
            continue;
        }
        if is_plain(c) {
            out.push(c);
        } else {
            out.extend(seen(c));
        }
    }
    Cow::Owned(out)
}

/// A text that somebody else wrote as one line: at most 200 characters and a sign that more follows. White space becomes
/// single spaces, and what could move a cursor, change colours, reorder or hide text becomes a visible escape.
///
/// ```
/// assert_eq!(dsh_tools::view::line("two\nlines \u{1b}[2J"), "two lines \\u{1b}[2J");
/// ```
#[inline]
pub fn line(text: &str) -> String {
    let mut line = Line::default();
    line.add(text);
    line.finish()
}

/// The same of at most so many characters.
#[cfg(any(feature = "acp", feature = "terminal"))]
#[inline]
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let mut line = Line::of(most);
    line.add(text);
    line.finish()
}

#[cfg(all(test, any(feature = "acp", feature = "terminal")))]
mod tests {
    use super::*;

    #[cfg(feature = "acp")]
    #[test]
    fn lines_stay_lines_and_what_is_hidden_is_seen() {
        assert_eq!(shown("a\tb\r\nc\n"), "a\tb\nc\n");
        assert_eq!(shown("10%\r20%\r\n"), "10%\\u{d}20%\n");
        assert_eq!(shown("\u{1b}]0;x\u{7}\u{9b}2J"), "\\u{1b}]0;x\\u{7}\\u{9b}2J");
        assert_eq!(shown("a\u{202e}b\u{200b}c\u{2066}"), "a\\u{202e}b\\u{200b}c\\u{2066}");
        assert!(
            matches!(shown("größe\n日本\t語"), Cow::Borrowed(_)),
            "nothing is copied without need"
        );
    }

    #[test]
    fn one_line_is_one_line_of_a_length() {
        assert_eq!(one_line("a\n b\u{1b}[0m", 80), "a b\\u{1b}[0m");
        assert_eq!(one_line(&"x".repeat(1 << 20), 4), "xxxx…");
    }
}
