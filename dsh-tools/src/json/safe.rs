//! Text that somebody else wrote, fit for a message: on one line, of bounded length, and what could move a cursor,
//! change colours, reorder or hide the text beside it made visible.

use std::fmt::{self, Write};

/// Longer text is cut where it is shown.
pub(crate) const SHOWN: usize = 80;

/// Characters that a reader cannot see, or that change how others are shown: controls, format characters, fillers.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text without quotes: a name in a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'a>(pub(crate) &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, c) in self.0.chars().enumerate() {
            if at == SHOWN {
                return f.write_char('…');
            }
            if is_hidden(c) {
                write!(f, "{}", c.escape_unicode())?;
            } else {
                f.write_char(c)?;
            }
        }
        Ok(())
    }
}

/// Text in quotes, with the escapes of a JSON string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for (at, c) in self.0.chars().enumerate() {
            if at == SHOWN {
                f.write_char('…')?;
                break;
            }
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if is_hidden(c) => {
                    for unit in c.encode_utf16(&mut [0; 2]) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_is_left() {
        let hostile = "a\u{1b}[31m\u{9b}\u{7f}\n\u{202e}\u{2028}\u{61c}\u{ad}\u{3164}\u{e0041}z";
        for shown in [Plain(hostile).to_string(), Quoted(hostile).to_string()] {
            assert!(!shown.chars().any(is_hidden), "{shown:?}");
            assert!(shown.contains('a') && shown.contains('z'));
        }
    }

    #[test]
    fn quoted_text_reads_back() {
        for text in ["", "a\"b\\c", "\n\r\t\u{8}", "\u{e0041}\u{202e}é🙂"] {
            let read: String = serde_json::from_str(&Quoted(text).to_string()).unwrap();
            assert_eq!(read, text);
        }
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(Plain(&"é".repeat(5000)).to_string().chars().count(), SHOWN + 1);
        assert_eq!(Quoted(&"é".repeat(5000)).to_string().chars().count(), SHOWN + 3);
    }
}
