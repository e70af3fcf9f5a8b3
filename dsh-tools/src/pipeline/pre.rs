//! Pre-execute hooks: a waterfall that allows a call, denies it, or has somebody asked.

use crate::registry::Hook;
use crate::tool::{Contained, ErrorCode, Shielded, ToolError, ToolExecution, panicked_in};
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What becomes of a call, as a [`PreExecute`] hook decides.
///
/// ```
/// use dsh_tools::PreToolDecision;
///
/// assert_eq!(PreToolDecision::deny("not here"), PreToolDecision::Deny("not here".into()));
/// assert_eq!(PreToolDecision::ask("it writes"), PreToolDecision::Ask(Some("it writes".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a decision counts when a hook returns it: `Ok(decision)`"]
pub enum PreToolDecision {
    /// It may run, unless a guard denies it.
    Allow,
    /// It does not run; the model reads the reason.
    Deny(Arc<str>),
    /// It runs when an [`Approver`](super::Approver) allows it, who is told the reason. Nobody is asked about what cannot
    /// run, a name that no tool has or arguments that do not fit: that fails as it would without the question.
    Ask(Option<Arc<str>>),
}

impl PreToolDecision {
    /// It does not run, for this reason.
    ///
    /// ```
    /// use dsh_tools::PreToolDecision;
    /// assert!(matches!(PreToolDecision::deny("not here"), PreToolDecision::Deny(_)));
    /// ```
    pub fn deny(reason: impl Into<Arc<str>>) -> Self {
        Self::Deny(reason.into())
    }

    /// Somebody is asked, for this reason.
    ///
    /// ```
    /// use dsh_tools::PreToolDecision;
    /// assert!(matches!(PreToolDecision::ask("it writes"), PreToolDecision::Ask(Some(_))));
    /// ```
    pub fn ask(reason: impl Into<Arc<str>>) -> Self {
        Self::Ask(Some(reason.into()))
    }
}

/// Decides about calls before anything of them runs.
///
/// Hooks nest: one that was registered earlier is further out, and sees by [`PreNext::run`] what those within would
/// decide. It may hand that on, or decide otherwise; so the outermost has the last word, and an outer `Allow` means
/// that inner hooks are not asked at all. What must hold whatever the order is the business of a
/// [`ToolGuard`](super::ToolGuard). With no hook, or when the innermost runs its `next`, the decision is `Allow`.
///
/// Names that no tool has are decided about, too. The arguments are frozen: no hook can change them.
///
/// An `Err` ends the call with that message and code, and a panic with [`ErrorCode::HookPanicked`]; then post-execute
/// hooks are not asked.
///
/// Structs implement it with a plain `async fn`; every `async fn(ToolExecution, PreNext)` is one.
///
/// A closure goes through `pre_execute_fn`, which knows the types of its parameters. Every call runs it anew, so what it
/// captures is cloned outside the future and moved into it: a future that borrows from the closure does not compile
/// ("captured variable cannot escape", or "async closure does not implement `Fn`" of an `async move |call, next|`), nor
/// one that takes it away (E0507):
///
/// ```
/// use dsh_tools::{PreToolDecision, ToolRegistry};
/// use std::collections::HashSet;
/// use std::sync::{Arc, Mutex};
///
/// let seen = Arc::new(Mutex::new(HashSet::new()));
/// ToolRegistry::new().pre_execute_fn(move |call, next| {
///     let seen = Arc::clone(&seen);
///     async move {
///         if !seen.lock().unwrap().insert(call.call_id().to_owned()) {
///             return Ok(PreToolDecision::deny("this call was made before"));
///         }
///         next.run().await
///     }
/// });
/// ```
///
/// ```
/// use dsh_tools::{PreExecute, PreNext, PreToolDecision, ToolError, ToolExecution, ToolRegistry};
///
/// struct AskBeforeWriting;
///
/// impl PreExecute for AskBeforeWriting {
///     async fn pre_execute(&self, call: ToolExecution, next: PreNext) -> Result<PreToolDecision, ToolError> {
///         let reads = call.definition().is_some_and(|tool| tool.hints().read_only == Some(true));
///         match next.run().await? {
///             PreToolDecision::Allow if !reads => Ok(PreToolDecision::ask("it may change files")),
///             decision => Ok(decision),
///         }
///     }
/// }
/// ToolRegistry::new().pre_execute(AskBeforeWriting);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot decide about calls",
    note = "implement `PreExecute`, or give an `async fn(ToolExecution, PreNext) -> Result<PreToolDecision, ToolError>`",
    note = "closures go through `pre_execute_fn(|call, next| async move {{ next.run().await }})`"
)]
pub trait PreExecute: Send + Sync + 'static {
    /// Decides.
    fn pre_execute(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> impl Future<Output = Result<PreToolDecision, ToolError>> + Send;
}

/// Shared with whoever reads what it gathers.
impl<P: PreExecute> PreExecute for Arc<P> {
    fn pre_execute(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> impl Future<Output = Result<PreToolDecision, ToolError>> + Send {
        P::pre_execute(self, call, next)
    }
}

impl<F, Fut> PreExecute for F
where
    F: Fn(ToolExecution, PreNext) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<PreToolDecision, ToolError>> + Send,
{
    fn pre_execute(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> impl Future<Output = Result<PreToolDecision, ToolError>> + Send {
        self(call, next)
    }
}

type Decision = Result<PreToolDecision, ToolError>;

/// The hooks further in. They are asked once at most.
///
/// ```
/// use dsh_tools::{PreNext, PreToolDecision, ToolError, ToolExecution};
///
/// async fn log(call: ToolExecution, next: PreNext) -> Result<PreToolDecision, ToolError> {
///     let decision = next.run().await;
///     println!("{}: {decision:?}", call.name());
///     decision
/// }
/// # dsh_tools::ToolRegistry::new().pre_execute(log);
/// ```
#[must_use = "the hooks further in are asked by `run`"]
pub struct PreNext {
    call: ToolExecution,
    hooks: Arc<[Hook<dyn Before>]>,
    at: usize,
    heard: Option<Arc<Heard>>,
}

impl PreNext {
    /// What the hooks further in decide; `Allow` when there are none.
    ///
    /// # Errors
    /// What one of them failed with, its panic included. To turn it into a decision is possible, and seldom right.
    ///
    /// ```
    /// # use dsh_tools::{PreNext, PreToolDecision, ToolError, ToolExecution};
    /// async fn untouched(_: ToolExecution, next: PreNext) -> Result<PreToolDecision, ToolError> {
    ///     next.run().await
    /// }
    /// # dsh_tools::ToolRegistry::new().pre_execute(untouched);
    /// ```
    pub fn run(self) -> impl Future<Output = Result<PreToolDecision, ToolError>> + Send + use<> {
        enter(self.call, self.hooks, self.at, self.heard)
    }

    /// A second way in for the library's own adapters, and what the hooks further in said on the first.
    pub(super) fn overheard(self) -> (Self, Self, Arc<Heard>) {
        let heard = Arc::new(Heard { said: Mutex::default(), outer: self.heard.clone() });
        let first = Self {
            call: self.call.clone(),
            hooks: Arc::clone(&self.hooks),
            at: self.at,
            heard: Some(Arc::clone(&heard)),
        };
        (first, self, heard)
    }
}

/// What the hooks further in decided, for one who cannot rely on the hook between.
pub(super) struct Heard {
    said: Mutex<Option<Decision>>,
    /// Somebody further out who listens as well: for him, too, they have been asked.
    outer: Option<Arc<Self>>,
}

impl Heard {
    fn set(&self, decision: &Decision) {
        for heard in std::iter::successors(Some(self), |heard| heard.outer.as_deref()) {
            let copy = match decision {
                Ok(decision) => Ok(decision.clone()),
                Err(error) => Err(ToolError::coded(error.code().clone(), error.message())),
            };
            *heard.said() = Some(copy);
        }
    }

    pub(super) fn take(&self) -> Option<Decision> {
        self.said().take()
    }

    fn said(&self) -> MutexGuard<'_, Option<Decision>> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for PreNext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreNext").field("call", &self.call).finish_non_exhaustive()
    }
}

/// A hook whose destructor may panic.
pub(super) struct Pre<P>(pub(super) Shielded<P>);

/// The kind of hook.
pub(super) trait Before: Send + Sync {
    fn decide(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + '_>>;
}

impl<P: PreExecute> Before for Pre<P> {
    fn decide(
        &self,
        call: ToolExecution,
        next: PreNext,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + '_>> {
        match self.0.get() {
            Some(hook) => Box::pin(hook.pre_execute(call, next)),
            None => Box::pin(next.run()),
        }
    }
}

/// Asks hook number `at`, or allows where there is none; tells whoever hears of what is decided.
pub(super) fn enter(
    call: ToolExecution,
    hooks: Arc<[Hook<dyn Before>]>,
    at: usize,
    heard: Option<Arc<Heard>>,
) -> impl Future<Output = Decision> + Send {
    let hook = hooks.get(at).map(|hook| Arc::clone(&hook.run));
    async move {
        let decision = match &hook {
            None => Ok(PreToolDecision::Allow),
            Some(hook) => {
                let asked = Contained::new(|| {
                    let next = PreNext { call: call.clone(), hooks, at: at + 1, heard: None };
                    Ok(hook.decide(call.clone(), next))
                });
                asked.await.unwrap_or_else(|panicked| {
                    panicked_in("pre-execute hook", &call, &panicked);
                    Err(call.identity().panicked(ErrorCode::HookPanicked, "a hook", panicked))
                })
            }
        };
        if let Some(heard) = heard {
            heard.set(&decision);
        }
        decision
    }
}
