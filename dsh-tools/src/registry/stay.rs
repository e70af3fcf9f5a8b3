//! What a call keeps of the scope that it runs in.

use super::hooks::{Hook, HookKind, together};
use super::layer::LayerCell;
use super::view::View;
use std::sync::Arc;

/// A scope as a call found it. Nothing is kept of the global layer, which is never closed.
///
/// A scope's hooks go when it is closed. But who let a call run must see what came of it, and who heard it begin must
/// hear it end: calls that are inside are concluded by the hooks that they found, unless these were lifted.
#[derive(Clone, Default)]
pub(crate) struct Stay(Option<Arc<View>>);

impl Stay {
    pub(super) const fn in_sight_of(view: Arc<View>) -> Self {
        Self(Some(view))
    }

    /// The hooks that there are, and those that went with a closed layer of the chain.
    pub(super) fn with_those_gone<H: ?Sized + HookKind>(
        &self,
        now: Option<Arc<[Hook<H>]>>,
        chain: &[Arc<LayerCell>],
    ) -> Option<Arc<[Hook<H>]>> {
        let Some(found) = self.0.as_ref().and_then(|view| view.hooks.some()) else { return now };
        let now = now.unwrap_or_default();
        let is_gone = |hook: &&Hook<H>| {
            chain.iter().any(|layer| layer.went_with(hook.id()))
                && now.iter().all(|there| there.id() != hook.id())
        };
        let gone: Vec<_> = found.iter().filter(is_gone).cloned().collect();
        Some(together(&now, &gone))
    }
}
