//! How much decoding may try: values that no tag tells apart are tried by the walker, within the limits of a walk.

use super::walk::{STEPS, STEPS_EACH, next_form};
use super::{Code, Invalid, Union};
use crate::json::Cursor;
use std::cell::Cell;

thread_local! {
    /// Decoding is a matter of one thread and one document at a time; what a document has spent on trials counts for
    /// all of it, as it does for a walk.
    static SPENT: Cell<State> = const { Cell::new(State::OUTSIDE) };
}

/// Steps that are left to the document which is decoded, and whether a trial of the value that this one is part of was
/// passed: it had the steps that all parts take. In one word, since every document sets it and puts it back.
#[derive(Clone, Copy)]
struct State(u64);

impl State {
    /// No document is decoded: what is tried has its own steps.
    const OUTSIDE: Self = Self(u64::MAX >> 1);
    const PASSED: u64 = 1 << 63;

    /// None outside of a document.
    fn left(self) -> Option<u64> {
        let left = self.0 & !Self::PASSED;
        (left != Self::OUTSIDE.0).then_some(left)
    }

    const fn is_passed(self) -> bool {
        self.0 & Self::PASSED != 0
    }

    fn with_left(self, left: u64) -> Self {
        Self(self.0 & Self::PASSED | left.min(Self::OUTSIDE.0 - 1))
    }
}

/// Restores what was before.
pub(super) struct Scope(State);

impl Drop for Scope {
    #[inline]
    fn drop(&mut self) {
        SPENT.set(self.0);
    }
}

/// All that is decoded while it lives is one document.
#[inline]
pub(crate) fn document() -> impl Drop {
    Scope(SPENT.replace(State(STEPS)))
}

/// All that is decoded while it lives was tried before.
pub(super) fn passed() -> Scope {
    let before = SPENT.get();
    SPENT.set(State(before.0 | State::PASSED));
    Scope(before)
}

/// The first form from that number on that a value has, where no tag tells. Of what was tried before any may be it:
/// looking for it by reading takes no longer than trying did.
pub(super) fn next_that_fits(
    cursor: Cursor<'_>,
    union: &Union,
    from: usize,
) -> Result<usize, Invalid> {
    let state = SPENT.get();
    if state.is_passed() {
        return Ok(from);
    }
    let mut tried = next_form(cursor, union, from, state.left().unwrap_or(STEPS));
    if tried.1.is_none() {
        // A long document may take more, as it may of a walk.
        let share = STEPS_EACH.saturating_mul(cursor.to_frozen().weight());
        tried = next_form(cursor, union, from, share);
    }
    let (found, left) = tried;
    if state.left().is_some() {
        SPENT.set(state.with_left(left.unwrap_or(0)));
    }
    if left.is_none() {
        return Err(Invalid(Code::Limit));
    }
    found.ok_or(Invalid(Code::OneOf))
}
