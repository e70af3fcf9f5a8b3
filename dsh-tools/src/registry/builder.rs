//! How a registry starts.

use super::settings::Settings;
use super::{NewHooks, RegisterError, ToolRegistry};
use crate::tool::{IntoToolDefinition, Requirement, States, ToolDefinition};
use std::any::Any;
use std::fmt;
use std::time::Duration;

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
    hooks: NewHooks,
    settings: Settings,
    without_defaults: bool,
}

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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
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
    #[inline]
    pub fn without_default_policies(mut self) -> Self {
        self.without_defaults = true;
        self
    }

    /// What pre-execute hooks together may take to decide about a call, and post-execute hooks about its result.
    /// Without it they may take any time. When it has passed the answer is no: the call is denied, or the result withheld.
    /// A [`SpillStore`](crate::policy::SpillStore) has the same time, and what it has not kept then is not kept.
    ///
    /// It takes a tokio runtime with its timer enabled; without one what has to wait is denied.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// use std::time::Duration;
    /// let builder = ToolRegistry::builder().hook_deadline(Duration::from_secs(5));
    /// # let _ = builder;
    /// ```
    #[must_use]
    #[inline]
    pub const fn hook_deadline(mut self, deadline: Duration) -> Self {
        self.settings.hook_deadline = Some(deadline);
        self
    }

    /// What an answer may take when somebody is asked about a call. Without it a question waits for as long as the call
    /// is not cancelled. When it has passed the call is denied.
    ///
    /// It takes a tokio runtime with its timer enabled; without one whoever does not answer at once is denied.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// use std::time::Duration;
    /// let builder = ToolRegistry::builder().approval_deadline(Duration::from_secs(600));
    /// # let _ = builder;
    /// ```
    #[must_use]
    #[inline]
    pub const fn approval_deadline(mut self, deadline: Duration) -> Self {
        self.settings.approval_deadline = Some(deadline);
        self
    }

    /// How deep tools may call tools that call tools ([`ToolContext::call`](crate::tool::ToolContext::call)); 16 unless
    /// said otherwise, 0 forbids it. A deeper call fails with
    /// [`ErrorCode::NestingLimit`](crate::tool::ErrorCode::NestingLimit).
    ///
    /// Every level takes some stack, as bodies are polled within one another.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let builder = ToolRegistry::builder().max_nesting(4);
    /// # let _ = builder;
    /// ```
    #[must_use]
    #[inline]
    pub const fn max_nesting(mut self, depth: u32) -> Self {
        self.settings.max_nesting = depth;
        self
    }

    /// Adds hooks.
    #[inline]
    pub(crate) fn with_hooks(mut self, hooks: NewHooks) -> Self {
        self.hooks.append(hooks);
        self
    }

    /// The registry, with `defaults` unless they are left out.
    #[inline]
    pub(crate) fn finish(
        self,
        defaults: impl FnOnce(&ToolRegistry),
    ) -> Result<ToolRegistry, RegisterError> {
        let registry = ToolRegistry::of(self.states, self.declared, self.settings);
        if !self.without_defaults {
            defaults(&registry);
        }
        registry.add_hooks(self.hooks);
        registry.register_all(self.tools)?;
        Ok(registry)
    }
}

impl fmt::Debug for ToolRegistryBuilder {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRegistryBuilder")
            .field("states", &self.states)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
