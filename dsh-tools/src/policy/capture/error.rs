//! Why there is no capture, or no value.

use crate::registry::RegisterError;
use crate::schema::OutputSchemaError;
use crate::tool::ErrorCode;
use std::sync::Arc;
use thiserror::Error;

/// Why nothing was installed: the schema, or the place.
///
/// ```
/// use dsh_tools::{CaptureError, StructuredCapture, ToolRegistry};
/// use serde_json::json;
///
/// let scope = ToolRegistry::new().scope("child");
/// let error = StructuredCapture::install(&scope, json!({"type": "array"})).unwrap_err();
/// assert!(matches!(error, CaptureError::Schema(_)));
/// assert!(scope.schemas().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CaptureError {
    /// The schema cannot be enforced, or is none of an object: all that is wrong with it.
    #[error(transparent)]
    Schema(#[from] OutputSchemaError),
    /// The tool cannot be registered: its name is taken, or the scope is closed.
    #[error(transparent)]
    Register(#[from] RegisterError),
}

/// Why a run gave no value.
///
/// ```
/// use dsh_tools::{NotCaptured, StructuredCapture, ToolRegistry};
/// use serde_json::json;
///
/// let scope = ToolRegistry::new().scope("child");
/// let capture = StructuredCapture::install(&scope, json!({"type": "object"}))?;
/// let why = capture.finish().unwrap_err();
/// assert_eq!(why, NotCaptured::NeverCalled { tool: "structured_output".into() });
/// # Ok::<(), dsh_tools::CaptureError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotCaptured {
    /// The model never called the tool.
    #[error("the run ended without a call of `{tool}`, and gave no value")]
    NeverCalled {
        /// The tool that takes the value.
        tool: Arc<str>,
    },
    /// All calls of the tool failed, or calls that they were made in did.
    #[error(
        "the run gave no value: `{tool}` was called in vain, {calls} in all, at last with {code}: {message}"
    )]
    Failed {
        /// The tool that takes the value.
        tool: Arc<str>,
        /// How many failed.
        calls: u64,
        /// The code of the last failure.
        code: ErrorCode,
        /// Its message.
        message: String,
    },
    /// A value was given, and the call that gave it, or one that this was made in, has not ended.
    #[error("the run ended while a call that gave a value to `{tool}` was still at work")]
    Unsettled {
        /// The tool that takes the value.
        tool: Arc<str>,
    },
    /// The value fits the schema, and the type does not read it.
    #[error("the value that `{tool}` took cannot be read as its type: {report}")]
    Unreadable {
        /// The tool that took the value.
        tool: Arc<str>,
        /// What is wrong with it.
        report: String,
    },
}

impl NotCaptured {
    /// The code that [`settle`](super::StructuredCapture::settle) gives it: `NOT_CAPTURED`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::NotCaptured::CODE, "NOT_CAPTURED");
    /// ```
    pub const CODE: &str = "NOT_CAPTURED";
}
