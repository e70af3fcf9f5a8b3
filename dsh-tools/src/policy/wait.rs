//! Waiting that ends when the call is cancelled.

use crate::tool::{ToolError, ToolExecution, contain};
use std::time::Duration;
use tokio::time::sleep;

/// Waits that long: whether to the end, and not to the call's cancellation.
#[inline]
pub(super) async fn pause(call: &ToolExecution, time: Duration) -> Result<bool, ToolError> {
    let alarm = contain(|| sleep(time)).map_err(|_panicked| {
        ToolError::msg("waiting needs a tokio runtime with its timer enabled")
    })?;
    Ok(unless_cancelled(call, alarm).await.is_some())
}

/// What the future gives; nothing when the call is cancelled before.
#[inline]
pub(super) async fn unless_cancelled<F: Future>(
    call: &ToolExecution,
    future: F,
) -> Option<F::Output> {
    if call.is_ended() {
        return None;
    }
    call.cancellation().run_until_cancelled(future).await
}
