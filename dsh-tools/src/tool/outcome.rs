//! Successes and failures.

use super::error::{Cause, Inner};
use super::{AdditionalContext, Blocks, ErrorCode, ToolError};
use crate::json::{ContentBlock, FrozenJson};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::OnceLock;

/// A call that did what it was asked for.
///
/// ```
/// # use dsh_tools::ToolExecutionResult;
/// fn rows(result: &ToolExecutionResult) -> Option<usize> {
///     Some(result.outcome().ok()?.value().get("rows")?.len())
/// }
/// ```
#[derive(Clone)]
pub struct ToolSuccess {
    pub(super) content: Blocks,
    /// Of a success that is a text, made of its content when somebody asks.
    pub(super) value: OnceLock<FrozenJson>,
    pub(super) meta: Option<FrozenJson>,
    pub(super) contexts: Vec<AdditionalContext>,
    pub(super) concludes_turn: bool,
}

/// A call that did not.
///
/// ```
/// # use dsh_tools::{ErrorCode, ToolExecutionResult};
/// fn timed_out(result: &ToolExecutionResult) -> bool {
///     result.outcome().is_err_and(|failure| failure.code() == &ErrorCode::ToolTimeout)
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ToolFailure {
    pub(super) content: Blocks,
    pub(super) message: String,
    pub(super) info: Option<ErrorInfo>,
    pub(super) meta: Option<FrozenJson>,
    pub(super) contexts: Vec<AdditionalContext>,
    pub(super) cause: Option<Cause>,
}

/// The class and the code of a failure; one that set no code has none.
///
/// ```
/// # use dsh_tools::ToolExecutionResult;
/// fn class(result: &ToolExecutionResult) -> Option<&str> {
///     Some(&result.outcome().err()?.info()?.name)
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ErrorInfo {
    /// The name of the class of errors, `ToolArgsError` for one.
    pub name: Cow<'static, str>,
    /// The code.
    pub code: ErrorCode,
}

/// What stands before the message where a model reads it.
const PREFIX: &str = "Error: ";

impl ToolSuccess {
    /// The value for programs.
    ///
    /// ```
    /// # use dsh_tools::ToolSuccess;
    /// fn rows(success: &ToolSuccess) -> usize { success.value().root().len() }
    /// ```
    #[inline]
    pub fn value(&self) -> &FrozenJson {
        self.value.get_or_init(|| {
            let text = self.content.first().and_then(ContentBlock::as_text);
            FrozenJson::string(text.unwrap_or_default())
        })
    }

    /// Shows the model something else; the value stays.
    #[inline]
    pub(super) fn show(&mut self, content: Blocks) {
        self.value();
        self.content = content;
    }

    /// What the model sees.
    ///
    /// ```
    /// # use dsh_tools::ToolSuccess;
    /// fn blocks(success: &ToolSuccess) -> usize { success.content().len() }
    /// ```
    #[inline]
    pub fn content(&self) -> &[ContentBlock] {
        &self.content
    }

    /// What presenters get beside the content.
    ///
    /// ```
    /// # use dsh_tools::ToolSuccess;
    /// fn has_meta(success: &ToolSuccess) -> bool { success.meta().is_some() }
    /// ```
    #[inline]
    pub const fn meta(&self) -> Option<&FrozenJson> {
        self.meta.as_ref()
    }
}

/// The same, whether or not somebody has asked for the value.
impl fmt::Debug for ToolSuccess {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolSuccess")
            .field("content", &&*self.content)
            .field("value", self.value())
            .field("meta", &self.meta)
            .field("contexts", &self.contexts)
            .field("concludes_turn", &self.concludes_turn)
            .finish()
    }
}

impl ToolFailure {
    #[inline]
    pub(super) fn new(error: ToolError) -> Self {
        let Inner { message, code, cause, meta } = error.into_inner();
        let content = ContentBlock::text(format!("{PREFIX}{message}")).into();
        let info =
            (code != ErrorCode::ToolError).then(|| ErrorInfo { name: code.class().into(), code });
        Self { content, message, info, meta, contexts: Vec::new(), cause }
    }

    /// What went wrong, without the prefix that the content has.
    ///
    /// ```
    /// # use dsh_tools::ToolFailure;
    /// fn log(failure: &ToolFailure) -> &str { failure.message() }
    /// ```
    #[inline]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The stable code; [`ErrorCode::ToolError`] for a failure that set none.
    ///
    /// ```
    /// # use dsh_tools::{ErrorCode, ToolFailure};
    /// fn denied(failure: &ToolFailure) -> bool { failure.code() == &ErrorCode::Denied }
    /// ```
    #[inline]
    pub fn code(&self) -> &ErrorCode {
        self.info.as_ref().map_or(&ErrorCode::ToolError, |info| &info.code)
    }

    /// The class and the code, as logs keep them; none for a failure that set no code.
    ///
    /// ```
    /// # use dsh_tools::ToolFailure;
    /// fn class(failure: &ToolFailure) -> Option<&str> { failure.info().map(|info| &*info.name) }
    /// ```
    #[inline]
    pub const fn info(&self) -> Option<&ErrorInfo> {
        self.info.as_ref()
    }

    /// What the model sees.
    ///
    /// ```
    /// # use dsh_tools::ToolFailure;
    /// fn blocks(failure: &ToolFailure) -> usize { failure.content().len() }
    /// ```
    #[inline]
    pub fn content(&self) -> &[ContentBlock] {
        &self.content
    }

    /// What presenters get beside the content.
    ///
    /// ```
    /// # use dsh_tools::ToolFailure;
    /// fn has_meta(failure: &ToolFailure) -> bool { failure.meta().is_some() }
    /// ```
    #[inline]
    pub const fn meta(&self) -> Option<&FrozenJson> {
        self.meta.as_ref()
    }

    /// The error behind it, for logs and programs; of [`ErrorCode::InvalidArgs`] a
    /// [`ToolArgsError`](super::ToolArgsError), of [`ErrorCode::UnknownTool`] a
    /// [`ToolNotFoundError`](super::ToolNotFoundError).
    ///
    /// ```
    /// # use dsh_tools::ToolFailure;
    /// fn is_io(failure: &ToolFailure) -> bool {
    ///     failure.source().is_some_and(|error| error.is::<std::io::Error>())
    /// }
    /// ```
    #[inline]
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.cause.as_ref().and_then(Cause::get)
    }
}

impl fmt::Display for ToolFailure {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
