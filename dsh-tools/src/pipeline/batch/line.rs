//! The calls of a batch that have started and are not handed out, in model order.

use super::super::run::Performed;
use super::super::slot::OutcomeSlot;
use std::collections::VecDeque;

/// One call in the line.
pub(super) struct Place {
    pub(super) slot: OutcomeSlot,
    /// It runs alone.
    pub(super) exclusive: bool,
    /// What became of it, once nothing of it runs any more.
    pub(super) performed: Option<Performed>,
}

/// The line: the first is the next to be handed out.
#[derive(Default)]
pub(super) struct Line {
    places: VecDeque<Place>,
    /// How many left the line before: the number of its first.
    gone: usize,
}

impl Line {
    /// Joins the line; the number by which the place is found as long as it is there.
    #[inline]
    pub(super) fn join(&mut self, place: Place) -> usize {
        self.places.push_back(place);
        self.gone + self.places.len() - 1
    }

    #[inline]
    pub(super) fn settle(&mut self, number: usize, performed: Performed) {
        let at = number.checked_sub(self.gone);
        if let Some(place) = at.and_then(|at| self.places.get_mut(at)) {
            place.performed = Some(performed);
        }
    }

    #[inline]
    pub(super) fn first_mut(&mut self) -> Option<&mut Place> {
        self.places.front_mut()
    }

    #[inline]
    pub(super) fn leave(&mut self) -> Option<Place> {
        let place = self.places.pop_front()?;
        self.gone += 1;
        Some(place)
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether one is in it that runs alone; then it is the only one.
    #[inline]
    pub(super) fn is_exclusive(&self) -> bool {
        self.places.front().is_some_and(|place| place.exclusive)
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Place> {
        self.places.iter()
    }

    /// Gives all of them up, in order.
    #[inline]
    pub(super) fn clear(&mut self) {
        while let Some(place) = self.leave() {
            drop(place);
        }
    }
}
