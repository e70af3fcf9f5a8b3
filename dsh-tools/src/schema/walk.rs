//! The walker: one for derived tables, run-time tables and outputs; it reports every violation.

use super::violations::{Found, NO_ROW};
use super::{Code, Invalid, Link, Node, Object, Row, Shape, Violations, leaf};
use crate::json::{Cursor, FrozenJson, JsonKind, MAX_DEPTH_LIMIT, RawKey};

/// Violations that are kept; the rest is counted.
pub const DEFAULT_VIOLATION_CAP: usize = 32;

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
    let mut walker = Walker { document, direction, found: Vec::new(), more: 0 };
    walker.walk(document.root(), &node.into(), 0);
    if walker.found.is_empty() {
        return Ok(());
    }
    Err(Violations::new(document.clone(), direction, walker.found, walker.more))
}

struct Walker<'a> {
    document: &'a FrozenJson,
    direction: Direction,
    found: Vec<Found>,
    more: usize,
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

impl<'a> Walker<'a> {
    /// Notes a violation; where it is costs time, so that nobody asks once the cap is reached.
    fn report(&mut self, row: Option<usize>, code: Code, node: &Link, at: impl FnOnce() -> u32) {
        if self.found.len() >= DEFAULT_VIOLATION_CAP {
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
            _ if depth >= MAX_DEPTH_LIMIT => self.report_at(cursor, Code::Depth, link),
            Shape::Array(_) => self.walk_array(cursor, link, node, depth + 1),
            Shape::Map(map) => {
                let length = leaf::map_length(cursor, map);
                self.check(cursor, link, &length);
                for (_, value) in cursor.raw_entries() {
                    self.walk(value, &map.value, depth + 1);
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
        }
    }

    /// A row that must be there. Results have every row: encoding leaves none out.
    fn requires(&self, row: &Row) -> bool {
        self.direction == Direction::Output || row.required
    }

    /// `null` that stands for an absent value.
    fn ignores(&self, row: &Row, value: Cursor<'_>) -> bool {
        value.is_null()
            && match self.direction {
                Direction::Input => row.null_is_absent(),
                Direction::Output => row.node.get().optional,
            }
    }

    fn walk_object(&mut self, cursor: Cursor<'a>, link: &Link, object: &Object, depth: usize) {
        if cursor.kind() != JsonKind::Object {
            return self.report_at(cursor, Code::Type, link);
        }
        let rows: &[Row] = &object.rows;
        let start = self.found.len();
        let mut runs = Runs::default();
        let (mut seen, mut hint) = (Seen::default(), 0);
        for (key, value) in cursor.raw_entries() {
            let before = self.found.len();
            let found = object.find(key, &mut hint);
            if let Some((found, row)) = found.and_then(|found| Some((found, rows.get(found)?))) {
                if self.ignores(row, value) {
                    // Absent in arguments; in results `null` is the value of a `None`.
                    if self.direction == Direction::Output {
                        seen.mark(found);
                    }
                    continue;
                }
                if seen.mark(found) {
                    self.report_key(key, Some(found), link);
                } else {
                    self.walk(value, &row.node, depth);
                }
            } else if object.deny {
                self.report_key(key, None, link);
            }
            if self.found.len() > before {
                runs.push(found.unwrap_or(usize::MAX), self.found.len() - before);
            }
        }
        runs.sort(&mut self.found, start);
        let complete = self.direction == Direction::Input
            && object.required & !seen.first == 0
            && rows.len() <= 64;
        if !complete {
            self.missing(cursor, link, rows, &seen, start);
        }
    }

    /// Missing keys are known last and come first; the cap then takes from the end.
    #[inline(never)]
    fn missing(
        &mut self,
        cursor: Cursor<'a>,
        link: &Link,
        rows: &[Row],
        seen: &Seen,
        start: usize,
    ) {
        let missing = |(at, row): &(usize, &Row)| self.requires(row) && !seen.has(*at);
        let total = rows.iter().enumerate().filter(missing).count();
        let kept = total.min(DEFAULT_VIOLATION_CAP.saturating_sub(start));
        self.more += total - kept;
        if kept == 0 {
            return;
        }
        let at = cursor.position(self.document);
        let missing = |(at, row): &(usize, &Row)| self.requires(row) && !seen.has(*at);
        let first: Vec<Found> = rows
            .iter()
            .enumerate()
            .filter(missing)
            .take(kept)
            .map(|(row, _)| {
                let row = u32::try_from(row).unwrap_or(NO_ROW);
                Found { at, row, code: Code::Missing, node: link.clone() }
            })
            .collect();
        self.found.splice(start..start, first);
        self.more += self.found.len().saturating_sub(DEFAULT_VIOLATION_CAP);
        self.found.truncate(DEFAULT_VIOLATION_CAP);
    }
}

/// Which violations of an object came from which row, in the document's order; empty while it is valid.
#[derive(Default)]
struct Runs(Vec<(usize, usize)>);

impl Runs {
    fn push(&mut self, order: usize, length: usize) {
        self.0.push((order, length));
    }

    /// Brings the violations from `start` on into declared order.
    fn sort(self, found: &mut Vec<Found>, start: usize) {
        if self.0.is_sorted_by_key(|(order, _)| *order) {
            return;
        }
        let mut rest = found.split_off(start).into_iter();
        let mut groups: Vec<(usize, Vec<Found>)> = self
            .0
            .into_iter()
            .map(|(order, length)| (order, rest.by_ref().take(length).collect()))
            .collect();
        groups.sort_by_key(|(order, _)| *order);
        found.extend(groups.into_iter().flat_map(|(_, group)| group));
        found.extend(rest);
    }
}
