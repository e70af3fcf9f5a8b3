//! Ways into a walk, and what comes out of it.

use super::budget::Budget;
use super::quick::{self, Doubt};
use super::{Purpose, Walker};
use crate::json::{Cursor, FrozenJson};
use crate::schema::{Code, Root, ToolValue, Union, Violations};
use std::sync::LazyLock;

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
    root: impl Into<Root>,
    direction: Direction,
) -> Result<(), Violations> {
    let root = root.into();
    let budget = Budget::whole(root.table.is_some());
    walk_twice(document, root, direction, budget)
}

/// All that is wrong with arguments which decoding refused. Where the walker finds nothing, the type refuses more than
/// its node says, and that is the one violation.
pub(crate) fn refusal(document: &FrozenJson, root: Root) -> Violations {
    let budget = Budget::whole(root.table.is_some());
    let mut report = Walker::new(document, &root, Direction::Input, Purpose::Report, budget);
    report.walk_all(root.link);
    if report.count() == 0 {
        report.report(None, Code::Custom, root.link, || 0);
    }
    let (found, aside) = report.told();
    Violations::new(document.clone(), root, Direction::Input, found, aside)
}

/// The same, for those who look for words only: with few steps.
pub(in crate::schema) fn explain(
    document: &FrozenJson,
    root: Root,
    direction: Direction,
) -> Result<(), Violations> {
    let budget = Budget::explaining(root.table.is_some());
    walk_twice(document, root, direction, budget)
}

fn walk_twice(
    document: &FrozenJson,
    root: Root,
    direction: Direction,
    budget: Budget,
) -> Result<(), Violations> {
    // Most documents are valid: the first look keeps nothing, allocates nothing, and ends where it finds something.
    match look(document, &root, direction) {
        Ok(()) => Ok(()),
        Err(doubt) => list(document, root, direction, budget, doubt),
    }
}

/// A look at the arguments of a type.
#[inline]
fn look(document: &FrozenJson, root: &Root, direction: Direction) -> Result<(), Doubt> {
    if root.table.is_none() && direction == Direction::Input {
        quick::fits(document.root(), root.link.get(), 0)
    } else {
        Err(Doubt::Unsure)
    }
}

#[inline(never)]
fn list(
    document: &FrozenJson,
    root: Root,
    direction: Direction,
    budget: Budget,
    doubt: Doubt,
) -> Result<(), Violations> {
    if doubt == Doubt::Unsure && probe(document, &root, direction, budget) {
        return Ok(());
    }
    let mut report = Walker::new(document, &root, direction, Purpose::Report, budget);
    report.walk_all(root.link);
    if report.count() == 0 {
        return Ok(());
    }
    let (found, aside) = report.told();
    Err(Violations::new(document.clone(), root, direction, found, aside))
}

fn probe(document: &FrozenJson, root: &Root, direction: Direction, budget: Budget) -> bool {
    let mut probe = Walker::new(document, root, direction, Purpose::Probe, budget);
    probe.walk(document.root(), root.link, 0);
    probe.more == 0 && !probe.budget.is_spent()
}

/// Whether a document fits, for those who look for words.
pub(crate) fn fits(document: &FrozenJson, root: &Root, direction: Direction) -> bool {
    admitted(document, root, direction, Budget::explaining(root.table.is_some()))
}

/// Whether [`validate`] finds nothing.
pub(crate) fn admits(document: &FrozenJson, root: &Root, direction: Direction) -> bool {
    admitted(document, root, direction, Budget::whole(root.table.is_some()))
}

fn admitted(document: &FrozenJson, root: &Root, direction: Direction, budget: Budget) -> bool {
    match look(document, root, direction) {
        Ok(()) => true,
        Err(Doubt::Unfit) => false,
        Err(Doubt::Unsure) => probe(document, root, direction, budget),
    }
}

/// The first form from that number on that an argument has, and what is left of so many steps: none if they did not
/// suffice.
pub(in crate::schema) fn next_form(
    cursor: Cursor<'_>,
    union: &Union,
    from: usize,
    steps: u64,
) -> (Option<usize>, Option<u64>) {
    /// Where a probe is nobody asks.
    static NOWHERE: LazyLock<FrozenJson> = LazyLock::new(FrozenJson::null);
    /// What is walked is the node of each form.
    static NOTHING: LazyLock<Root> = LazyLock::new(|| Root::from(<() as ToolValue>::NODE));
    let budget = Budget::of(steps);
    let mut probe = Walker::new(&NOWHERE, &NOTHING, Direction::Input, Purpose::Probe, budget);
    let mut forms = union.forms.iter().enumerate().skip(from);
    let found = forms.find(|(_, form)| probe.fits(cursor, form.node, 0) || probe.budget.is_spent());
    (found.map(|(number, _)| number), probe.budget.left())
}
