//! What is seen from a scope: its own layer and those it stands in, put together once.

use super::hooks::HookLists;
use super::layer::{Layer, LayerCell};
use super::stamp::{changes, changes_at_rest};
use crate::tool::{Label, States, ToolDefinition, ToolSchema};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The layers of a chain as they were at one moment, and what follows from them.
pub(super) struct View {
    /// The global one first.
    layers: Box<[Arc<Layer>]>,
    /// How often they had been changed before; `None` when one of them was just being changed, and there is no telling
    /// whether that is in the view.
    changes: Option<u64>,
    pub(super) hooks: HookLists,
    pub(super) states: States,
    schemas: OnceLock<Arc<[ToolSchema]>>,
}

impl View {
    pub(super) fn of(chain: &[Arc<LayerCell>], states: &States) -> Self {
        let changes = changes_at_rest(chain);
        let layers = at_one_moment(chain);
        let hooks = HookLists::merged(layers.iter().map(|layer| &layer.hooks));
        let states = layers.iter().fold(states.clone(), |wider, layer| layer.states_within(wider));
        Self { layers, changes, hooks, states, schemas: OnceLock::new() }
    }

    /// Whether no layer has changed since.
    pub(super) fn is_current(&self, chain: &[Arc<LayerCell>]) -> bool {
        self.changes == Some(changes(chain))
    }

    /// The tool that would run under this name: the nearest, as far as restrictions let it be seen.
    pub(super) fn get(&self, name: &Label) -> Option<&ToolDefinition> {
        for (distance, layer) in self.layers.iter().rev().enumerate() {
            if let Some(tool) = layer.tools.get(name)
                && (distance == 0 || !tool.is_confined())
            {
                return Some(tool);
            }
            if !layer.restrictions.is_empty() && !layer.lets_pass(name.as_str()) {
                return None;
            }
        }
        None
    }

    /// What the nearest layer inherits, before its own restrictions.
    pub(super) fn inherited(&self) -> BTreeMap<&Arc<str>, &ToolDefinition> {
        let above = self.layers.len().saturating_sub(1);
        handed_down(self.layers.get(..above).unwrap_or_default())
    }

    pub(super) fn tools(&self) -> BTreeMap<&Arc<str>, &ToolDefinition> {
        let mut seen = self.inherited();
        if let Some(own) = self.layers.last() {
            filter(&mut seen, own);
            seen.extend(own.tools.iter());
        }
        seen
    }

    /// Whether any layer has a tool of this name, seen or not.
    #[inline]
    pub(super) fn is_registered(&self, name: &str) -> bool {
        self.layers.iter().any(|layer| layer.tools.get(name).is_some())
    }

    #[inline]
    pub(super) fn is_own(&self, name: &str) -> bool {
        self.layers.last().is_some_and(|layer| layer.tools.get(name).is_some())
    }

    /// What a model sees; made once.
    #[inline]
    pub(super) fn schemas(&self) -> Arc<[ToolSchema]> {
        let schemas = || self.tools().values().map(|tool| tool.schema().clone()).collect();
        Arc::clone(self.schemas.get_or_init(schemas))
    }
}

/// The layers as they all were at one moment: a tool that is hidden before it is registered further out is never seen,
/// and one that goes from one layer to another is never missed. They are read again only when one of them was changed
/// meanwhile.
fn at_one_moment(chain: &[Arc<LayerCell>]) -> Box<[Arc<Layer>]> {
    loop {
        let layers: Box<[_]> = chain.iter().map(|cell| cell.now()).collect();
        if are_still(chain, &layers) {
            return layers;
        }
    }
}

/// No layer is ever set to what it was before, so one that is still the same was the same all the time.
fn are_still(chain: &[Arc<LayerCell>], layers: &[Arc<Layer>]) -> bool {
    chain.iter().zip(layers).all(|(cell, layer)| cell.is_still(layer))
}

/// What the layers of a chain hand down, by name: each filters what it inherits and adds what it has not for itself.
fn handed_down(layers: &[Arc<Layer>]) -> BTreeMap<&Arc<str>, &ToolDefinition> {
    let mut seen = BTreeMap::new();
    for layer in layers {
        filter(&mut seen, layer);
        seen.extend(layer.tools.iter().filter(|(_, tool)| !tool.is_confined()));
    }
    seen
}

/// Leaves out what the layer's restrictions hide of what it inherits.
fn filter(seen: &mut BTreeMap<&Arc<str>, &ToolDefinition>, layer: &Layer) {
    if !layer.restrictions.is_empty() {
        seen.retain(|name, _| layer.lets_pass(name));
    }
}

#[cfg(test)]
mod tests {
    use super::super::family::Family;
    use super::super::hooks::KindSet;
    use super::*;

    #[test]
    fn a_view_that_was_made_within_a_change_is_not_kept() {
        let chain = [Arc::new(LayerCell::new(&Arc::new(Family::default())))];
        let view = || View::of(&chain, &Arc::default());
        let before = view();
        assert!(before.is_current(&chain));
        chain[0].stamp().before_change(KindSet::default(), KindSet::default());
        let within = view();
        assert!(!before.is_current(&chain) && !within.is_current(&chain));
        chain[0].stamp().after_change(KindSet::default());
        assert!(!before.is_current(&chain) && !within.is_current(&chain));
        assert!(view().is_current(&chain));
    }
}
