//! The same ways to register hooks, wherever they go: a registry, a scope, a builder, a bundle.

use super::approval::{ApprovalDecision, ApprovalRequest, Approver};
use super::around::{AroundDispatch, AroundNext};
use super::guard::{Denial, ToolGuard};
use super::hooks::{Hooks, Policy, Prepend};
use super::observe::ToolObserver;
use super::post::{PostExecute, PostNext};
use super::post_decision::PostToolDecision;
use super::pre::{PreExecute, PreNext, PreToolDecision};
use crate::registry::{Place, Registration, ToolRegistry, ToolRegistryBuilder, ToolScope};
use crate::tool::{ToolError, ToolExecution, ToolExecutionResult};

/// The stages that nest. `$at` is an expression that makes a receiver, for the examples.
macro_rules! nesting {
    ($(#[$note:meta])* $at:literal $end:literal, $self:ident ($($receiver:tt)+) -> $gives:ty, $add:ident) => {
        /// Adds a hook that decides about calls before they run, within those that are registered already.
        ///
        /// ```
        /// use dsh_tools::{PreNext, PreToolDecision, ToolError, ToolExecution, ToolRegistry};
        ///
        /// async fn no_shell(call: ToolExecution, next: PreNext) -> Result<PreToolDecision, ToolError> {
        ///     if call.name() == "bash" { Ok(PreToolDecision::deny("no shell here")) } else { next.run().await }
        /// }
        #[doc = concat!($at, ".pre_execute(no_shell)", $end)]
        /// ```
        $(#[$note])*
        pub fn pre_execute($($receiver)+, hook: impl PreExecute) -> $gives {
            $add!($self, |hooks| hooks.add_pre_execute(hook))
        }

        /// The same with a closure, whose parameters need no types.
        ///
        /// ```
        /// use dsh_tools::{PreToolDecision, ToolRegistry};
        ///
        #[doc = concat!($at, ".pre_execute_fn(|call, next| async move {")]
        ///     if call.name() == "bash" { Ok(PreToolDecision::deny("no shell here")) } else { next.run().await }
        #[doc = concat!("})", $end)]
        /// ```
        $(#[$note])*
        pub fn pre_execute_fn<F, Fut>($($receiver)+, hook: F) -> $gives
        where
            F: Fn(ToolExecution, PreNext) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = Result<PreToolDecision, ToolError>> + Send,
        {
            $self.pre_execute(hook)
        }

        /// Adds a wrapper around every run of a tool's body, within those that are registered already.
        ///
        /// ```
        /// use dsh_tools::{AroundNext, ToolError, ToolExecution, ToolExecutionResult, ToolRegistry};
        ///
        /// async fn traced(call: ToolExecution, next: AroundNext) -> Result<ToolExecutionResult, ToolError> {
        ///     println!("{} starts", call.name());
        ///     next.run().await
        /// }
        #[doc = concat!($at, ".around_dispatch(traced)", $end)]
        /// ```
        $(#[$note])*
        pub fn around_dispatch($($receiver)+, wrapper: impl AroundDispatch) -> $gives {
            $add!($self, |hooks| hooks.add_around_dispatch(wrapper))
        }

        /// The same with a closure, whose parameters need no types.
        ///
        /// ```
        /// use dsh_tools::ToolRegistry;
        ///
        #[doc = concat!($at, ".around_dispatch_fn(|call, next| async move {")]
        ///     println!("{} starts", call.name());
        ///     next.run().await
        #[doc = concat!("})", $end)]
        /// ```
        $(#[$note])*
        pub fn around_dispatch_fn<F, Fut>($($receiver)+, wrapper: F) -> $gives
        where
            F: Fn(ToolExecution, AroundNext) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = Result<ToolExecutionResult, ToolError>> + Send,
        {
            $self.around_dispatch(wrapper)
        }

        /// Adds a hook that accepts results or blocks them, within those that are registered already.
        ///
        /// ```
        /// use dsh_tools::{
        ///     PostNext, PostToolDecision, ToolError, ToolExecution, ToolExecutionResult, ToolRegistry,
        /// };
        ///
        /// async fn no_keys(
        ///     _: ToolExecution,
        ///     result: ToolExecutionResult,
        ///     next: PostNext,
        /// ) -> Result<PostToolDecision, ToolError> {
        ///     if result.text().contains("PRIVATE KEY") { Ok(PostToolDecision::block("..")) } else { next.run().await }
        /// }
        #[doc = concat!($at, ".post_execute(no_keys)", $end)]
        /// ```
        $(#[$note])*
        pub fn post_execute($($receiver)+, hook: impl PostExecute) -> $gives {
            $add!($self, |hooks| hooks.add_post_execute(hook))
        }

        /// The same with a closure, whose parameters need no types.
        ///
        /// ```
        /// use dsh_tools::{PostToolDecision, ToolRegistry};
        ///
        #[doc = concat!($at, ".post_execute_fn(|_call, result, next| async move {")]
        ///     if result.text().contains("PRIVATE KEY") { Ok(PostToolDecision::block("..")) } else { next.run().await }
        #[doc = concat!("})", $end)]
        /// ```
        $(#[$note])*
        pub fn post_execute_fn<F, Fut>($($receiver)+, hook: F) -> $gives
        where
            F: Fn(ToolExecution, ToolExecutionResult, PostNext) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = Result<PostToolDecision, ToolError>> + Send,
        {
            $self.post_execute(hook)
        }
    };
}

/// The stages that do not nest, and bundles.
macro_rules! flat {
    ($(#[$note:meta])* $at:literal $end:literal, $self:ident ($($receiver:tt)+) -> $gives:ty, $add:ident) => {
        /// Adds a guard, which can only deny.
        ///
        /// ```
        /// use dsh_tools::{Denial, ToolExecution, ToolRegistry};
        ///
        /// fn no_shell(call: &ToolExecution) -> Option<Denial> {
        ///     (call.name() == "bash").then(|| Denial::new("no shell here"))
        /// }
        #[doc = concat!($at, ".guard(no_shell)", $end)]
        /// ```
        $(#[$note])*
        pub fn guard($($receiver)+, guard: impl ToolGuard) -> $gives {
            $add!($self, |hooks| hooks.add_guard(guard))
        }

        /// The same with a closure, whose parameter needs no type.
        ///
        /// ```
        /// use dsh_tools::{Denial, ToolRegistry};
        ///
        #[doc = concat!($at, ".guard_fn(|call| {")]
        ///     (call.name() == "bash").then(|| Denial::new("no shell here"))
        #[doc = concat!("})", $end)]
        /// ```
        $(#[$note])*
        pub fn guard_fn(
            $($receiver)+,
            guard: impl Fn(&ToolExecution) -> Option<Denial> + Send + Sync + 'static,
        ) -> $gives {
            $self.guard(guard)
        }

        /// Adds somebody who is asked when a hook decides to ask. The nearest scope's are asked first, and of several
        /// that are registered in one place the last.
        ///
        /// ```
        /// use dsh_tools::{ApprovalDecision, ApprovalRequest, ToolError, ToolRegistry};
        ///
        /// async fn nobody(_: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
        ///     Ok(ApprovalDecision::Unavailable)
        /// }
        #[doc = concat!($at, ".approver(nobody)", $end)]
        /// ```
        $(#[$note])*
        pub fn approver($($receiver)+, approver: impl Approver) -> $gives {
            $add!($self, |hooks| hooks.add_approver(approver))
        }

        /// The same with a closure, whose parameter needs no type.
        ///
        /// ```
        /// use dsh_tools::{ApprovalDecision, ToolRegistry};
        ///
        #[doc = concat!($at, ".approver_fn(|_request| async move { Ok(ApprovalDecision::Unavailable) })", $end)]
        /// ```
        $(#[$note])*
        pub fn approver_fn<F, Fut>($($receiver)+, approver: F) -> $gives
        where
            F: Fn(ApprovalRequest) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = Result<ApprovalDecision, ToolError>> + Send,
        {
            $self.approver(approver)
        }

        /// Adds an observer, which is told of every outcome.
        ///
        /// ```
        /// use dsh_tools::{ToolExecution, ToolExecutionResult, ToolRegistry};
        ///
        /// fn log(call: &ToolExecution, result: &ToolExecutionResult) {
        ///     println!("{}: {}", call.call_id(), result.text());
        /// }
        #[doc = concat!($at, ".observe(log)", $end)]
        /// ```
        $(#[$note])*
        pub fn observe($($receiver)+, observer: impl ToolObserver) -> $gives {
            $add!($self, |hooks| hooks.add_observe(observer))
        }

        /// The same with a closure, whose parameters need no types.
        ///
        /// ```
        /// use dsh_tools::ToolRegistry;
        ///
        #[doc = concat!($at, ".observe_fn(|call, result| println!(\"{}: {}\", call.call_id(), result.text()))", $end)]
        /// ```
        $(#[$note])*
        pub fn observe_fn(
            $($receiver)+,
            observer: impl Fn(&ToolExecution, &ToolExecutionResult) + Send + Sync + 'static,
        ) -> $gives {
            $self.observe(observer)
        }

        /// Adds hooks of several stages that belong together.
        ///
        /// ```
        /// use dsh_tools::{Hooks, Policy, ToolRegistry};
        /// use std::sync::Arc;
        ///
        /// struct Loud;
        ///
        /// impl Policy for Loud {
        ///     fn install(self: Arc<Self>, hooks: &mut Hooks) {
        ///         hooks.pre_execute_fn(|call, next| async move {
        ///             println!("{} comes in", call.name());
        ///             next.run().await
        ///         });
        ///         hooks.observe_fn(|call, _| println!("{} is done", call.name()));
        ///     }
        /// }
        #[doc = concat!($at, ".policy(Loud)", $end)]
        /// ```
        $(#[$note])*
        pub fn policy($($receiver)+, policy: impl Policy) -> $gives {
            $add!($self, |hooks| hooks.add_policy(policy))
        }
    };
}

macro_rules! installed {
    ($to:expr, $add:expr) => {{
        let add: Box<dyn FnOnce(&mut Hooks) + '_> = Box::new($add);
        $to.install(add)
    }};
}

macro_rules! chained {
    ($to:expr, $add:expr) => {{
        let add: Box<dyn FnOnce(&mut Hooks) + '_> = Box::new($add);
        add($to);
        $to
    }};
}

macro_rules! prepended {
    ($to:expr, $add:expr) => {{
        let add: Box<dyn FnOnce(&mut Hooks) + '_> = Box::new($add);
        $to.0.within(Place::Prepended, add);
        $to
    }};
}

macro_rules! built {
    ($to:expr, $add:expr) => {{
        let mut hooks = Hooks::new();
        let add: Box<dyn FnOnce(&mut Hooks) + '_> = Box::new($add);
        add(&mut hooks);
        $to.with_hooks(hooks.new)
    }};
}

impl ToolRegistry {
    nesting!("ToolRegistry::new()" ";", self (&self) -> Registration, installed);
    flat!("ToolRegistry::new()" ";", self (&self) -> Registration, installed);
}

/// For calls in this scope and those below it.
impl ToolScope {
    nesting!("ToolRegistry::new().scope(\"agent\")" ";", self (&self) -> Registration, installed);
    flat!("ToolRegistry::new().scope(\"agent\")" ";", self (&self) -> Registration, installed);
}

/// For all calls, in the order in which they are given.
impl ToolRegistryBuilder {
    nesting!(#[must_use] "let _ = ToolRegistry::builder()" ";", self (self) -> Self, built);
    flat!(#[must_use] "let _ = ToolRegistry::builder()" ";", self (self) -> Self, built);
}

impl Hooks {
    nesting!("ToolRegistry::new().install(|hooks| { hooks" "; });", self (&mut self) -> &mut Self, chained);
    flat!("ToolRegistry::new().install(|hooks| { hooks" "; });", self (&mut self) -> &mut Self, chained);
}

impl Prepend<'_> {
    nesting!("ToolRegistry::new().install(|hooks| { hooks.prepend()" "; });", self (&mut self) -> &mut Self, prepended);
}
