//! How a run ended.

use crate::tool::ToolError;

/// How the run ended whose value [`StructuredCapture::settle`](super::StructuredCapture::settle) is asked for.
///
/// ```
/// use dsh_tools::{RunEnd, ToolError};
///
/// fn ended(by: Result<(), ToolError>, is_cancelled: bool) -> RunEnd {
///     if is_cancelled { RunEnd::Cancelled } else { by.into() }
/// }
/// assert!(matches!(ended(Ok(()), false), RunEnd::Finished));
/// ```
#[derive(Clone, Debug)]
pub enum RunEnd {
    /// The model has nothing more to say.
    Finished,
    /// Something failed: the provider, the loop, a limit.
    Failed(ToolError),
    /// Somebody has cancelled it.
    Cancelled,
}

impl<E: Into<ToolError>> From<Result<(), E>> for RunEnd {
    #[inline]
    fn from(end: Result<(), E>) -> Self {
        end.map_or_else(|error| Self::Failed(error.into()), |()| Self::Finished)
    }
}
