//! The registry: which tools can be called, with which hooks around them and which state behind them.
//!
//! A [`ToolRegistry`] is a layer that everybody sees, and a tree of scopes ([`ToolScope`]), each with a layer of its own.
//! Readers take immutable snapshots and never wait; writers replace them.

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
mod settings;
mod tools;
mod view;

pub use builder::ToolRegistryBuilder;
pub use changes::ToolSetChanges;
pub use error::{RegisterError, RegisterProblem};
pub use handle::ToolRegistry;
pub use order::{Rest, SchemaOrder, SchemaOrderError};
pub use registration::{Registration, RegistrationGuard};
pub use restriction::{RestrictError, ToolRestriction};
pub use scope::ToolScope;

pub(crate) use hooks::{Hook, NewHooks, Place};
pub(crate) use reach::Reach;
