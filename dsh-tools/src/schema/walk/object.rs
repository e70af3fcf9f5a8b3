//! Objects with declared keys.

use super::seen::Seen;
use super::{Direction, Purpose, Walker};
use crate::json::{Cursor, FrozenJson, JsonKind, RawKey};
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
            Purpose::Report => self.report_on(cursor, link, object, depth),
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
    pub(super) fn ask_parts(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        object: &'a Object,
        before: usize,
    ) {
        for part in object.parts {
            if part.is_there(cursor, self.direction) {
                self.ask_parts(cursor, link, part.object(), before);
                self.ask(cursor, link, part.node, part.node.check, before);
            }
        }
    }

    /// A key that no row takes: what matches a pattern is that pattern's, what is left over the rest's.
    pub(super) fn walk_undeclared(
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
    pub(super) fn walk_patterns(
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
            more: 0,
            budget: self.budget,
            trying: self.trying,
            taken: None,
            aside: None,
        };
        inner.walk(document.root(), names, 0);
        let (more, budget) = (inner.more, inner.budget);
        self.budget = budget;
        more == 0
    }

    /// A row that must be there. Results of types have every row: encoding leaves none out.
    pub(super) fn requires(&self, object: &Object, row: &Row) -> bool {
        row.required
            || self.direction == Direction::Output
                && !object.exact
                && !row.is_never_written(self.nodes)
    }

    pub(super) fn reads(&self, object: &Object, row: &Row, value: Cursor<'_>) -> Reading {
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
pub(super) enum Reading {
    /// A value, to be checked.
    Value,
    /// `null` that counts as no key at all: arguments.
    Absent,
    /// `null` that is the value of a `None`: results.
    None,
}
