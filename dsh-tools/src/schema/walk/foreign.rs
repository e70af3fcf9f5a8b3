//! Schemas that the validator of another crate decides.

use super::{Code, DEFAULT_VIOLATION_CAP, Link, Purpose, Walker};
use crate::json::{Cursor, FrozenJson, RawKey};
use crate::schema::raw::{Foreign, within};
use crate::schema::violations::Note;
use crate::schema::wording::foreign::{code, note};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use std::collections::HashSet;

impl<'a> Walker<'a> {
    /// What we understand is walked first: of what that refuses nothing else is said.
    pub(super) fn walk_left(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        foreign: &'a Foreign,
        depth: usize,
    ) {
        let before = self.more + self.found.len();
        self.walk(cursor, foreign.plain, depth);
        if self.is_done() || self.more + self.found.len() > before {
            return;
        }
        let Some(validator) = &foreign.validator else {
            return;
        };
        let (levels, values) = measure(cursor);
        if levels > foreign.levels {
            return self.too_deep(cursor, link);
        }
        self.charge(values.saturating_mul(16));
        if self.budget.is_spent() {
            return;
        }
        self.budget.settle(self.document);
        let searches = self.budget.left().unwrap_or(0).saturating_mul(8);
        let value = cursor.to_value();
        let (is_valid, left) = within(searches, || validator.is_valid(&value));
        let Some(left) = left else {
            return self.budget.give_up();
        };
        self.charge_search(u64::MAX - (searches - left));
        if is_valid || self.budget.is_spent() {
            return;
        }
        if self.purpose == Purpose::Probe {
            self.more += 1;
            return;
        }
        let before = self.more + self.found.len();
        let (errors, left) = within(searches, || -> Vec<_> {
            validator.iter_errors(&value).take(DEFAULT_VIOLATION_CAP + 1).collect()
        });
        // Of searches that were given up nothing is known but that something is wrong.
        for error in errors.iter().filter(|_| left.is_some()) {
            self.take_over(cursor, link, foreign, error, depth);
        }
        if self.more + self.found.len() == before {
            // Whatever it was, it was something.
            self.report_note(cursor, link, Code::Not, note(None));
        }
    }

    fn take_over(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        foreign: &'a Foreign,
        error: &ValidationError<'_>,
        depth: usize,
    ) {
        let place = Foreign::place(cursor, error);
        let target = cursor.pointer(&place.pointer()).unwrap_or(cursor);
        match error.kind() {
            ValidationErrorKind::UnevaluatedProperties { unexpected }
            | ValidationErrorKind::AdditionalProperties { unexpected } => {
                let unexpected: HashSet<&str> = unexpected.iter().map(|name| &**name).collect();
                for (key, value) in target.raw_entries() {
                    if unexpected.contains(&*key.text()) {
                        let own = foreign.properties.filter(|_| place.is_root());
                        self.undeclared(key, value, link, own, depth);
                    }
                }
            }
            kind => self.report_note(target, link, code(kind), note(Some(error))),
        }
    }

    /// A key that no other keyword speaks of: its value is held to what is said of these, or it may not be there.
    fn undeclared(
        &mut self,
        key: RawKey<'a>,
        value: Cursor<'a>,
        link: Link,
        own: Option<Link>,
        depth: usize,
    ) {
        let before = self.more + self.found.len();
        if let Some(own) = own {
            self.walk(value, own, depth);
        }
        if self.more + self.found.len() == before {
            self.report_key(key, None, Code::UnknownField, link);
        }
    }

    fn report_note(&mut self, cursor: Cursor<'a>, link: Link, code: Code, note: Note) {
        let document: &FrozenJson = self.document;
        let notes = &mut self.aside.get_or_insert_default().notes;
        let row = notes.len();
        notes.push(note);
        self.report(Some(row), code, link, || cursor.position(document));
    }
}

/// How many levels a value has, and how many values there are in it.
fn measure(cursor: Cursor<'_>) -> (u32, usize) {
    let (mut levels, mut values) = (0, 0);
    let mut open = vec![(cursor, 0_u32)];
    while let Some((value, level)) = open.pop() {
        values += 1;
        levels = levels.max(level);
        open.extend(value.items().map(|item| (item, level + 1)));
        open.extend(value.raw_entries().map(|(_, value)| (value, level + 1)));
    }
    (levels, values)
}
