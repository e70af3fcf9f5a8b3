//! How whatever runs is told to end: by a token that is made when somebody asks for it.

use crate::sync::atomic::{AtomicBool, Ordering};
use std::sync::OnceLock;
use std::sync::atomic::fence;
use tokio_util::sync::CancellationToken;

/// An end that may come. Most calls end without anybody having asked for a token.
#[derive(Debug, Default)]
pub(super) struct Ending {
    has_come: AtomicBool,
    token: OnceLock<CancellationToken>,
}

impl Ending {
    /// The token; `make` makes one that whatever is around can cancel.
    pub(super) fn token(&self, make: impl FnOnce() -> CancellationToken) -> &CancellationToken {
        let token = self.token.get().unwrap_or_else(|| {
            let made = make();
            self.token.get_or_init(|| made)
        });
        // Either this sees that the end has come, or whoever brings it sees the token: the two fences have an order, and
        // what cells promise by themselves is less.
        fence(Ordering::SeqCst);
        if self.has_come.load(Ordering::SeqCst) {
            token.cancel();
        }
        token
    }

    /// The end comes. What it gives is to be cancelled by whoever brings it: wakers are a host's code.
    #[inline]
    pub(super) fn come(&self) -> Option<&CancellationToken> {
        self.has_come.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        self.token.get()
    }

    #[inline]
    pub(super) fn has_come(&self) -> bool {
        self.has_come.load(Ordering::SeqCst)
            || self.token.get().is_some_and(CancellationToken::is_cancelled)
    }
}
