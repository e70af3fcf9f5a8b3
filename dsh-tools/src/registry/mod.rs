//! The registry: which tools can be called, with which hooks around them and which state behind them.
//!
//! A [`ToolRegistry`] is a layer that everybody sees, and a tree of scopes ([`ToolScope`]), each with a layer of its own.
//! Readers take immutable snapshots and never wait for a lock; writers replace them. What a reader sees was so at one
//! moment, in all layers.
//!
//! # Scopes
//!
//! One registry serves many agents: each is a scope. A scope inherits the registry's tools, hooks and states, adds its
//! own, and hides what it is not to see. Scopes stand in scopes, as a helper stands in the agent that started it.
//!
//! ```
//! use dsh_tools::prelude::*;
//!
//! /// Read a file.
//! #[tool(read_only)]
//! async fn read(path: String) -> String {
//!     format!("the text of {path}")
//! }
//!
//! /// Run a command.
//! #[tool]
//! async fn bash(command: String) -> String {
//!     format!("ran {command}")
//! }
//!
//! struct Task(&'static str);
//!
//! /// Tell what to do.
//! #[tool(read_only)]
//! async fn task(task: &Task) -> String {
//!     task.0.to_owned()
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let registry = ToolRegistry::builder().tools(tools![read, bash]).build()?;
//! let names = |scope: &ToolScope| -> Vec<String> {
//!     scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
//! };
//!
//! // A tool and a state that only this agent has.
//! let agent = registry.scope("agent");
//! agent.state(Task("mend the build"));
//! agent.register_all(tools![task])?;
//! assert_eq!(names(&agent), ["bash", "read", "task"]);
//!
//! // A helper has what the agent has, but no shell; and its task is another.
//! let reviewer = agent.child("reviewer");
//! reviewer.restrict(ToolRestriction::all().deny(["bash"]))?;
//! reviewer.state(Task("review it"));
//! assert_eq!(names(&reviewer), ["read", "task"]);
//!
//! let call = |name| ToolExecutionInput::new("call_1", name, r#"{"command":"ls"}"#);
//! assert_eq!(reviewer.execute(call("task")).await.text(), "review it");
//! assert_eq!(agent.execute(call("bash")).await.text(), "ran ls");
//! // What is hidden is as unknown as what does not exist.
//! assert_eq!(reviewer.execute(call("bash")).await.outcome().unwrap_err().code(), "UNKNOWN_TOOL");
//!
//! // The agent ends, and all that was in it.
//! assert!(agent.close());
//! assert!(reviewer.is_closed() && names(&reviewer).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```
//!
//! | in a scope | what holds |
//! |---|---|
//! | tools | the nearest of a name is seen and run; within a layer a name is taken once |
//! | [`restrict`](ToolScope::restrict) | hides what is inherited, never own tools; all restrictions of the chain apply |
//! | hooks | those of the chain are asked, in the order in which they were registered, whatever the layer |
//! | [`state`](ToolScope::state) | the nearest of a type is found, after what the call brings along |
//! | a tool's timeout and states | are judged by what the chain has when the tool is registered |
//! | [`close`](ToolScope::close) | takes all of it along, here and below; calls that run end as they would, and the hooks that they found see it |
//!
//! A handle that is dropped closes nothing: whoever opens a scope for a session closes it with the session.

mod builder;
mod changes;
mod check;
mod error;
mod family;
mod handle;
mod hooks;
mod layer;
mod order;
mod reach;
mod registration;
mod restriction;
mod scope;
mod scope_handle;
mod settings;
mod stamp;
mod stay;
mod tools;
mod unwinding;
mod view;

pub use builder::ToolRegistryBuilder;
pub use changes::ToolSetChanges;
pub use error::{RegisterError, RegisterProblem};
pub use handle::ToolRegistry;
pub use order::{Rest, SchemaOrder, SchemaOrderError};
pub use registration::{Registration, RegistrationGuard};
pub use restriction::{RestrictError, ToolRestriction};
pub use scope_handle::ToolScope;

pub(crate) use hooks::{Hook, HookKind, Live, NewHooks, Place};
pub(crate) use layer::{EntryId, LayerCell};
pub(crate) use reach::{Entrance, Reach};
pub(crate) use stay::Stay;
