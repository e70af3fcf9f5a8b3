//! What a body gives.

use super::{ErrorCode, IntoContent, ToolError};
use crate::json::{ContentBlock, FrozenJson, JsonWriter, LossyError};
use crate::schema::ToolValue;
use serde_json::Value;

/// What a body gives, in full: a value for programs, content for the model, metadata for presenters.
///
/// Most bodies return a `String` or a [`Json`](super::Json) and never see one.
///
/// ```
/// use dsh_tools::{ToolError, ToolOutput};
///
/// fn output() -> Result<ToolOutput, ToolError> {
///     Ok(ToolOutput::json(&vec![1_u32, 2, 3])?.content("three numbers").meta(serde_json::json!({"ms": 4})))
/// }
/// assert_eq!(output().unwrap().value(), &serde_json::json!([1, 2, 3]));
/// ```
#[derive(Clone, Debug)]
pub struct ToolOutput {
    value: FrozenJson,
    content: Option<Vec<ContentBlock>>,
    meta: Option<Value>,
}

impl ToolOutput {
    /// A text: value and content at once.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// assert_eq!(ToolOutput::text("done").value(), &serde_json::json!("done"));
    /// ```
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        let value = FrozenJson::string(text.clone());
        Self { value, content: Some(vec![ContentBlock::text(text)]), meta: None }
    }

    /// A value of a type that has a schema; the content is its JSON text unless [`content`](Self::content)
    /// says otherwise.
    ///
    /// # Errors
    /// [`ErrorCode::InvalidToolOutput`] for what JSON cannot hold: NaN and infinities.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// assert_eq!(ToolOutput::json(&7_u32).unwrap().value(), &serde_json::json!(7));
    /// assert_eq!(ToolOutput::json(&f64::NAN).unwrap_err().code(), "INVALID_TOOL_OUTPUT");
    /// ```
    pub fn json<T: ToolValue>(value: &T) -> Result<Self, ToolError> {
        let mut out = JsonWriter::new();
        value
            .encode(&mut out)
            .and_then(|()| out.finish())
            .map(Self::document)
            .map_err(|error| lossy(&error))
    }

    /// A document as it is.
    ///
    /// ```
    /// use dsh_tools::{ToolOutput, json::FrozenJson};
    /// let output = ToolOutput::document(FrozenJson::parse(r#"{"rows":0}"#)?);
    /// assert_eq!(output.value(), &serde_json::json!({"rows": 0}));
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    pub const fn document(value: FrozenJson) -> Self {
        Self { value, content: None, meta: None }
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
        Ok(Self { value, content: Some(blocks), meta: None })
    }

    /// Says what the model sees of it.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// let output = ToolOutput::json(&7_u32).unwrap().content("seven");
    /// # let _ = output;
    /// ```
    #[must_use]
    pub fn content(mut self, content: impl IntoContent) -> Self {
        self.content = Some(content.into_content());
        self
    }

    /// Keeps something for presenters: stored with the result, never shown to the model.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// let output = ToolOutput::text("done").meta(serde_json::json!({"exitCode": 0}));
    /// # let _ = output;
    /// ```
    #[must_use]
    pub fn meta(mut self, meta: impl Into<Value>) -> Self {
        self.meta = Some(meta.into());
        self
    }

    /// The value.
    ///
    /// ```
    /// use dsh_tools::ToolOutput;
    /// assert_eq!(ToolOutput::text("x").value(), &serde_json::json!("x"));
    /// ```
    pub const fn value(&self) -> &FrozenJson {
        &self.value
    }

    pub(super) fn into_parts(self) -> (FrozenJson, Option<Vec<ContentBlock>>, Option<Value>) {
        (self.value, self.content, self.meta)
    }
}

pub(super) fn lossy(error: &LossyError) -> ToolError {
    ToolError::coded(
        ErrorCode::InvalidToolOutput,
        format!("the tool gave what JSON cannot hold: {error}"),
    )
}
