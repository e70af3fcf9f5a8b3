//! The walker: one for derived tables, run-time tables and outputs; it reports every violation.

mod beside;
mod budget;
#[cfg(feature = "jsonschema")]
mod foreign;
mod object;
mod quick;
mod report;
mod seen;
mod union;
mod validate;
mod wide;

pub(super) use self::budget::{STEPS, STEPS_EACH};
pub use self::validate::{DEFAULT_VIOLATION_CAP, Direction, validate};
pub(crate) use self::validate::{admits, fits, refusal};
pub(super) use self::validate::{explain, next_form};

use self::beside::Taken;
use self::budget::Budget;
use super::check::{Check, Subject};
use super::violations::{Aside, Found, Home, NO_ROW};
use super::{Array, Code, Invalid, Kinds, Link, Map, Node, Nodes, Root, Shape, leaf};
use crate::json::{Cursor, FrozenJson, RawKey};

/// Levels that are walked: fewer than a document can have at most, so that a small stack suffices in any build.
/// Calls are held to the default limit of documents, which is far below.
const DEEPEST: usize = 512;

/// Violations that there is room for at first.
const FEW: usize = 8;

/// What a walk is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Whether there is a violation.
    Probe,
    /// Which ones there are, in declared order.
    Report,
}

struct Walker<'a> {
    document: &'a FrozenJson,
    nodes: Nodes<'a>,
    /// Where the numbers of links lead to, for those who read the report.
    home: Home,
    direction: Direction,
    purpose: Purpose,
    found: Vec<Found>,
    /// Violations that were counted and not kept.
    more: usize,
    budget: Budget,
    /// Trials within trials.
    trying: u32,
    /// Keys that tell a form, of the object that is walked for what else it holds.
    taken: Option<Taken<'a>>,
    /// What few violations have, for those who read the report.
    aside: Option<Box<Aside>>,
}

impl<'a> Walker<'a> {
    fn new(
        document: &'a FrozenJson,
        root: &'a Root,
        direction: Direction,
        purpose: Purpose,
        budget: Budget,
    ) -> Self {
        Self {
            document,
            nodes: root.nodes(),
            home: Home::Root,
            direction,
            purpose,
            found: Vec::with_capacity(if purpose == Purpose::Report { FEW } else { 0 }),
            more: 0,
            budget,
            trying: 0,
            taken: None,
            aside: None,
        }
    }

    /// What was found, and how much more was only counted.
    fn told(self) -> ((Vec<Found>, usize), Option<Box<Aside>>) {
        ((self.found, self.more), self.aside)
    }

    /// Nothing that is found from here on matters.
    #[inline]
    const fn is_done(&self) -> bool {
        matches!(self.purpose, Purpose::Probe) && self.more > 0 || self.budget.is_spent()
    }

    /// Notes a violation; where it is costs time, so that nobody asks once the cap is reached.
    fn report(&mut self, row: Option<usize>, code: Code, node: Link, at: impl FnOnce() -> u32) {
        // What a trial says that was not finished is not known.
        if self.budget.is_spent() && code != Code::Limit {
            return;
        }
        if self.purpose == Purpose::Probe || self.found.len() >= DEFAULT_VIOLATION_CAP {
            self.more += 1;
        } else {
            let row = row.and_then(|row| u32::try_from(row).ok()).unwrap_or(NO_ROW);
            self.found.push(Found { at: at(), row, code, node, home: self.home });
        }
    }

    #[cold]
    #[inline(never)]
    fn report_at(&mut self, cursor: Cursor<'a>, code: Code, node: Link) {
        let document = self.document;
        self.report(None, code, node, || cursor.position(document));
    }

    #[cold]
    #[inline(never)]
    fn report_missing(&mut self, cursor: Cursor<'a>, row: Option<usize>, node: Link) {
        let document = self.document;
        self.report(row, Code::Missing, node, || cursor.position(document));
    }

    #[cold]
    #[inline(never)]
    fn report_key(&mut self, key: RawKey<'a>, row: Option<usize>, code: Code, node: Link) {
        let document = self.document;
        self.report(row, code, node, || key.position(document));
    }

    #[inline]
    fn check<T>(&mut self, cursor: Cursor<'a>, node: Link, result: &Result<T, Invalid>) {
        if let Err(Invalid(code)) = *result {
            if code == Code::Limit && self.trying > 0 {
                self.budget.give_up();
            }
            self.report_at(cursor, code, node);
        }
    }

    /// The whole document. A walk that ended before it was through says so.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn walk_all(&mut self, root: Link) {
        self.walk_here(self.document.root(), root, 0);
        if self.budget.is_spent() {
            self.report_at(self.document.root(), Code::Limit, root);
        }
    }

    fn walk(&mut self, cursor: Cursor<'a>, link: Link, depth: usize) {
        if self.budget.counts && !self.budget.spend(1, self.document) {
            return;
        }
        let node = self.nodes.get(link);
        if node.gate {
            if node.nullable && cursor.is_null() {
                return;
            }
            if let Some(check) = node.check {
                return self.walk_checked(cursor, link, node, check, depth);
            }
        }
        self.walk_shape(cursor, link, node, depth);
    }

    #[inline]
    fn walk_shape(&mut self, cursor: Cursor<'a>, link: Link, node: &'a Node, depth: usize) {
        // What goes on from here is walked from here; the rest is done elsewhere, so that a level takes little stack.
        match &node.shape {
            // That `null` would do, too, the node behind does not know.
            Shape::Link(_) if node.nullable && self.is_other_kind(cursor, node) => {
                self.report_at(cursor, Code::Type, link);
            }
            Shape::Link(next) => self.walk(cursor, *next, depth),
            shape if !shape.goes_on() => self.walk_leaf(cursor, link, shape),
            _ if depth >= DEEPEST => self.too_deep(cursor, link),
            Shape::Object(object) => self.walk_object(cursor, link, object, depth + 1),
            Shape::Array(array) => self.walk_array(cursor, link, array, depth + 1),
            Shape::Map(map) => self.walk_map(cursor, link, map, depth + 1),
            Shape::Tuple(items) => self.walk_tuple(cursor, link, items, depth + 1),
            Shape::Union(union) => self.walk_union(cursor, link, union, depth + 1),
            Shape::Wide(wide) => self.walk_wide(cursor, link, wide, depth + 1),
            Shape::Foreign(schema) => self.walk_foreign(cursor, *schema, depth + 1),
            _ => {}
        }
    }

    /// What authors ask is asked of what fits otherwise.
    #[inline(never)]
    fn walk_checked(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        node: &'a Node,
        check: &'static Check,
        depth: usize,
    ) {
        let before = self.count();
        self.walk_shape(cursor, link, node, depth);
        self.ask(cursor, link, node, Some(check), before);
    }

    /// How many violations there are by now.
    fn count(&self) -> usize {
        self.found.len() + self.more
    }

    /// Asks the checks of a value, where nothing was found since there were `before` violations.
    fn ask(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        node: &Node,
        check: Option<&'static Check>,
        before: usize,
    ) {
        let rest = check.and_then(|_| self.rest_of(cursor));
        let subject = Subject::Place(rest.as_ref().map_or(cursor, FrozenJson::root), node);
        let mut next = check;
        while let Some(check) = next
            && self.count() == before
            && !self.is_done()
        {
            self.charge(cursor.len().saturating_mul(16));
            for told in (check.run)(subject) {
                let number = self.aside.as_ref().map_or(0, |aside| aside.words.len());
                let document = self.document;
                let kept = self.found.len();
                self.report(Some(number), Code::Custom, link, || cursor.position(document));
                if self.found.len() > kept {
                    self.aside.get_or_insert_default().words.push(told);
                }
            }
            next = check.next;
        }
    }

    /// A value that has nothing in it.
    fn walk_leaf(&mut self, cursor: Cursor<'a>, link: Link, shape: &Shape) {
        match shape {
            Shape::Null if cursor.is_null() => {}
            Shape::Null => self.report_at(cursor, Code::Type, link),
            Shape::Never => self.report_at(cursor, Code::Never, link),
            Shape::Bool => self.check(cursor, link, &leaf::boolean(cursor)),
            Shape::Int(int) => self.check(cursor, link, &leaf::integer(cursor, int)),
            Shape::Integers(values, int) => {
                self.check(cursor, link, &leaf::listed(cursor, values, int));
            }
            Shape::Float(float) => self.check(cursor, link, &leaf::float(cursor, float)),
            Shape::Choice(choices) => self.check(cursor, link, &leaf::choice(cursor, choices)),
            Shape::Text(text) => {
                self.charge(cursor.char_bounds().map_or(0, |(_, most)| most));
                let length = leaf::text_length(cursor, text);
                self.check(cursor, link, &length);
                if length != Err(Invalid(Code::Type)) {
                    let mut left = u64::MAX;
                    let found = leaf::text_pattern_within(cursor, text, &mut left);
                    self.charge_search(left);
                    self.check(cursor, link, &found);
                    // Of a type that is told by its pattern alone, what misses the pattern is told by it.
                    if found.is_ok() || text.format.is_some() || text.base64 {
                        self.check(cursor, link, &leaf::text_format(cursor, text));
                    }
                }
            }
            _ => {}
        }
    }

    fn walk_map(&mut self, cursor: Cursor<'a>, link: Link, map: &Map, depth: usize) {
        let length = leaf::map_length(cursor, self.taken_of(cursor).count(), map);
        self.check(cursor, link, &length);
        for (key, value) in cursor.raw_entries() {
            if self.takes(cursor, key) {
                continue;
            }
            if let Some(keys) = map.keys
                && leaf::key(&key.text(), self.nodes.get(keys)).is_err()
            {
                self.report_key(key, None, Code::Key, keys);
            }
            self.walk(value, map.value, depth);
            if self.is_done() {
                return;
            }
        }
    }

    fn is_other_kind(&self, cursor: Cursor<'a>, node: &Node) -> bool {
        self.purpose == Purpose::Report && !Kinds::of(node, self.nodes).take(cursor)
    }

    /// Within a trial the depth decides nothing: what is too deep for one form may not fit another one by that.
    fn too_deep(&mut self, cursor: Cursor<'a>, link: Link) {
        if self.trying > 0 {
            self.budget.give_up();
        }
        self.report_at(cursor, Code::Depth, link);
    }

    /// What takes longer the longer a value is counts as much.
    #[inline]
    fn charge(&mut self, length: usize) {
        if self.budget.counts {
            self.budget.spend(length / 16, self.document);
        }
    }

    /// What a search has taken of all steps there are; eight of them are a step here.
    #[inline]
    fn charge_search(&mut self, left: u64) {
        self.charge(usize::try_from((u64::MAX - left).saturating_mul(2)).unwrap_or(usize::MAX));
    }

    /// Whether a value fits, which nobody is told of.
    fn fits(&mut self, cursor: Cursor<'a>, link: Link, depth: usize) -> bool {
        let (purpose, more, counts) = (self.purpose, self.more, self.budget.counts);
        (self.purpose, self.more, self.budget.counts) = (Purpose::Probe, 0, true);
        self.trying += 1;
        self.walk(cursor, link, depth);
        self.trying -= 1;
        let fits = self.more == 0;
        (self.purpose, self.more, self.budget.counts) = (purpose, more, counts);
        fits
    }

    fn walk_array(&mut self, cursor: Cursor<'a>, link: Link, array: &Array, depth: usize) {
        let length = leaf::array_length(cursor, array);
        self.check(cursor, link, &length);
        if length == Err(Invalid(Code::Type)) {
            return;
        }
        if array.unique {
            self.charge(cursor.len());
            self.check(cursor, link, &leaf::unique(cursor, array));
        }
        for item in cursor.items() {
            self.walk_part(item, array.item, depth);
            if self.is_done() {
                return;
            }
        }
    }

    /// As [`walk`](Self::walk), but sees at once to what is nothing but a single value, or an object of rows.
    #[inline(never)]
    fn walk_part(&mut self, cursor: Cursor<'a>, link: Link, depth: usize) {
        self.walk_here(cursor, link, depth);
    }

    /// The same where it is asked for once: the call would cost as much as what it decides.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn walk_here(&mut self, cursor: Cursor<'a>, link: Link, depth: usize) {
        let node = self.nodes.get(link);
        match &node.shape {
            Shape::Object(object) if !node.gate && depth < DEEPEST => {
                if let Some(entries) = self.plain_entries(cursor, object) {
                    return self.report_plain(cursor, link, object, entries, depth + 1);
                }
            }
            _ if self.budget.counts => {}
            _ => {
                if let Some(result) = quick::single(cursor, node) {
                    return self.check(cursor, link, &result);
                }
            }
        }
        self.walk(cursor, link, depth);
    }

    fn walk_tuple(&mut self, cursor: Cursor<'a>, link: Link, items: &'a [Link], depth: usize) {
        let length = leaf::tuple_length(cursor, items);
        self.check(cursor, link, &length);
        if length == Err(Invalid(Code::Type)) {
            return;
        }
        for (item, node) in cursor.items().zip(items) {
            self.walk(item, *node, depth);
            if self.is_done() {
                return;
            }
        }
    }
}
