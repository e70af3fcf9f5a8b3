//! Objects with declared keys.

use super::seen::Seen;
use super::{DEFAULT_VIOLATION_CAP, Direction, Purpose, Walker};
use crate::json::{Cursor, FrozenJson, JsonKind, RawKey};
use crate::schema::layout::{Layout, Placed};
use crate::schema::rules::{Dependent, Extra};
use crate::schema::{Code, Link, Object, Row};

impl<'a> Walker<'a> {
    pub(super) fn walk_object(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        depth: usize,
    ) {
        if cursor.kind() != JsonKind::Object {
            return self.report_at(cursor, Code::Type, link);
        }
        if let Some(extra) = object.extra.as_deref() {
            self.walk_extra(cursor, link, object, extra, depth);
            if self.is_done() {
                return;
            }
        }
        match self.purpose {
            Purpose::Probe => self.probe_object(cursor, link, object, true, depth),
            Purpose::Report => self.report_object(cursor, link, object, depth),
        }
    }

    /// In the document's order, as it stands in memory. A part is not the `whole`: others may declare a key.
    fn probe_object(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        whole: bool,
        depth: usize,
    ) {
        let rows: &[Row] = &object.rows;
        let (mut seen, mut hint) = (Seen::default(), 0);
        for (key, value) in cursor.raw_entries() {
            if self.takes(cursor, key) {
                continue;
            }
            let found = object.find(key, &mut hint);
            if let Some((found, row)) = found.and_then(|found| Some((found, rows.get(found)?))) {
                match self.reads(object, row, value) {
                    Reading::Absent => {}
                    Reading::None => _ = seen.mark(found),
                    Reading::Value if seen.mark(found) => {
                        self.report_key(key, Some(found), Code::UnknownField, link);
                    }
                    Reading::Value => self.walk(value, row.node, depth),
                }
                self.walk_patterns(key, value, object, depth);
            } else if whole {
                self.walk_undeclared(key, value, link, object, depth);
            }
            if self.is_done() {
                return;
            }
        }
        let complete = self.direction == Direction::Input
            && object.required & !seen.first == 0
            && rows.len() <= 64;
        let missing = |(at, row): (usize, &Row)| self.requires(object, row) && !seen.has(at);
        if !complete && rows.iter().enumerate().any(missing) {
            self.report_at(cursor, Code::Missing, link);
        }
        if !object.parts.is_empty() && !self.is_done() {
            self.probe_parts(cursor, link, object, depth);
        }
    }

    #[inline(never)]
    fn probe_parts(&mut self, cursor: Cursor<'a>, link: Link, object: &'a Object, depth: usize) {
        for part in object.parts {
            if part.is_there(cursor, self.direction) {
                self.probe_object(cursor, link, part.object(), false, depth);
            }
            if self.is_done() {
                return;
            }
        }
        let before = self.count();
        self.ask_parts(cursor, link, object, before);
    }

    /// What the types of parts ask, where nothing was found since there were `before` violations.
    fn ask_parts(&mut self, cursor: Cursor<'a>, link: Link, object: &'a Object, before: usize) {
        for part in object.parts {
            if part.is_there(cursor, self.direction) {
                self.ask_parts(cursor, link, part.object(), before);
                self.ask(cursor, link, part.node, part.node.check, before);
            }
        }
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

    /// A key that no row takes: what matches a pattern is that pattern's, what is left over the rest's.
    fn walk_undeclared(
        &mut self,
        key: RawKey<'a>,
        value: Cursor<'a>,
        link: Link,
        object: &'a Object,
        depth: usize,
    ) {
        if self.walk_patterns(key, value, object, depth) || object.part_declares(key) {
            return;
        }
        if let Some(rest) = object.rest {
            self.walk(value, rest, depth);
        } else if object.deny {
            self.report_key(key, None, Code::UnknownField, link);
        }
    }

    /// Whether a pattern matches the key.
    fn walk_patterns(
        &mut self,
        key: RawKey<'a>,
        value: Cursor<'a>,
        object: &'a Object,
        depth: usize,
    ) -> bool {
        let Some(extra) = object.extra.as_deref().filter(|extra| !extra.patterns.is_empty()) else {
            return false;
        };
        let text = key.text();
        let mut matched = false;
        for (pattern, node) in &extra.patterns {
            self.charge(16 + text.len());
            if self.is_done() {
                break;
            }
            let mut left = u64::MAX;
            let found = pattern.get().try_match_within(&text, &mut left);
            self.charge_search(left);
            match found {
                Ok(true) => {
                    matched = true;
                    self.walk(value, *node, depth);
                }
                Ok(false) => {}
                Err(_) => self.budget.give_up(),
            }
        }
        matched
    }

    /// What concerns the object as a whole.
    fn walk_extra(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        extra: &'a Extra,
        depth: usize,
    ) {
        let count = cursor.len();
        let most = extra.max.is_none_or(|max| count <= max as usize);
        if count < extra.min as usize || !most {
            self.report_at(cursor, Code::Items, link);
        }
        self.walk_dependents(cursor, link, object, depth);
        if let Some(names) = extra.names {
            self.budget.settle(self.document);
            for (key, _) in cursor.raw_entries() {
                if self.is_done() {
                    return;
                }
                if !self.names_fit(key, names) {
                    self.report_key(key, None, Code::Key, names);
                }
            }
        }
    }

    /// What a key that is there calls for. Both sides have rows, so that one look at the keys is enough.
    fn walk_dependents(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        depth: usize,
    ) {
        let Some(extra) = object.extra.as_deref().filter(|extra| !extra.dependents.is_empty())
        else {
            return;
        };
        let (mut given, mut hint) = (Seen::default(), 0);
        for (key, value) in cursor.raw_entries() {
            let found = object.find(key, &mut hint);
            let Some((found, row)) = found.and_then(|at| Some((at, object.rows.get(at)?))) else {
                continue;
            };
            // What counts as absent calls for nothing.
            if !matches!(self.reads(object, row, value), Reading::Absent) {
                given.mark(found);
            }
        }
        for (row, dependent) in &extra.dependents {
            if !given.has(usize::from(*row)) {
                continue;
            }
            match dependent {
                Dependent::Schema(node) => self.walk(cursor, *node, depth),
                Dependent::Keys(rows) => {
                    self.charge(rows.len());
                    let rows = rows.iter().map(|row| usize::from(*row));
                    for row in rows.filter(|row| !given.has(*row)) {
                        // A required one is reported as that.
                        if object.rows.get(row).is_some_and(|row| !row.required) {
                            self.report_missing(cursor, Some(row), link);
                        }
                    }
                }
            }
            if self.is_done() {
                return;
            }
        }
    }

    /// A key is walked as the string it is, in a walk of its own that shares the steps of this one.
    fn names_fit(&mut self, key: RawKey<'a>, names: Link) -> bool {
        let document = FrozenJson::string(key.text());
        let mut inner = Walker {
            document: &document,
            nodes: self.nodes,
            home: self.home,
            direction: self.direction,
            purpose: Purpose::Probe,
            found: Vec::new(),
            #[cfg(feature = "jsonschema")]
            notes: Vec::new(),
            more: 0,
            words: Vec::new(),
            budget: self.budget,
            trying: self.trying,
            taken: None,
            read_before: Vec::new(),
        };
        inner.walk(document.root(), names, 0);
        let (more, budget) = (inner.more, inner.budget);
        self.budget = budget;
        more == 0
    }

    /// A row that must be there. Results of types have every row: encoding leaves none out.
    fn requires(&self, object: &Object, row: &Row) -> bool {
        row.required
            || self.direction == Direction::Output
                && !object.exact
                && !row.is_never_written(self.nodes)
    }

    fn reads(&self, object: &Object, row: &Row, value: Cursor<'_>) -> Reading {
        if object.exact || !value.is_null() {
            return Reading::Value;
        }
        match self.direction {
            Direction::Input if row.null_is_absent(self.nodes) => Reading::Absent,
            Direction::Output if self.nodes.get(row.node).optional => Reading::None,
            Direction::Input | Direction::Output => Reading::Value,
        }
    }
}

/// What stands at a declared key.
enum Reading {
    /// A value, to be checked.
    Value,
    /// `null` that counts as no key at all: arguments.
    Absent,
    /// `null` that is the value of a `None`: results.
    None,
}
