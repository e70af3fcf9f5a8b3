//! What most programs use: `use dsh_tools::prelude::*;`.
//!
//! ```
//! use dsh_tools::prelude::*;
//!
//! let registry = ToolRegistry::new();
//! let call = registry.execute(ToolExecutionInput::new("call_1", "read_file", r#"{"path":"a.rs"}"#));
//! # drop(call);
//! ```

pub use crate::json::{ContentBlock, FrozenJson};
pub use crate::pipeline::{
    ApprovalDecision, ApprovalRequest, Approver, AroundDispatch, AroundNext, BatchOptions, Denial,
    Hooks, Policy, PostExecute, PostNext, PostToolDecision, PreExecute, PreNext, PreToolDecision,
    TimeoutPolicy, ToolGuard, ToolObserver,
};
pub use crate::registry::{RegisterError, Registration, ToolRegistry, ToolRestriction, ToolScope};
pub use crate::tool::{
    ErrorCode, IntoToolOutput, Json, ToolContext, ToolDefinition, ToolError, ToolErrorExt,
    ToolExecution, ToolExecutionInput, ToolExecutionResult, ToolOutput, ToolResultData, ToolSchema,
};
pub use crate::view::{FileDiff, FileLocation, ToolCallKind, ToolCallView, ToolResultView};
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;
// Each name twice: the trait and its derive; the attribute and the module are told apart by where they stand.
pub use crate::{ToolArgs, ToolValue, tool, toolbox, tools};
