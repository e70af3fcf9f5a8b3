//! How much decoding may try: values that no tag tells apart are tried by the walker, within the limits of a walk.

use super::walk::{STEPS, STEPS_EACH, next_form};
use super::{Code, Invalid, Union};
use crate::json::Cursor;
use std::cell::Cell;

thread_local! {
    /// Decoding is a matter of one thread and one document at a time; what a document has spent on trials counts for
    /// all of it, as it does for a walk.
    static SPENT: Cell<State> = const { Cell::new(State { left: None, passed: false }) };
}

#[derive(Clone, Copy)]
struct State {
    /// Steps that are left to the document which is decoded; none outside of one.
    left: Option<u64>,
    /// A trial of the value that this one is part of was passed: it had the steps that all parts take.
    passed: bool,
}

/// Restores what was before.
pub(super) struct Scope(State);

impl Drop for Scope {
    fn drop(&mut self) {
        SPENT.set(self.0);
    }
}

fn enter(change: impl FnOnce(&mut State)) -> Scope {
    let before = SPENT.get();
    let mut state = before;
    change(&mut state);
    SPENT.set(state);
    Scope(before)
}

/// All that is decoded while it lives is one document.
pub(crate) fn document() -> impl Drop {
    enter(|state| *state = State { left: Some(STEPS), passed: false })
}

/// All that is decoded while it lives was tried before.
pub(super) fn passed() -> Scope {
    enter(|state| state.passed = true)
}

/// The first form from that number on that a value has, where no tag tells. Of what was tried before any may be it:
/// looking for it by reading takes no longer than trying did.
pub(super) fn next_that_fits(
    cursor: Cursor<'_>,
    union: &Union,
    from: usize,
) -> Result<usize, Invalid> {
    let state = SPENT.get();
    if state.passed {
        return Ok(from);
    }
    let mut tried = next_form(cursor, union, from, state.left.unwrap_or(STEPS));
    if tried.1.is_none() {
        // A long document may take more, as it may of a walk.
        let share = STEPS_EACH.saturating_mul(cursor.to_frozen().weight());
        tried = next_form(cursor, union, from, share);
    }
    let (found, left) = tried;
    if state.left.is_some() {
        SPENT.set(State { left: Some(left.unwrap_or(0)), ..state });
    }
    if left.is_none() {
        return Err(Invalid(Code::Limit));
    }
    found.ok_or(Invalid(Code::OneOf))
}
