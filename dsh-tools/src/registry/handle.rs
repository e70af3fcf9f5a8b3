//! The registry itself.

use super::family::Family;
use super::layer::LayerCell;
use super::order::{SchemaOrder, SchemaOrderError};
use super::reach::Reach;
use super::scope::Scope;
use super::settings::Settings;
use super::unwinding::warn_of_aborts;
use super::{
    NewHooks, RegisterError, Registration, ToolRegistryBuilder, ToolScope, ToolSetChanges,
};
use crate::tool::{
    IntoToolDefinition, RawArguments, Requirement, States, ToolDefinition, ToolExecutionMode,
    ToolSchema,
};
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

/// What is counted is written by every call, on any thread: it is not to lie in a line of memory with what they read.
#[repr(align(128))]
struct Shared {
    global: Arc<LayerCell>,
    family: Arc<Family>,
    states: States,
    declared: Box<[Requirement]>,
    settings: Settings,
}

impl ToolRegistry {
    /// One without tools, state and policies.
    pub(crate) fn empty() -> Self {
        Self::of(States::default(), Vec::new(), Settings::default())
    }

    pub(super) fn of(states: States, declared: Vec<Requirement>, settings: Settings) -> Self {
        warn_of_aborts(cfg!(panic = "abort"));
        let family = Arc::new(Family::default());
        Self {
            shared: Arc::new(Shared {
                global: Arc::new(LayerCell::new(&family)),
                family,
                states,
                declared: declared.into(),
                settings,
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
    #[inline]
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
        self.reach().register(&tools)
    }

    /// The scope of this id, directly in the registry: the one that is open, or a new one.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let agent = ToolRegistry::new().scope("agent");
    /// assert_eq!(agent.id(), "agent");
    /// ```
    pub fn scope(&self, id: impl Into<Arc<str>>) -> ToolScope {
        self.open(None, id.into())
    }

    #[inline]
    pub(super) fn open(&self, parent: Option<&Scope>, id: Arc<str>) -> ToolScope {
        let scope = self.shared.family.open(parent, &self.shared.global, id);
        ToolScope::new(self.clone(), scope)
    }

    pub(crate) fn add_hooks(&self, hooks: NewHooks) -> Registration {
        self.reach().add_hooks(hooks)
    }

    pub(crate) fn reach(&self) -> Reach {
        Reach::Global(self.clone())
    }

    pub(super) fn global(&self) -> &Arc<LayerCell> {
        &self.shared.global
    }

    #[inline]
    pub(super) fn family(&self) -> &Arc<Family> {
        &self.shared.family
    }

    pub(super) fn declared(&self) -> &[Requirement] {
        &self.shared.declared
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    pub(super) fn states(&self) -> &States {
        &self.shared.states
    }

    /// The tool that a call of this name would run.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert!(ToolRegistry::new().get("read_file").is_none());
    /// ```
    #[inline]
    pub fn get(&self, name: &str) -> Option<ToolDefinition> {
        self.find(name)
    }

    #[inline]
    pub(super) fn find(&self, name: impl AsRef<[u8]>) -> Option<ToolDefinition> {
        self.shared.global.read(|layer| layer.tools.get(name).cloned())
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

    /// The same in another order.
    ///
    /// # Errors
    /// The order lists a tool that is not registered.
    ///
    /// ```
    /// use dsh_tools::{SchemaOrder, ToolRegistry};
    /// assert!(ToolRegistry::new().schemas_in(&SchemaOrder::by_name())?.is_empty());
    /// # Ok::<(), dsh_tools::SchemaOrderError>(())
    /// ```
    #[inline]
    pub fn schemas_in(&self, order: &SchemaOrder) -> Result<Arc<[ToolSchema]>, SchemaOrderError> {
        let layer = self.shared.global.now();
        order.arrange(&layer.tools.schemas(), |name| layer.tools.get(name).is_some())
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

    /// Tells when tools are registered or removed, or scopes restricted, wherever in the registry.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let changes = ToolRegistry::new().subscribe();
    /// # let _ = changes;
    /// ```
    #[inline]
    pub fn subscribe(&self) -> ToolSetChanges {
        self.shared.family.changes().subscribe()
    }
}

/// All code of an author's runs where its panics are contained.
impl UnwindSafe for ToolRegistry {}
impl RefUnwindSafe for ToolRegistry {}

impl fmt::Debug for ToolRegistry {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRegistry")
            .field("tools", &self.shared.global.now().tools.names().collect::<Vec<_>>())
            .field("states", &self.shared.states)
            .finish_non_exhaustive()
    }
}
