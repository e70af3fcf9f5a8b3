//! How a registry starts.

use super::layer::Layer;
use super::{RegisterError, ToolRegistry};
use crate::tool::{IntoToolDefinition, Requirement, States, ToolDefinition};
use std::any::Any;
use std::fmt;

/// Starts a [`ToolRegistry`]: its state, its tools, its hooks.
///
/// ```
/// use dsh_tools::{ToolDefinition, ToolRegistry};
///
/// struct Workspace(&'static str);
///
/// let root = ToolDefinition::builder("root").description("The workspace's root.")
///     .requires::<Workspace>()
///     .no_args()
///     .body(|_, cx| async move { cx.inject::<Workspace>().map(|workspace| workspace.0) })
///     .build();
/// let registry = ToolRegistry::builder().state(Workspace("/work")).tool(root).build()?;
/// assert!(registry.get("root").is_some());
/// # Ok::<(), dsh_tools::RegisterError>(())
/// ```
#[derive(Default)]
pub struct ToolRegistryBuilder {
    states: States,
    declared: Vec<Requirement>,
    tools: Vec<ToolDefinition>,
    hooks: Vec<AddHook>,
    without_defaults: bool,
}

/// Adds a hook of the pipeline, whose kinds this layer does not know.
type AddHook = Box<dyn FnOnce(&ToolRegistry) + Send>;

impl ToolRegistryBuilder {
    /// Hands a value to all tools: they find it by its type, as `&T`, also when it is given as an `Arc<T>`.
    /// A later value of the same type replaces it; a type and the same type in an `Arc` are one.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// struct Workspace;
    /// let builder = ToolRegistry::builder().state(Workspace);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn state<T: Any + Send + Sync>(mut self, value: T) -> Self {
        self.states.set(value);
        self
    }

    /// Declares a state that the registry does not hold and that comes with the calls
    /// ([`ToolExecutionInput::state`](crate::tool::ToolExecutionInput::state)), as it is or in an `Arc`.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// struct Session;
    /// let builder = ToolRegistry::builder().scoped_state::<Session>();
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn scoped_state<T: Any + Send + Sync>(mut self) -> Self {
        self.declared.push(Requirement::of::<T>());
        self
    }

    /// Adds a tool.
    ///
    /// ```
    /// # use dsh_tools::{RegisterError, ToolDefinition, ToolRegistry};
    /// fn only(tool: ToolDefinition) -> Result<ToolRegistry, RegisterError> {
    ///     ToolRegistry::builder().tool(tool).build()
    /// }
    /// ```
    #[must_use]
    pub fn tool(mut self, tool: impl IntoToolDefinition) -> Self {
        self.tools.push(tool.into_tool_definition());
        self
    }

    /// Adds tools.
    ///
    /// ```
    /// # use dsh_tools::{RegisterError, ToolDefinition, ToolRegistry};
    /// fn all(tools: Vec<ToolDefinition>) -> Result<ToolRegistry, RegisterError> {
    ///     ToolRegistry::builder().tools(tools).build()
    /// }
    /// ```
    #[must_use]
    pub fn tools(mut self, tools: impl IntoIterator<Item = impl IntoToolDefinition>) -> Self {
        self.tools.extend(tools.into_iter().map(IntoToolDefinition::into_tool_definition));
        self
    }

    /// Leaves out the policies that are installed unless said otherwise: the
    /// `TimeoutPolicy`.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let builder = ToolRegistry::builder().without_default_policies();
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn without_default_policies(mut self) -> Self {
        self.without_defaults = true;
        self
    }

    /// Adds a hook.
    pub(crate) fn with_hook(mut self, add: impl FnOnce(&ToolRegistry) + Send + 'static) -> Self {
        self.hooks.push(Box::new(add));
        self
    }

    /// The registry, with `defaults` unless they are left out.
    pub(crate) fn finish(
        self,
        defaults: impl FnOnce(&ToolRegistry),
    ) -> Result<ToolRegistry, RegisterError> {
        let registry = ToolRegistry::of(Layer::default(), self.states, self.declared);
        if !self.without_defaults {
            defaults(&registry);
        }
        for add in self.hooks {
            add(&registry);
        }
        registry.register_all(self.tools)?;
        Ok(registry)
    }
}

impl fmt::Debug for ToolRegistryBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRegistryBuilder")
            .field("states", &self.states)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
