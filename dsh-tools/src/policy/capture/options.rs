//! How a capture is installed.

use super::shared::Shared;
use super::{CaptureError, StructuredCapture};
use crate::pipeline::Denial;
use crate::registry::{RegistrationGuard, ToolScope};
use crate::schema::{IntoOutputSchema, StructuredOutputSchema, ToolArgs};
use crate::tool::{
    NoBody, ToolContext, ToolDefinition, ToolDefinitionBuilder, ToolError, ToolOutput, Undecided,
    Undeclared,
};
use std::future::{Ready, ready};
use std::sync::Arc;

/// The tool's name where nobody says another.
const NAME: &str = "structured_output";
/// What it is for, where nobody says it otherwise.
const DESCRIPTION: &str = "Give the final answer: the arguments are the answer. Call it once, when everything else is done; nothing runs after it.";
/// What the model reads as the result.
const GIVEN: &str = "The answer was accepted.";

/// How a capture is installed: the name and the description of its tool.
///
/// ```
/// use dsh_tools::{CaptureOptions, ToolRegistry};
/// use serde_json::json;
///
/// let scope = ToolRegistry::new().scope("child");
/// let capture = CaptureOptions::new()
///     .tool_name("report")
///     .description("Report what you found.")
///     .install(&scope, json!({"type": "object", "properties": {"found": {"type": "string"}}}))?;
/// assert_eq!(scope.schemas()[0].name, capture.tool_name().into());
/// # Ok::<(), dsh_tools::CaptureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CaptureOptions {
    tool_name: Arc<str>,
    description: Arc<str>,
}

impl Default for CaptureOptions {
    #[inline]
    fn default() -> Self {
        Self { tool_name: NAME.into(), description: DESCRIPTION.into() }
    }
}

impl CaptureOptions {
    /// A tool `structured_output`, which says of itself that it is for the final answer.
    ///
    /// ```
    /// use dsh_tools::CaptureOptions;
    /// let options = CaptureOptions::new();
    /// # let _ = options;
    /// ```
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Another name.
    ///
    /// ```
    /// use dsh_tools::CaptureOptions;
    /// let options = CaptureOptions::new().tool_name("report");
    /// # let _ = options;
    /// ```
    #[must_use]
    #[inline]
    pub fn tool_name(self, tool_name: impl Into<Arc<str>>) -> Self {
        Self { tool_name: tool_name.into(), ..self }
    }

    /// Another description.
    ///
    /// ```
    /// use dsh_tools::CaptureOptions;
    /// let options = CaptureOptions::new().description("Give the verdict, and nothing after it.");
    /// # let _ = options;
    /// ```
    #[must_use]
    #[inline]
    pub fn description(self, description: impl Into<Arc<str>>) -> Self {
        Self { description: description.into(), ..self }
    }

    /// Installs it: [`StructuredCapture::install`].
    ///
    /// # Errors
    /// What is wrong with the schema, or why the tool cannot be registered. Nothing is installed then.
    ///
    /// ```
    /// use dsh_tools::{CaptureOptions, ToolRegistry};
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = CaptureOptions::new().install(&scope, serde_json::json!({"type": "object"}))?;
    /// # let _ = capture;
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[track_caller]
    #[inline]
    pub fn install(
        self,
        scope: &ToolScope,
        schema: impl IntoOutputSchema,
    ) -> Result<StructuredCapture, CaptureError> {
        let schema = schema.into_output_schema()?;
        let arguments = schema.for_arguments()?;
        let (tool, shared) = self.start(scope);
        let giver = Arc::clone(&shared);
        let tool = tool
            .validated(arguments)
            .body(move |document, cx| give(&giver, &cx, || Ok(ToolOutput::document(document))));
        add(scope, tool, schema, shared)
    }

    /// Installs it for a type: [`StructuredCapture::of`].
    ///
    /// # Errors
    /// When the type has no schema, or why the tool cannot be registered. Nothing is installed then.
    ///
    /// ```
    /// use dsh_tools::{CaptureOptions, ToolArgs, ToolRegistry};
    ///
    /// #[derive(ToolArgs)]
    /// struct Report {
    ///     found: String,
    /// }
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = CaptureOptions::new().tool_name("report").of::<Report>(&scope)?;
    /// # let _ = capture;
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[track_caller]
    #[inline]
    pub fn of<T: ToolArgs>(self, scope: &ToolScope) -> Result<StructuredCapture<T>, CaptureError> {
        let schema = StructuredOutputSchema::wide::<T>()?;
        let (tool, shared) = self.start(scope);
        let giver = Arc::clone(&shared);
        let tool = tool
            .args::<T>()
            .body(move |value: T, cx| give(&giver, &cx, || ToolOutput::json(&value)));
        add(scope, tool, schema, shared)
    }

    #[track_caller]
    #[inline]
    fn start(self, scope: &ToolScope) -> (ToolDefinitionBuilder<Undecided, NoBody>, Arc<Shared>) {
        let shared = Shared::new(Arc::clone(&self.tool_name), Arc::clone(scope.shared_path()));
        // It changes nothing in the world: whoever asks about changes need not ask about it.
        let tool = ToolDefinition::builder(self.tool_name)
            .description(self.description)
            .read_only(true)
            .open_world(false)
            .confined();
        (tool, Arc::new(shared))
    }
}

#[inline]
fn give(
    shared: &Shared,
    cx: &ToolContext,
    output: impl FnOnce() -> Result<ToolOutput, ToolError>,
) -> Ready<Result<ToolOutput, ToolError>> {
    ready(shared.give(cx).and_then(|()| output()))
}

/// Hears of every outcome, as long as it is there.
struct Ear(Arc<Shared>);

impl Drop for Ear {
    #[inline]
    fn drop(&mut self) {
        self.0.end();
    }
}

#[inline]
fn add<T, I: crate::tool::ArgumentSource>(
    scope: &ToolScope,
    tool: ToolDefinitionBuilder<I, Undeclared>,
    schema: StructuredOutputSchema,
    shared: Arc<Shared>,
) -> Result<StructuredCapture<T>, CaptureError> {
    let tool = tool.output(schema, |_| GIVEN).build();
    let (guarding, ear) = (Arc::clone(&shared), Ear(Arc::clone(&shared)));
    // Before the tool: no call of it is missed.
    let hooks: RegistrationGuard = scope
        .install(|hooks| {
            hooks.guard_fn(move |call| guarding.denial(call).map(Denial::new));
            hooks.observe_fn(move |call, result| {
                let Ear(shared) = &ear;
                shared.hear(call, result);
            });
        })
        .into_guard();
    let tool = scope.register(tool)?.into_guard();
    Ok(StructuredCapture::new(shared, tool, hooks))
}
