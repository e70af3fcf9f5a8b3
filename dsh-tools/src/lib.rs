//! Plain Rust code as LLM tools.
//!
//! One source, plain structs and plain async functions, gives the JSON Schema that a model sees, the
//! validator that enforces every keyword of it, typed arguments, a registry and a policy pipeline.

pub mod json;
pub mod pipeline;
pub mod prelude;
pub mod registry;
pub mod schema;
pub mod tool;
pub mod view;

#[doc(hidden)]
pub mod __private;

#[doc(inline)]
pub use dsh_tools_derive::{ToolArgs, ToolValue, tool, tools};
#[doc(inline)]
pub use json::FrozenJson;
#[doc(inline)]
pub use pipeline::{AroundDispatch, AroundNext, TimeoutPolicy, ToolCall, ToolObserver};
#[doc(inline)]
pub use registry::{
    RegisterError, RegisterProblem, Registration, RegistrationGuard, ToolRegistry,
    ToolRegistryBuilder, ToolSetChanges,
};
#[doc(inline)]
pub use schema::{ToolArgs, ToolValue};
#[doc(inline)]
pub use tool::{
    AdditionalContext, ContextSource, ErrorCode, ErrorInfo, IntoContent, IntoToolOutput, Json,
    Progress, RawArguments, SourceLocation, ToolArgsError, ToolCallRecord, ToolContext,
    ToolDefinition, ToolDefinitionBuilder, ToolError, ToolErrorExt, ToolExecution,
    ToolExecutionInput, ToolExecutionMode, ToolExecutionResult, ToolExecutionToken, ToolFailure,
    ToolHints, ToolNotFoundError, ToolOutput, ToolResultData, ToolResultRecord, ToolSchema,
    ToolSuccess,
};
#[doc(inline)]
pub use view::{FileDiff, FileLocation, ToolCallKind, ToolCallView, ToolResultView};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[derive(Debug)]
pub struct Readme;
