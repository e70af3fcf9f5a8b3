//! What commands write, in lines.

use std::borrow::Cow;

/// Bytes of a line that are looked at.
pub(super) const MOST_BYTES: usize = 64 * 1024;

/// A line that a command wrote, without its colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputLine<'a> {
    text: Cow<'a, str>,
    left: usize,
}

impl<'a> OutputLine<'a> {
    /// A line, and how many characters of it are not there.
    pub(super) fn of(line: &'a str, left: usize) -> Self {
        let (near, far) = line.split_at(line.floor_char_boundary(MOST_BYTES));
        Self { text: without_colors(near), left: left + far.chars().count() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) const fn left(&self) -> usize {
        self.left
    }

    pub(super) fn into_owned(self) -> OutputLine<'static> {
        OutputLine { text: Cow::Owned(self.text.into_owned()), left: self.left }
    }
}

/// The lines of an output. One that is written over, after a return, is a line of its own: nothing is hidden by it.
pub(super) fn lines(text: &str) -> impl Iterator<Item = OutputLine<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = next_line(rest).unwrap_or((rest, ""));
        rest = after;
        Some(OutputLine::of(line, 0))
    })
}

/// The first line that is ended, and what comes after it. A return at the end may be a part of a line break.
pub(super) fn next_line(text: &str) -> Option<(&str, &str)> {
    let end = text.find(['\n', '\r'])?;
    let (line, after) = text.split_at(end);
    let breaks = ["\r\n", "\n", "\r"];
    Some((line, breaks.iter().find_map(|this| after.strip_prefix(this)).unwrap_or(after)))
}

/// Without the sequences that only change colours, or clear what stands to the right: what they would hide is seen.
fn without_colors(line: &str) -> Cow<'_, str> {
    if !line.contains('\u{1b}') {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('\u{1b}') {
        let (before, sequence) = rest.split_at(at);
        out.push_str(before);
        rest = after_color(sequence).unwrap_or_else(|| {
            out.push('\u{1b}');
            sequence.strip_prefix('\u{1b}').unwrap_or_default()
        });
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn after_color(sequence: &str) -> Option<&str> {
    let parameters = sequence.strip_prefix("\u{1b}[")?;
    parameters
        .trim_start_matches(|c: char| c.is_ascii_digit() || c == ';' || c == ':')
        .strip_prefix(['m', 'K'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        lines(text).map(|line| line.text().to_owned()).collect()
    }

    #[test]
    fn what_is_written_over_is_a_line() {
        assert_eq!(all("10%\r20%\r\ndone\n"), ["10%", "20%", "done"]);
        assert_eq!(all("rm -rf /\rls"), ["rm -rf /", "ls"]);
        assert_eq!(all("\n\na"), ["", "", "a"]);
        assert_eq!(all(""), [""; 0]);
    }

    #[test]
    fn colors_go_and_everything_else_stays() {
        assert_eq!(all("\u{1b}[1;31mred\u{1b}[m\u{1b}[K"), ["red"]);
        assert_eq!(all("\u{1b}[38:2::1:2:3mx"), ["x"]);
        for text in
            ["\u{1b}[2J", "\u{1b}]0;t\u{7}", "\u{1b}[", "\u{1b}", "\u{1b}[31", "\u{1b}[?25h"]
        {
            assert_eq!(all(text), [text]);
        }
    }

    #[test]
    fn a_line_is_looked_at_as_far_as_it_is_shown() {
        let text = "ä".repeat(5_000_000);
        let line = lines(&text).next().unwrap();
        assert_eq!((line.text().chars().count(), line.left()), (32 * 1024, 5_000_000 - 32 * 1024));
    }
}
