//! One call in the pipeline.

use crate::registry::ToolRegistry;
use crate::tool::{
    CallShared, Effects, ErrorCode, NewExecution, ToolDefinition, ToolError, ToolExecution,
    ToolExecutionInput, ToolExecutionToken,
};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One call: what its stages share.
pub(super) struct Call {
    pub(super) registry: ToolRegistry,
    pub(super) execution: ToolExecution,
    pub(super) shared: Arc<CallShared>,
    /// The token of whoever made the call; only it makes an outcome "cancelled".
    caller: Option<CancellationToken>,
}

/// What a name stands for.
pub(super) enum Resolve {
    /// Whatever the registry holds under it.
    ByName,
    /// This one.
    To(ToolDefinition),
}

impl Call {
    /// Mints the token, materializes the arguments once, and resolves the name once. The error is why the
    /// arguments could not be materialized.
    pub(super) fn accept(
        registry: ToolRegistry,
        resolve: Resolve,
        input: ToolExecutionInput,
    ) -> (Arc<Self>, Result<(), ToolError>) {
        let token = ToolExecutionToken::mint();
        let (arguments, readable) = match input.arguments.materialize() {
            Ok(arguments) => (Some(arguments), Ok(())),
            Err(error) => (None, Err(error)),
        };
        let definition = match resolve {
            Resolve::ByName => registry.get(&input.name),
            Resolve::To(definition) => Some(definition),
        };
        // A token of the call's own: bodies and hooks cannot cancel the caller's.
        let cancellation = input
            .cancellation
            .as_ref()
            .map_or_else(CancellationToken::new, CancellationToken::child_token);
        let execution = ToolExecution::new(NewExecution {
            token,
            parent: input.parent,
            call_id: input.call_id,
            root_call_id: input.root_call_id,
            name: input.name,
            arguments,
            definition,
            cancellation,
        });
        let shared = CallShared {
            states: Arc::new(input.states).within(Arc::clone(registry.states())),
            effects: Effects::default(),
            progress: input.progress,
        };
        let call =
            Self { registry, execution, shared: Arc::new(shared), caller: input.cancellation };
        (Arc::new(call), readable)
    }

    /// Whether whoever made the call has given it up.
    pub(super) fn is_cancelled(&self) -> bool {
        self.caller.as_ref().is_some_and(CancellationToken::is_cancelled)
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
