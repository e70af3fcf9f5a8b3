//! The open scopes of a registry.

use super::changes::Changes;
use super::layer::LayerCell;
use super::scope::Scope;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{PoisonError, RwLock};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The number of a scope: no two scopes of a registry ever share one. The global layer's is 0.
pub(super) type ScopeNumber = u64;

/// The scope that one stands in, and its id there.
pub(super) type ScopeKey = (ScopeNumber, Arc<str>);

/// The open scopes, by the scope they stand in and their id, and who is told of changes.
///
/// One flat map: however deep scopes are nested, nothing walks or drops them recursively.
#[derive(Default)]
pub(crate) struct Family {
    scopes: RwLock<BTreeMap<ScopeKey, Arc<Scope>>>,
    numbers: AtomicU64,
    changes: Changes,
}

impl Family {
    #[inline]
    pub(super) const fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The open scope of this id, or a new one; in a closed scope it is a closed one.
    #[inline]
    pub(super) fn open(
        self: &Arc<Self>,
        parent: Option<&Scope>,
        global: &Arc<LayerCell>,
        id: Arc<str>,
    ) -> Arc<Scope> {
        let key = (parent.map_or(0, Scope::number), id);
        let known = self.scopes.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let mut scopes = self.scopes.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = scopes.get(&key) {
            return Arc::clone(known);
        }
        let number = self.numbers.fetch_add(1, Ordering::SeqCst) + 1;
        let layer = Arc::new(LayerCell::new(self));
        let scope = Arc::new(Scope::new(parent, global, layer, Arc::clone(&key.1), number));
        // A scope is closed with this map locked for writing.
        if scope.is_closed() {
            scope.layer().mark_closed();
        } else {
            scopes.insert(key, Arc::clone(&scope));
        }
        scope
    }

    /// Closes a scope and all below it; whether it was open.
    #[inline]
    pub(super) fn close(&self, scope: &Arc<Scope>) -> bool {
        let mut scopes = self.scopes.write().unwrap_or_else(PoisonError::into_inner);
        if scopes.remove(&scope.key()).is_none_or(|known| !Arc::ptr_eq(&known, scope)) {
            return false;
        }
        let mut closing = vec![Arc::clone(scope)];
        let mut at = 0;
        while let Some(number) = closing.get(at).map(|scope| scope.number()) {
            let first = (number, Arc::from(""));
            let below: Vec<_> = scopes
                .range(first..)
                .take_while(|((parent, _), _)| *parent == number)
                .map(|(key, _)| key.clone())
                .collect();
            closing.extend(below.iter().filter_map(|key| scopes.remove(key)));
            at += 1;
        }
        for scope in &closing {
            scope.layer().mark_closed();
        }
        drop(scopes);
        // Destructors of what they held may come back to the registry: nothing is locked here.
        let gone: Vec<_> =
            closing.iter().map(|scope| (scope.layer().empty(), scope.forget_view())).collect();
        // However many scopes went, they went at once.
        if gone.iter().any(|(layer, _)| layer.shapes_lists()) {
            self.changes.tell();
        }
        true
    }

    /// What scopes have put together of a layer is forgotten, so that what was removed from it is dropped now and not
    /// when somebody asks the scope next.
    #[inline]
    pub(super) fn forget_views_on(&self, layer: &Arc<LayerCell>) {
        let scopes = self.scopes.read().unwrap_or_else(PoisonError::into_inner);
        let forgotten: Vec<_> = scopes
            .values()
            .filter(|scope| scope.stands_on(layer))
            .map(|scope| scope.forget_view())
            .collect();
        drop(scopes);
        drop(forgotten);
    }
}

impl fmt::Debug for Family {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scopes = self.scopes.read().unwrap_or_else(PoisonError::into_inner);
        f.debug_list().entries(scopes.values().map(|scope| scope.path())).finish()
    }
}
