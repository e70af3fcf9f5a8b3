//! Plain Rust code as LLM tools.
//!
//! One source, plain structs and plain async functions, gives the JSON Schema that a model sees, the
//! validator that enforces every keyword of it, typed arguments, a registry and a policy pipeline.
//!
//! # From arguments to a loop
//!
//! 1. **Arguments** are a struct: types say what is legal, attributes narrow it, doc comments are what the model
//!    reads. [`#[derive(ToolArgs)]`](derive@ToolArgs) makes schema, checks and decoding of it.
//! 2. A **tool** is a function that takes them, [`#[tool]`](macro@tool), or a method in a
//!    [`#[toolbox]`](macro@toolbox). What it takes by reference is state that the host hands over; what it returns,
//!    [`IntoToolOutput`] lists.
//! 3. The **registry** holds tools, state and hooks: [`ToolRegistry`]. [`schemas`](ToolRegistry::schemas) is what a
//!    model is sent, [`execute`](ToolRegistry::execute) takes a call as the model wrote it to its one result.
//! 4. The **loop** is the host's. Here it is whole, with a script in the model's place:
//!
//! ```
//! use dsh_tools::prelude::*;
//! use serde_json::{Value, json};
//!
//! #[derive(ToolArgs)]
//! struct WeatherArgs {
//!     /// Name of the city.
//!     city: String,
//!     /// How many days.
//!     #[arg(range(min = 1, max = 7), default = 1)]
//!     days: u8,
//! }
//!
//! /// Tell the weather.
//! #[tool(read_only)]
//! async fn weather(args: WeatherArgs) -> String {
//!     format!("{}: {} days of sun", args.city, args.days)
//! }
//!
//! async fn answer(registry: &ToolRegistry, question: &str) -> Option<String> {
//!     let schemas = registry.schemas();
//!     let tools = schemas.iter().map(|schema| json!({"type": "function", "function": schema}));
//!     let tools: Vec<Value> = tools.collect();
//!     let mut messages = vec![json!({"role": "user", "content": question})];
//!     loop {
//!         let reply = model(&json!({"tools": tools, "messages": messages}));
//!         let Some(calls) = reply["tool_calls"].as_array().cloned() else {
//!             return reply["content"].as_str().map(str::to_owned);
//!         };
//!         messages.push(reply);
//!         for call in calls {
//!             let (id, function) = (call["id"].as_str()?, &call["function"]);
//!             // The arguments are text, just as the model wrote it.
//!             let (name, arguments) = (function["name"].as_str()?, function["arguments"].as_str()?);
//!             let result = registry.execute(ToolExecutionInput::new(id, name, arguments)).await;
//!             // A failure is a result as well: the model reads what is wrong, and mends it.
//!             messages.push(json!({"role": "tool", "tool_call_id": id, "content": result.text()}));
//!         }
//!     }
//! }
//!
//! /// A provider would be asked here. This one gets its first call wrong.
//! fn model(request: &Value) -> Value {
//!     assert_eq!(request["tools"][0]["function"]["name"], "weather");
//!     let call = |id: &str, arguments: &str| {
//!         let function = json!({"name": "weather", "arguments": arguments});
//!         json!({"role": "assistant", "tool_calls": [{"id": id, "type": "function", "function": function}]})
//!     };
//!     let messages = request["messages"].as_array().unwrap();
//!     let last = messages.last().unwrap()["content"].as_str().unwrap();
//!     match messages.len() {
//!         1 => call("call_1", r#"{"city":"Oslo","days":30}"#),
//!         3 if last.ends_with("`days`: expected an integer from 1 to 7, got the number 30") => {
//!             call("call_2", r#"{"city":"Oslo","days":7}"#)
//!         }
//!         _ => json!({"role": "assistant", "content": format!("It is fine. {last}")}),
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let registry = ToolRegistry::builder().tools(tools![weather]).build()?;
//! let text = answer(&registry, "Is it fine in Oslo?").await;
//! assert_eq!(text.as_deref(), Some("It is fine. Oslo: 7 days of sun"));
//! # Ok::<(), RegisterError>(())
//! # }).unwrap();
//! ```
//!
//! A [`ToolSchema`] serializes as `{"name": .., "description": .., "parameters": ..}`, which stands under `function`
//! above. Providers that call the schema otherwise get its fields one by one:
//!
//! ```
//! # use dsh_tools::ToolRegistry;
//! # use serde_json::{Value, json};
//! fn tools(registry: &ToolRegistry) -> Vec<Value> {
//!     let schemas = registry.schemas();
//!     let tool = |s: &dsh_tools::ToolSchema| {
//!         json!({"name": &*s.name, "description": &*s.description, "input_schema": s.parameters})
//!     };
//!     schemas.iter().map(tool).collect()
//! }
//! # assert!(tools(&ToolRegistry::new()).is_empty());
//! ```
//!
//! # The modules, in the order in which they are met
//!
//! | module | what it holds |
//! |---|---|
//! | [`prelude`] | what most programs use |
//! | [`tool`](mod@tool) | definitions, what bodies get and give, calls and results, errors |
//! | [`registry`] | which tools can be called, and where |
//! | [`pipeline`] | what happens to a call: hooks that decide, approval, guards, wrappers, observers |
//! | [`policy`] | ready hooks: permission, grants, retry, limits, reminders, metrics, spans, a journal, captures |
//! | `process` | child processes that end with all that they started (feature `process`) |
//! | [`view`] | cards of calls and results, for editors, terminals and logs |
//! | `bridge` | cards drawn: in a terminal (feature `terminal`), in an editor (feature `acp`) |
//! | [`testing`] | for tests of tools and hosts: expectations, schemas over time, stubs |
//! | [`schema`] | one constant that is schema, validator and decoder; violations |
//! | [`json`] | documents that lose nothing, content blocks, names |
//!
//! # What panics do
//!
//! A panic in anybody's code that runs for a call fails that call and nothing else: `TOOL_PANICKED`, `HOOK_PANICKED`. That
//! takes unwinding, which is what Rust does unless a profile says `panic = "abort"`: there, a panic in a tool ends the
//! process, and with the feature `tracing` the first registry logs a warning that says so. [`panic_hook`] is about what is
//! printed of panics.
//!
//! # What needs tokio
//!
//! The future of a call is a plain future: any executor polls it, and no task is spawned behind it. Within a tokio
//! runtime run the tools that are `blocking`, on its threads for blocking work, and those with a `timeout`, by its
//! timer: elsewhere their calls fail with a message that says so. A [`FileSpillStore`] writes on those threads where there
//! are any. [`CancellationToken`] is `tokio_util`'s.

#[cfg(any(feature = "acp", feature = "terminal"))]
pub mod bridge;
pub mod json;
pub mod panic_hook;
pub mod pipeline;
pub mod policy;
pub mod prelude;
#[cfg(feature = "process")]
pub mod process;
pub mod registry;
pub mod schema;
pub mod testing;
pub mod tool;
pub mod view;

mod sync;

#[doc(hidden)]
pub mod __private;

#[cfg(feature = "acp")]
#[doc(inline)]
pub use bridge::acp::{AcpApprover, AcpSession};
#[doc(inline)]
pub use dsh_tools_derive::{ToolArgs, ToolValue, tool, toolbox, tools};
#[doc(inline)]
pub use json::FrozenJson;
#[doc(inline)]
pub use pipeline::{
    AnswerError, ApprovalBroker, ApprovalDecision, ApprovalEnd, ApprovalKey, ApprovalRequest,
    Approver, ArgumentsDigest, AroundDispatch, AroundNext, BatchOptions, BrokerEvent, BrokerEvents,
    Denial, FailOpen, Hooks, NoRoomError, ParseKeyError, PendingApproval, Policy, PostExecute,
    PostNext, PostToolDecision, PreExecute, PreNext, PreToolDecision, Prepend, Replacement,
    TerminalApprover, TimeoutPolicy, ToolBatch, ToolCall, ToolGuard, ToolObserver, pre_execute_fn,
};
#[cfg(feature = "tracing")]
#[doc(inline)]
pub use policy::TracingPolicy;
#[doc(inline)]
pub use policy::{ApprovalPolicy, FileSpillStore, OutputLimit, RepeatReminder, SpillStore};
#[doc(inline)]
pub use policy::{
    AskedEntry, CallEntry, CallJournal, DecidedEntry, Journal, JournalEntry, JournalError,
    JournalFlush, JournalLine, JournalProblem, JournalReader, JournaledApproval, JournaledCall,
    LostEntry, ReplayedCall, ResultEntry, StartEntry, TornLine,
};
#[doc(inline)]
pub use policy::{
    CallEnd, ConcurrencyLimit, DurationBucket, DurationMetrics, Metrics, MetricsRecorder,
    MetricsSink, MetricsSnapshot, RateLimit, RateLimited, RetryPolicy, ToolMetrics,
};
#[doc(inline)]
pub use policy::{
    Calls, CallsError, Explanation, FileGrantStore, Grant, GrantError, GrantFault, GrantLedger,
    GrantStore, KeptGrants, PermissionRule, PermissionRules, RuleEffect, RuleLint, RulesError,
    StandingGrants, ToolsAtHand,
};
#[doc(inline)]
pub use policy::{CaptureError, CaptureOptions, NotCaptured, RunEnd, StructuredCapture};
#[doc(inline)]
pub use policy::{InFlightCall, InFlightCalls, RequestId, RequestInUseError, SessionCalls};
#[cfg(feature = "process")]
#[doc(inline)]
pub use process::{
    CapturedOutput, OutputStream, ProcessBuilder, ProcessEnd, ProcessGroup, ProcessRest,
};
#[doc(inline)]
pub use registry::{
    RegisterError, RegisterProblem, Registration, RegistrationGuard, Rest, RestrictError,
    SchemaOrder, SchemaOrderError, ToolRegistry, ToolRegistryBuilder, ToolRestriction, ToolScope,
    ToolSetChanges,
};
#[doc(inline)]
pub use schema::{
    OutputSchemaError, StructuredOutputSchema, StructuredScalar, ToolArgs, ToolValue,
    assert_supported_output_schema, validate_structured_value,
};
#[doc(inline)]
pub use tool::{
    AdditionalContext, ContextSource, ErrorCode, ErrorInfo, IntoContent, IntoToolDefinition,
    IntoToolOutput, Json, NestedCall, Progress, RawArguments, SourceLocation, ToolArgsError,
    ToolCallRecord, ToolContext, ToolDefinition, ToolDefinitionBuilder, ToolError, ToolErrorExt,
    ToolExecution, ToolExecutionInput, ToolExecutionMode, ToolExecutionResult, ToolExecutionToken,
    ToolFailure, ToolHints, ToolNotFoundError, ToolOutput, ToolRefinement, ToolResultData,
    ToolResultRecord, ToolSchema, ToolSuccess,
};
#[doc(inline)]
pub use view::{FileDiff, FileLocation, ToolCallKind, ToolCallView, ToolResultView};

#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[derive(Debug)]
pub struct Readme;

/// So are those of the page about policies.
#[cfg(all(doctest, feature = "tracing"))]
#[doc = include_str!("../../docs/policies.md")]
#[derive(Debug)]
pub struct Policies;

/// And those of the page about the journal.
#[cfg(doctest)]
#[doc = include_str!("../../docs/journal.md")]
#[derive(Debug)]
pub struct JournalPage;

/// And those of the page about tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/testing.md")]
#[derive(Debug)]
pub struct TestingPage;

/// And those of the page about editors.
#[cfg(all(doctest, feature = "acp"))]
#[doc = include_str!("../../docs/acp.md")]
#[derive(Debug)]
pub struct AcpPage;

/// And those of the page about permission.
#[cfg(doctest)]
#[doc = include_str!("../../docs/permission.md")]
#[derive(Debug)]
pub struct PermissionPage;

/// And those of the page about cards.
#[cfg(all(doctest, feature = "terminal"))]
#[doc = include_str!("../../docs/cards.md")]
#[derive(Debug)]
pub struct CardsPage;
