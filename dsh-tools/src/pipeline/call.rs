//! One call in the pipeline.

use super::around::Wrapper;
use super::runner::{Place, Runner};
use crate::registry::{Entrance, Hook, HookKind, Reach};
use crate::tool::{
    CallOf, Effects, ErrorCode, Extras, Identity, Later, ReadArguments, States, ToolDefinition,
    ToolError, ToolExecution, ToolExecutionInput, ToolExecutionToken, contain, contained,
};
use std::sync::Arc;
use std::time::Duration;

/// One call. What it is, whoever keeps it keeps; where it runs, only its stages and bodies need.
pub(super) type Call = CallOf<Runner>;

/// What a name stands for.
pub(super) enum Resolve {
    /// Whatever the registry holds under it.
    ByName,
    /// This one, or none: it was looked up already.
    To(Option<ToolDefinition>),
}

/// A tool that calls itself without end is stopped before it takes all memory.
fn allow_depth(depth: u32, reach: &Reach) -> Result<(), ToolError> {
    let most = reach.settings().max_nesting;
    if depth <= most {
        return Ok(());
    }
    Err(ToolError::coded(
        ErrorCode::NestingLimit,
        format!("tools may call tools {most} deep, and this call is nested in {depth}"),
    ))
}

impl Call {
    /// Mints the token, materializes the arguments once, and resolves the name once. The error is why the
    /// arguments could not be materialized.
    pub(super) fn accept(
        reach: Reach,
        resolve: Resolve,
        input: ToolExecutionInput,
    ) -> (Arc<Self>, Result<(), ToolError>) {
        let token = ToolExecutionToken::mint();
        let name = matches!(resolve, Resolve::ByName).then_some(&input.name);
        let Entrance { stay, states: around, tool } = reach.enter(name);
        let ReadArguments { document, written } = input.arguments.materialize();
        let (arguments, readable) = match document {
            Ok(arguments) => (Some(arguments), allow_depth(input.depth, &reach)),
            Err(error) => (None, Err(error)),
        };
        let definition = match resolve {
            Resolve::ByName => tool,
            Resolve::To(definition) => definition,
        };
        let (root_call_id, batch, states, progress) = match input.extras {
            None => (None, None, around, None),
            Some(extras) => {
                let Extras { root_call_id, batch, states, progress, surrounding } = *extras;
                let states = states.within(surrounding.unwrap_or(around));
                (root_call_id, batch, states, progress)
            }
        };
        let call = Self {
            identity: Identity {
                token,
                parent: input.parent,
                call_id: input.call_id,
                root_call_id,
                name: input.name,
                arguments,
                written,
                definition,
                scope: reach.scope().map(|scope| Arc::clone(scope.shared_path())),
                depth: input.depth,
                callers: [input.cancellation, batch],
                later: Later::default(),
            },
            effects: Effects::default(),
            runs: Runner::new(Place { reach, stay, states, progress }),
        };
        (Arc::new(call), readable)
    }

    /// The hooks of a kind that the call is to go through now, the outermost first; `None` when there are none.
    #[inline]
    pub(super) fn hooks<H: ?Sized + HookKind>(&self) -> Option<Arc<[Hook<H>]>> {
        if self.has_none::<H>() { None } else { self.some_hooks() }
    }

    #[inline(never)]
    fn some_hooks<H: ?Sized + HookKind>(&self) -> Option<Arc<[Hook<H>]>> {
        let (reach, stay) = self.runs.look(|place| (place.reach.clone(), place.stay.clone()))?;
        reach.hooks(&stay)
    }

    /// Whether there was a moment at which no layer that the call may pass had a hook of the kind.
    #[inline]
    pub(super) fn has_none<H: ?Sized + HookKind>(&self) -> bool {
        self.runs.look(|place| place.reach.has_none_of::<H>()).unwrap_or(false)
    }

    /// The wrappers around its dispatch now, in the same way. Those of the library's own that keep timeouts
    /// are left out where none is declared.
    #[inline]
    pub(super) fn wrappers(&self) -> Option<Arc<[Hook<dyn Wrapper>]>> {
        let definition = self.identity.definition.as_ref();
        let has_timeout = definition.is_none_or(|tool| tool.timeout().is_some());
        let timeouts_only = |place: &Place| place.reach.has_timeouts_only::<dyn Wrapper>();
        if !has_timeout && self.runs.look(timeouts_only).unwrap_or(false) {
            return None;
        }
        self.hooks()
    }

    /// All guards have let it pass: what stands around the call now stays around it. Whether its scope was closed
    /// meanwhile.
    #[inline]
    pub(super) fn pass(&self) -> bool {
        let in_scope = |place: &Place| place.reach.scope().is_some();
        if !self.runs.look(in_scope).unwrap_or(true) {
            return false;
        }
        let Some(reach) = self.reach() else { return true };
        let stay = reach.stay();
        // Of a scope that is closed by now there may be nothing left to see.
        let closed = reach.is_closed();
        if !closed {
            self.runs.stay_as(stay);
        }
        closed
    }

    /// Where it runs; `None` when it has its outcome.
    pub(super) fn reach(&self) -> Option<Reach> {
        self.runs.look(|place| place.reach.clone())
    }

    pub(super) fn hook_deadline(&self) -> Option<Duration> {
        self.runs.look(|place| place.reach.settings().hook_deadline)?
    }

    /// The call as those see it who look at it as a whole.
    #[inline]
    pub(super) fn execution(self: &Arc<Self>) -> ToolExecution {
        ToolExecution::of(Arc::<Self>::clone(self))
    }

    /// Whether whoever made the call, or its batch, has given it up: only they make an outcome "cancelled".
    #[inline]
    pub(super) fn is_cancelled(&self) -> bool {
        self.identity.is_given_up()
    }

    /// Tells all that still runs for the call that nobody waits for it any more.
    #[inline]
    pub(super) fn end_runs(&self) {
        if let Some(token) = self.identity.end_runs() {
            contained("waker", &self.identity, contain(|| token.cancel()));
        }
    }

    /// Tells all that sees the call as a whole, and is still at work, that nobody waits for it any more.
    pub(super) fn end_all(&self) {
        if let Some(token) = self.identity.end() {
            contained("waker", &self.identity, contain(|| token.cancel()));
        }
    }

    /// Tells all that sees the call as this does, and is still at work, that nobody waits for it any more.
    pub(super) fn end(&self, seen: &ToolExecution) {
        if let Some(token) = seen.end() {
            contained("waker", &self.identity, contain(|| token.cancel()));
        }
    }

    /// The failure of a run that is asked for after the call has got its outcome.
    #[inline]
    pub(super) fn is_over(&self) -> Option<ToolError> {
        self.effects.is_settled().then(over)
    }

    /// The failure of a cancelled call: whether its body had started makes the code.
    pub(super) fn aborted(&self) -> ToolError {
        if self.effects.started() {
            ToolError::coded(
                ErrorCode::Aborted,
                "the call was cancelled while the tool was running",
            )
        } else {
            ToolError::coded(
                ErrorCode::AbortedBeforeDispatch,
                "the call was cancelled before the tool was started",
            )
        }
    }

    pub(super) fn unknown_tool(&self) -> ToolError {
        let Some(reach) = self.reach() else { return over() };
        let error = reach.not_found(&self.identity.name.to_shared());
        ToolError::coded(ErrorCode::UnknownTool, error.to_string()).with_source(error)
    }

    /// What hosts handed to its bodies. The error is that of [`is_over`](Self::is_over).
    #[inline]
    pub(super) fn states(&self) -> Result<States, ToolError> {
        self.runs.look(|place| place.states.clone()).ok_or_else(over)
    }
}

/// The failure of what is asked for after the call has got its outcome.
#[cold]
pub(super) fn over() -> ToolError {
    ToolError::coded(
        ErrorCode::AbortedBeforeDispatch,
        "the call has got its outcome: nothing of it can be run any more",
    )
}
