//! What a body says beside its result.

use super::AdditionalContext;
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use crate::sync::{Mutex, PoisonError};

/// What the bodies of one call did and said, until the call is settled.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    started: AtomicBool,
    concludes: AtomicBool,
    settled: AtomicBool,
    /// There may be contexts.
    deferred: AtomicBool,
    nested: AtomicU32,
    contexts: Mutex<Vec<AdditionalContext>>,
}

impl Effects {
    /// A body is about to be polled for the first time.
    #[inline]
    pub(crate) fn start(&self) {
        self.started.store(true, Ordering::Release);
    }

    pub(crate) fn started(&self) -> bool {
        self.started.load(Ordering::Acquire)
    }

    #[inline]
    pub(crate) fn conclude(&self) {
        self.concludes.store(true, Ordering::Release);
    }

    #[inline]
    pub(crate) fn concludes(&self) -> bool {
        self.concludes.load(Ordering::Acquire)
    }

    /// Whether the call has its outcome: what bodies say now, nobody waits for.
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Acquire)
    }

    /// The number of the next call that a body makes, from 1.
    #[inline]
    pub(crate) fn count_nested(&self) -> u32 {
        self.nested.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }

    #[inline]
    pub(crate) fn defer(&self, context: AdditionalContext) {
        // Said before it is done: either whoever settles the call sees this, or this sees that it is settled.
        self.deferred.store(true, Ordering::SeqCst);
        let mut contexts = self.contexts.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.settled.load(Ordering::SeqCst) {
            contexts.push(context);
        }
    }

    /// Takes what was deferred; what comes later has no effect.
    #[inline]
    pub(crate) fn settle(&self) -> Vec<AdditionalContext> {
        self.settled.store(true, Ordering::SeqCst);
        if !self.deferred.load(Ordering::SeqCst) {
            return Vec::new();
        }
        std::mem::take(&mut self.contexts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
