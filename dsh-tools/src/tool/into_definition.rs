//! What can be registered as a tool.

use super::ToolDefinition;

/// What can be registered as a tool: a [`ToolDefinition`].
///
/// It exists for its error message: of a function that is marked `#[tool]`, `name::definition()` is the tool, not
/// `name`.
///
/// ```
/// use dsh_tools::prelude::*;
///
/// /// The time.
/// #[tool]
/// async fn now() -> &'static str {
///     "12:00"
/// }
///
/// let registry = ToolRegistry::new();
/// registry.register(now::definition())?;
/// # Ok::<(), RegisterError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tool",
    label = "no tool definition",
    note = "the tool beside a function `name` is `name::definition()`; `tools![name, other]` lists several",
    note = "several at once, a `Vec` or what `tools![..]` gives, go through `register_all(..)`, or `tools(..)` of a builder",
    note = "is `#[tool]` on the function?"
)]
pub trait IntoToolDefinition {
    /// The definition.
    fn into_tool_definition(self) -> ToolDefinition;
}

impl IntoToolDefinition for ToolDefinition {
    fn into_tool_definition(self) -> Self {
        self
    }
}

impl IntoToolDefinition for &ToolDefinition {
    fn into_tool_definition(self) -> ToolDefinition {
        self.clone()
    }
}
