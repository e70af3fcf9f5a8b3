//! Locks and cells, named in one place: where a model checker explores interleavings, its own stand in for them.

#[cfg(not(dsh_shuttle))]
pub(crate) use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

#[cfg(not(dsh_shuttle))]
pub(crate) mod atomic {
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
}

#[cfg(dsh_shuttle)]
pub(crate) use shuttle::sync::{Mutex, MutexGuard, RwLock};
#[cfg(dsh_shuttle)]
pub(crate) use std::sync::PoisonError;

#[cfg(dsh_shuttle)]
pub(crate) mod atomic {
    pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
}

use std::fmt;
use std::sync::Arc;

/// A value that is replaced as a whole: readers take it as it is and never wait.
pub(crate) struct Swap<T> {
    #[cfg(not(dsh_shuttle))]
    now: arc_swap::ArcSwap<T>,
    #[cfg(dsh_shuttle)]
    now: RwLock<Arc<T>>,
}

#[cfg(not(dsh_shuttle))]
impl<T> Swap<T> {
    #[inline]
    pub(crate) fn new(value: Arc<T>) -> Self {
        Self { now: arc_swap::ArcSwap::new(value) }
    }

    pub(crate) fn get(&self) -> Arc<T> {
        self.now.load_full()
    }

    /// Looks at it where it is: briefly, and without an author's code.
    #[inline]
    pub(crate) fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.now.load())
    }

    pub(crate) fn set(&self, value: Arc<T>) {
        self.now.store(value);
    }

    /// Sets it, and hands out what it was.
    #[inline]
    pub(crate) fn replace(&self, value: Arc<T>) -> Arc<T> {
        self.now.swap(value)
    }

    /// Whether it is this very value now.
    pub(crate) fn is(&self, value: &Arc<T>) -> bool {
        Arc::ptr_eq(&self.now.load(), value)
    }
}

#[cfg(dsh_shuttle)]
impl<T> Swap<T> {
    #[inline]
    pub(crate) fn new(value: Arc<T>) -> Self {
        Self { now: RwLock::new(value) }
    }

    pub(crate) fn get(&self) -> Arc<T> {
        Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner))
    }

    #[inline]
    pub(crate) fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.get())
    }

    pub(crate) fn set(&self, value: Arc<T>) {
        drop(self.replace(value));
    }

    #[inline]
    pub(crate) fn replace(&self, value: Arc<T>) -> Arc<T> {
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *now, value)
    }

    pub(crate) fn is(&self, value: &Arc<T>) -> bool {
        Arc::ptr_eq(&self.get(), value)
    }
}

impl<T: fmt::Debug> fmt::Debug for Swap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
