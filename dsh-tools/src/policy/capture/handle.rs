//! The handle of a capture.

use super::shared::Shared;
use super::{CaptureError, CaptureOptions, NotCaptured, RunEnd};
use crate::json::FrozenJson;
use crate::registry::{RegistrationGuard, ToolScope};
use crate::schema::{IntoOutputSchema, ToolArgs, ToolValue, decode};
use crate::tool::ToolError;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Makes a model give its final value by a tool: the run of a child agent ends with a value that fits a schema, or with
/// an error that says why there is none.
///
/// The tool, `structured_output` unless [`CaptureOptions`] name it otherwise, is there in one scope: its arguments are
/// the value. Arguments that do not fit fail with the usual report, and the model tries again. A call that succeeds
/// [concludes the turn](crate::ToolExecutionResult::concludes_turn), so that no further request is made, and a guard
/// denies whatever comes after it in the scope and below. Scopes below do not have the tool.
///
/// **The value is taken when the call is over, and by nothing else.** What a post-execute hook blocks, a wrapper fails,
/// or a cancellation ends has given nothing, whatever the tool's body said before. If a hook replaces the value, the
/// replacement is taken: it was held to the same schema. Other content changes nothing.
///
/// **Within another call** of the scope, as programs that call tools make it, the value waits for that call, and for the
/// one that this was made in, to the outermost: if one of them fails, nothing was given. Where one outermost call gives
/// several values one after the other, the last stands. While it is not decided whether a value stands, calls of the tool
/// from elsewhere are denied, so that of several at once at most one is told that it succeeded. Calls that merely name a
/// [parent](crate::ToolExecutionInput::parent) of another scope wait for nobody.
///
/// Dropping the handle removes tool, guard and observer. In a batch the tool runs alone: calls before it are done, and
/// those after it are denied.
///
/// ```
/// use dsh_tools::{RunEnd, StructuredCapture, ToolArgs, ToolExecutionInput, ToolRegistry};
///
/// /// What came of the review.
/// #[derive(ToolArgs)]
/// struct Verdict {
///     /// Whether it can be merged.
///     good: bool,
///     /// Why.
///     reason: String,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let child = ToolRegistry::new().scope("reviewer");
/// let capture = StructuredCapture::<Verdict>::of(&child)?;
/// let prompt = format!("Review the change.\n\n{}", capture.demand());
/// # let _ = prompt;
///
/// // The child's loop, in short.
/// let answers = [r#"{"good": "yes"}"#, r#"{"good": true, "reason": "It is tested."}"#];
/// for (id, arguments) in ["call_1", "call_2"].into_iter().zip(answers) {
///     let call = ToolExecutionInput::new(id, capture.tool_name(), arguments);
///     if child.execute(call).await.concludes_turn() {
///         break;
///     }
/// }
///
/// let verdict = capture.settle(RunEnd::Finished)?;
/// assert!(verdict.good);
/// assert_eq!(verdict.reason, "It is tested.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[must_use = "a capture that is dropped is removed"]
pub struct StructuredCapture<T = FrozenJson> {
    shared: Arc<Shared>,
    // The tool goes before the hooks that it needs.
    _tool: RegistrationGuard,
    _hooks: RegistrationGuard,
    value: PhantomData<fn() -> T>,
}

impl StructuredCapture {
    /// Installs a capture of values of this schema, which is an object's.
    ///
    /// A document keeps to the subset of [`StructuredOutputSchema`](crate::StructuredOutputSchema); a
    /// [`RawSchema`](crate::schema::RawSchema) may say more.
    ///
    /// # Errors
    /// All that is wrong with the schema; or that the scope has a tool of that name, or is closed. Nothing is installed
    /// then.
    ///
    /// ```
    /// use dsh_tools::{StructuredCapture, ToolRegistry};
    /// use serde_json::json;
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    /// let capture = StructuredCapture::install(&scope, schema)?;
    /// assert_eq!(capture.captured(), None);
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[track_caller]
    #[inline]
    pub fn install(scope: &ToolScope, schema: impl IntoOutputSchema) -> Result<Self, CaptureError> {
        CaptureOptions::new().install(scope, schema)
    }
}

impl<T: ToolArgs> StructuredCapture<T> {
    /// Installs a capture of values of this type. The model sees the type's schema as that of arguments.
    ///
    /// # Errors
    /// When the type has no schema; or that the scope has a tool of that name, or is closed. Nothing is installed then.
    ///
    /// ```
    /// use dsh_tools::{StructuredCapture, ToolArgs, ToolRegistry};
    ///
    /// #[derive(ToolArgs)]
    /// struct Answer {
    ///     text: String,
    /// }
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = StructuredCapture::<Answer>::of(&scope)?;
    /// assert!(!capture.is_captured());
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[track_caller]
    #[inline]
    pub fn of(scope: &ToolScope) -> Result<Self, CaptureError> {
        CaptureOptions::new().of(scope)
    }
}

impl<T> StructuredCapture<T> {
    #[inline]
    pub(super) fn new(
        shared: Arc<Shared>,
        tool: RegistrationGuard,
        hooks: RegistrationGuard,
    ) -> Self {
        Self { shared, _tool: tool, _hooks: hooks, value: PhantomData }
    }

    /// The name of the tool.
    ///
    /// ```
    /// use dsh_tools::{StructuredCapture, ToolRegistry};
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = StructuredCapture::install(&scope, serde_json::json!({"type": "object"}))?;
    /// assert_eq!(capture.tool_name(), "structured_output");
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[inline]
    pub fn tool_name(&self) -> &str {
        &self.shared.tool
    }

    /// What the prompt demands of the model; it belongs after all other sections of the child's prompt, and into no
    /// other.
    ///
    /// ```
    /// use dsh_tools::{StructuredCapture, ToolRegistry};
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = StructuredCapture::install(&scope, serde_json::json!({"type": "object"}))?;
    /// let prompt = format!("Look into it.\n\n{}", capture.demand());
    /// assert!(prompt.contains("`structured_output`"));
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[inline]
    pub fn demand(&self) -> String {
        let tool = self.tool_name();
        format!(
            "Give your final answer by a call of the tool `{tool}`: its arguments are the answer. Call it once, by itself, \
             when everything else is done. If it fails, read why, and call it again. Text that you write instead is not \
             read, and without the call the work counts as failed."
        )
    }

    /// Whether the value was taken.
    ///
    /// ```
    /// # use dsh_tools::StructuredCapture;
    /// fn is_done(capture: &StructuredCapture) -> bool {
    ///     capture.is_captured()
    /// }
    /// ```
    #[inline]
    pub fn is_captured(&self) -> bool {
        self.shared.is_taken()
    }

    /// The value as a document, when it was taken.
    ///
    /// ```
    /// use dsh_tools::{StructuredCapture, ToolExecutionInput, ToolRegistry};
    ///
    /// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = StructuredCapture::install(&scope, serde_json::json!({"type": "object"}))?;
    /// scope.execute(ToolExecutionInput::new("call_1", "structured_output", r#"{"n": 1.0}"#)).await;
    /// assert_eq!(capture.document().unwrap().to_string(), r#"{"n": 1.0}"#);
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// # }).unwrap();
    /// ```
    #[inline]
    pub fn document(&self) -> Option<FrozenJson> {
        self.shared.value().ok()
    }

    /// Removes tool, guard and observer, as dropping it does.
    ///
    /// ```
    /// use dsh_tools::{StructuredCapture, ToolRegistry};
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let capture = StructuredCapture::install(&scope, serde_json::json!({"type": "object"}))?;
    /// assert_eq!(scope.schemas().len(), 1);
    /// capture.remove();
    /// assert!(scope.schemas().is_empty());
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[inline]
    pub fn remove(self) {}
}

impl<T: ToolValue> StructuredCapture<T> {
    /// The value, when it was taken and the type reads it.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, StructuredCapture};
    ///
    /// fn look(capture: &StructuredCapture) -> Option<FrozenJson> {
    ///     capture.captured()
    /// }
    /// ```
    #[inline]
    pub fn captured(&self) -> Option<T> {
        value(&self.shared).ok()
    }

    /// Waits for the value: a loop can select on it.
    ///
    /// # Errors
    /// When the capture is removed, or its scope is closed, before there is a value.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, NotCaptured, StructuredCapture};
    ///
    /// async fn run_out(
    ///     capture: StructuredCapture,
    ///     run: impl Future<Output = ()>,
    /// ) -> Result<FrozenJson, NotCaptured> {
    ///     tokio::select! {
    ///         biased;
    ///         value = capture.wait() => value,
    ///         () = run => capture.finish(),
    ///     }
    /// }
    /// ```
    #[inline]
    pub fn wait(&self) -> impl Future<Output = Result<T, NotCaptured>> + Send + use<T> {
        let shared = Arc::clone(&self.shared);
        async move {
            shared.settled().await;
            value(&shared)
        }
    }

    /// The value of a run that has ended by itself. Tool, guard and observer go.
    ///
    /// # Errors
    /// Why there is none.
    ///
    /// ```
    /// use dsh_tools::{FrozenJson, NotCaptured, StructuredCapture};
    ///
    /// fn value_of(capture: StructuredCapture) -> Result<FrozenJson, NotCaptured> {
    ///     capture.finish()
    /// }
    /// ```
    #[inline]
    pub fn finish(self) -> Result<T, NotCaptured> {
        value(&self.shared)
    }

    /// What the run gives to whoever started it, as the result of a tool. Tool, guard and observer go.
    ///
    /// The host says how the run ended, and that decides: a run that failed or was cancelled gives no value. One that
    /// wants the value of such a run nevertheless asks [`captured`](Self::captured) before.
    ///
    /// # Errors
    /// - The run has finished without a value: [`NotCaptured::CODE`], with the [`NotCaptured`] as its source. Nobody asks
    ///   the model again.
    /// - It has failed: that error.
    /// - It was cancelled: [`ErrorCode::Aborted`](crate::ErrorCode::Aborted).
    ///
    /// ```
    /// use dsh_tools::{RunEnd, StructuredCapture, ToolError, ToolRegistry};
    /// use serde_json::json;
    ///
    /// let scope = ToolRegistry::new().scope("child");
    /// let ending = |end| -> Result<ToolError, dsh_tools::CaptureError> {
    ///     let capture = StructuredCapture::install(&scope, json!({"type": "object"}))?;
    ///     Ok(capture.settle(end).unwrap_err())
    /// };
    /// assert_eq!(ending(RunEnd::Finished)?.code(), &"NOT_CAPTURED");
    /// assert_eq!(ending(RunEnd::Failed(ToolError::new("OFFLINE", "no network")))?.code(), &"OFFLINE");
    /// assert_eq!(ending(RunEnd::Cancelled)?.code(), &"ABORTED");
    /// # Ok::<(), dsh_tools::CaptureError>(())
    /// ```
    #[inline]
    pub fn settle(self, end: impl Into<RunEnd>) -> Result<T, ToolError> {
        match end.into() {
            RunEnd::Finished => self
                .finish()
                .map_err(|why| ToolError::new(NotCaptured::CODE, why.to_string()).with_source(why)),
            RunEnd::Failed(error) => Err(error),
            RunEnd::Cancelled => Err(ToolError::aborted()),
        }
    }
}

#[inline]
fn value<T: ToolValue>(shared: &Shared) -> Result<T, NotCaptured> {
    let document = shared.value()?;
    decode(&document).map_err(|violations| NotCaptured::Unreadable {
        tool: Arc::clone(&shared.tool),
        report: violations.to_string(),
    })
}

/// Calls of the tool that are under way give nothing any more.
impl<T> Drop for StructuredCapture<T> {
    #[inline]
    fn drop(&mut self) {
        self.shared.end();
    }
}

impl<T> fmt::Debug for StructuredCapture<T> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StructuredCapture")
            .field("tool", &self.shared.tool)
            .field("is_captured", &self.is_captured())
            .finish_non_exhaustive()
    }
}
