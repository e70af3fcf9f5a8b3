//! A line that is still to be broken into rows.

use super::columns::{Piece, pieces};
use super::style::DIM;
use anstyle::Style;
use std::rc::Rc;

/// Text of some cards on one line, up to the columns that there is room for.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) pieces: Vec<Drawn<'a>>,
    /// The columns that the pieces take.
    pub(super) columns: usize,
    room: usize,
    /// Characters that there was no room for.
    pub(super) left: usize,
}

/// A piece, how it looks, and where it leads.
#[derive(Debug)]
pub(super) struct Drawn<'a> {
    pub(super) piece: Piece<'a>,
    pub(super) style: Style,
    pub(super) link: Option<Rc<str>>,
}

impl<'a> Line<'a> {
    /// An empty line that takes pieces until they are over these columns.
    pub(super) const fn of(room: usize) -> Self {
        Self { pieces: Vec::new(), columns: 0, room, left: 0 }
    }

    pub(super) fn add(&mut self, text: &'a str, style: Style) {
        self.link(text, style, None);
    }

    pub(super) fn link(&mut self, text: &'a str, style: Style, link: Option<String>) {
        let link: Option<Rc<str>> = link.map(Into::into);
        let Self { pieces: all, columns, room, left } = self;
        *left += pieces(text, *columns, *room, |piece| {
            *columns += piece.width;
            all.push(Drawn { piece, style, link: link.clone() });
        });
    }

    /// Ends the line with words of our own, for which what stands before has to make room.
    pub(super) fn end_with(&mut self, text: &'a str, style: Style) {
        let room = self.room.saturating_sub(text.chars().count());
        if self.columns > room || self.left > 0 {
            while self.columns >= room
                && let Some(last) = self.pieces.pop()
            {
                self.columns -= last.piece.width;
            }
            self.left = 0;
            self.add("…", DIM);
        }
        self.add(text, style);
    }

    /// Characters that were left out before.
    pub(super) const fn leave(&mut self, characters: usize) {
        self.left += characters;
    }
}
