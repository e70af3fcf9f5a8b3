//! What a body gives.

use super::contain::contain;
use super::{ErrorCode, IntoContent, ToolError, ToolExecutionResult};
use crate::json::{ContentBlock, FrozenJson, JsonError, JsonWriter, LossyError};
use crate::schema::ToolValue;
use std::sync::LazyLock;

/// What a body gives, in full: a value for programs, content for the model, metadata for presenters.
///
/// Most bodies return a `String` or a [`Json`](super::Json) and never see one.
///
/// ```
/// use dsh_tools::{ToolError, ToolOutput};
///
/// fn output() -> Result<ToolOutput, ToolError> {
///     Ok(ToolOutput::json(&vec![1_u32, 2, 3])?.with_content("three numbers").with_meta(serde_json::json!({"ms": 4})))
/// }
/// assert_eq!(output().unwrap().value(), &serde_json::json!([1, 2, 3]));
/// ```
#[derive(Clone, Debug)]
pub struct ToolOutput {
    /// What becomes the result, in its place from the start.
    result: ToolExecutionResult,
    /// The content was given, and is not to be made of the value.
    is_shown: bool,
    /// Why no document could be made of the metadata.
    refused_meta: Option<JsonError>,
}

pub(super) type Meta = Result<FrozenJson, JsonError>;

impl ToolOutput {
    /// A text: value and content at once.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// assert_eq!(ToolOutput::text("done").value(), &serde_json::json!("done"));
    /// ```
    pub fn text(text: impl Into<String>) -> Self {
        Self::of(ToolExecutionResult::of_text(text.into()), true)
    }

    /// A value of a type that has a schema; the content is its JSON text unless
    /// [`with_content`](Self::with_content) says otherwise.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidToolOutput`] for what JSON cannot hold, NaN and infinities, and for a value whose writing
    /// panics.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// assert_eq!(ToolOutput::json(&7_u32).unwrap().value(), &serde_json::json!(7));
    /// assert_eq!(ToolOutput::json(&f64::NAN).unwrap_err().code(), "INVALID_TOOL_OUTPUT");
    /// ```
    pub fn json<T: ToolValue>(value: &T) -> Result<Self, ToolError> {
        let written = contain(|| {
            let mut out = JsonWriter::new();
            value.encode(&mut out)?;
            out.finish()
        });
        match written {
            Ok(Ok(document)) => Ok(Self::document(document)),
            Ok(Err(error)) => Err(lossy(&error)),
            Err(panicked) => Err(invalid("writing the output panicked").with_source(panicked)),
        }
    }

    /// A document as it is.
    ///
    /// ```
    /// use dsh_tools::{ToolOutput, json::FrozenJson};
    /// let output = ToolOutput::document(FrozenJson::parse(r#"{"rows":0}"#)?);
    /// assert_eq!(output.value(), &serde_json::json!({"rows": 0}));
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    pub fn document(value: FrozenJson) -> Self {
        Self::of(ToolExecutionResult::success(value), false)
    }

    #[inline]
    const fn of(result: ToolExecutionResult, is_shown: bool) -> Self {
        Self { result, is_shown, refused_meta: None }
    }

    /// Blocks: value and content at once.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidToolOutput`] when a foreign block cannot be written.
    ///
    /// ```
    /// use dsh_tools::{ToolOutput, json::ContentBlock};
    /// let output = ToolOutput::blocks(vec![ContentBlock::text("a"), ContentBlock::text("b")]).unwrap();
    /// assert_eq!(output.value().root().len(), 2);
    /// ```
    pub fn blocks(blocks: Vec<ContentBlock>) -> Result<Self, ToolError> {
        let value = FrozenJson::from_serialize(&blocks).map_err(|error| lossy(&error))?;
        Ok(Self::of(ToolExecutionResult::of_success(blocks.into(), value.into()), true))
    }

    /// Says what the model sees of it.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// let output = ToolOutput::json(&7_u32).unwrap().with_content("seven");
    /// # let _ = output;
    /// ```
    #[must_use]
    pub fn with_content(mut self, content: impl IntoContent) -> Self {
        self.result = self.result.with_content(content);
        self.is_shown = true;
        self
    }

    /// Keeps something for presenters, a `Value` or a [`FrozenJson`]: stored with the result, never shown to the
    /// model.
    ///
    /// One that is nested too deep makes the call fail with [`ErrorCode::InvalidToolOutput`].
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// let output = ToolOutput::text("done").with_meta(serde_json::json!({"exitCode": 0}));
    /// # let _ = output;
    /// ```
    #[must_use]
    pub fn with_meta<M: TryInto<FrozenJson, Error: Into<JsonError>>>(mut self, meta: M) -> Self {
        match meta.try_into().map_err(Into::into) {
            Ok(meta) => {
                self.result = self.result.with_meta(meta);
                self.refused_meta = None;
            }
            Err(refused) => self.refused_meta = Some(refused),
        }
        self
    }

    /// The value.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// assert_eq!(ToolOutput::text("x").value(), &serde_json::json!("x"));
    /// ```
    pub fn value(&self) -> &FrozenJson {
        static NONE: LazyLock<FrozenJson> = LazyLock::new(FrozenJson::null);
        // An output is a success.
        self.result.value().unwrap_or(&NONE)
    }

    /// What becomes the result; whether its content was given; why there is no metadata.
    #[inline]
    pub(super) fn into_parts(self) -> (ToolExecutionResult, bool, Option<JsonError>) {
        (self.result, self.is_shown, self.refused_meta)
    }
}

fn lossy(error: &LossyError) -> ToolError {
    let path = error.path().dotted("value");
    invalid(&format!("the tool gave what JSON cannot hold:\n`{path}`: {}", error.reason()))
        .with_source(error.clone())
}

/// The failure of an output that is not what was promised.
pub(super) fn invalid(message: &str) -> ToolError {
    ToolError::coded(ErrorCode::InvalidToolOutput, message)
}
