//! Which rows an object has shown.

/// 64 rows in a word, the rest of a wide object on the heap.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) first: u64,
    rest: Vec<u64>,
}

impl Seen {
    /// Marks a row; whether it was marked before.
    pub(super) fn mark(&mut self, row: usize) -> bool {
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

    pub(super) fn has(&self, row: usize) -> bool {
        let word = match (row / 64).checked_sub(1) {
            None => self.first,
            Some(at) => self.rest.get(at).copied().unwrap_or(0),
        };
        word & (1 << (row % 64)) != 0
    }
}
