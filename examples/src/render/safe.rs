//! Text that somebody else wrote: what could move the cursor, change colours or reorder text becomes visible.

use anstyle::Style;
use std::io::{self, Write};

/// Characters of a line that are shown.
const WIDTH: usize = 160;

/// A line, safe to print: its end is cut off where it is too long.
///
/// ```
/// assert_eq!(dsh_tools_examples::render::line("\u{1b}[2Jx\n"), "\\u{1b}[2Jx");
/// ```
pub fn line(text: &str) -> String {
    let mut line = String::new();
    for (count, c) in text.trim_end_matches(['\r', '\n']).chars().enumerate() {
        if count == WIDTH {
            line.push('…');
            break;
        }
        match c {
            '\t' => line.push_str("    "),
            c if c.is_control() || reorders(c) => line.extend(c.escape_unicode()),
            c => line.push(c),
        }
    }
    line
}

/// Invisible characters that reorder or hide what stands beside them.
fn reorders(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Which lines of a long text are shown.
#[derive(Clone, Copy)]
pub(super) enum Keep {
    First(usize),
    Last(usize),
}

/// Prints lines, each behind a margin, and says how many are not shown.
pub(super) fn block(
    out: &mut impl Write,
    margin: &str,
    style: Style,
    text: &str,
    keep: Keep,
) -> io::Result<()> {
    let count = text.lines().count();
    let (Keep::First(most) | Keep::Last(most)) = keep;
    let hidden = count.saturating_sub(most);
    let skipped = if matches!(keep, Keep::Last(_)) { hidden } else { 0 };
    if skipped > 0 {
        more(out, margin, skipped, "lines before")?;
    }
    for text in text.lines().skip(skipped).take(most) {
        writeln!(out, "{margin}{style}{}{style:#}", line(text))?;
    }
    if hidden > skipped {
        more(out, margin, hidden, "more lines")?;
    }
    Ok(())
}

/// Says how many of something are not shown.
pub(super) fn more(out: &mut impl Write, margin: &str, count: usize, what: &str) -> io::Result<()> {
    let dim = super::style::DIM;
    writeln!(out, "{margin}{dim}.. {count} {what}{dim:#}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_shown_not_run() {
        assert_eq!(line("\u{1b}[31mred\tx\r\n"), "\\u{1b}[31mred    x");
        assert_eq!(line("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(line(&"x".repeat(500)).chars().count(), WIDTH + 1);
    }

    #[test]
    fn blocks_say_what_is_hidden() {
        let mut out = Vec::new();
        let text = "1\n2\n3\n4\n";
        block(&mut out, "|", Style::new(), text, Keep::Last(1)).unwrap();
        block(&mut out, "|", Style::new(), text, Keep::First(3)).unwrap();
        let shown = anstream::adapter::strip_bytes(&out).into_vec();
        assert_eq!(
            String::from_utf8(shown).unwrap(),
            "|.. 3 lines before\n|4\n|1\n|2\n|3\n|.. 1 more lines\n"
        );
    }
}
