//! The registry itself.

use super::check::{Surroundings, check};
use super::error::RegisterError;
use super::hooks::{Hook, Place};
use super::layer::{EntryId, Layer, LayerCell};
use super::{Registration, ToolRegistryBuilder, ToolSetChanges};
use crate::tool::{
    IntoToolDefinition, RawArguments, Requirement, States, ToolDefinition, ToolExecutionMode,
    ToolNotFoundError, ToolSchema,
};
use std::convert::Infallible;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// The tools that can be called, the hooks around them and the state behind them. A cheap handle: clones share
/// one registry.
///
/// ```
/// use dsh_tools::prelude::*;
///
/// /// Says it again.
/// #[tool]
/// async fn echo(text: String) -> String {
///     text
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let registry = ToolRegistry::builder().tools(tools![echo]).build()?;
/// let result = registry.execute(ToolExecutionInput::new("call_1", "echo", r#"{"text":"hi"}"#)).await;
/// assert_eq!(result.text(), "hi");
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct ToolRegistry {
    shared: Arc<Shared>,
}

struct Shared {
    global: Arc<LayerCell>,
    states: Arc<States>,
    declared: Box<[Requirement]>,
}

impl ToolRegistry {
    /// One without tools, state and policies.
    pub(crate) fn empty() -> Self {
        Self::of(Layer::default(), States::default(), Vec::new())
    }

    pub(super) fn of(layer: Layer, states: States, declared: Vec<Requirement>) -> Self {
        Self {
            shared: Arc::new(Shared {
                global: Arc::new(LayerCell::new(layer)),
                states: Arc::new(states),
                declared: declared.into(),
            }),
        }
    }

    /// Starts a registry.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let registry = ToolRegistry::builder().state("a state").build()?;
    /// # Ok::<(), dsh_tools::RegisterError>(())
    /// ```
    pub fn builder() -> ToolRegistryBuilder {
        ToolRegistryBuilder::default()
    }

    /// Registers a tool.
    ///
    /// # Errors
    /// All that is wrong with it; then nothing is registered.
    ///
    /// ```
    /// # use dsh_tools::{RegisterError, ToolDefinition, ToolRegistry};
    /// fn add(registry: &ToolRegistry, tool: ToolDefinition) -> Result<(), RegisterError> {
    ///     registry.register(tool)?;
    ///     Ok(())
    /// }
    /// ```
    pub fn register(&self, tool: impl IntoToolDefinition) -> Result<Registration, RegisterError> {
        self.register_all([tool])
    }

    /// Registers tools, all or none, under one handle.
    ///
    /// # Errors
    /// All that is wrong with any of them; then nothing is registered.
    ///
    /// ```
    /// # use dsh_tools::{RegisterError, ToolDefinition, ToolRegistry};
    /// fn swap(registry: &ToolRegistry, server: Vec<ToolDefinition>) -> Result<(), RegisterError> {
    ///     let registration = registry.register_all(server)?;
    ///     registration.unregister();
    ///     Ok(())
    /// }
    /// ```
    pub fn register_all(
        &self,
        tools: impl IntoIterator<Item = impl IntoToolDefinition>,
    ) -> Result<Registration, RegisterError> {
        let tools: Vec<_> =
            tools.into_iter().map(IntoToolDefinition::into_tool_definition).collect();
        let ids: Vec<_> = tools.iter().map(|_| EntryId::next()).collect();
        // Schemas may run an author's code: not while others wait to register.
        for tool in &tools {
            tool.schema();
        }
        self.shared.global.change(|layer| {
            let around = Surroundings {
                tools: &layer.tools,
                states: &self.shared.states,
                declared: &self.shared.declared,
                timeouts_honoured: layer.hooks.honour_timeouts(),
            };
            if let Some(error) = RegisterError::of(check(&tools, &around)) {
                return Err(error);
            }
            if tools.is_empty() {
                return Ok(layer.clone());
            }
            let added = ids.iter().copied().zip(tools.iter().cloned());
            Ok(Layer { tools: Arc::new(layer.tools.with(added)), hooks: layer.hooks.clone() })
        })?;
        Ok(Registration::new(&self.shared.global, ids))
    }

    /// Registers a hook of any kind.
    pub(crate) fn hook<H: ?Sized + Send + Sync + 'static>(
        &self,
        hook: Arc<H>,
        place: Place,
        honours_timeouts: bool,
    ) -> Registration {
        let id = EntryId::next();
        let added: Result<(), Infallible> = self.shared.global.change(|layer| {
            Ok(Layer {
                tools: Arc::clone(&layer.tools),
                hooks: layer.hooks.with(id, hook, place, honours_timeouts),
            })
        });
        let Ok(()) = added;
        Registration::new(&self.shared.global, [id])
    }

    /// The hooks of a kind as they are now, the outermost first.
    pub(crate) fn hooks<H: ?Sized + Send + Sync + 'static>(&self) -> Arc<[Hook<H>]> {
        self.shared.global.now().hooks.of()
    }

    pub(crate) fn states(&self) -> &Arc<States> {
        &self.shared.states
    }

    /// The tool that a call of this name would run.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert!(ToolRegistry::new().get("read_file").is_none());
    /// ```
    pub fn get(&self, name: &str) -> Option<ToolDefinition> {
        self.shared.global.now().tools.get(name).cloned()
    }

    /// Why there is no tool of this name, and which there are.
    pub(crate) fn not_found(&self, name: &Arc<str>) -> ToolNotFoundError {
        ToolNotFoundError::new(Arc::clone(name), self.shared.global.now().tools.names())
    }

    /// What a model sees, ordered by name, so that the same tools give the same prompt whatever the order of
    /// registration. Made once: asking again costs nothing until tools change.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert_eq!(serde_json::to_string(&*ToolRegistry::new().schemas())?, "[]");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn schemas(&self) -> Arc<[ToolSchema]> {
        self.shared.global.now().tools.schemas()
    }

    /// Whether a call may run beside others: only if there is such a tool and it says so of these arguments.
    ///
    /// Takes a call's input, its text, or the document.
    ///
    /// ```
    /// use dsh_tools::{ToolExecutionInput, ToolExecutionMode, ToolRegistry};
    ///
    /// let (registry, call) = (ToolRegistry::new(), ToolExecutionInput::new("call_1", "unknown", "{}"));
    /// assert_eq!(registry.execution_mode(call.name(), &call), ToolExecutionMode::Exclusive);
    /// ```
    pub fn execution_mode(
        &self,
        name: &str,
        arguments: impl Into<RawArguments>,
    ) -> ToolExecutionMode {
        self.get(name).map_or(ToolExecutionMode::Exclusive, |tool| tool.execution_mode(arguments))
    }

    /// Tells when tools are registered or removed.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let changes = ToolRegistry::new().subscribe();
    /// # let _ = changes;
    /// ```
    pub fn subscribe(&self) -> ToolSetChanges {
        self.shared.global.changes().subscribe()
    }
}

/// All code of an author's runs where its panics are contained.
impl UnwindSafe for ToolRegistry {}
impl RefUnwindSafe for ToolRegistry {}

impl fmt::Debug for ToolRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRegistry")
            .field("tools", &self.shared.global.now().tools.names().collect::<Vec<_>>())
            .field("states", &self.shared.states)
            .finish_non_exhaustive()
    }
}
