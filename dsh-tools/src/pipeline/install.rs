//! How calls are made.

use super::call::Resolve;
use super::hooks::install_defaults;
use super::run::run;
use crate::registry::{RegisterError, ToolRegistry, ToolRegistryBuilder, ToolScope};
use crate::tool::{ToolExecutionInput, ToolExecutionResult};

impl ToolRegistry {
    /// An empty registry with the default policies.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert!(ToolRegistry::new().schemas().is_empty());
    /// ```
    pub fn new() -> Self {
        let registry = Self::empty();
        install_defaults(&registry);
        registry
    }

    /// Runs one call to its one result. There always is one: an unknown tool, bad arguments, a denial, a failure, a
    /// panic, a timeout and a cancellation are results with a stable [`ErrorCode`](crate::tool::ErrorCode).
    ///
    /// The call is accepted when the future is first polled. From then on observers are told of exactly one
    /// outcome, even if the future is dropped. The future owns all it needs: `tokio::spawn` takes it.
    ///
    /// It runs without a scope: nobody can be asked about it. For that, and for tools and hooks of an agent, call
    /// [`ToolScope::execute`].
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, ToolExecutionInput, ToolRegistry};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let call = ToolRegistry::new().execute(ToolExecutionInput::new("call_1", "no_such_tool", "{}"));
    /// let result = tokio::spawn(call).await.unwrap();
    /// assert_eq!(result.outcome().unwrap_err().code(), &ErrorCode::UnknownTool);
    /// # });
    /// ```
    pub fn execute(
        &self,
        input: ToolExecutionInput,
    ) -> impl Future<Output = ToolExecutionResult> + Send + use<> {
        run(self.reach(), Resolve::ByName, input)
    }
}

impl ToolScope {
    /// Runs one call in the scope: with its tools, states and hooks, and those of what it stands in. Otherwise as
    /// [`ToolRegistry::execute`].
    ///
    /// In a scope that is closed every name is unknown. A call that has got past all guards when its scope is closed
    /// runs to its end, and the scope's hooks that it found there see what comes of it, unless they were lifted.
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, ToolExecutionInput, ToolRegistry};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let agent = ToolRegistry::new().scope("agent");
    /// let result = agent.execute(ToolExecutionInput::new("call_1", "no_such_tool", "{}")).await;
    /// assert_eq!(result.outcome().unwrap_err().code(), &ErrorCode::UnknownTool);
    /// # });
    /// ```
    pub fn execute(
        &self,
        input: ToolExecutionInput,
    ) -> impl Future<Output = ToolExecutionResult> + Send + use<> {
        run(self.reach(), Resolve::ByName, input)
    }
}

impl Default for ToolRegistry {
    fn default() -> Self {
        Self::new()
    }
}

impl ToolRegistryBuilder {
    /// The registry.
    ///
    /// # Errors
    /// All that is wrong with any of the tools; there is no registry with some of them.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let registry = ToolRegistry::builder().build()?;
    /// # Ok::<(), dsh_tools::RegisterError>(())
    /// ```
    pub fn build(self) -> Result<ToolRegistry, RegisterError> {
        self.finish(install_defaults)
    }
}
