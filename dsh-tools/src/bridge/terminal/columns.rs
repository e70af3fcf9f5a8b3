//! How many columns text takes, and what is never torn apart.

use crate::json::{is_hidden, seen};
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns between two places where a tab may go.
const TAB: usize = 4;
/// Characters that may stand above, below and beside another one: more than any language has.
const MARKS: usize = 8;

/// What a person sees as one character, an escape, or a tab.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) width: usize,
}

impl Piece<'_> {
    pub(super) fn is_space(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Hands over pieces of a line, from a column on, until nobody takes any more; gives how many characters were left.
///
/// Every piece takes a column at least. So the work is bounded by the columns that are taken, whatever the text is.
pub(super) fn pieces<'a>(
    text: &'a str,
    mut column: usize,
    columns: usize,
    mut take: impl FnMut(Piece<'a>),
) -> usize {
    // What may be looked at: a column takes no more characters than this.
    let most = columns.saturating_sub(column).saturating_add(1).saturating_mul(MARKS + 2);
    let end = text.char_indices().nth(most).map_or(text.len(), |(end, _)| end);
    let near = text.get(..end).unwrap_or(text);
    let mut used = 0;
    let mut give = |piece: Piece<'a>, column: &mut usize| {
        *column = column.saturating_add(piece.width);
        take(piece);
    };
    for grapheme in near.graphemes(true) {
        if column > columns {
            break;
        }
        used += grapheme.len();
        if grapheme == "\t" {
            let width = TAB - column % TAB;
            give(Piece { text: Cow::Owned(" ".repeat(width)), width }, &mut column);
            continue;
        }
        let width = width(grapheme);
        let is_plain = !grapheme.contains(is_hidden) && grapheme.chars().count() <= MARKS + 1;
        if is_plain && width > 0 {
            give(Piece { text: Cow::Borrowed(grapheme), width }, &mut column);
            continue;
        }
        for (at, c) in grapheme.char_indices() {
            let c_width = c.width().unwrap_or(0);
            let piece = if is_hidden(c) || c_width == 0 {
                let text: String =
                    if is_hidden(c) { seen(c).collect() } else { c.escape_unicode().collect() };
                Piece { width: text.len(), text: Cow::Owned(text) }
            } else {
                let text = grapheme.get(at..at + c.len_utf8()).unwrap_or_default();
                Piece { text: Cow::Borrowed(text), width: c_width }
            };
            give(piece, &mut column);
        }
    }
    text.get(used..).map_or(0, |rest| rest.chars().count())
}

/// The most columns that terminals take for it: some draw what belongs together as one, some each character by itself.
fn width(grapheme: &str) -> usize {
    let each = grapheme.chars().map(|c| c.width().unwrap_or(0)).sum();
    grapheme.width().max(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, columns: usize) -> (String, usize, usize) {
        let (mut out, mut width) = (String::new(), 0);
        let left = pieces(text, 0, columns, |piece| {
            assert!(piece.width > 0, "{piece:?}");
            out.push_str(&piece.text);
            width += piece.width;
        });
        (out, width, left)
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(shown("日本", 80), ("日本".to_owned(), 4, 0));
        assert_eq!(shown("ä e\u{301}", 80), ("ä e\u{301}".to_owned(), 3, 0));
        assert_eq!(shown("❤\u{fe0f}", 80).1, 2);
        // Two by themselves, where flags are not drawn.
        assert_eq!(shown("🇩🇪", 80), ("🇩🇪".to_owned(), 2, 0));
        assert_eq!(shown("👍🏽", 80), ("👍🏽".to_owned(), 4, 0));
    }

    #[test]
    fn tabs_go_to_their_places() {
        assert_eq!(shown("\ta\tbc\t|", 80), ("    a   bc  |".to_owned(), 13, 0));
    }

    #[test]
    fn what_takes_no_column_is_seen() {
        assert_eq!(shown("\u{301}a", 80).0, "\\u{301}a");
        assert_eq!(shown("a\u{200b}b\u{202e}\r", 80).0, "a\\u{200b}b\\u{202e}\\u{d}");
        assert_eq!(shown("👩\u{200d}💻", 80).0, "👩\\u{200d}💻");
    }

    #[test]
    fn no_tower_of_marks_is_built() {
        let tower = "a".to_owned() + &"\u{301}".repeat(10_000_000);
        let (text, _, left) = shown(&tower, 40);
        assert!(text.starts_with("a\\u{301}\\u{301}"), "{text}");
        // A grapheme is looked at as far as it may fill the columns.
        assert!(text.len() < 5_000 && left > 9_000_000, "{} {left}", text.len());
    }

    #[test]
    fn what_is_over_is_counted() {
        assert_eq!(shown("abcdef", 3), ("abcd".to_owned(), 4, 2));
        let (text, width, left) = shown(&"x".repeat(10_000_000), 3);
        assert_eq!((text.as_str(), width, left), ("xxxx", 4, 9_999_996));
    }
}
