//! Why calls of a batch are not run.

use crate::tool::{ErrorCode, ToolError};

/// Why the calls that have not started do not start any more, but for their cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The model's message was cut off.
    CutOff,
    /// An earlier one failed, and that was to be the end.
    Failed,
}

impl Stop {
    #[inline]
    pub(super) fn error(self) -> ToolError {
        let why = match self {
            Self::CutOff => {
                "the call was not run: the message was cut off by its token limit, so the call may be incomplete; make it again, in smaller parts if it is long"
            }
            Self::Failed => "the call was not run: a call before it failed",
        };
        ToolError::coded(ErrorCode::AbortedBeforeDispatch, why)
    }
}
