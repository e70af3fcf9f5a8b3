//! The desk behind its lock.

use super::after::After;
use super::desk::Desk;
use crate::sync::{Mutex, PoisonError};

/// What is shared between those who ask, those who answer and those who watch.
#[derive(Debug)]
pub(super) struct Cell(Mutex<Desk>);

impl Cell {
    #[inline]
    pub(super) fn new(remembered: usize) -> Self {
        Self(Mutex::new(Desk::new(remembered)))
    }

    /// One step; what others have to say about it runs when the lock is released.
    #[inline]
    pub(super) fn step<T>(&self, step: impl FnOnce(&mut Desk, &mut After) -> T) -> T {
        let mut after = After::default();
        let mut desk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let output = step(&mut desk, &mut after);
        drop(desk);
        after.run();
        output
    }
}
