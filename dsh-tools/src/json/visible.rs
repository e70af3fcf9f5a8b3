//! Text that somebody else wrote, where it stands in a message or on a line.
//!
//! A name, an id or a key comes from a model, a server or a file. Where it is repeated, nobody shall be misled by
//! what cannot be seen in it, and it shall not drown the message.

use std::fmt::{self, Write};

/// Characters that a repeated text may take; what is over is cut.
const MOST: usize = 128;
/// The same of texts that are of use only in full: values that are legal, patterns, paths.
const MOST_OF_TEXT: usize = 1024;
/// Characters that a text in quotes may have; what is over is cut.
pub(super) const SHOWN: usize = 80;

/// Whether a character cannot be seen, or changes what is seen beside it: control characters, separators of
/// lines, everything that Unicode calls a format character or ignorable by default.
///
/// Not among them: signs that are drawn although Unicode counts them as format characters (U+0600 and the like),
/// and the two selectors that choose between text and emoji.
pub(crate) const fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// The character as it may be shown: itself, or an escape.
pub(crate) fn seen(c: char) -> impl Iterator<Item = char> {
    let (plain, escaped) =
        if is_hidden(c) { (None, Some(c.escape_unicode())) } else { (Some(c), None) };
    plain.into_iter().chain(escaped.into_iter().flatten())
}

/// The text as it may stand in a message: what is hidden is escaped, and the rest is cut where it is long.
pub(crate) const fn visible(text: &str) -> Visible<'_> {
    Visible(text, MOST)
}

/// The same, of a text that is of use only in full: cut where it drowns the message.
pub(crate) const fn visible_text(text: &str) -> Visible<'_> {
    Visible(text, MOST_OF_TEXT)
}

/// See [`visible`].
pub(crate) struct Visible<'a>(&'a str, usize);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = 0;
        for c in self.0.chars() {
            shown += seen(c).count();
            if shown > self.1 {
                return f.write_char('…');
            }
            seen(c).try_for_each(|c| f.write_char(c))?;
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
    use crate::json::FrozenJson;
    use regex::Regex;

    #[test]
    fn what_unicode_calls_invisible_is_hidden_and_nothing_else() {
        let unicode =
            Regex::new(r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]").unwrap();
        // Format characters that are drawn, and the selectors of emoji.
        let drawn = Regex::new(r"[\p{Prepended_Concatenation_Mark}\x{FE0E}\x{FE0F}]").unwrap();
        for c in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let text = c.to_string();
            let expected = unicode.is_match(&text) && !drawn.is_match(&text);
            assert_eq!(is_hidden(c), expected, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn hidden_characters_are_shown_and_others_are_left_alone() {
        assert_eq!(visible("a\u{202e}b\nc\u{1b}[2J").to_string(), "a\\u{202e}b\\u{a}c\\u{1b}[2J");
        assert_eq!(visible("größe `x` \u{2764}\u{fe0f}").to_string(), "größe `x` \u{2764}\u{fe0f}");
        assert_eq!(
            Quoted("a\u{202e}\"\u{e0041}\u{7f}").to_string(),
            r#""a\u202e\"\udb40\udc41\u007f""#
        );
    }

    #[test]
    fn quoted_text_is_still_the_json_string() {
        for text in ["", "a\u{202e}\u{e0041}\u{7f}\n\"\\", "\u{115f}\u{3164}"] {
            let read = FrozenJson::parse(Quoted(text).to_string()).unwrap();
            assert_eq!(read.root().as_str().as_deref(), Some(text));
        }
    }

    #[test]
    fn long_text_is_cut_also_when_escapes_make_it_long() {
        assert_eq!(visible(&"x".repeat(MOST)).to_string(), "x".repeat(MOST));
        assert_eq!(visible(&"x".repeat(1_000_000)).to_string(), "x".repeat(MOST) + "…");
        let hidden = visible(&"\u{202e}".repeat(1000)).to_string();
        assert!(hidden.chars().count() <= MOST + 1 && hidden.ends_with("}…"), "{hidden}");
    }
}
