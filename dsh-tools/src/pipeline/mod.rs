//! The pipeline: what happens between a model's call and its one result.
//!
//! 1. The call gets its identity, its arguments are read once, and its name is looked up once.
//! 2. Wrappers ([`AroundDispatch`]) stand around all that follows, the first registered outermost; the innermost is
//!    the [`TimeoutPolicy`].
//! 3. The arguments are decoded and checked, state is looked up, the body runs.
//! 4. Its output is held to what the tool promises, and rendered.
//! 5. The tool's own finalizer has the last word on the content.
//! 6. Observers ([`ToolObserver`]) are told of the frozen outcome, once.

mod alone;
mod around;
mod authored;
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
