//! What terminals would obey, in text that others wrote.

use crate::json::seen;
use std::mem::take;

/// Characters of a sequence that are kept in mind; what is longer is no sequence that is let through.
const MOST_OF_SEQUENCE: usize = 64;
/// Characters that a string sequence may swallow when nothing ends it.
const MOST_OF_STRING: usize = 4096;

/// Takes out of text what terminals obey, chunk by chunk: a sequence may go on in the next.
///
/// Characters that reorder text, and control characters that are no layout, are shown as escapes.
#[derive(Debug)]
pub(super) struct Filter {
    /// Colours, the end of a line being erased, and returns to its start are let through, for a client that draws a
    /// terminal.
    for_terminal: bool,
    state: State,
    /// The sequence so far, of those that may be let through.
    held: String,
    swallowed: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Text,
    /// After a return, of which it depends on the next character what it is.
    Return,
    Escape,
    /// Within an escape sequence that has intermediate characters.
    Intermediate,
    Control,
    /// Within a sequence that holds a string, up to its terminator.
    String,
    StringEscape,
}

impl Filter {
    pub(super) const fn new(for_terminal: bool) -> Self {
        Self { for_terminal, state: State::Text, held: String::new(), swallowed: 0 }
    }

    /// What is left of a chunk.
    pub(super) fn pass(&mut self, chunk: &str) -> String {
        let mut out = String::with_capacity(chunk.len());
        for c in chunk.chars() {
            self.step(c, &mut out);
        }
        out
    }

    fn step(&mut self, c: char, out: &mut String) {
        match self.state {
            State::Text => self.text(c, out),
            State::Return => {
                self.state = State::Text;
                out.push('\n');
                if c != '\n' {
                    self.text(c, out);
                }
            }
            State::Escape => match c {
                '[' => self.state = State::Control,
                ']' | 'P' | 'X' | '^' | '_' => self.begin_string(),
                ' '..='/' => self.state = State::Intermediate,
                '0'..='~' => self.state = State::Text,
                _ => self.broken_off(c, out),
            },
            State::Intermediate => match c {
                ' '..='/' => {}
                '0'..='~' => self.state = State::Text,
                _ => self.broken_off(c, out),
            },
            State::Control => match c {
                ' '..='?' => {
                    if self.held.len() <= MOST_OF_SEQUENCE {
                        self.held.push(c);
                    }
                }
                '@'..='~' => {
                    let held = take(&mut self.held);
                    self.state = State::Text;
                    let plain =
                        held.bytes().all(|b| b.is_ascii_digit() || matches!(b, b';' | b':'));
                    let is_harmless =
                        matches!(c, 'm' | 'K') && plain && held.len() <= MOST_OF_SEQUENCE;
                    if self.for_terminal && is_harmless {
                        out.extend(["\u{1b}[", &held]);
                        out.push(c);
                    }
                }
                _ => self.broken_off(c, out),
            },
            State::String => match c {
                '\u{7}' | '\u{9c}' => self.state = State::Text,
                '\u{1b}' => self.state = State::StringEscape,
                _ => {
                    self.swallowed += 1;
                    if c == '\n' || self.swallowed > MOST_OF_STRING {
                        self.broken_off(c, out);
                    }
                }
            },
            State::StringEscape => {
                self.state = State::Text;
                if c != '\\' {
                    self.state = State::Escape;
                    self.step(c, out);
                }
            }
        }
    }

    fn begin_string(&mut self) {
        self.state = State::String;
        self.swallowed = 0;
    }

    /// What began as a sequence is none.
    fn broken_off(&mut self, c: char, out: &mut String) {
        self.held.clear();
        self.state = State::Text;
        self.text(c, out);
    }

    fn text(&mut self, c: char, out: &mut String) {
        match c {
            '\n' | '\t' => out.push(c),
            '\r' | '\u{8}' if self.for_terminal => out.push(c),
            '\r' => self.state = State::Return,
            '\u{1b}' => self.state = State::Escape,
            '\u{9b}' => self.state = State::Control,
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => self.begin_string(),
            '\u{7}' => {}
            c if c.is_control() || reorders(c) => out.extend(seen(c)),
            c => out.push(c),
        }
    }
}

/// Whether a character makes text around it read in another order, or stands for another line.
const fn reorders(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// A whole text without what terminals obey.
pub(super) fn plain(text: &str) -> String {
    let is_ordinary = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_ordinary) {
        return text.to_owned();
    }
    Filter::new(false).pass(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_goes_and_what_is_written_stays() {
        assert_eq!(plain("\u{1b}[1;31merror\u{1b}[0m: x\r\n"), "error: x\n");
        assert_eq!(plain("10%\r20%\rdone"), "10%\n20%\ndone");
        assert_eq!(plain("\u{1b}]0;title\u{7}a\u{1b}]52;c;aGk=\u{1b}\\b\u{9d}x\u{9c}c"), "abc");
        assert_eq!(plain("\u{1b}(Ba\u{1b}cb\u{9b}2Jc\u{7}"), "abc");
        assert_eq!(plain("a\u{202e}b\u{2066}c\u{0}d"), "a\\u{202e}b\\u{2066}c\\u{0}d");
        assert_eq!(plain("👨\u{200d}👩 می\u{200c}خواهم"), "👨\u{200d}👩 می\u{200c}خواهم");
    }

    #[test]
    fn an_editor_that_draws_terminals_gets_colours_and_nothing_that_acts() {
        let mut filter = Filter::new(true);
        let text = "\u{1b}[38;5;1mred\u{1b}[0m\u{1b}[2J\u{1b}[H\u{1b}]52;c;eA==\u{7}\r\u{1b}[K50%\u{1b}[?1049h\u{1b}[6n";
        assert_eq!(filter.pass(text), "\u{1b}[38;5;1mred\u{1b}[0m\r\u{1b}[K50%");
    }

    #[test]
    fn chunks_give_what_the_whole_gives() {
        let text = "a\u{1b}[31mb\u{1b}]0;t\u{1b}\\c\r\nd\u{1b}[2Je\u{202e}f\u{1b}(Bg\re\u{1b}[12";
        for for_terminal in [false, true] {
            let whole = Filter::new(for_terminal).pass(text);
            let mut filter = Filter::new(for_terminal);
            let pieces: String =
                text.chars().map(|c| filter.pass(c.encode_utf8(&mut [0; 4]))).collect();
            assert_eq!(pieces, whole);
        }
    }

    #[test]
    fn what_nothing_ends_swallows_no_more_than_a_line() {
        assert_eq!(plain("a\u{1b}]never ended\nb"), "a\nb");
        let long = format!("\u{1b}]{}end", "x".repeat(2 * MOST_OF_STRING));
        assert!(plain(&long).ends_with("xend"));
        assert_eq!(plain(&format!("\u{1b}[{}mz", "1;".repeat(100_000))), "z");
    }
}
