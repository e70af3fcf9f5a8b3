//! One scope, as the registry keeps it.

use super::family::{ScopeKey, ScopeNumber};
use super::layer::LayerCell;
use super::view::View;
use crate::sync::Swap;
use crate::tool::States;
use std::sync::Arc;

/// One scope.
pub(crate) struct Scope {
    parent: ScopeNumber,
    number: ScopeNumber,
    id: Arc<str>,
    path: Arc<str>,
    /// The global layer first, the scope's own last. It holds layers, not scopes: nothing here is held in a circle.
    chain: Box<[Arc<LayerCell>]>,
    layer: Arc<LayerCell>,
    /// What was put together of the chain last.
    view: Swap<Option<Arc<View>>>,
}

impl Scope {
    #[inline]
    pub(super) fn new(
        parent: Option<&Self>,
        global: &Arc<LayerCell>,
        layer: Arc<LayerCell>,
        id: Arc<str>,
        number: ScopeNumber,
    ) -> Self {
        let above = parent.map_or(std::slice::from_ref(global), |parent| &*parent.chain);
        let chain = above.iter().chain([&layer]).cloned().collect();
        // A path is of one scope only: what is in an id is no step of it.
        let step = if id.contains(['/', '~']) {
            id.replace('~', "~0").replace('/', "~1").into()
        } else {
            Arc::clone(&id)
        };
        let path = match parent {
            None => step,
            Some(parent) => format!("{}/{step}", parent.path).into(),
        };
        Self {
            parent: parent.map_or(0, Self::number),
            number,
            id,
            path,
            chain,
            layer,
            view: Swap::new(Arc::new(None)),
        }
    }

    #[inline]
    pub(super) const fn number(&self) -> ScopeNumber {
        self.number
    }

    #[inline]
    pub(super) fn key(&self) -> ScopeKey {
        (self.parent, Arc::clone(&self.id))
    }

    #[inline]
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    #[inline]
    pub(super) const fn path(&self) -> &Arc<str> {
        &self.path
    }

    #[inline]
    pub(super) const fn layer(&self) -> &Arc<LayerCell> {
        &self.layer
    }

    #[inline]
    pub(super) const fn chain(&self) -> &[Arc<LayerCell>] {
        &self.chain
    }

    #[inline]
    pub(super) fn stands_on(&self, layer: &Arc<LayerCell>) -> bool {
        self.chain.iter().any(|cell| Arc::ptr_eq(cell, layer))
    }

    /// Whether it, or one that it stands in, was closed.
    #[inline]
    pub(super) fn is_closed(&self) -> bool {
        self.chain.iter().any(|cell| cell.is_closed())
    }

    /// Hands out what it forgets: its destructors are to run where nothing is locked.
    #[inline]
    pub(super) fn forget_view(&self) -> Arc<Option<Arc<View>>> {
        self.view.replace(Arc::new(None))
    }

    /// What is seen from here now. Of two readers that find it out of date both put it together, and either is right.
    ///
    /// In a closed scope there is no telling whether all that it had is still in it: whoever hands out tools asks
    /// [`is_closed`](Self::is_closed) after this.
    pub(super) fn view(&self, states: &States) -> Arc<View> {
        if let Some(view) = &*self.view.get()
            && view.is_current(&self.chain)
        {
            return Arc::clone(view);
        }
        let view = Arc::new(View::of(&self.chain, states));
        self.view.set(Arc::new(Some(Arc::clone(&view))));
        // Whoever changed a layer meanwhile has told to forget what was kept before this, and nobody tells closed scopes.
        if !view.is_current(&self.chain) || self.is_closed() {
            drop(self.forget_view());
        }
        view
    }
}
