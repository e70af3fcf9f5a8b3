//! The calls of one step, run together.
//!
//! Calls are started one by one, in the order in which the model made them. Those that say so
//! ([`ToolExecutionMode::Parallel`](crate::tool::ToolExecutionMode::Parallel)) run beside others, as many as the pool
//! holds; one that does not waits until all before it are done, and those after it wait for it.
//!
//! | stage | of the calls of a batch |
//! |---|---|
//! | whether it runs beside others | asked right before it starts, of the tool that there is then, which is the one that runs |
//! | pre-execute, approval, guards | one call at a time, in model order |
//! | wrappers and bodies | beside each other |
//! | post-execute, finalizer, observers | one call at a time, in model order, whichever body was done first |
//! | the result is handed out | as soon as all before it are |
//!
//! When a body ends, results that are next in order are concluded first; then the next call starts. A result that waits
//! for an earlier one keeps no place in the pool.

mod driver;
mod line;
mod methods;
mod options;
mod stop;

pub use driver::ToolBatch;
pub use options::{BatchOptions, NoRoomError};
