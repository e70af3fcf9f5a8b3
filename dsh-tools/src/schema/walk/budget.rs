//! How much one walk may do.

use crate::json::FrozenJson;

/// Steps that any document may take. A step is one value against one schema; long texts and keys take more.
pub(in crate::schema) const STEPS: u64 = 1 << 20;
/// Steps for each value and each 16 bytes of a document, beyond these.
pub(in crate::schema) const STEPS_EACH: u64 = 64;
/// Steps of walks that only look for words.
const EXPLAINING: u64 = 1 << 14;

/// What is left of the steps of one walk.
///
/// A schema that arrives at run time may hold one value to many schemas, and these to each other, so that a small
/// document takes a walk without end; so may a type whose forms have to be tried. Tables of types without such forms
/// walk every value once and are not counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// None once there were not enough; then nothing that was found counts any more.
    left: Option<u64>,
    /// The document's own share is still to come: measuring it takes time, too.
    grows: bool,
    /// Steps count: the table came at run time, or a form is tried.
    pub(super) counts: bool,
}

impl Budget {
    pub(super) const fn whole(counts: bool) -> Self {
        Self { left: Some(STEPS), grows: true, counts }
    }

    pub(super) const fn explaining(counts: bool) -> Self {
        Self { left: Some(EXPLAINING), grows: false, counts }
    }

    /// So many steps, whatever the document.
    pub(super) const fn of(steps: u64) -> Self {
        Self { left: Some(steps), grows: false, counts: true }
    }

    pub(super) const fn left(&self) -> Option<u64> {
        self.left
    }

    #[inline]
    pub(super) const fn is_spent(&self) -> bool {
        self.left.is_none()
    }

    /// Measures the document now: what is walked next is not the document.
    pub(super) fn settle(&mut self, document: &FrozenJson) {
        if self.grows {
            self.grow(0, document);
        }
    }

    /// What could not be found out ends the walk: neither answer would be right.
    pub(super) const fn give_up(&mut self) {
        self.left = None;
    }

    /// Takes steps; whether there were so many.
    #[inline]
    pub(super) fn spend(&mut self, steps: usize, document: &FrozenJson) -> bool {
        let steps = steps as u64;
        match self.left {
            Some(left) if left >= steps => self.left = Some(left - steps),
            _ => self.grow(steps, document),
        }
        self.left.is_some()
    }

    #[cold]
    fn grow(&mut self, steps: u64, document: &FrozenJson) {
        let more = if self.grows { STEPS_EACH.saturating_mul(document.weight()) } else { 0 };
        self.grows = false;
        self.left = self.left.and_then(|left| left.saturating_add(more).checked_sub(steps));
    }
}
