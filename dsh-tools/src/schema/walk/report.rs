//! What is wrong with an object, in the order in which it is told.

use super::object::Reading;
use super::{DEFAULT_VIOLATION_CAP, Direction, Purpose, Walker, quick};
use crate::json::{Cursor, Entry, RawKey, Sought, TextEntries};
use crate::schema::layout::{Layout, Placed};
use crate::schema::object::find;
use crate::schema::violations::{Found, NO_ROW};
use crate::schema::{Code, Invalid, Link, Object, Row};

/// Rows that one word has bits for.
const ROWS: usize = 64;

/// The numbers of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(next)
    })
}

/// Levels at which values are looked at before they are reported on: each looks at all below it.
const CLEAN_LEVELS: usize = 5;

impl<'a> Walker<'a> {
    pub(super) fn report_on(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        depth: usize,
    ) {
        match self.plain_entries(cursor, object) {
            Some(entries) => self.report_plain(cursor, link, object, entries, depth),
            None if self.is_clean(cursor, link, depth) => {}
            None => self.report_object(cursor, link, object, depth),
        }
    }

    /// Whether it is quickly seen that nothing is wrong with an object in arguments: what is reported mostly is one of
    /// many. Not of the outermost, which is known to be wrong.
    fn is_clean(&self, cursor: Cursor<'a>, link: Link, depth: usize) -> bool {
        self.is_plain()
            && (2..=CLEAN_LEVELS).contains(&depth)
            && quick::fits(cursor, self.nodes.get(link), depth - 1).is_ok()
    }

    /// The entries of an object in the text of arguments, of which a type says nothing but its rows.
    #[inline]
    pub(super) fn plain_entries(
        &self,
        cursor: Cursor<'a>,
        object: &Object,
    ) -> Option<TextEntries<'a>> {
        let is_plain = object.parts.is_empty()
            && object.extra.is_none()
            && !object.exact
            && object.rest.is_none()
            && object.rows.len() <= ROWS
            && self.is_plain();
        if is_plain { cursor.text_entries() } else { None }
    }

    /// Notes what is wrong with a single value.
    #[inline]
    fn note(&mut self, at: u32, code: Code, node: Link) {
        if self.budget.is_spent() {
            return;
        }
        if self.found.len() < DEFAULT_VIOLATION_CAP {
            self.found.push(Found { at, row: NO_ROW, code, node, home: self.home });
        } else {
            self.more += 1;
        }
    }

    /// A report on arguments against the table of a type, where nothing has to be counted or left out.
    #[inline]
    fn is_plain(&self) -> bool {
        self.taken.is_none()
            && !self.budget.counts
            && self.direction == Direction::Input
            && self.purpose == Purpose::Report
    }

    /// As [`report_object`](Self::report_object) does, with less to look after: while the keys are read it is seen what is
    /// right, and of single values what is wrong with them. Only what has parts is walked afterwards.
    #[inline(never)]
    pub(super) fn report_plain(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        entries: TextEntries<'a>,
        depth: usize,
    ) {
        let (rows, index): (&'a [Row], &[u16]) = (&object.rows, &object.index);
        // Of the outermost object it is known that something is wrong with it: what has parts is walked at once.
        let looks = (2..=CLEAN_LEVELS).contains(&depth);
        let (mut places, mut codes) = ([0_u32; ROWS], [Code::Type; ROWS]);
        let mut odd: Vec<(RawKey<'a>, Option<usize>)> = Vec::new();
        let (mut seen, mut wrong, mut open) = (0_u64, 0_u64, 0_u64);
        let (mut uncounted, mut hint) = (0, 0);
        for Entry { key, value, is_null } in entries {
            let again = match find(rows, index, key, &mut hint) {
                None if !object.deny => continue,
                None => None,
                Some((_, row)) if is_null && row.null_is_absent(self.nodes) => continue,
                Some((found, _)) if seen & 1 << found != 0 => Some(found),
                Some((found, row)) => {
                    seen |= 1 << found;
                    let node = self.nodes.get(row.node);
                    let code = match quick::single(value, node) {
                        Some(Ok(())) => continue,
                        Some(Err(Invalid(code))) => Some(code),
                        None if looks && quick::fits(value, node, depth).is_ok() => continue,
                        None => None,
                    };
                    let (Some(place), Some(kept)) = (places.get_mut(found), codes.get_mut(found))
                    else {
                        continue;
                    };
                    *place = value.position(self.document);
                    match code {
                        Some(code) => (*kept, wrong) = (code, wrong | 1 << found),
                        None => open |= 1 << found,
                    }
                    continue;
                }
            };
            // What has to be refused need not be kept past the cap.
            if odd.len() < DEFAULT_VIOLATION_CAP || !object.deny {
                odd.push((key.raw(), again));
            } else {
                uncounted += 1;
            }
        }
        for row in ones(object.required & !seen) {
            self.report_missing(cursor, Some(row), link);
        }
        for found in ones(wrong | open) {
            let (Some(row), Some(place), Some(code)) =
                (rows.get(found), places.get(found), codes.get(found))
            else {
                continue;
            };
            if open & 1 << found != 0 {
                self.walk_part(cursor.sibling(*place), row.node, depth);
            } else {
                self.note(*place, *code, row.node);
            }
        }
        for (key, row) in odd {
            self.report_key(key, row, Code::UnknownField, link);
        }
        self.more += uncounted;
    }

    /// Missing keys first, then declared ones in declared order, then what no row takes.
    #[inline(never)]
    fn report_object(&mut self, cursor: Cursor<'a>, link: Link, object: &'a Object, depth: usize) {
        let before = self.count();
        let layout = object.layout();
        let mut slots: Vec<Option<Option<(RawKey<'a>, Cursor<'a>)>>> =
            vec![None; layout.rows.len()];
        let mut odd: Vec<(RawKey<'a>, Cursor<'a>, Option<usize>)> = Vec::new();
        let (mut uncounted, mut hint) = (0, 0);
        let open = !object.deny && object.rest.is_none() && object.extra.is_none();
        for (key, value) in cursor.raw_entries() {
            if self.takes(cursor, key) {
                continue;
            }
            let found = object.locate(key, &mut hint);
            let known =
                found.and_then(|found| Some((layout.rows.get(found)?.row, slots.get_mut(found)?)));
            let again = match known {
                None if open => continue,
                None => None,
                Some((row, slot)) => match (self.reads(object, row, value), &slot) {
                    (Reading::Absent, _) => continue,
                    (Reading::None, _) => {
                        *slot = Some(None);
                        continue;
                    }
                    (Reading::Value, None) => {
                        *slot = Some(Some((key, value)));
                        continue;
                    }
                    (Reading::Value, Some(_)) => found,
                },
            };
            // What only has to be refused need not be kept past the cap; what has a schema has to be walked.
            if odd.len() < DEFAULT_VIOLATION_CAP || !object.deny {
                odd.push((key, value, again));
            } else {
                uncounted += 1;
            }
        }
        // What is not there together is not there at all.
        let away = self.groups_away(cursor, object, &layout);
        let is_away = |group: Option<usize>| {
            group.is_some_and(|group| away.iter().any(|away| layout.is_within(group, *away)))
        };
        let told = object.extra.as_deref().and_then(|extra| extra.told.as_deref());
        let in_order = (0..if told.is_some() { 0 } else { slots.len() })
            .chain(told.into_iter().flatten().map(|row| usize::from(*row)));
        for at in in_order {
            let absent = slots.get(at).is_some_and(Option::is_none);
            let called_for =
                |placed: &Placed<'_>| self.requires(object, placed.row) && !is_away(placed.group);
            if absent && layout.rows.get(at).is_some_and(called_for) {
                self.report_missing(cursor, Some(at), link);
            }
        }
        for (placed, slot) in layout.rows.iter().zip(slots) {
            if let Some(Some((key, value))) = slot
                && !is_away(placed.group)
            {
                self.walk(value, placed.row.node, depth);
                self.walk_patterns(key, value, object, depth);
            }
        }
        for (key, value, again) in odd {
            match again {
                Some(row) => {
                    if !is_away(layout.rows.get(row).and_then(|placed| placed.group)) {
                        self.report_key(key, Some(row), Code::UnknownField, link);
                    }
                }
                None => self.walk_undeclared(key, value, link, object, depth),
            }
        }
        self.more += uncounted;
        self.ask_parts(cursor, link, object, before);
    }

    /// The groups of which no key is there.
    fn groups_away(
        &self,
        cursor: Cursor<'a>,
        object: &'a Object,
        layout: &Layout<'a>,
    ) -> Vec<usize> {
        let mut away: Vec<usize> = (0..layout.groups.len()).collect();
        if away.is_empty() {
            return away;
        }
        for (key, value) in cursor.raw_entries() {
            let row = object.locate(key, &mut 0);
            let placed = row.and_then(|row| layout.rows.get(row));
            let Some(Placed { row, group: Some(group) }) = placed else { continue };
            if row.shows(value, self.direction) {
                away.retain(|away| !layout.is_within(*group, *away));
            }
        }
        away
    }
}
