//! What holds for all calls of a registry.

use std::time::Duration;

/// What holds for all calls of a registry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// What pre-execute hooks together may take, and post-execute hooks.
    pub(crate) hook_deadline: Option<Duration>,
    /// What whoever is asked may take.
    pub(crate) approval_deadline: Option<Duration>,
    /// How deep calls may be nested in calls.
    pub(crate) max_nesting: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { hook_deadline: None, approval_deadline: None, max_nesting: 16 }
    }
}
