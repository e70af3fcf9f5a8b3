//! Rows on a terminal.

use super::Terminal;
use super::line::{Drawn, Line};
use super::style::{DIM, PLAIN};
use anstyle::Style;
use std::fmt::Write;

/// Columns of a line where the terminal has no width.
const MOST_COLUMNS: usize = 1000;

/// How a line becomes rows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rows {
    /// One row, cut where it is too long.
    One,
    /// Up to so many, broken anywhere.
    Most(usize),
    /// Up to so many, broken between words.
    Words(usize),
}

/// Rows that grow. Each begins with a margin of ours, also where a line is broken: no text poses as something else.
#[derive(Debug)]
pub(super) struct Sheet<'t> {
    pub(super) terminal: &'t Terminal,
    out: String,
}

/// What stands before the rows of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margin {
    first: (&'static str, Style),
    next: &'static str,
}

impl Margin {
    pub(super) const fn of(text: &'static str) -> Self {
        Self { first: (text, PLAIN), next: text }
    }

    /// Another one before the first row, as wide as this.
    pub(super) const fn first(mut self, text: &'static str, style: Style) -> Self {
        self.first = (text, style);
        self
    }

    fn width(self) -> usize {
        self.next.chars().count()
    }
}

impl<'t> Sheet<'t> {
    pub(super) const fn new(terminal: &'t Terminal) -> Self {
        Self { terminal, out: String::new() }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// An empty line for [`put`](Self::put) with the same margin and rows.
    pub(super) fn line<'a>(&self, margin: Margin, rows: Rows) -> Line<'a> {
        Line::of(match self.columns(margin) {
            None => MOST_COLUMNS,
            Some(columns) => columns.saturating_mul(most(rows)),
        })
    }

    /// Columns beside the margin.
    fn columns(&self, margin: Margin) -> Option<usize> {
        self.terminal.width.map(|width| width.saturating_sub(margin.width()).max(1))
    }

    /// Writes a line.
    pub(super) fn put(&mut self, margin: Margin, rows: Rows, mut line: Line<'_>) {
        let columns = self.columns(margin).unwrap_or(MOST_COLUMNS);
        let bounded = self.terminal.width.is_some();
        // Without a width there is one row, and room to say what is missing.
        let rows = if bounded { rows } else { Rows::One };
        let (mut rest, mut at) = (line.pieces.as_slice(), 0);
        let most = most(rows);
        loop {
            at += 1;
            let fits = fitting(rest, columns);
            let is_last = at == most;
            if is_last && (fits < rest.len() || line.left > 0) {
                break;
            }
            let (row, after) = broken(rest, fits, rows);
            self.row(margin, at == 1, row, "");
            rest = after;
            if rest.is_empty() {
                // Left out before there was a row to put it in.
                if line.left > 0 {
                    self.more(margin, line.left, "more character");
                }
                return;
            }
        }
        // What does not fit: a sign takes its place.
        let fits = fitting(rest, columns - 1);
        let (row, after) = rest.split_at_checked(fits).unwrap_or((rest, &[]));
        line.left += after.iter().map(|drawn| drawn.piece.text.chars().count()).sum::<usize>();
        let left = line.left;
        if !bounded {
            self.row(margin, at == 1, row, &format!("… ({})", count(left, "more character")));
            return;
        }
        self.row(margin, at == 1, row, "…");
        if most > 1 {
            self.more(margin, left, "more character");
        }
    }

    /// Says how many of something are not shown.
    pub(super) fn more(&mut self, margin: Margin, number: usize, what: &str) {
        let text = format!("… {}", count(number, what));
        let rows = Rows::Words(2);
        let margin = Margin::of(margin.next);
        let mut line = self.line(margin, rows);
        line.add(&text, DIM);
        self.put(margin, rows, line);
    }

    fn row(&mut self, margin: Margin, is_first: bool, row: &[Drawn<'_>], sign: &str) {
        let end = row.iter().rposition(|drawn| !drawn.piece.is_space()).map_or(0, |at| at + 1);
        let row = if sign.is_empty() { row.get(..end).unwrap_or(row) } else { row };
        let (text, style) = if is_first { margin.first } else { (margin.next, PLAIN) };
        let (text, spaces) = text.split_at(text.trim_end().len());
        self.styled(style, text);
        if row.is_empty() && sign.is_empty() {
            self.out.push('\n');
            return;
        }
        self.out.push_str(spaces);
        let mut rest = row;
        while let Some(first) = rest.first() {
            // A run of one look.
            let same = |drawn: &Drawn<'_>| {
                drawn.style == first.style && drawn.link.as_ref() == first.link.as_ref()
            };
            let count = rest.iter().take_while(|drawn| same(drawn)).count();
            let (run, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
            let text: String = run.iter().map(|drawn| &*drawn.piece.text).collect();
            self.run(first, &text);
            rest = after;
        }
        self.styled(DIM, sign);
        self.out.push('\n');
    }

    fn run(&mut self, look: &Drawn<'_>, text: &str) {
        let link = look.link.as_deref();
        if let Some(link) = link {
            self.out.extend(["\u{1b}]8;;", link, "\u{1b}\\"]);
        }
        self.styled(look.style, text);
        if link.is_some() {
            self.out.push_str("\u{1b}]8;;\u{1b}\\");
        }
    }

    fn styled(&mut self, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.terminal.color {
            let _infallible = write!(self.out, "{style}{text}{style:#}");
        } else {
            self.out.push_str(text);
        }
    }
}

const fn most(rows: Rows) -> usize {
    match rows {
        Rows::One => 1,
        Rows::Most(most) | Rows::Words(most) => most,
    }
}

/// How many of the pieces fit into the columns; one at least, so that it goes on.
fn fitting(pieces: &[Drawn<'_>], columns: usize) -> usize {
    let mut used = 0;
    let fits = pieces.iter().take_while(|drawn| {
        used += drawn.piece.width;
        used <= columns
    });
    fits.count().max(1).min(pieces.len())
}

/// The row and what comes after it.
fn broken<'p, 'a>(
    pieces: &'p [Drawn<'a>],
    fits: usize,
    rows: Rows,
) -> (&'p [Drawn<'a>], &'p [Drawn<'a>]) {
    let (row, rest) = pieces.split_at_checked(fits).unwrap_or((pieces, &[]));
    if !matches!(rows, Rows::Words(_)) || rest.is_empty() {
        return (row, rest);
    }
    // A word goes to the next row as a whole, unless it is a long one.
    let next_is_space = rest.first().is_some_and(|drawn| drawn.piece.is_space());
    let word = row.iter().rposition(|drawn| drawn.piece.is_space()).map(|at| at + 1);
    let (row, rest) = match word {
        Some(at) if !next_is_space && at > fits / 2 => {
            pieces.split_at_checked(at).unwrap_or((row, rest))
        }
        _ => (row, rest),
    };
    let spaces = rest.iter().take_while(|drawn| drawn.piece.is_space()).count();
    (row, rest.get(spaces..).unwrap_or_default())
}

/// A number and what it counts.
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
