//! The walker: one for derived tables, run-time tables and outputs; it reports every violation.

use super::violations::{Found, NO_ROW};
use super::{Code, Invalid, Link, Node, Object, Row, Shape, Violations, leaf};
use crate::json::{Cursor, FrozenJson, JsonKind, RawKey};

/// Violations that are kept; the rest is counted.
pub const DEFAULT_VIOLATION_CAP: usize = 32;

/// Levels that are walked: fewer than a document can have at most, so that a small stack suffices in any build.
/// Calls are held to the default limit of documents, which is far below.
const DEEPEST: usize = 512;

/// Whether a document goes into a tool or comes out of it.
///
/// The same table reads a little differently: an `Option` property of arguments may be absent, and `null`
/// counts as absent; in results it is always there and may be `null`. A property with a default may be
/// absent from arguments and is always part of results.
///
/// ```
/// use dsh_tools::ToolValue;
/// use dsh_tools::schema::{Direction, render};
///
/// let node = <Vec<Option<bool>>>::NODE;
/// let text = render(node, Direction::Output)?.to_string();
/// assert_eq!(text, r#"{"type":"array","items":{"type":["boolean","null"]}}"#);
/// # Ok::<(), dsh_tools::json::LossyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Arguments.
    Input,
    /// Results.
    Output,
}

/// Checks a document against a node and reports every violation.
///
/// # Errors
/// All violations in walk order: of one object the missing keys first, then declared keys in declared order,
/// then undeclared ones; up to [`DEFAULT_VIOLATION_CAP`], then a count of the rest.
///
/// ```
/// use dsh_tools::schema::{Direction, validate};
/// use dsh_tools::{FrozenJson, ToolValue};
///
/// let document = FrozenJson::parse("[1, 300, true]")?;
/// let found = validate(&document, <Vec<u8>>::NODE, Direction::Input).unwrap_err();
/// assert_eq!(found.iter().map(|violation| violation.path()).collect::<Vec<_>>(), ["[1]", "[2]"]);
/// # Ok::<(), dsh_tools::json::JsonError>(())
/// ```
pub fn validate(
    document: &FrozenJson,
    node: impl Into<Link>,
    direction: Direction,
) -> Result<(), Violations> {
    let node = node.into();
    // Most documents are valid: the first walk keeps nothing, allocates nothing, and ends where it finds something.
    let mut probe = Walker::new(document, direction, Purpose::Probe);
    probe.walk(document.root(), &node, 0);
    if probe.more == 0 {
        return Ok(());
    }
    let mut report = Walker::new(document, direction, Purpose::Report);
    report.walk(document.root(), &node, 0);
    Err(Violations::new(document.clone(), direction, report.found, report.more))
}

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
    direction: Direction,
    purpose: Purpose,
    found: Vec<Found>,
    /// Violations that were counted and not kept.
    more: usize,
}

impl<'a> Walker<'a> {
    const fn new(document: &'a FrozenJson, direction: Direction, purpose: Purpose) -> Self {
        Self { document, direction, purpose, found: Vec::new(), more: 0 }
    }

    /// Nothing that is found from here on matters.
    #[inline]
    const fn is_done(&self) -> bool {
        matches!(self.purpose, Purpose::Probe) && self.more > 0
    }

    /// Notes a violation; where it is costs time, so that nobody asks once the cap is reached.
    fn report(&mut self, row: Option<usize>, code: Code, node: &Link, at: impl FnOnce() -> u32) {
        if self.purpose == Purpose::Probe || self.found.len() >= DEFAULT_VIOLATION_CAP {
            self.more += 1;
        } else {
            let row = row.and_then(|row| u32::try_from(row).ok()).unwrap_or(NO_ROW);
            self.found.push(Found { at: at(), row, code, node: node.clone() });
        }
    }

    #[cold]
    #[inline(never)]
    fn report_at(&mut self, cursor: Cursor<'a>, code: Code, node: &Link) {
        let document = self.document;
        self.report(None, code, node, || cursor.position(document));
    }

    #[cold]
    #[inline(never)]
    fn report_missing(&mut self, cursor: Cursor<'a>, row: usize, node: &Link) {
        let document = self.document;
        self.report(Some(row), Code::Missing, node, || cursor.position(document));
    }

    #[cold]
    #[inline(never)]
    fn report_key(&mut self, key: RawKey<'a>, row: Option<usize>, node: &Link) {
        let document = self.document;
        self.report(row, Code::UnknownField, node, || key.position(document));
    }

    #[inline]
    fn check<T>(&mut self, cursor: Cursor<'a>, node: &Link, result: &Result<T, Invalid>) {
        if let Err(Invalid(code)) = *result {
            self.report_at(cursor, code, node);
        }
    }

    fn walk(&mut self, cursor: Cursor<'a>, link: &Link, depth: usize) {
        let node = link.get();
        if node.nullable && cursor.is_null() {
            return;
        }
        match &node.shape {
            Shape::Any => {}
            Shape::Null => {
                if !cursor.is_null() {
                    self.report_at(cursor, Code::Type, link);
                }
            }
            Shape::Bool => self.check(cursor, link, &leaf::boolean(cursor)),
            Shape::Int(int) => self.check(cursor, link, &leaf::integer(cursor, int)),
            Shape::Integers(values, int) => {
                self.check(cursor, link, &leaf::listed(cursor, values, int));
            }
            Shape::Float(float) => self.check(cursor, link, &leaf::float(cursor, float)),
            Shape::Choice(choices) => self.check(cursor, link, &leaf::choice(cursor, choices)),
            Shape::Text(text) => {
                let length = leaf::text_length(cursor, text);
                self.check(cursor, link, &length);
                if length != Err(Invalid(Code::Type)) {
                    self.check(cursor, link, &leaf::text_pattern(cursor, text));
                }
            }
            Shape::Link(next) => self.walk(cursor, next, depth),
            _ if depth >= DEEPEST => self.report_at(cursor, Code::Depth, link),
            Shape::Array(_) => self.walk_array(cursor, link, node, depth + 1),
            Shape::Map(map) => {
                let length = leaf::map_length(cursor, map);
                self.check(cursor, link, &length);
                for (_, value) in cursor.raw_entries() {
                    self.walk(value, &map.value, depth + 1);
                    if self.is_done() {
                        return;
                    }
                }
            }
            Shape::Object(object) => self.walk_object(cursor, link, object, depth + 1),
        }
    }

    fn walk_array(&mut self, cursor: Cursor<'a>, link: &Link, node: &Node, depth: usize) {
        let Shape::Array(array) = &node.shape else {
            return;
        };
        let length = leaf::array_length(cursor, array);
        self.check(cursor, link, &length);
        if length == Err(Invalid(Code::Type)) {
            return;
        }
        self.check(cursor, link, &leaf::unique(cursor, array));
        for item in cursor.items() {
            self.walk(item, &array.item, depth);
            if self.is_done() {
                return;
            }
        }
    }

    fn walk_object(&mut self, cursor: Cursor<'a>, link: &Link, object: &Object, depth: usize) {
        if cursor.kind() != JsonKind::Object {
            return self.report_at(cursor, Code::Type, link);
        }
        match self.purpose {
            Purpose::Probe => self.probe_object(cursor, link, object, depth),
            Purpose::Report => self.report_object(cursor, link, object, depth),
        }
    }

    /// In the document's order, as it stands in memory.
    fn probe_object(&mut self, cursor: Cursor<'a>, link: &Link, object: &Object, depth: usize) {
        let rows: &[Row] = &object.rows;
        let (mut seen, mut hint) = (Seen::default(), 0);
        for (key, value) in cursor.raw_entries() {
            let found = object.find(key, &mut hint);
            if let Some((found, row)) = found.and_then(|found| Some((found, rows.get(found)?))) {
                match self.reads(row, value) {
                    Reading::Absent => {}
                    Reading::None => _ = seen.mark(found),
                    Reading::Value if seen.mark(found) => self.report_key(key, Some(found), link),
                    Reading::Value => self.walk(value, &row.node, depth),
                }
            } else if object.deny {
                self.report_key(key, None, link);
            }
            if self.is_done() {
                return;
            }
        }
        let complete = self.direction == Direction::Input
            && object.required & !seen.first == 0
            && rows.len() <= 64;
        let missing = |(at, row): (usize, &Row)| self.requires(row) && !seen.has(at);
        if !complete && rows.iter().enumerate().any(missing) {
            self.report_at(cursor, Code::Missing, link);
        }
    }

    /// Missing keys first, then declared ones in declared order, then what no row takes.
    #[inline(never)]
    fn report_object(&mut self, cursor: Cursor<'a>, link: &Link, object: &Object, depth: usize) {
        let rows: &[Row] = &object.rows;
        let mut slots: Vec<Option<Option<Cursor<'a>>>> = vec![None; rows.len()];
        let mut odd: Vec<(RawKey<'a>, Option<usize>)> = Vec::new();
        let (mut uncounted, mut hint) = (0, 0);
        for (key, value) in cursor.raw_entries() {
            let found = object.find(key, &mut hint);
            let known = found.and_then(|found| Some((rows.get(found)?, slots.get_mut(found)?)));
            let again = match known {
                None if object.deny => None,
                None => continue,
                Some((row, slot)) => match (self.reads(row, value), &slot) {
                    (Reading::Absent, _) => continue,
                    (Reading::None, _) => {
                        *slot = Some(None);
                        continue;
                    }
                    (Reading::Value, None) => {
                        *slot = Some(Some(value));
                        continue;
                    }
                    (Reading::Value, Some(_)) => found,
                },
            };
            if odd.len() < DEFAULT_VIOLATION_CAP {
                odd.push((key, again));
            } else {
                uncounted += 1;
            }
        }
        for (at, (row, slot)) in rows.iter().zip(&slots).enumerate() {
            if slot.is_none() && self.requires(row) {
                self.report_missing(cursor, at, link);
            }
        }
        for (row, slot) in rows.iter().zip(slots) {
            if let Some(Some(value)) = slot {
                self.walk(value, &row.node, depth);
            }
        }
        for (key, again) in odd {
            self.report_key(key, again, link);
        }
        self.more += uncounted;
    }

    /// A row that must be there. Results have every row: encoding leaves none out.
    fn requires(&self, row: &Row) -> bool {
        self.direction == Direction::Output || row.required
    }

    fn reads(&self, row: &Row, value: Cursor<'_>) -> Reading {
        if !value.is_null() {
            return Reading::Value;
        }
        match self.direction {
            Direction::Input if row.null_is_absent() => Reading::Absent,
            Direction::Output if row.node.get().optional => Reading::None,
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

/// Which rows an object has shown: 64 in a word, the rest of a wide one on the heap.
#[derive(Default)]
struct Seen {
    first: u64,
    rest: Vec<u64>,
}

impl Seen {
    /// Marks a row; whether it was marked before.
    fn mark(&mut self, row: usize) -> bool {
        let bit = 1_u64 << (row % 64);
        let word = match (row / 64).checked_sub(1) {
            None => &mut self.first,
            Some(at) => {
                if self.rest.len() <= at {
                    self.rest.resize(at + 1, 0);
                }
                let Some(word) = self.rest.get_mut(at) else {
                    return false;
                };
                word
            }
        };
        let before = *word & bit != 0;
        *word |= bit;
        before
    }

    fn has(&self, row: usize) -> bool {
        let word = match (row / 64).checked_sub(1) {
            None => self.first,
            Some(at) => self.rest.get(at).copied().unwrap_or(0),
        };
        word & (1 << (row % 64)) != 0
    }
}
