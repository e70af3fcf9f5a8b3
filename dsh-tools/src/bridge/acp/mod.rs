//! Cards in editors that speak the Agent Client Protocol (ACP), version 1.
//!
//! An [`AcpSession`] turns the calls of a conversation into the updates that an editor draws: a card before a call is
//! asked about, its question, what it writes while it runs, its end. Installed on a scope it sees all calls there, and it
//! knows no tool by its name: cards are what the tools' presenters make of them.
//!
//! ```
//! use dsh_tools::bridge::acp::{AcpSession, v1};
//! use dsh_tools::prelude::*;
//! use std::sync::mpsc;
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let (sender, updates) = mpsc::channel();
//! let capabilities = v1::ClientCapabilities::new();
//! let session = AcpSession::new("sess_1", "/srv/app", &capabilities, move |update| {
//!     let _gone = sender.send(update);
//! });
//!
//! let registry = ToolRegistry::new();
//! # registry.register(ToolDefinition::builder("ls").description("Lists.").no_args()
//! #     .body(|_, _| async { "a.rs" }).build()).unwrap();
//! let agent = registry.scope("agent");
//! agent.policy(session);
//! agent.execute(ToolExecutionInput::new("call_1", "ls", "{}")).await;
//!
//! let updates: Vec<String> = updates.try_iter().map(|update| serde_json::to_string(&update).unwrap()).collect();
//! assert_eq!(
//!     updates,
//!     [
//!         r#"{"sessionId":"sess_1","update":{"sessionUpdate":"tool_call","toolCallId":"call_1","title":"ls","name":"ls","rawInput":{}}}"#,
//!         r#"{"sessionId":"sess_1","update":{"sessionUpdate":"tool_call_update","toolCallId":"call_1","status":"in_progress"}}"#,
//!         r#"{"sessionId":"sess_1","update":{"sessionUpdate":"tool_call_update","toolCallId":"call_1","status":"completed","content":[{"type":"content","content":{"type":"text","text":"a.rs"}}],"rawOutput":"a.rs"}}"#,
//!     ],
//! );
//! # });
//! ```
//!
//! Questions that hooks have about calls are put to the editor once the session knows how:
//! [`AcpSessionBuilder::ask`].

mod ask;
mod blocks;
mod builder;
mod cards;
mod conversation;
mod desk;
mod ending;
mod escapes;
mod event;
mod fence;
mod found;
mod install;
mod live;
mod opening;
mod replay;
mod session;
mod settings;
mod terminals;

pub use agent_client_protocol_schema::v1;
pub use ask::{AcpApprover, AskError};
pub use builder::AcpSessionBuilder;
pub use session::AcpSession;
