//! Shared pieces of the examples: a workspace that tools cannot leave, the tools of a coding agent, their cards.

pub mod files;
pub mod import;
pub mod render;
pub mod script;
pub mod search;
pub mod shell;
pub mod typed;
pub mod workspace;

pub use files::{edit, ls, read, write};
pub use search::{glob, grep};
pub use shell::{Jobs, bash, bash_kill, bash_output};
pub use workspace::Workspace;
