//! One layer of a registry: its tools and hooks, replaced as a whole.

use super::changes::Changes;
use super::hooks::Hooks;
use super::tools::ToolSet;
use arc_swap::ArcSwap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What is registered, of any kind, in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EntryId(u64);

impl EntryId {
    pub(crate) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A layer at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    pub(crate) tools: Arc<ToolSet>,
    pub(crate) hooks: Hooks,
}

/// A layer that changes: readers take it as it is, writers go one after another.
pub(crate) struct LayerCell {
    now: ArcSwap<Layer>,
    write: Mutex<()>,
    changes: Changes,
}

impl LayerCell {
    pub(crate) fn new(layer: Layer) -> Self {
        Self {
            now: ArcSwap::from_pointee(layer),
            write: Mutex::new(()),
            changes: Changes::default(),
        }
    }

    pub(crate) fn now(&self) -> Arc<Layer> {
        self.now.load_full()
    }

    pub(crate) fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Replaces the layer by what `change` makes of it.
    pub(crate) fn change<E>(
        &self,
        change: impl FnOnce(&Layer) -> Result<Layer, E>,
    ) -> Result<(), E> {
        let guard = self.write.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.now();
        let after = Arc::new(change(&before)?);
        let tools_changed = !Arc::ptr_eq(&before.tools, &after.tools);
        self.now.store(after);
        drop(guard);
        if tools_changed {
            self.changes.tell();
        }
        // What the layer no longer holds is dropped here, where its destructor may come back to the registry.
        drop(before);
        Ok(())
    }

    /// Removes exactly these; whether any of them was still there.
    pub(crate) fn remove(&self, ids: &[EntryId]) -> bool {
        self.change(|layer| {
            let tools = layer.tools.without(ids);
            let hooks = layer.hooks.without(ids);
            if tools.is_none() && hooks.is_none() {
                return Err(());
            }
            Ok(Layer {
                tools: tools.map_or_else(|| Arc::clone(&layer.tools), Arc::new),
                hooks: hooks.unwrap_or_else(|| layer.hooks.clone()),
            })
        })
        .is_ok()
    }
}

impl fmt::Debug for LayerCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.now(), f)
    }
}
