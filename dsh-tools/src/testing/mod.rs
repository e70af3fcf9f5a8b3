//! What tests of tools, and of hosts that run them, need.
//!
//! A tool is called by itself, without a registry, and a failing test tells all that is known of the call:
//!
//! ```
//! use dsh_tools::prelude::*;
//! use dsh_tools::testing::{ExpectResult, assert_rejects};
//! use serde_json::json;
//!
//! /// Repeat a text.
//! #[tool]
//! async fn repeat(text: String, #[arg(range(min = 1, max = 3))] times: usize) -> String {
//!     text.repeat(times)
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! let repeat = repeat::definition();
//! repeat.call(json!({"text": "ab", "times": 2})).recorded().await.expect_text("abab");
//! assert_rejects!(&repeat, {"text": "ab", "times": 4}, ["`times`: expected an integer from 1 to 3"]);
//! # });
//! ```
//!
//! | in a test of | use |
//! |---|---|
//! | a body | [`ToolDefinition::call`](crate::ToolDefinition::call), with [`recorded`](crate::ToolCall::recorded); [`ExpectResult`] |
//! | arguments | [`assert_schema!`], [`assert_accepts!`], [`assert_rejects!`] |
//! | all that a model sees, over time | [`assert_no_drift!`], [`SchemaSnapshot`] |
//! | a host or a policy | [`StubTool`], [`FakeApprover`], [`RecordedCalls`] |
//!
//! Nothing here sleeps, and what waits, waits for something to happen. With tokio's clock paused (`#[tokio::test(start_paused
//! = true)]`, feature `test-util` of tokio) timeouts and back-offs take no time.

mod approver;
mod call;
mod calls;
mod compare;
mod count;
mod drift;
mod expect;
mod fail;
mod macros;
mod schema;
mod stub;
mod subject;

pub use approver::FakeApprover;
pub use call::{CallReport, RecordingCall};
pub use calls::{RecordedCall, RecordedCalls};
pub use drift::{ChangeEffect, SchemaChange, SchemaDrift, SchemaSnapshot, SnapshotError};
pub use expect::{ExpectResult, assert_failure, assert_success};
#[doc(inline)]
pub use macros::{assert_accepts, assert_no_drift, assert_rejects, assert_schema};
pub use stub::StubTool;

#[doc(hidden)]
pub mod private {
    //! What the macros name; no part of the public interface.
    pub use super::drift::assert_no_drift;
    pub use super::schema::{Advertised, assert_accepts, assert_rejects, assert_schema};
    pub use serde_json::json;
}
