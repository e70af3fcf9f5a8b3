//! Hooks on their way into a layer, and bundles of them.

use super::approval::{Approve, Ask};
use super::approve::Silence;
use super::around::{Around, AroundDispatch, Wrapper};
use super::guard::{Guard, Judge, ToolGuard};
#[cfg(feature = "acp")]
use super::listen::Listen;
use super::observe::{Observe, Observer, ToolObserver};
use super::post::{After, Post, PostExecute, PostNext};
use super::post_decision::PostToolDecision;
use super::pre::{Before, Pre, PreExecute, PreNext, PreToolDecision};
use super::trim::{Scissors, Trim};
use super::{Approver, TimeoutPolicy, Witness};
use crate::registry::{NewHooks, Place, Registration, ToolRegistry, ToolScope};
use crate::tool::{Shielded, ToolError, ToolExecution, ToolExecutionResult, contain};
use std::fmt;
use std::sync::Arc;

/// Hooks of several stages that belong together: they are installed at once and lifted at once.
///
/// ```
/// use dsh_tools::{Denial, Hooks, Policy, ToolRegistry};
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// /// So many calls, and no more.
/// struct Budget {
///     left: AtomicU32,
/// }
///
/// impl Policy for Budget {
///     fn install(self: Arc<Self>, hooks: &mut Hooks) {
///         let budget = Arc::clone(&self);
///         hooks.guard_fn(move |_call| {
///             (budget.left.load(Ordering::Relaxed) == 0).then(|| Denial::new("no calls are left"))
///         });
///         hooks.around_dispatch_fn(move |_call, next| {
///             self.left.fetch_sub(1, Ordering::Relaxed);
///             async move { next.run().await }
///         });
///     }
/// }
///
/// let registry = ToolRegistry::new();
/// let registration = registry.policy(Budget { left: AtomicU32::new(20) });
/// assert!(registration.unregister(), "both are lifted");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no policy",
    note = "implement `Policy`: its `install` adds the hooks that belong together",
    note = "a single hook needs none: it goes through `pre_execute`, `guard`, `around_dispatch`, `post_execute`, `observe` or `approver`",
    note = "a `PermissionRule` is one of several: `PermissionRules::new([rule])`"
)]
pub trait Policy: Send + Sync + 'static {
    /// Adds the policy's hooks.
    fn install(self: Arc<Self>, hooks: &mut Hooks);
}

/// Shared with whoever reads what it gathers.
impl<P: Policy> Policy for Arc<P> {
    #[inline]
    fn install(self: Arc<Self>, hooks: &mut Hooks) {
        P::install(Self::clone(&self), hooks);
    }
}

/// Hooks on their way into a registry or a scope, in the order in which they are added.
///
/// ```
/// use dsh_tools::{Denial, ToolRegistry};
///
/// let registration = ToolRegistry::new().install(|hooks| {
///     hooks.guard_fn(|call| (call.name() == "bash").then(|| Denial::new("no shell here")));
///     hooks.observe_fn(|call, result| println!("{}: {}", call.name(), result.text()));
/// });
/// # let _ = registration;
/// ```
pub struct Hooks {
    pub(super) new: NewHooks,
    place: Place,
}

impl Hooks {
    #[inline]
    pub(super) fn new() -> Self {
        Self { new: NewHooks::default(), place: Place::Registered }
    }

    /// What is added through this is further out than all hooks that are registered, of whatever layer. Of two that are
    /// added so, the later is further out.
    ///
    /// ```
    /// use dsh_tools::ToolRegistry;
    /// ToolRegistry::new().install(|hooks| {
    ///     hooks.prepend().pre_execute_fn(|call, next| async move {
    ///         println!("{} comes in", call.name());
    ///         next.run().await
    ///     });
    /// });
    /// ```
    #[inline]
    pub fn prepend(&mut self) -> Prepend<'_> {
        Prepend(self)
    }

    /// What is added through this is further out than all else, also than what is prepended later: rules that hold
    /// whatever the order.
    #[inline]
    pub(crate) fn outermost(&mut self) -> Outermost<'_> {
        Outermost(self)
    }

    #[inline]
    pub(crate) fn within<T>(&mut self, place: Place, add: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let added = add(self);
        self.place = before;
        added
    }

    #[inline]
    pub(super) fn add_pre_execute(&mut self, hook: impl PreExecute) {
        let hook: Arc<dyn Before> = Arc::new(Pre(Shielded::new(hook)));
        self.new.add(hook, self.place, false);
    }

    #[inline]
    pub(super) fn add_guard(&mut self, guard: impl ToolGuard) {
        let guard: Arc<dyn Judge> = Arc::new(Guard(Shielded::new(guard)));
        self.new.add(guard, Place::Registered, false);
    }

    #[inline]
    pub(super) fn add_around_dispatch(&mut self, wrapper: impl AroundDispatch) {
        let honours_timeouts = contain(|| wrapper.honours_timeouts()).unwrap_or(false);
        let wrapper: Arc<dyn Wrapper> = Arc::new(Around(Shielded::new(wrapper)));
        self.new.add(wrapper, self.place, honours_timeouts);
    }

    #[inline]
    pub(super) fn add_post_execute(&mut self, hook: impl PostExecute) {
        let hook: Arc<dyn After> = Arc::new(Post(Shielded::new(hook)));
        self.new.add(hook, self.place, false);
    }

    #[inline]
    pub(super) fn add_observe(&mut self, observer: impl ToolObserver) {
        let observer: Arc<dyn Observe> = Arc::new(Observer(Shielded::new(observer)));
        self.new.add(observer, Place::Registered, false);
    }

    #[inline]
    pub(super) fn add_approver(&mut self, approver: impl Approver) {
        let approver: Arc<dyn Approve> = Arc::new(Ask(Shielded::new(approver)));
        self.new.add(approver, Place::Registered, false);
    }

    /// Adds somebody who is told of questions about calls.
    #[inline]
    pub(crate) fn witness(&mut self, witness: impl Witness) {
        let witness: Arc<dyn Witness> = Arc::new(witness);
        self.new.add(witness, Place::Registered, false);
    }

    /// Adds somebody who is told how far bodies are.
    #[cfg(feature = "acp")]
    #[inline]
    pub(crate) fn add_listen(&mut self, listener: impl Listen) {
        let listener: Arc<dyn Listen> = Arc::new(listener);
        self.new.add(listener, Place::Registered, false);
    }

    /// Adds what cuts results that are too long.
    #[inline]
    pub(crate) fn add_trim(&mut self, trim: impl Trim) {
        let trim: Arc<dyn Trim> = Arc::new(Scissors(Shielded::new(trim)));
        self.new.add(trim, Place::Registered, false);
    }

    /// From here on nobody is asked about a call.
    #[inline]
    pub(crate) fn add_silence(&mut self) {
        self.new.add(Arc::new(Silence), Place::Registered, false);
    }

    #[inline]
    pub(super) fn add_policy(&mut self, policy: impl Policy) {
        Arc::new(policy).install(self);
    }
}

impl fmt::Debug for Hooks {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks").finish_non_exhaustive()
    }
}

/// Adds hooks further out than those that are registered; see [`Hooks::prepend`].
///
/// ```
/// use dsh_tools::ToolRegistry;
/// ToolRegistry::new().install(|hooks| {
///     hooks.prepend().around_dispatch_fn(|_call, next| async move { next.run().await });
/// });
/// ```
#[derive(Debug)]
pub struct Prepend<'a>(pub(super) &'a mut Hooks);

/// Adds hooks outside of all others.
pub(crate) struct Outermost<'a>(&'a mut Hooks);

impl Outermost<'_> {
    #[inline]
    pub(crate) fn pre_execute_fn<F, Fut>(self, hook: F)
    where
        F: Fn(ToolExecution, PreNext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<PreToolDecision, ToolError>> + Send,
    {
        self.0.within(Place::Outermost, |hooks| hooks.add_pre_execute(hook));
    }

    #[inline]
    pub(crate) fn post_execute_fn<F, Fut>(self, hook: F)
    where
        F: Fn(ToolExecution, ToolExecutionResult, PostNext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<PostToolDecision, ToolError>> + Send,
    {
        self.0.within(Place::Outermost, |hooks| hooks.add_post_execute(hook));
    }
}

impl ToolRegistry {
    /// Adds hooks of any stages at once, under one handle.
    ///
    /// ```
    /// use dsh_tools::{Denial, ToolRegistry};
    ///
    /// let registry = ToolRegistry::new();
    /// let registration = registry.install(|hooks| {
    ///     hooks.guard_fn(|call| (call.name() == "bash").then(|| Denial::new("no shell here")));
    ///     hooks.prepend().pre_execute_fn(|_call, next| async move { next.run().await });
    /// });
    /// assert!(registration.unregister());
    /// ```
    #[inline]
    pub fn install(&self, add: impl FnOnce(&mut Hooks)) -> Registration {
        let mut hooks = Hooks::new();
        add(&mut hooks);
        self.add_hooks(hooks.new)
    }
}

impl ToolScope {
    /// Adds hooks of any stages at once, under one handle: for calls in this scope and those below it.
    ///
    /// ```
    /// use dsh_tools::{Denial, ToolRegistry};
    ///
    /// let registry = ToolRegistry::new();
    /// let registration = registry.scope("agent").install(|hooks| {
    ///     hooks.guard_fn(|call| (call.name() == "bash").then(|| Denial::new("no shell here")));
    /// });
    /// assert!(registration.unregister());
    /// ```
    #[inline]
    pub fn install(&self, add: impl FnOnce(&mut Hooks)) -> Registration {
        let mut hooks = Hooks::new();
        add(&mut hooks);
        self.add_hooks(hooks.new)
    }
}

/// What registries have unless they are built without.
#[inline]
pub(super) fn install_defaults(registry: &ToolRegistry) {
    registry.install(|hooks| {
        hooks.within(Place::Innermost, |hooks| hooks.add_around_dispatch(TimeoutPolicy::new()));
    });
}
