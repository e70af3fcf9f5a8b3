//! Where a call runs, or where something is registered: the registry itself, or one of its scopes.

use super::check::{Surroundings, check};
use super::error::RegisterProblem;
use super::hooks::{Hook, HookKind, KindSet, NewHooks};
use super::layer::{Closed, EntryId, Layer, LayerCell};
use super::settings::Settings;
use super::stamp::{changes, has_none, have_none};
use super::stay::Stay;
use super::{RegisterError, Registration, ToolRegistry, ToolScope};
use crate::tool::{Label, States, ToolDefinition, ToolNotFoundError};
use std::convert::Infallible;
use std::sync::Arc;

/// What a call found that came in.
pub(crate) struct Entrance {
    pub(crate) stay: Stay,
    pub(crate) states: States,
    pub(crate) tool: Option<ToolDefinition>,
}

/// Where a call runs.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    Global(ToolRegistry),
    Scope(ToolScope),
}

impl Reach {
    pub(crate) const fn registry(&self) -> &ToolRegistry {
        match self {
            Self::Global(registry) => registry,
            Self::Scope(scope) => scope.registry(),
        }
    }

    pub(crate) const fn scope(&self) -> Option<&ToolScope> {
        match self {
            Self::Global(_) => None,
            Self::Scope(scope) => Some(scope),
        }
    }

    /// Whether the scope was closed.
    #[inline]
    pub(crate) fn is_closed(&self) -> bool {
        self.scope().is_some_and(ToolScope::is_closed)
    }

    #[inline]
    pub(crate) fn settings(&self) -> &Settings {
        self.registry().settings()
    }

    /// The layers, the global one first.
    pub(crate) fn layers(&self) -> &[Arc<LayerCell>] {
        match self {
            Self::Global(registry) => std::slice::from_ref(registry.global()),
            Self::Scope(scope) => scope.scope().chain(),
        }
    }

    /// A number that is another one after any of the layers was changed.
    pub(crate) fn changes(&self) -> u64 {
        changes(self.layers())
    }

    /// The layer that things are registered in from here.
    fn own(&self) -> &Arc<LayerCell> {
        match self {
            Self::Global(registry) => registry.global(),
            Self::Scope(scope) => scope.scope().layer(),
        }
    }

    /// The tool that would run under this name.
    #[inline]
    pub(crate) fn get(&self, name: &Label) -> Option<ToolDefinition> {
        match self {
            Self::Global(registry) => registry.find(name),
            Self::Scope(scope) => scope.open_view()?.get(name).cloned(),
        }
    }

    /// What a call finds that comes in now; a tool only where it asks for one by its name.
    pub(crate) fn enter(&self, name: Option<&Label>) -> Entrance {
        match self {
            Self::Global(registry) => Entrance {
                stay: Stay::default(),
                states: registry.states().clone(),
                tool: name.and_then(|name| registry.find(name)),
            },
            Self::Scope(scope) => {
                let view = scope.view();
                let tool = name.and_then(|name| view.get(name));
                // Asked last, as `open_view` does.
                let tool = if scope.is_closed() { None } else { tool.cloned() };
                let states = view.states.clone();
                Entrance { stay: Stay::in_sight_of(view), states, tool }
            }
        }
    }

    /// Why there is no tool of this name, and which there are.
    pub(crate) fn not_found(&self, name: &Arc<str>) -> ToolNotFoundError {
        let name = Arc::clone(name);
        match self {
            Self::Global(registry) => {
                ToolNotFoundError::new(name, registry.global().now().tools.names())
            }
            Self::Scope(scope) => match scope.open_view() {
                None => ToolNotFoundError::new(name, std::iter::empty()),
                Some(view) => ToolNotFoundError::new(name, view.tools().into_keys()),
            },
        }
    }

    /// What hosts handed to the tools here, the nearest first.
    pub(crate) fn states(&self) -> States {
        match self {
            Self::Global(registry) => registry.states().clone(),
            Self::Scope(scope) => scope.view().states.clone(),
        }
    }

    /// The hooks of a kind, of all layers, the outermost first; `None` when there are none. Of layers that are closed,
    /// those that a call which is inside found there, and `stay` tells of: they go for later calls only.
    pub(crate) fn hooks<H: ?Sized + HookKind>(&self, stay: &Stay) -> Option<Arc<[Hook<H>]>> {
        match self {
            Self::Global(registry) => registry.global().read(|layer| layer.hooks.some()),
            Self::Scope(scope) => {
                let (now, chain) = (scope.view().hooks.some(), self.layers());
                let is_whole = !chain.iter().any(|layer| layer.is_closed());
                if is_whole { now } else { stay.with_those_gone(now, chain) }
            }
        }
    }

    /// Whether there was a moment at which no layer had a hook of these kinds.
    #[inline]
    fn has_none(&self, kinds: KindSet) -> bool {
        match self {
            Self::Global(registry) => has_none(registry.global(), kinds),
            Self::Scope(scope) => have_none(scope.scope().chain(), kinds),
        }
    }

    /// Whether there was a moment at which no layer that a call may pass had a hook of the kind.
    #[inline]
    pub(crate) fn has_none_of<H: ?Sized + HookKind>(&self) -> bool {
        self.has_none(KindSet::all::<H>())
    }

    /// Whether there is no hook of the kind but the library's own, which keep timeouts.
    #[inline]
    pub(crate) fn has_timeouts_only<H: ?Sized + HookKind>(&self) -> bool {
        self.has_none(KindSet::registered::<H>())
    }

    /// What a call keeps of this place as it is now.
    pub(crate) fn stay(&self) -> Stay {
        match self {
            Self::Global(_) => Stay::default(),
            Self::Scope(scope) => Stay::in_sight_of(scope.view()),
        }
    }

    /// Registers tools here, all or none.
    pub(super) fn register(&self, tools: &[ToolDefinition]) -> Result<Registration, RegisterError> {
        let ids: Vec<_> = tools.iter().map(|_| EntryId::next()).collect();
        // Schemas may run an author's code: not while others wait to register.
        for tool in tools {
            tool.schema();
        }
        let states = self.states();
        let path = self.scope().map(ToolScope::shared_path);
        let own = self.own();
        // Held beyond the change: what else held them may go meanwhile, and destructors are not to run under its lock.
        let wider: Vec<_> = self
            .layers()
            .iter()
            .filter(|cell| !Arc::ptr_eq(cell, own))
            .map(|cell| cell.now())
            .collect();
        let changed = own.change(|layer| {
            let honoured = |layer: &Arc<Layer>| layer.hooks.honour_timeouts();
            let around = Surroundings {
                scope: path,
                tools: &layer.tools,
                states: &states,
                declared: self.registry().declared(),
                timeouts_honoured: layer.hooks.honour_timeouts() || wider.iter().any(honoured),
            };
            if let Some(error) = RegisterError::of(check(tools, &around)) {
                return Err(error);
            }
            let mut layer = layer.clone();
            if !tools.is_empty() {
                let added = ids.iter().copied().zip(tools.iter().cloned());
                layer.tools = Arc::new(layer.tools.with(added));
            }
            Ok(layer)
        });
        match (changed, path) {
            (Ok(registered), _) => registered.map(|()| Registration::new(own, ids)),
            (Err(Closed), path) => {
                let scope = path.cloned().unwrap_or_default();
                Err(RegisterError::one(RegisterProblem::ScopeClosed { scope }))
            }
        }
    }

    /// Adds hooks here, all at once. In a closed scope there is nothing that they could be asked about.
    pub(super) fn add_hooks(&self, hooks: NewHooks) -> Registration {
        let (own, ids) = (self.own(), hooks.ids());
        let added = own.change(|layer| {
            let mut after = layer.clone();
            after.hooks = hooks.add_to(&layer.hooks);
            Ok::<_, Infallible>(after)
        });
        match added {
            Ok(Ok(())) => Registration::new(own, ids),
            Ok(Err(never)) => match never {},
            Err(Closed) => Registration::dead(),
        }
    }
}
