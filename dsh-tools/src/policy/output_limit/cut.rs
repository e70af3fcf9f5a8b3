//! Which part of a text stays.

use super::marker::{Form, Full, LeftOut};
use crate::schema::Automaton;
use std::ops::Range;
use std::sync::LazyLock;

/// Cuts texts that stand one after another to so many bytes together: the head of the first ones and the tail of the
/// last ones stay, with a marker between. What a text becomes stands in its place; `None` for one that is left out whole.
///
/// The texts are longer than that.
#[inline]
pub(super) fn cut(texts: &[&str], most: usize, full: &Full) -> Vec<Option<String>> {
    let total = texts.iter().map(|text| text.len()).sum();
    let breaks = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
    let all = LeftOut { bytes: total, lines: texts.iter().map(|text| breaks(text)).sum() };
    let (form, taken) = Form::fitting(all, full, most);
    let room = most.saturating_sub(taken);
    let tail = room / 2;
    let places = places(texts, room - tail, total.saturating_sub(tail));

    let mut left_out = LeftOut { bytes: 0, lines: 0 };
    for (text, place) in texts.iter().zip(&places) {
        let gone = text.get(place.gone.clone()).unwrap_or_default();
        left_out.bytes += gone.len();
        left_out.lines += breaks(gone);
    }
    let mut marker = form.text(left_out, total, full);
    let parts = texts.iter().zip(places).map(|(text, place)| {
        if place.gone.is_empty() && (!text.is_empty() || place.is_head) {
            return Some((*text).to_owned());
        }
        let head = text.get(..place.gone.start).unwrap_or_default();
        let tail = text.get(place.gone.end..).unwrap_or_default();
        match marker.take() {
            Some(marker) => Some(marked(head, &marker, tail)),
            None if head.is_empty() && tail.is_empty() => None,
            None => Some([head, tail].concat()),
        }
    });
    parts.collect()
}

/// The marker on a line of its own.
#[inline]
fn marked(head: &str, marker: &str, tail: &str) -> String {
    let before = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    let after = if tail.is_empty() || tail.starts_with(['\n', '\r']) { "" } else { "\n" };
    [head, before, marker, after, tail].concat()
}

/// What becomes of one text.
struct Place {
    /// What of it is left out.
    gone: Range<usize>,
    /// It stands before all that is left out.
    is_head: bool,
}

/// Where the head ends and the tail starts, both in bytes of all texts, seen from each of them.
#[inline]
fn places(texts: &[&str], head: usize, tail: usize) -> Vec<Place> {
    let mut start = 0_usize;
    let place = |text: &&str| {
        let within = |at: usize| at.saturating_sub(start).min(text.len());
        let (from, to) = (boundary_before(text, within(head)), boundary_after(text, within(tail)));
        let end = start.saturating_add(text.len());
        let is_head = end <= head;
        start = end;
        Place { gone: from..to.max(from), is_head }
    };
    texts.iter().map(place).collect()
}

/// How far a cut is moved at most, in bytes: beyond, a sign is of so many characters that nobody reads it.
const REACH: usize = 128;

#[inline]
fn boundary_before(text: &str, at: usize) -> usize {
    let near = (at.saturating_sub(REACH)..=at).rev().find(|at| is_between_signs(text, *at));
    near.unwrap_or_else(|| text.floor_char_boundary(at))
}

#[inline]
fn boundary_after(text: &str, at: usize) -> usize {
    let near = (at..=at.saturating_add(REACH)).find(|at| is_between_signs(text, *at));
    near.unwrap_or_else(|| text.ceil_char_boundary(at))
}

/// Marks that belong to the character before, skin tones included.
static BELONGS: LazyLock<Option<Automaton>> =
    LazyLock::new(|| Automaton::new(r"^[\p{M}\x{200d}\x{1f3fb}-\x{1f3ff}]").ok());

/// Whether a text may be cut here: not within a character, a line break of two, or between a letter and its marks.
#[inline]
fn is_between_signs(text: &str, at: usize) -> bool {
    let (Some(before), Some(after)) = (text.get(..at), text.get(at..)) else {
        return false;
    };
    if before.is_empty() || after.is_empty() {
        return true;
    }
    let is_break = before.ends_with('\r') && after.starts_with('\n');
    // Most text is plain, and needs no look at tables.
    let belongs = !after.starts_with(|c: char| c.is_ascii())
        && BELONGS.as_ref().is_some_and(|belongs| belongs.is_match(after));
    !is_break && !belongs && !before.ends_with('\u{200d}')
}
