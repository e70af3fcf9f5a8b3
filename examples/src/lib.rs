//! Shared pieces of the examples: a workspace that tools cannot leave, and the tools of a coding agent.

pub mod files;
pub mod shell;
pub mod workspace;

pub use files::{edit, read, write};
pub use shell::bash;
pub use workspace::Workspace;
