//! A call in one piece: what it is, what its bodies said, and what runs it.

use super::effects::Effects;
use super::identity::Identity;
use super::{Progress, ToolExecution, ToolExecutionInput, ToolExecutionResult};
use std::pin::Pin;

/// A call. Whoever keeps it keeps nothing of where it ran: what runs it lets go of that when it has its outcome.
pub(crate) struct CallOf<R: ?Sized> {
    pub(crate) identity: Identity,
    pub(crate) effects: Effects,
    pub(crate) runs: R,
}

/// A call, whatever runs it.
pub(crate) type AnyCall = CallOf<dyn Running>;

/// What runs a call, as far as its bodies need it; who runs calls is above this layer.
pub(crate) trait Running: Send + Sync {
    /// Runs a call that a body of this one makes.
    fn call(
        &self,
        input: ToolExecutionInput,
    ) -> Pin<Box<dyn Future<Output = ToolExecutionResult> + Send>>;

    /// Tells the call's listeners how far its body is.
    fn tell(&self, execution: &ToolExecution, progress: &Progress);
}
