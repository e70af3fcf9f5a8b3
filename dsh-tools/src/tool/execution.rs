//! One call, as hooks and observers see it.

use super::AnyCall;
use super::ToolDefinition;
use super::ending::Ending;
use super::identity::Identity;
use crate::json::FrozenJson;
use std::borrow::Cow;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio_util::sync::CancellationToken;

/// The identity of one execution: two calls never share one, whatever ids a model gives them.
///
/// Only the library makes them, and they cannot be written down: a token means something in this process only.
///
/// ```
/// use dsh_tools::{ToolExecution, ToolExecutionToken};
/// use std::collections::HashSet;
///
/// fn first_time(seen: &mut HashSet<ToolExecutionToken>, call: &ToolExecution) -> bool {
///     seen.insert(call.token())
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ToolExecutionToken(u64);

impl ToolExecutionToken {
    pub(crate) fn mint() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Its number in this process: it grows with every call that starts.
    pub(crate) const fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Debug for ToolExecutionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToolExecutionToken(..)")
    }
}

/// One call on its way through the pipeline: a cheap handle that hooks and observers get, and may keep.
///
/// Everything about it is read-only. What a hook holds is the call itself, not a copy to be edited.
///
/// ```
/// use dsh_tools::ToolExecution;
///
/// fn audit(call: &ToolExecution) -> String {
///     format!("{} {} {:?}", call.call_id(), call.name(), call.arguments())
/// }
/// ```
#[derive(Clone)]
pub struct ToolExecution {
    call: Arc<AnyCall>,
    sight: Sight,
}

/// From where the call is seen: whoever is further in is told to end by more.
#[derive(Clone)]
enum Sight {
    /// By whoever looks at the call as a whole.
    Call,
    /// From within what runs for it.
    Runs,
    /// From within one run of several.
    Run(Arc<Run>),
}

struct Run {
    ending: Ending,
    within: ToolExecution,
}

impl ToolExecution {
    /// The call, as whoever looks at it as a whole sees it.
    #[inline]
    pub(crate) fn of(call: Arc<AnyCall>) -> Self {
        Self { call, sight: Sight::Call }
    }

    /// What the call is.
    #[inline]
    pub(crate) fn identity(&self) -> &Identity {
        &self.call.identity
    }

    pub(super) fn whole(&self) -> &AnyCall {
        &self.call
    }

    /// The same call, as all that runs for it sees it.
    #[inline]
    pub(crate) fn seen_within(&self) -> Self {
        Self { call: Arc::clone(&self.call), sight: Sight::Runs }
    }

    /// The same call, as one run within this one sees it: it can be ended without harm to others.
    pub(crate) fn seen_in_a_run(&self) -> Self {
        let run = Run { ending: Ending::default(), within: self.clone() };
        Self { call: Arc::clone(&self.call), sight: Sight::Run(Arc::new(run)) }
    }

    /// Whether what sees the call as this does is to end.
    #[inline]
    pub(crate) fn is_ended(&self) -> bool {
        let mut seen = self;
        while let Sight::Run(run) = &seen.sight {
            if run.ending.has_come() {
                return true;
            }
            seen = &run.within;
        }
        let call = self.identity();
        let is_run = matches!(seen.sight, Sight::Runs);
        (is_run && call.runs_are_ended()) || call.is_given_up()
    }

    /// Ends what sees the call as this does. What it gives is to be cancelled by whoever calls this: wakers are a
    /// host's code.
    pub(crate) fn end(&self) -> Option<&CancellationToken> {
        match &self.sight {
            Sight::Call => self.identity().end(),
            Sight::Runs => self.identity().end_runs(),
            Sight::Run(run) => run.ending.come(),
        }
    }

    /// The execution's identity.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn same(a: &ToolExecution, b: &ToolExecution) -> bool { a.token() == b.token() }
    /// ```
    pub fn token(&self) -> ToolExecutionToken {
        self.identity().token
    }

    /// The execution this one was called from, for a call that a tool made.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn nested(call: &ToolExecution) -> bool { call.parent().is_some() }
    /// ```
    pub fn parent(&self) -> Option<ToolExecutionToken> {
        self.identity().parent
    }

    /// The id that the model gave the call.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn line(call: &ToolExecution) -> String { format!("{}: started", call.call_id()) }
    /// ```
    pub fn call_id(&self) -> &str {
        self.identity().call_id()
    }

    /// The id of the model's call that this one serves: of a call that the model made its own.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn is_root(call: &ToolExecution) -> bool { call.root_call_id() == call.call_id() }
    /// ```
    pub fn root_call_id(&self) -> &str {
        self.identity().root_call_id()
    }

    /// The name that was called, whether or not there is such a tool.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn is_shell(call: &ToolExecution) -> bool { call.name() == "bash" }
    /// ```
    pub fn name(&self) -> &str {
        self.identity().name()
    }

    /// The name, to be kept.
    pub(crate) fn shared_name(&self) -> Arc<str> {
        match self.definition() {
            Some(tool) => Arc::clone(tool.shared_name()),
            None => self.identity().name.to_shared(),
        }
    }

    /// The arguments, frozen, as the model wrote them; `None` when they were no JSON document.
    ///
    /// Who decides by them asks for the [effective](Self::effective_arguments) ones: a model can write one thing in many
    /// ways.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn line(call: &ToolExecution) -> Option<String> {
    ///     Some(format!("{} {}", call.name(), call.arguments()?))
    /// }
    /// ```
    pub fn arguments(&self) -> Option<&FrozenJson> {
        self.identity().arguments.as_ref()
    }

    /// The arguments as they were written, for logs: also a text that is no JSON, or an empty one. A document that was
    /// given as such is written as JSON; empty where no text could be made of it.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn unreadable(call: &ToolExecution) -> Option<String> {
    ///     call.arguments().is_none().then(|| call.arguments_text().into_owned())
    /// }
    /// ```
    pub fn arguments_text(&self) -> Cow<'_, str> {
        let call = self.identity();
        match (&call.written, &call.arguments) {
            (Some(written), _) => Cow::Borrowed(written),
            (None, Some(document)) => {
                document.text().map_or_else(|| Cow::Owned(document.to_string()), Cow::Borrowed)
            }
            (None, None) => Cow::Borrowed(""),
        }
    }

    /// The arguments as the body gets them: what a decision about the call is made by. `None` when they were no JSON
    /// document.
    ///
    /// - An alias of a key or of a variant is the advertised name.
    /// - An absent key has its default. `null` in place of a key that may be absent is none.
    /// - `7`, `7.0` and `70e-1` are `7`, where a type or a schema reads a number.
    ///
    /// Nothing else is changed: texts stay as they are, keys that no field takes stay, the defaults of a JSON Schema are
    /// not filled in, as bodies of such tools do not see them either, and the arguments of an unvalidated tool are as they
    /// were written. Where arguments do not fit they stay as they are too, and the call fails. It is worked out when it is
    /// first asked for.
    ///
    /// ```
    /// use dsh_tools::prelude::*;
    ///
    /// /// Write a file.
    /// #[tool]
    /// async fn write(#[arg(alias = "file")] path: String, #[arg(default = 420)] mode: u32) -> String {
    ///     format!("{path} {mode}")
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let registry = ToolRegistry::builder().tools(tools![write]).build()?;
    /// registry.guard_fn(|call: &ToolExecution| {
    ///     let arguments = call.effective_arguments()?;
    ///     assert_eq!(arguments.to_string(), r#"{"path":"a","mode":420}"#);
    ///     Some(dsh_tools::Denial::new("not today"))
    /// });
    /// let call = ToolExecutionInput::new("call_1", "write", r#"{"file":"a","mode":null}"#);
    /// assert_eq!(registry.execute(call).await.text(), "Error: not today");
    /// # Ok::<(), RegisterError>(())
    /// # }).unwrap();
    /// ```
    pub fn effective_arguments(&self) -> Option<&FrozenJson> {
        self.identity().effective_arguments()
    }

    /// The tool that was found under the name when the call started; it stays the one, whatever is
    /// registered or removed meanwhile. `None` for an unknown name.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn reads_only(call: &ToolExecution) -> bool {
    ///     call.definition().is_some_and(|tool| tool.hints().read_only == Some(true))
    /// }
    /// ```
    pub fn definition(&self) -> Option<&ToolDefinition> {
        self.identity().definition.as_ref()
    }

    /// The scope that the call runs in: the ids of scopes from the outermost inwards, joined by `/`. `None` for a call
    /// that was made on the registry itself.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn who(call: &ToolExecution) -> &str { call.scope().unwrap_or("nobody") }
    /// ```
    pub fn scope(&self) -> Option<&str> {
        self.identity().scope.as_deref()
    }

    /// How many calls this one is nested in: 0 for a call that no tool made.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn made_by_a_tool(call: &ToolExecution) -> bool { call.depth() > 0 }
    /// ```
    pub fn depth(&self) -> u32 {
        self.identity().depth
    }

    /// Tells that the call is to end: cancelled by whoever made it, or by a wrapper around it.
    ///
    /// The token is the call's own: cancelling it cancels this call and no other, as its caller would. A body, and a
    /// wrapper, see one of what they run in: cancelling that ends what is within and makes no outcome a cancelled one.
    ///
    /// ```
    /// # use dsh_tools::ToolExecution;
    /// fn given_up(call: &ToolExecution) -> bool { call.cancellation().is_cancelled() }
    /// ```
    pub fn cancellation(&self) -> &CancellationToken {
        match &self.sight {
            Sight::Call => self.identity().cancellation(),
            Sight::Runs => self.identity().cancellation_of_runs(),
            Sight::Run(run) => run.ending.token(|| run.within.cancellation().child_token()),
        }
    }
}

/// What runs a call keeps nothing half done that can be seen through it.
impl UnwindSafe for ToolExecution {}
impl RefUnwindSafe for ToolExecution {}

impl fmt::Debug for ToolExecution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.identity(), f)
    }
}
