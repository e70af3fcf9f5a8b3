//! Patterns of paths.

use crate::workspace::outside;
use dsh_tools::ToolError;
use globset::{GlobBuilder, GlobMatcher};
use std::path::{Component, Path};

/// A pattern in which `*` stays within one directory.
pub(super) fn paths(pattern: &str) -> Result<GlobMatcher, ToolError> {
    let path = Path::new(pattern);
    if path.is_absolute() || path.components().any(|part| part == Component::ParentDir) {
        return Err(outside(pattern));
    }
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let glob = GlobBuilder::new(pattern).literal_separator(true).build().map_err(|error| {
        let text = format!("`{pattern}` is no pattern of paths: {}", error.kind());
        ToolError::new("BAD_PATTERN", text).with_source(error)
    })?;
    Ok(glob.compile_matcher())
}

/// A pattern that may leave out the directories: `*.rs` means files at any depth.
pub(super) fn names(pattern: &str) -> Result<GlobMatcher, ToolError> {
    if pattern.contains('/') { paths(pattern) } else { paths(&format!("**/{pattern}")) }
}
