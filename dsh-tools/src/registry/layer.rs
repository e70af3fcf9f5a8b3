//! One layer of a registry: its tools, hooks, restrictions and states, replaced as a whole.

use super::family::Family;
use super::hooks::{HookKind, HookLists, KindSet, Live};
use super::restriction::Restriction;
use super::stamp::Stamp;
use super::tools::ToolSet;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, PoisonError, Swap};
use crate::tool::States;
use std::fmt;
use std::sync::{Arc, OnceLock, Weak};

/// What is registered, of any kind, in this process; what was registered later is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EntryId(u64);

impl EntryId {
    pub(crate) fn next() -> Self {
        // One that outlives what a model checker explores.
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A layer at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    pub(super) tools: Arc<ToolSet>,
    pub(super) hooks: HookLists,
    /// What they let pass of what the layer inherits.
    pub(super) restrictions: Arc<[Restriction]>,
    /// Later ones come before earlier ones.
    pub(super) states: Arc<[(EntryId, States)]>,
}

impl Layer {
    /// Whether what is inherited under this name is seen here.
    pub(super) fn lets_pass(&self, name: &str) -> bool {
        self.restrictions.iter().all(|restriction| restriction.lets_pass(name))
    }

    /// Whether any list of tools is what it is because of this layer.
    pub(super) fn shapes_lists(&self) -> bool {
        !self.tools.is_empty() || !self.restrictions.is_empty()
    }

    /// The layer's states before those of what it stands in.
    pub(super) fn states_within(&self, wider: States) -> States {
        self.states.iter().fold(wider, |wider, (_, state)| state.clone().within(wider))
    }

    /// The layer without these, unless it has none of them.
    #[inline]
    fn without(&self, ids: &[EntryId]) -> Option<Self> {
        let mut after = self.clone();
        let mut found = false;
        if let Some(tools) = self.tools.without(ids) {
            (after.tools, found) = (Arc::new(tools), true);
        }
        if let Some(hooks) = self.hooks.without(ids) {
            (after.hooks, found) = (hooks, true);
        }
        if self.restrictions.iter().any(|restriction| ids.contains(&restriction.id)) {
            let kept = self.restrictions.iter().filter(|known| !ids.contains(&known.id));
            (after.restrictions, found) = (kept.cloned().collect(), true);
        }
        if self.states.iter().any(|(id, _)| ids.contains(id)) {
            let kept = self.states.iter().filter(|(id, _)| !ids.contains(id));
            (after.states, found) = (kept.cloned().collect(), true);
        }
        found.then_some(after)
    }
}

/// A layer that changes: readers take it as it is, writers go one after another.
pub(crate) struct LayerCell {
    now: Swap<Layer>,
    stamp: Stamp,
    write: Mutex<()>,
    closed: AtomicBool,
    /// The hooks that were still there when it was closed.
    left: OnceLock<Box<[EntryId]>>,
    family: Weak<Family>,
}

/// The layer's scope was closed: nothing can be added to it.
pub(super) struct Closed;

impl LayerCell {
    pub(super) fn new(family: &Arc<Family>) -> Self {
        Self {
            now: Swap::new(Arc::default()),
            stamp: Stamp::default(),
            write: Mutex::new(()),
            closed: AtomicBool::new(false),
            left: OnceLock::new(),
            family: Arc::downgrade(family),
        }
    }

    pub(super) fn now(&self) -> Arc<Layer> {
        self.now.get()
    }

    /// A number that is another one after every change; it is read before what it is to tell the changes of.
    pub(crate) fn changes(&self) -> u64 {
        self.stamp.changes()
    }

    #[inline]
    pub(super) const fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Whether nothing has changed since.
    pub(super) fn is_still(&self, layer: &Arc<Layer>) -> bool {
        self.now.is(layer)
    }

    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    #[inline]
    pub(super) fn read<R>(&self, look: impl FnOnce(&Layer) -> R) -> R {
        self.now.read(look)
    }

    /// The layer's own hooks of a kind, in order.
    pub(crate) fn live<H: ?Sized + HookKind>(&self) -> Live<H> {
        self.read(|layer| layer.hooks.live())
    }

    /// Replaces the layer by what `change` makes of it. It is not asked when the layer is closed.
    #[inline]
    pub(super) fn change<E>(
        &self,
        change: impl FnOnce(&Layer) -> Result<Layer, E>,
    ) -> Result<Result<(), E>, Closed> {
        let guard = self.write.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_closed() {
            return Err(Closed);
        }
        let before = self.now();
        let after = match change(&before) {
            Ok(after) => Arc::new(after),
            Err(refused) => return Ok(Err(refused)),
        };
        self.stamp.before_change(before.hooks.kinds(), after.hooks.kinds());
        self.now.set(Arc::clone(&after));
        self.stamp.after_change(after.hooks.kinds());
        drop(guard);
        self.tell(&before, &after);
        // What the layer no longer holds is dropped here, where its destructor may come back to the registry.
        drop(before);
        Ok(Ok(()))
    }

    /// Removes exactly these; whether any of them was still there.
    #[inline]
    pub(super) fn remove(self: &Arc<Self>, ids: &[EntryId]) -> bool {
        let removed = self.change(|layer| layer.without(ids).ok_or(()));
        let removed = matches!(removed, Ok(Ok(())));
        if removed && let Some(family) = self.family.upgrade() {
            family.forget_views_on(self);
        }
        removed
    }

    /// The first step of closing: from here on nothing can be added, and whoever reads what the layer holds can tell
    /// that it is to go.
    #[inline]
    pub(super) fn mark_closed(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }

    /// The second step: everything goes. Hands out what there was: its destructors are to run where nothing is locked.
    #[inline]
    pub(super) fn empty(&self) -> Arc<Layer> {
        let _writing = self.write.lock().unwrap_or_else(PoisonError::into_inner);
        // Before they go: whoever does not find them any more finds that they were there.
        self.left.get_or_init(|| self.now().hooks.ids());
        self.stamp.before_change(self.now().hooks.kinds(), KindSet::default());
        let left = self.now.replace(Arc::default());
        self.stamp.after_change(KindSet::default());
        left
    }

    /// Whether this hook was there until the layer was closed.
    pub(super) fn went_with(&self, hook: EntryId) -> bool {
        self.left.get().is_some_and(|left| left.contains(&hook))
    }

    fn tell(&self, before: &Layer, after: &Layer) {
        let is_same = Arc::ptr_eq(&before.tools, &after.tools)
            && Arc::ptr_eq(&before.restrictions, &after.restrictions);
        let is_told = !is_same && (before.shapes_lists() || after.shapes_lists());
        if is_told && let Some(family) = self.family.upgrade() {
            family.changes().tell();
        }
    }
}

impl fmt::Debug for LayerCell {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.now(), f)
    }
}
