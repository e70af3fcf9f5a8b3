//! One call in the pipeline.

use super::around::Wrapper;
use crate::registry::{Entrance, Hook, HookKind, Reach, Stay};
use crate::tool::{
    CallShared, Effects, ErrorCode, Extras, Identity, Later, ReadArguments, ToolDefinition,
    ToolError, ToolExecution, ToolExecutionInput, ToolExecutionToken, contain, contained,
};
use std::sync::{Arc, OnceLock};

/// One call: what its stages share.
pub(super) struct Call {
    pub(super) reach: Reach,
    /// By itself: who keeps it is not to keep a registry, whose hooks may be what keeps it.
    pub(super) identity: Arc<Identity>,
    pub(super) shared: CallShared,
    /// The scope as the call entered it.
    entered: Stay,
    /// The scope as it was when all guards had let the call pass.
    passed: OnceLock<Stay>,
}

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
        let Entrance { stay: entered, states: around, tool } = reach.enter(name);
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
        let identity = Arc::new(Identity {
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
        });
        let shared = CallShared { states, effects: Effects::default(), progress };
        let passed = OnceLock::new();
        (Arc::new(Self { reach, identity, shared, entered, passed }), readable)
    }

    /// The call as those see it who look at it as a whole.
    #[inline]
    pub(super) fn execution(&self) -> ToolExecution {
        ToolExecution::of(Arc::clone(&self.identity))
    }

    /// The hooks of a kind that the call is to go through now, the outermost first; `None` when there are none.
    #[inline]
    pub(super) fn hooks<H: ?Sized + HookKind>(&self) -> Option<Arc<[Hook<H>]>> {
        self.reach.hooks(self.passed.get().unwrap_or(&self.entered))
    }

    pub(super) fn has_none<H: ?Sized + HookKind>(&self) -> bool {
        self.reach.has_none_of::<H>()
    }

    /// The wrappers around its dispatch now, in the same way. Those of the library's own that keep timeouts
    /// are left out where none is declared.
    #[inline]
    pub(super) fn wrappers(&self) -> Option<Arc<[Hook<dyn Wrapper>]>> {
        let definition = self.identity.definition.as_ref();
        if definition.is_some_and(|tool| tool.timeout().is_none())
            && self.reach.has_timeouts_only::<dyn Wrapper>()
        {
            return None;
        }
        self.hooks()
    }

    /// All guards have let it pass: what stands around the call now stays around it.
    #[inline]
    pub(super) fn pass(&self) {
        if self.reach.scope().is_none() {
            return;
        }
        let stay = self.reach.stay();
        // Of a scope that is closed by now there may be nothing left to see.
        if !self.reach.is_closed() {
            self.passed.get_or_init(|| stay);
        }
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
            contained("waker", &*self.identity, contain(|| token.cancel()));
        }
    }

    /// Tells all that sees the call as a whole, and is still at work, that nobody waits for it any more.
    pub(super) fn end_all(&self) {
        if let Some(token) = self.identity.end() {
            contained("waker", &*self.identity, contain(|| token.cancel()));
        }
    }

    /// Tells all that sees the call as this does, and is still at work, that nobody waits for it any more.
    pub(super) fn end(&self, seen: &ToolExecution) {
        if let Some(token) = seen.end() {
            contained("waker", &*self.identity, contain(|| token.cancel()));
        }
    }

    /// The failure of a run that is asked for after the call has got its outcome.
    #[inline]
    pub(super) fn is_over(&self) -> Option<ToolError> {
        self.shared.effects.is_settled().then(|| {
            ToolError::coded(
                ErrorCode::AbortedBeforeDispatch,
                "the call has got its outcome: nothing of it can be run any more",
            )
        })
    }

    /// The failure of a cancelled call: whether its body had started makes the code.
    pub(super) fn aborted(&self) -> ToolError {
        if self.shared.effects.started() {
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
}
