//! Scopes: an agent, a session, a request, with tools and hooks of its own.

use super::layer::EntryId;
use super::order::{SchemaOrder, SchemaOrderError};
use super::reach::Reach;
use super::restriction::{RestrictError, Restriction, ToolRestriction};
use super::scope::Scope;
use super::view::View;
use super::{NewHooks, RegisterError, Registration, ToolRegistry, ToolSetChanges};
use crate::tool::{
    IntoToolDefinition, Label, RawArguments, States, ToolDefinition, ToolExecutionMode, ToolSchema,
};
use std::any::Any;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

/// A part of a registry with tools, hooks, restrictions and states of its own: an agent, a session, a request. A cheap
/// handle.
///
/// A scope inherits what the registry has, and what the scopes have that it stands in; its own tools come before
/// inherited ones of the same name. Calls that are made in it ([`execute`](Self::execute)) see all of that, and nobody
/// else sees what it has.
///
/// A handle holds nothing open: a scope lives in its registry from [`ToolRegistry::scope`] to [`close`](Self::close),
/// whether or not there are handles. In a closed scope there are no tools, and nothing can be registered.
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
/// let registry = ToolRegistry::new();
/// let agent = registry.scope("agent");
/// agent.register_all(tools![echo])?;
///
/// let call = || ToolExecutionInput::new("call_1", "echo", r#"{"text":"hi"}"#);
/// assert_eq!(agent.execute(call()).await.text(), "hi");
/// assert!(registry.execute(call()).await.is_error(), "nobody else knows it");
/// # Ok::<(), RegisterError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct ToolScope {
    registry: ToolRegistry,
    scope: Arc<Scope>,
}

impl ToolScope {
    #[inline]
    pub(super) const fn new(registry: ToolRegistry, scope: Arc<Scope>) -> Self {
        Self { registry, scope }
    }

    /// The scope of this id within this one: the one that is open, or a new one. Ids are told apart within a scope.
    ///
    /// In a closed scope it is closed, too.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let helper = ToolRegistry::new().scope("agent").child("helper");
    /// assert_eq!(helper.path(), "agent/helper");
    /// ```
    #[must_use]
    #[inline]
    pub fn child(&self, id: impl Into<Arc<str>>) -> Self {
        self.registry.open(Some(&self.scope), id.into())
    }

    /// The id it was opened by.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert_eq!(ToolRegistry::new().scope("agent").child("helper").id(), "helper");
    /// ```
    #[inline]
    pub fn id(&self) -> &str {
        self.scope.id()
    }

    /// The ids of the scopes from the outermost to this one, joined by `/`. In an id `/` is `~1` and `~` is `~0`, so that
    /// no two scopes have one path.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert_eq!(ToolRegistry::new().scope("agent").path(), "agent");
    /// assert_eq!(ToolRegistry::new().scope("agent/helper").path(), "agent~1helper");
    /// ```
    #[inline]
    pub fn path(&self) -> &str {
        self.scope.path()
    }

    #[inline]
    pub(crate) fn shared_path(&self) -> &Arc<str> {
        self.scope.path()
    }

    /// The registry it is a part of.
    ///
    /// ```
    /// use dsh_tools::{ToolRegistry, ToolScope};
    /// fn sibling(scope: &ToolScope) -> ToolScope { scope.registry().scope("another") }
    /// # let _ = sibling(&ToolRegistry::new().scope("one"));
    /// ```
    #[inline]
    pub const fn registry(&self) -> &ToolRegistry {
        &self.registry
    }

    /// Whether the scope, or one that it stands in, was closed.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let agent = ToolRegistry::new().scope("agent");
    /// let helper = agent.child("helper");
    /// agent.close();
    /// assert!(helper.is_closed());
    /// ```
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.scope.is_closed()
    }

    /// Ends the scope and all scopes in it, with everything that is registered there; whether it was open.
    ///
    /// Calls that are past their guards run to their end, and the scope's hooks that they found see what comes of them:
    /// a scope may be closed from within. Calls that are not, and those that come later, find no tools.
    /// The id is free: [`ToolRegistry::scope`] and [`child`](Self::child) open a new, empty scope by it.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    ///
    /// let registry = ToolRegistry::new();
    /// let agent = registry.scope("agent");
    /// assert!(agent.close());
    /// assert!(!agent.close(), "it is closed already");
    /// assert!(!registry.scope("agent").is_closed(), "this is another one");
    /// ```
    #[allow(clippy::must_use_candidate, reason = "most do not ask")]
    #[inline]
    pub fn close(&self) -> bool {
        self.registry.family().close(&self.scope)
    }

    /// Registers a tool, for calls in this scope and those in it.
    ///
    /// # Errors
    /// All that is wrong with it; then nothing is registered.
    ///
    /// ```
    /// # use dsh_tools::{RegisterError, ToolDefinition, ToolScope};
    /// fn add(scope: &ToolScope, tool: ToolDefinition) -> Result<(), RegisterError> {
    ///     scope.register(tool)?;
    ///     Ok(())
    /// }
    /// ```
    #[inline]
    pub fn register(&self, tool: impl IntoToolDefinition) -> Result<Registration, RegisterError> {
        self.register_all([tool])
    }

    /// Registers tools, all or none, under one handle.
    ///
    /// # Errors
    /// All that is wrong with any of them; then nothing is registered.
    ///
    /// ```
    /// # use dsh_tools::{RegisterError, ToolDefinition, ToolScope};
    /// fn add(scope: &ToolScope, server: Vec<ToolDefinition>) -> Result<(), RegisterError> {
    ///     scope.register_all(server)?;
    ///     Ok(())
    /// }
    /// ```
    #[inline]
    pub fn register_all(
        &self,
        tools: impl IntoIterator<Item = impl IntoToolDefinition>,
    ) -> Result<Registration, RegisterError> {
        let tools: Vec<_> =
            tools.into_iter().map(IntoToolDefinition::into_tool_definition).collect();
        self.reach().register(&tools)
    }

    /// Hides tools that the scope inherits: from itself and from the scopes in it. Lifted by the handle.
    ///
    /// # Errors
    /// The restriction says nothing, or names what the scope does not inherit; then nothing is restricted.
    ///
    /// ```
    /// use dsh_tools::{ToolRegistry, ToolRestriction};
    ///
    /// let agent = ToolRegistry::new().scope("agent");
    /// let nothing: [&str; 0] = [];
    /// let restriction = agent.restrict(ToolRestriction::allow(nothing))?;
    /// assert!(restriction.unregister());
    /// # Ok::<(), dsh_tools::RestrictError>(())
    /// ```
    #[inline]
    pub fn restrict(&self, restriction: ToolRestriction) -> Result<Registration, RestrictError> {
        let scope = || Arc::clone(self.scope.path());
        if restriction.says_nothing() {
            return Err(RestrictError::Empty { scope: scope() });
        }
        let view = self.view();
        let inherited = view.inherited();
        let wrong = restriction.names().into_iter().filter(|name| !inherited.contains_key(name));
        let (own, unknown): (Vec<_>, Vec<_>) = wrong.cloned().partition(|name| view.is_own(name));
        let is_wrong = !own.is_empty() || !unknown.is_empty();
        if is_wrong && !self.is_closed() {
            let known = inherited.into_keys().cloned().collect();
            return Err(RestrictError::NotInherited { scope: scope(), unknown, own, known });
        }
        let added = Restriction { id: EntryId::next(), rule: Arc::new(restriction) };
        let id = added.id;
        let changed = self.scope.layer().change(|layer| {
            let mut layer = layer.clone();
            layer.restrictions = layer.restrictions.iter().chain([&added]).cloned().collect();
            Ok::<_, std::convert::Infallible>(layer)
        });
        match changed {
            Ok(Ok(())) => Ok(Registration::new(self.scope.layer(), [id])),
            Ok(Err(never)) => match never {},
            Err(super::layer::Closed) => Err(RestrictError::ScopeClosed { scope: scope() }),
        }
    }

    /// Hands a value to the tools that are called in this scope and those in it, before what the registry holds of its
    /// type.
    ///
    /// Of two values of one type the later is found, until it is taken back. Calls that have started keep what they
    /// started with.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    ///
    /// struct User(&'static str);
    ///
    /// let agent = ToolRegistry::new().scope("agent");
    /// let registration = agent.state(User("ada"));
    /// assert!(registration.unregister());
    /// ```
    #[inline]
    pub fn state<T: Any + Send + Sync>(&self, value: T) -> Registration {
        let mut state = States::default();
        state.set(value);
        let id = EntryId::next();
        let changed = self.scope.layer().change(|layer| {
            let mut layer = layer.clone();
            let added = (id, state.clone());
            layer.states = layer.states.iter().cloned().chain([added]).collect();
            Ok::<_, std::convert::Infallible>(layer)
        });
        match changed {
            Ok(Ok(())) => Registration::new(self.scope.layer(), [id]),
            Ok(Err(never)) => match never {},
            Err(super::layer::Closed) => Registration::dead(),
        }
    }

    #[inline]
    pub(crate) fn add_hooks(&self, hooks: NewHooks) -> Registration {
        self.reach().add_hooks(hooks)
    }

    /// The tool that would run under this name here.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert!(ToolRegistry::new().scope("agent").get("no_such_tool").is_none());
    /// ```
    #[inline]
    pub fn get(&self, name: &str) -> Option<ToolDefinition> {
        self.reach().get(&Label::new(name))
    }

    /// What a model sees here, ordered by name. Made once: asking again costs nothing until something of the scope, or
    /// of what it stands in, changes.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// assert!(ToolRegistry::new().scope("agent").schemas().is_empty());
    /// ```
    #[inline]
    pub fn schemas(&self) -> Arc<[ToolSchema]> {
        self.open_view().map_or_else(Arc::default, |view| view.schemas())
    }

    /// The same in another order.
    ///
    /// # Errors
    /// The order lists a tool that neither the scope nor what it stands in has; one that is restricted away is left out.
    ///
    /// ```
    /// use dsh_tools::{Rest, SchemaOrder, ToolRegistry};
    /// let order = SchemaOrder::listed(["read"], Rest::Last)?;
    /// assert!(ToolRegistry::new().scope("agent").schemas_in(&order).is_err(), "there is no such tool");
    /// # Ok::<(), dsh_tools::SchemaOrderError>(())
    /// ```
    #[inline]
    pub fn schemas_in(&self, order: &SchemaOrder) -> Result<Arc<[ToolSchema]>, SchemaOrderError> {
        let view = self.view();
        let schemas = if self.is_closed() { Arc::default() } else { view.schemas() };
        order.arrange(&schemas, |name| view.is_registered(name))
    }

    /// Whether a call may run beside others here: only if there is such a tool and it says so of these arguments.
    ///
    /// ```
    /// use dsh_tools::{ToolExecutionMode, ToolRegistry};
    /// let agent = ToolRegistry::new().scope("agent");
    /// assert_eq!(agent.execution_mode("unknown", "{}"), ToolExecutionMode::Exclusive);
    /// ```
    #[inline]
    pub fn execution_mode(
        &self,
        name: &str,
        arguments: impl Into<RawArguments>,
    ) -> ToolExecutionMode {
        self.get(name).map_or(ToolExecutionMode::Exclusive, |tool| tool.execution_mode(arguments))
    }

    /// Tells when tools or restrictions change, anywhere in the registry.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// let changes = ToolRegistry::new().scope("agent").subscribe();
    /// # let _ = changes;
    /// ```
    #[inline]
    pub fn subscribe(&self) -> ToolSetChanges {
        self.registry.subscribe()
    }

    #[inline]
    pub(super) fn view(&self) -> Arc<View> {
        self.scope.view(self.registry.states())
    }

    /// `None` when the scope is closed. It is asked last: a view that was put together while the scope was closed may
    /// lack what the scope had, its restrictions too.
    #[inline]
    pub(super) fn open_view(&self) -> Option<Arc<View>> {
        let view = self.view();
        (!self.is_closed()).then_some(view)
    }

    #[inline]
    pub(super) fn scope(&self) -> &Scope {
        &self.scope
    }

    #[inline]
    pub(crate) fn reach(&self) -> Reach {
        Reach::Scope(self.clone())
    }
}

/// All code of an author's runs where its panics are contained.
impl UnwindSafe for ToolScope {}
impl RefUnwindSafe for ToolScope {}

impl fmt::Debug for ToolScope {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = self.open_view();
        let tools = view.as_ref().map(|view| view.tools().into_keys().collect::<Vec<_>>());
        f.debug_struct("ToolScope")
            .field("path", self.scope.path())
            .field("tools", &tools.unwrap_or_default())
            .field("is_closed", &self.is_closed())
            .finish_non_exhaustive()
    }
}
