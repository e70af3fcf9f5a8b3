//! Whether a call may run beside others.

/// Whether a call may run beside others of its batch.
///
/// ```
/// use dsh_tools::ToolExecutionMode;
/// assert_eq!(ToolExecutionMode::default(), ToolExecutionMode::Exclusive);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolExecutionMode {
    /// Alone: whatever does not say otherwise.
    #[default]
    Exclusive,
    /// Beside others that say so too.
    Parallel,
}
