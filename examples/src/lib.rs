//! Shared pieces of the examples: a workspace that tools cannot leave, and the tools of a coding agent.

pub mod files;
pub mod import;
pub mod script;
pub mod search;
pub mod shell;
pub mod style;
pub mod typed;
pub mod workspace;
pub mod written;

pub use files::{edit, ls, read, write};
pub use search::{glob, grep};
pub use shell::{Jobs, bash, bash_kill, bash_output};
pub use workspace::Workspace;
