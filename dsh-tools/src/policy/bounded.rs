//! Names that figures are kept by, up to a number of names.

use arc_swap::ArcSwap;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What stands for all names beyond the number.
pub(super) const OTHER: &str = "(other)";

/// Readers and writers of figures never wait; who brings a new name does.
pub(super) struct Bounded<V> {
    cells: ArcSwap<HashMap<Box<str>, Arc<V>>>,
    adding: Mutex<()>,
    most: usize,
}

impl<V: Default> Bounded<V> {
    #[inline]
    pub(super) fn new(most: usize) -> Self {
        Self { cells: ArcSwap::default(), adding: Mutex::new(()), most }
    }

    #[inline]
    pub(super) fn get(&self, name: &str) -> Arc<V> {
        if let Some(cell) = self.cells.load().get(name) {
            return Arc::clone(cell);
        }
        let _alone = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.cells.load_full();
        // Beside the names there is the one for all others.
        let name = if now.len() < self.most { name } else { OTHER };
        if let Some(cell) = now.get(name) {
            return Arc::clone(cell);
        }
        let mut cells = HashMap::clone(&now);
        let cell = Arc::clone(cells.entry(name.into()).or_default());
        self.cells.store(Arc::new(cells));
        cell
    }

    #[inline]
    pub(super) fn all(&self) -> Arc<HashMap<Box<str>, Arc<V>>> {
        self.cells.load_full()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn names_beyond_the_number_are_counted_together() {
        let names = Bounded::<AtomicU64>::new(2);
        for name in ["a", "b", "c", "d", "a", "c"] {
            names.get(name).fetch_add(1, Ordering::Relaxed);
        }
        let all = names.all();
        let count = |name: &str| all[name].load(Ordering::Relaxed);
        assert_eq!((all.len(), count("a"), count("b"), count(OTHER)), (3, 2, 1, 3));
    }
}
