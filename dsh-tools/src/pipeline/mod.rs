//! The pipeline: what happens between a model's call and its one result.
//!
//! `run.rs` is the list of stages.

mod alone;
mod around;
mod call;
mod dispatch;
mod install;
mod observe;
mod run;
mod slot;
mod timeout;

pub use alone::ToolCall;
pub use around::{AroundDispatch, AroundNext};
pub use observe::ToolObserver;
pub use timeout::TimeoutPolicy;
