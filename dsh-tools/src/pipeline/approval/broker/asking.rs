//! The side that waits for an answer.

use super::cell::Cell;
use super::desk::Now;
use std::task::{Context, Poll};

/// Somebody waits for an answer; dropping it takes the question back.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    pub(super) cell: &'a Cell,
    pub(super) number: u64,
}

impl Asking<'_> {
    #[inline]
    pub(super) fn poll(&self, cx: &Context<'_>) -> Poll<Now> {
        // A waker is somebody's code: it is cloned before the lock is taken.
        let waker = cx.waker().clone();
        match self.cell.step(|desk, after| desk.wait(self.number, waker, after)) {
            Now::Open => Poll::Pending,
            now => Poll::Ready(now),
        }
    }

    /// Takes the question back, unless an answer came before.
    #[inline]
    pub(super) fn leave(&self) -> Now {
        self.cell.step(|desk, after| desk.leave(self.number, after))
    }
}

impl Drop for Asking<'_> {
    #[inline]
    fn drop(&mut self) {
        self.leave();
    }
}
