//! What models see of tools, kept in a file, and what changed since.

mod alternatives;
mod change;
mod compare;
mod file;
mod keywords;
mod snapshot;
#[cfg(test)]
mod tests;

pub use change::{ChangeEffect, SchemaChange, SchemaDrift};
pub use file::assert_no_drift;
pub use snapshot::{SchemaSnapshot, SnapshotError};
