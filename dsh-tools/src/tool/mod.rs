//! Tools: definitions, what bodies get and give, calls and results.

mod additional;
mod arguments;
mod blocks;
mod body;
mod builder;
mod builder_body;
mod call;
mod carrier;
mod code;
mod contain;
mod context;
mod contract;
mod defect;
mod definition;
mod effects;
mod ending;
mod error;
mod execution;
mod gives;
mod identity;
mod input;
mod into_definition;
mod into_output;
mod label;
mod log;
mod mode;
mod nested;
mod outcome;
mod output;
mod parts;
mod presentation;
mod progress;
mod record;
mod refine;
mod replaced;
mod reports;
mod result;
mod schema;
mod source;
mod state;

pub use additional::{AdditionalContext, ContextSource};
pub use builder::{NoBody, ToolDefinitionBuilder, Undecided};
pub use code::{CustomCode, ErrorCode};
pub use context::ToolContext;
pub use definition::{ToolDefinition, ToolHints};
pub use error::{ToolError, ToolErrorExt};
pub use execution::{ToolExecution, ToolExecutionToken};
pub use input::{RawArguments, ToolExecutionInput};
pub use into_definition::IntoToolDefinition;
pub use into_output::{
    Declared, IntoContent, IntoToolError, IntoToolOutput, Json, PromisedOutput, Undeclared,
};
pub use mode::ToolExecutionMode;
pub use nested::NestedCall;
pub use outcome::{ErrorInfo, ToolFailure, ToolSuccess};
pub use output::ToolOutput;
pub use parts::SourceLocation;
pub use presentation::ToolResultData;
pub use progress::Progress;
pub use record::{ToolCallRecord, ToolResultRecord};
pub use refine::ToolRefinement;
pub use reports::{ToolArgsError, ToolNotFoundError};
pub use result::ToolExecutionResult;
pub use schema::ToolSchema;
pub use source::{ArgumentSource, NoArguments, Typed, Unvalidated, Validated};

pub(crate) use arguments::Input;
pub(crate) use blocks::Blocks;
pub(crate) use body::{BodyFuture, NotStarted};
pub(crate) use call::{AnyCall, CallOf, Running};
pub(crate) use contain::{Contained, Panicked, Shielded, contain, discard, note_panic};
pub(crate) use context::missing;
pub(crate) use defect::Defect;
pub(crate) use effects::Effects;
pub(crate) use identity::{Identity, Later};
pub(crate) use input::{Extras, ReadArguments};
pub(crate) use label::Label;
#[cfg(feature = "acp")]
pub(crate) use log::failed;
pub(crate) use log::{contained, panic_behind, panicked_in};
pub(crate) use progress::ProgressSink;
pub(crate) use state::{Requirement, States};

#[doc(hidden)]
pub mod named;
#[doc(hidden)]
pub mod private;
#[doc(hidden)]
pub mod receiver;
