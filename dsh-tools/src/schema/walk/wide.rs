//! Shapes that only schemas of run time have, and schemas of foreign types.

use super::{Code, Invalid, Link, Walker, leaf};
use crate::json::{Cursor, JsonKind};
use crate::schema::rules::{Contains, Rules, Sequence};
use crate::schema::shape::{Kind, Wide};
use crate::schema::violations::Home;
use crate::schema::{RawSchema, Root};

impl<'a> Walker<'a> {
    pub(super) fn walk_wide(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        wide: &'a Wide,
        depth: usize,
    ) {
        match &wide.0 {
            Kind::Number(limits) => self.check(cursor, link, &leaf::number(cursor, limits)),
            Kind::Values(values) => {
                self.charge(cursor.len());
                if !values.take(cursor) {
                    let code = if values.is_const { Code::Const } else { Code::Enum };
                    self.report_at(cursor, code, link);
                }
            }
            Kind::Sequence(sequence) => self.walk_sequence(cursor, link, sequence, depth),
            Kind::Rules(rules) => self.walk_rules(cursor, link, rules, depth),
            Kind::Not(node) => {
                if self.fits(cursor, *node, depth) {
                    self.report_at(cursor, Code::Not, link);
                }
            }
            #[cfg(feature = "jsonschema")]
            Kind::Foreign(foreign) => self.walk_left(cursor, link, foreign, depth),
            Kind::Choose(choose) => {
                let then = self.fits(cursor, choose.when, depth);
                let next = if then { choose.then } else { choose.otherwise };
                if let Some(next) = next {
                    self.walk(cursor, next, depth);
                }
            }
        }
    }

    /// What is of a wrong kind is told once: nothing else that is said of it would help.
    fn walk_rules(&mut self, cursor: Cursor<'a>, link: Link, rules: &'a Rules, depth: usize) {
        if !rules.kinds.take(cursor) {
            return self.report_at(cursor, Code::Type, link);
        }
        for (kinds, node) in &rules.parts {
            if kinds.take(cursor) {
                self.walk(cursor, *node, depth);
            }
            if self.is_done() {
                return;
            }
        }
    }

    fn walk_sequence(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        sequence: &'a Sequence,
        depth: usize,
    ) {
        if cursor.kind() != JsonKind::Array {
            return self.check::<()>(cursor, link, &Err(Invalid(Code::Type)));
        }
        let places =
            sequence.first.iter().map(|node| Some(*node)).chain(std::iter::repeat(sequence.rest));
        for (item, node) in cursor.items().zip(places) {
            let Some(node) = node else {
                break;
            };
            self.walk(item, node, depth);
            if self.is_done() {
                return;
            }
        }
        if let Some(contains) = &sequence.contains {
            self.walk_contains(cursor, link, contains, depth);
        }
    }

    fn walk_contains(&mut self, cursor: Cursor<'a>, link: Link, contains: &Contains, depth: usize) {
        let mut count = 0;
        for item in cursor.items() {
            count += u32::from(self.fits(item, contains.node, depth));
            let decided = count > contains.max || contains.max == u32::MAX && count >= contains.min;
            if decided || self.budget.is_spent() {
                break;
            }
        }
        if count < contains.min || count > contains.max {
            self.report_at(cursor, Code::Contains, link);
        }
    }

    /// A table within a table of constants: its numbers are its own.
    pub(super) fn walk_foreign(
        &mut self,
        cursor: Cursor<'a>,
        schema: fn() -> &'static RawSchema,
        depth: usize,
    ) {
        let root: &'static Root = schema().root();
        let outer = (self.nodes, self.home, self.budget.counts);
        (self.nodes, self.home, self.budget.counts) = (root.nodes(), Home::Foreign(schema), true);
        self.walk(cursor, root.link, depth);
        (self.nodes, self.home, self.budget.counts) = outer;
    }
}
