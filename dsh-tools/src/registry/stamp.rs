//! What can be told of a layer without a look into it.

use super::hooks::KindSet;
use super::layer::LayerCell;
use crate::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// How often the layer was changed, and what kinds of hooks may be in it.
///
/// Whoever changes the layer says so before and after: a reader may find a kind in the stamp of which the layer has no
/// hook yet, or no more, and never the other way round.
#[derive(Debug, Default)]
pub(super) struct Stamp(AtomicU64);

impl Stamp {
    /// The layer is about to be changed. Writers go one after another.
    pub(super) fn before_change(&self, had: KindSet, will_have: KindSet) {
        self.next(had.and(will_have));
    }

    /// The layer has been changed.
    pub(super) fn after_change(&self, has: KindSet) {
        self.next(has);
    }

    fn next(&self, kinds: KindSet) {
        let changes = (self.read() >> KindSet::BITS) + 1;
        self.0.store(changes << KindSet::BITS | kinds.bits(), Ordering::SeqCst);
    }

    #[inline]
    fn read(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// How often the layer was changed, twice a change.
    #[inline]
    pub(super) fn changes(&self) -> u64 {
        self.read() >> KindSet::BITS
    }
}

/// The same, when no layer is just being changed: what is read then belongs to this sum for as long as it stays.
pub(super) fn changes_at_rest(chain: &[Arc<LayerCell>]) -> Option<u64> {
    chain.iter().try_fold(0_u64, |sum, layer| {
        let changes = layer.stamp().changes();
        (changes % 2 == 0).then(|| sum.wrapping_add(changes))
    })
}

/// How often any layer of a chain was changed. Two equal sums: none was changed in between.
pub(super) fn changes(chain: &[Arc<LayerCell>]) -> u64 {
    chain.iter().fold(0, |sum, layer| sum.wrapping_add(layer.stamp().changes()))
}

/// Whether a layer that is never closed has no hook of this kind.
#[inline]
pub(super) fn has_none(layer: &LayerCell, kind: KindSet) -> bool {
    layer.stamp().read() & kind.bits() == 0
}

/// Whether at one moment no layer of a chain, open all of them, had a hook of this kind.
pub(super) fn have_none(chain: &[Arc<LayerCell>], kind: KindSet) -> bool {
    let mut sum = 0_u64;
    for layer in chain {
        let stamp = layer.stamp().read();
        // What a closed layer had is not told by its stamp; it is closed before it is emptied.
        if stamp & kind.bits() != 0 || layer.is_closed() {
            return false;
        }
        sum = sum.wrapping_add(stamp >> KindSet::BITS);
    }
    // One layer is read at one moment. Between the readings of several a hook may have gone from one to another.
    chain.len() < 2 || changes(chain) == sum
}
