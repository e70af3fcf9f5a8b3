//! A terminal that what is drawn is fed to.

use std::num::NonZero;
use vt100::{Color, Parser};

/// What a person sees.
pub(super) struct Screen(Parser);

impl Screen {
    /// A terminal of so many columns, and high enough. What comes to its right edge is none of ours: no row goes on in
    /// the next.
    #[track_caller]
    pub(super) fn of(text: &str, columns: usize) -> Self {
        let rows = u16::try_from(text.matches('\n').count() + 2).unwrap();
        let columns = u16::try_from(columns).unwrap();
        let mut parser =
            Parser::new(NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap(), 0);
        parser.process(text.replace('\n', "\r\n").as_bytes());
        for row in 0..rows {
            assert!(!parser.screen().row_wrapped(row), "row {row} is too long:\n{text}");
        }
        // Nothing but line breaks moved the cursor.
        let (row, column) = parser.screen().cursor_position();
        assert_eq!((usize::from(row), column), (text.matches('\n').count(), 0), "{text}");
        Self(parser)
    }

    /// The text, as it stands there.
    pub(super) fn text(&self) -> String {
        let (_, columns) = self.0.screen().size();
        let rows = self.0.screen().rows(0, columns.get());
        let text: String = rows.map(|row| row.trim_end().to_owned() + "\n").collect();
        text.trim_end().to_owned() + "\n"
    }

    /// How the first place looks where this stands: colour, bold, dim.
    #[track_caller]
    pub(super) fn look(&self, part: &str) -> (Color, bool, bool) {
        let screen = self.0.screen();
        let (rows, columns) = screen.size();
        for row in 0..rows.get() {
            let cells = (0..columns.get()).map(|column| screen.cell(row, column).unwrap());
            let text: Vec<&str> =
                cells.map(|cell| if cell.has_contents() { cell.contents() } else { " " }).collect();
            let found = (0..text.len()).find(|&at| text[at..].concat().starts_with(part));
            if let Some(at) = found {
                let cell = screen.cell(row, u16::try_from(at).unwrap()).unwrap();
                return (cell.fgcolor(), cell.bold(), cell.dim());
            }
        }
        panic!("{part:?} is not on the screen:\n{}", self.text());
    }
}

/// The text without the colours and links that are drawn, and nothing else taken away.
pub(super) fn without_looks(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, sequence)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = if let Some(color) = sequence.strip_prefix('[') {
            let (parameters, after) = color.split_once('m').unwrap();
            assert!(parameters.chars().all(|c| c.is_ascii_digit() || c == ';'), "{parameters}");
            after
        } else {
            let (uri, after) =
                sequence.strip_prefix("]8;;").unwrap().split_once("\u{1b}\\").unwrap();
            assert!(uri.bytes().all(|byte| byte.is_ascii_graphic()), "{uri:?}");
            after
        };
    }
    out.push_str(rest);
    out
}
