//! The registry: which tools can be called, with which hooks around them and which state behind them.
//!
//! Readers take an immutable snapshot and never wait; writers replace it.

mod builder;
mod changes;
mod check;
mod error;
mod handle;
mod hooks;
mod layer;
mod registration;
mod tools;

pub use builder::ToolRegistryBuilder;
pub use changes::ToolSetChanges;
pub use error::{RegisterError, RegisterProblem};
pub use handle::ToolRegistry;
pub use registration::{Registration, RegistrationGuard};

pub(crate) use hooks::{Hook, Place};
