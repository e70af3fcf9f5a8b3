//! How calls are made and hooks are registered.

use super::around::{Around, AroundDispatch, AroundNext, Wrapper};
use super::call::Resolve;
use super::observe::{Observe, Observer, ToolObserver};
use super::run::run;
use super::timeout::TimeoutPolicy;
use crate::registry::{Place, RegisterError, Registration, ToolRegistry, ToolRegistryBuilder};
use crate::tool::{
    Shielded, ToolError, ToolExecution, ToolExecutionInput, ToolExecutionResult, contain,
};
use std::sync::Arc;

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

    /// Runs one call to its one result. There always is one: an unknown tool, bad arguments, a failure, a panic,
    /// a timeout and a cancellation are results with a stable [`ErrorCode`](crate::tool::ErrorCode).
    ///
    /// The call is accepted when the future is first polled. From then on observers are told of exactly one
    /// outcome, even if the future is dropped. The future owns all it needs: `tokio::spawn` takes it.
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
        run(self.clone(), Resolve::ByName, input)
    }

    /// Stands around every run of a tool's body, inside the wrappers that are registered already.
    ///
    /// ```
    /// use dsh_tools::{AroundNext, ToolError, ToolExecution, ToolExecutionResult, ToolRegistry};
    ///
    /// async fn traced(call: ToolExecution, next: AroundNext) -> Result<ToolExecutionResult, ToolError> {
    ///     println!("{} starts", call.name());
    ///     next.run().await
    /// }
    /// let registration = ToolRegistry::new().around_dispatch(traced);
    /// # let _ = registration;
    /// ```
    pub fn around_dispatch(&self, wrapper: impl AroundDispatch) -> Registration {
        wrap(self, wrapper, Place::Registered)
    }

    /// The same with a closure, whose parameters need no types.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// ToolRegistry::new().around_dispatch_fn(|call, next| async move {
    ///     println!("{} starts", call.name());
    ///     next.run().await
    /// });
    /// ```
    pub fn around_dispatch_fn<F, Fut>(&self, wrapper: F) -> Registration
    where
        F: Fn(ToolExecution, AroundNext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolExecutionResult, ToolError>> + Send,
    {
        self.around_dispatch(wrapper)
    }

    /// Tells an observer of every outcome.
    ///
    /// ```
    /// use dsh_tools::{ToolExecution, ToolExecutionResult, ToolRegistry};
    ///
    /// fn log(call: &ToolExecution, result: &ToolExecutionResult) {
    ///     println!("{}: {}", call.call_id(), result.text());
    /// }
    /// let registration = ToolRegistry::new().observe(log);
    /// # let _ = registration;
    /// ```
    pub fn observe(&self, observer: impl ToolObserver) -> Registration {
        let observer: Arc<dyn Observe> = Arc::new(Observer(Shielded::new(observer)));
        self.hook(observer, Place::Registered, false)
    }

    /// The same with a closure, whose parameters need no types.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// ToolRegistry::new().observe_fn(|call, result| println!("{}: {}", call.call_id(), result.text()));
    /// ```
    pub fn observe_fn(
        &self,
        observer: impl Fn(&ToolExecution, &ToolExecutionResult) + Send + Sync + 'static,
    ) -> Registration {
        self.observe(observer)
    }
}

impl Default for ToolRegistry {
    fn default() -> Self {
        Self::new()
    }
}

impl ToolRegistryBuilder {
    /// Stands around every run of a tool's body; see [`ToolRegistry::around_dispatch`].
    ///
    /// ```
    /// use dsh_tools::{TimeoutPolicy, ToolRegistry};
    /// let builder = ToolRegistry::builder().without_default_policies().around_dispatch(TimeoutPolicy::new());
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn around_dispatch(self, wrapper: impl AroundDispatch) -> Self {
        self.with_hook(move |registry| drop(registry.around_dispatch(wrapper)))
    }

    /// The same with a closure, whose parameters need no types.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let builder = ToolRegistry::builder().around_dispatch_fn(|call, next| async move {
    ///     println!("{} starts", call.name());
    ///     next.run().await
    /// });
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn around_dispatch_fn<F, Fut>(self, wrapper: F) -> Self
    where
        F: Fn(ToolExecution, AroundNext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolExecutionResult, ToolError>> + Send,
    {
        self.around_dispatch(wrapper)
    }

    /// Tells an observer of every outcome; see [`ToolRegistry::observe`].
    ///
    /// ```
    /// use dsh_tools::{ToolExecution, ToolExecutionResult, ToolRegistry};
    /// fn log(call: &ToolExecution, _: &ToolExecutionResult) {
    ///     println!("{}", call.name());
    /// }
    /// let builder = ToolRegistry::builder().observe(log);
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn observe(self, observer: impl ToolObserver) -> Self {
        self.with_hook(move |registry| drop(registry.observe(observer)))
    }

    /// The same with a closure, whose parameters need no types.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let builder = ToolRegistry::builder().observe_fn(|call, result| println!("{}: {}", call.call_id(), result.text()));
    /// # let _ = builder;
    /// ```
    #[must_use]
    pub fn observe_fn(
        self,
        observer: impl Fn(&ToolExecution, &ToolExecutionResult) + Send + Sync + 'static,
    ) -> Self {
        self.observe(observer)
    }

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

fn wrap(registry: &ToolRegistry, wrapper: impl AroundDispatch, place: Place) -> Registration {
    let honours_timeouts = contain(|| wrapper.honours_timeouts()).unwrap_or(false);
    let wrapper: Arc<dyn Wrapper> = Arc::new(Around(Shielded::new(wrapper)));
    registry.hook(wrapper, place, honours_timeouts)
}

fn install_defaults(registry: &ToolRegistry) {
    wrap(registry, TimeoutPolicy::new(), Place::Innermost);
}
