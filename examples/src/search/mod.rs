//! `glob`, `grep`: what is where in the workspace.

mod lines;
mod paths;
mod pattern;
mod walk;

pub use lines::{FileHits, GrepArgs, GrepOutput, Hit, grep};
pub use paths::{GlobArgs, GlobOutput, glob};
