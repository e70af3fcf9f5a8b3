//! What is done when the lock is released.

use super::events::BrokerEvent;
use crate::tool::{contain, discard};
use std::task::Waker;

/// Code of others: wakers to be called, and values whose destructors may be anybody's. None of it runs under the lock,
/// and a panic of it ends here.
#[derive(Debug, Default)]
pub(super) struct After {
    pub(super) wake: Vec<Waker>,
    pub(super) replaced: Option<Waker>,
    pub(super) events: Vec<BrokerEvent>,
}

impl After {
    #[inline]
    pub(super) fn run(self) {
        for waker in self.wake {
            let _its_own = contain(|| waker.wake());
        }
        discard(self.replaced);
        for event in self.events {
            discard(event);
        }
    }
}
