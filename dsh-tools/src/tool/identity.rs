//! What a call is, for as long as anybody holds it.

use super::ending::Ending;
use super::label::Label;
use super::{ErrorCode, Panicked, ToolDefinition, ToolError, ToolExecutionToken};
use crate::json::{FrozenJson, visible};
use std::fmt;
use std::sync::{Arc, OnceLock};
use tokio_util::sync::CancellationToken;

/// What a call is: nothing of it changes.
pub(crate) struct Identity {
    pub(crate) token: ToolExecutionToken,
    pub(crate) parent: Option<ToolExecutionToken>,
    pub(crate) call_id: Label,
    /// Of a call that serves another one of the model's.
    pub(crate) root_call_id: Option<Arc<str>>,
    pub(crate) name: Label,
    pub(crate) arguments: Option<FrozenJson>,
    /// What was written, where that is not the text of the document.
    pub(crate) written: Option<Arc<str>>,
    pub(crate) definition: Option<ToolDefinition>,
    pub(crate) scope: Option<Arc<str>>,
    pub(crate) depth: u32,
    /// The tokens of whoever made the call, and of its batch.
    pub(crate) callers: [Option<CancellationToken>; 2],
    pub(crate) later: Later,
}

/// What comes of a call when somebody asks.
#[derive(Default)]
pub(crate) struct Later {
    /// The arguments as the body gets them.
    effective: OnceLock<FrozenJson>,
    ending: Ending,
    /// Ends all that runs for the call, and nothing that observers see.
    runs: Ending,
}

impl Identity {
    #[inline]
    pub(crate) fn call_id(&self) -> &str {
        self.call_id.as_str()
    }

    pub(crate) fn root_call_id(&self) -> &str {
        self.root_call_id.as_deref().unwrap_or_else(|| self.call_id())
    }

    #[inline]
    pub(crate) fn name(&self) -> &str {
        self.name.as_str()
    }

    pub(super) fn effective_arguments(&self) -> Option<&FrozenJson> {
        let arguments = self.arguments.as_ref()?;
        let Some(definition) = &self.definition else {
            return Some(arguments);
        };
        Some(self.later.effective.get_or_init(|| definition.effective(arguments)))
    }

    /// Whether whoever made the call has given it up, or somebody who has the call's own token, by its id for one.
    #[inline]
    pub(crate) fn is_given_up(&self) -> bool {
        self.later.ending.has_come()
            || self.callers.iter().flatten().any(CancellationToken::is_cancelled)
    }

    #[inline]
    pub(super) fn runs_are_ended(&self) -> bool {
        self.later.runs.has_come()
    }

    /// Ends the call. What it gives is to be cancelled by whoever calls this: wakers are a host's code.
    pub(crate) fn end(&self) -> Option<&CancellationToken> {
        self.later.ending.come()
    }

    /// Ends all that runs for the call, in the same way.
    #[inline]
    pub(crate) fn end_runs(&self) -> Option<&CancellationToken> {
        self.later.runs.come()
    }

    /// A token of the call's own: bodies and hooks cannot cancel the caller's.
    pub(crate) fn cancellation(&self) -> &CancellationToken {
        self.later.ending.token(|| {
            let caller = self.callers.iter().flatten().next();
            caller.map_or_else(CancellationToken::new, CancellationToken::child_token)
        })
    }

    /// The failure of a call in which somebody's code panicked. What the panic said is for the host, as the cause; the
    /// model learns which call it was.
    #[cold]
    pub(crate) fn panicked(&self, code: ErrorCode, who: &str, panicked: Panicked) -> ToolError {
        let id = visible(self.call_id());
        ToolError::coded(code, format!("{who} panicked in call `{id}`")).with_source(panicked)
    }

    pub(super) fn cancellation_of_runs(&self) -> &CancellationToken {
        self.later.runs.token(|| self.cancellation().child_token())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolExecution")
            .field("call_id", &self.call_id)
            .field("name", &self.name)
            .field("arguments", &self.arguments)
            .finish_non_exhaustive()
    }
}
