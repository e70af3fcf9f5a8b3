//! How a tool fails.

use super::ErrorCode;
use super::carrier::{self, Carrier, Opened};
use super::contain::{Shielded, contain, discard};
use crate::json::{FrozenJson, JsonError};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why a tool failed: a message for the model, a stable code for programs, a cause for logs, metadata for presenters.
///
/// `?` makes one of every error, and keeps the error as the cause:
///
/// ```
/// use dsh_tools::ToolError;
///
/// fn parse(text: &str) -> Result<u32, ToolError> {
///     let number: u32 = text.parse()?;
///     if number == 0 {
///         return Err(ToolError::new("ZERO", "0 is no page"));
///     }
///     Ok(number)
/// }
/// assert_eq!(parse("x").unwrap_err().to_string(), "invalid digit found in string");
/// assert_eq!(parse("0").unwrap_err().code(), "ZERO");
/// ```
///
/// It does not implement [`Error`] itself, as `anyhow::Error` does not, so that this `?` can exist. What `?`
/// takes where, and what else goes with a word; codes and causes are kept in every one of these ways:
///
/// | a body that returns | takes by `?` | takes by `.map_err(..)?` |
/// |---|---|---|
/// | `Result<T, ToolError>` | `ToolError`, every error type | `String`, `anyhow::Error`, `Box<dyn Error + Send + Sync>`: [`ToolError::from_boxed`], or [`.tool_err("CODE")?`](super::ToolErrorExt::tool_err); what can only be printed: [`ToolError::msg`] |
/// | `anyhow::Result<T>` | `anyhow::Error`, every error type | `ToolError`: [`ToolError::into_error`] |
/// | `Result<T, Box<dyn Error + Send + Sync>>` | `ToolError`, `String`, `anyhow::Error`, every error type | |
///
/// "Every error type" is what implements `Error + Send + Sync + 'static`.
///
/// ```
/// use dsh_tools::{ToolContext, ToolError};
///
/// async fn with_anyhow(cx: &ToolContext) -> anyhow::Result<String> {
///     cx.check_cancelled().map_err(ToolError::into_error)?;
///     Ok(std::fs::read_to_string("notes.txt")?)
/// }
///
/// async fn with_codes(cx: &ToolContext) -> Result<String, ToolError> {
///     cx.check_cancelled()?;
///     with_anyhow(cx).await.map_err(ToolError::from_boxed)
/// }
/// ```
#[doc(alias = "HarnessError")]
#[derive(Clone)]
pub struct ToolError {
    inner: Box<Inner>,
}

/// What it is made of.
#[derive(Clone)]
pub(super) struct Inner {
    pub(super) message: String,
    pub(super) code: ErrorCode,
    pub(super) cause: Option<Cause>,
    pub(super) meta: Option<FrozenJson>,
}

/// A user's error behind a failure; shared, its destructor contained.
#[derive(Clone)]
pub(crate) struct Cause(Arc<Shielded<Box<dyn Error + Send + Sync>>>);

impl Cause {
    pub(crate) fn new(error: Box<dyn Error + Send + Sync>) -> Self {
        Self(Arc::new(Shielded::new(error)))
    }

    pub(crate) fn get(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.0.get().map(|error| &**error)
    }
}

impl fmt::Debug for Cause {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(error) => fmt::Debug::fmt(error, f),
            None => f.write_str("gone"),
        }
    }
}

/// What an error says; a `Display` that panics or fails says nothing.
fn say(error: &dyn fmt::Display) -> String {
    contain(|| {
        let mut text = String::new();
        fmt::write(&mut text, format_args!("{error}")).map(|()| text)
    })
    .ok()
    .and_then(Result::ok)
    .unwrap_or_else(|| "the tool failed with an error that cannot be printed".to_owned())
}

impl ToolError {
    /// A failure with a stable code of the tool's own.
    ///
    /// The library's codes are reserved: [`ErrorCode::custom`] has the rule.
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, ToolError};
    ///
    /// assert_eq!(ToolError::new("BUSY", "try again in a minute").code(), "BUSY");
    /// assert_eq!(ToolError::new("TOOL_TIMEOUT", "mine").code(), &ErrorCode::ToolError);
    /// ```
    pub fn new(code: impl AsRef<str>, message: impl Into<String>) -> Self {
        Self::coded(ErrorCode::custom(code), message)
    }

    /// A failure of anything that can be printed, without a code.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    ///
    /// let failed: Result<(), String> = Err("no such page".to_owned());
    /// assert_eq!(failed.map_err(ToolError::msg).unwrap_err().to_string(), "no such page");
    /// ```
    pub fn msg(message: impl fmt::Display) -> Self {
        Self::coded(ErrorCode::ToolError, say(&message))
    }

    /// What a body gives that stopped because the call was cancelled, or its deadline passed.
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, ToolError};
    /// assert_eq!(ToolError::aborted().code(), &ErrorCode::Aborted);
    /// ```
    #[inline]
    pub fn aborted() -> Self {
        Self::coded(ErrorCode::Aborted, "the call was cancelled")
    }

    /// A failure with one of the library's codes.
    pub(crate) fn coded(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { inner: Box::new(Inner { message: message.into(), code, cause: None, meta: None }) }
    }

    /// Keeps a cause, for logs and for [`ToolFailure::source`](super::ToolFailure::source); no model sees it.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    ///
    /// let error = ToolError::new("DB", "the database does not answer").with_source(std::io::Error::other("dsn"));
    /// assert_eq!(error.to_string(), "the database does not answer");
    /// assert_eq!(error.source().unwrap().to_string(), "dsn");
    /// ```
    #[must_use]
    #[inline]
    pub fn with_source(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.inner.cause = Some(Cause::new(cause.into()));
        self
    }

    /// Keeps something for presenters, a `Value` or a [`FrozenJson`], as
    /// [`ToolOutput::with_meta`](super::ToolOutput::with_meta) does: stored with the result, never shown to the model.
    ///
    /// One that is nested too deep is left out: what went wrong is told in any case.
    ///
    /// ```
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    ///
    /// let error = ToolError::new("FAILED", "the tests fail").with_meta(serde_json::json!({"exitCode": 101}));
    /// let result = ToolExecutionResult::failure(error);
    /// assert_eq!(result.meta().unwrap(), &serde_json::json!({"exitCode": 101}));
    /// assert_eq!(result.text(), "Error: the tests fail");
    /// ```
    #[must_use]
    pub fn with_meta<M: TryInto<FrozenJson, Error: Into<JsonError>>>(mut self, meta: M) -> Self {
        self.inner.meta = meta.try_into().ok();
        self
    }

    /// Sets another code, by the rule of [`new`](Self::new); message, cause and metadata stay.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    /// assert_eq!(ToolError::msg("later").with_code("BUSY").code(), "BUSY");
    /// ```
    #[must_use]
    pub fn with_code(mut self, code: impl AsRef<str>) -> Self {
        self.inner.code = ErrorCode::custom(code);
        self
    }

    /// What the model is told.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    /// assert_eq!(ToolError::new("BUSY", "later").message(), "later");
    /// ```
    #[inline]
    pub fn message(&self) -> &str {
        &self.inner.message
    }

    /// The stable code; [`ErrorCode::ToolError`] when none was set.
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, ToolError};
    /// assert_eq!(ToolError::msg("no").code(), &ErrorCode::ToolError);
    /// ```
    pub fn code(&self) -> &ErrorCode {
        &self.inner.code
    }

    /// The cause, for logs.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    /// assert!(ToolError::from(std::fmt::Error).source().unwrap().is::<std::fmt::Error>());
    /// ```
    pub fn source(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.inner.cause.as_ref().and_then(Cause::get)
    }

    /// What presenters get of it.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    /// assert!(ToolError::msg("no").meta().is_none());
    /// ```
    pub const fn meta(&self) -> Option<&FrozenJson> {
        self.inner.meta.as_ref()
    }

    #[inline]
    pub(super) fn cause(&self) -> Option<&Cause> {
        self.inner.cause.as_ref()
    }

    pub(super) fn into_inner(self) -> Inner {
        *self.inner
    }

    /// The failure behind whatever turns into a boxed error: `anyhow::Error`, `String`, a box.
    ///
    /// A `ToolError` that went through such a type comes out again, with its code, its cause and its metadata. One that stands
    /// below the error (under a context, for one) lends its code. The error itself is kept as the cause.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    ///
    /// fn save() -> anyhow::Result<()> {
    ///     Err(ToolError::new("BUSY", "locked").with_source(std::io::Error::other("pid 7")).into_error())?
    /// }
    /// fn body() -> Result<(), ToolError> {
    ///     save().map_err(ToolError::from_boxed)?;
    ///     Ok(())
    /// }
    /// let error = body().unwrap_err();
    /// assert_eq!((error.code().as_str(), error.message()), ("BUSY", "locked"));
    /// assert!(error.source().unwrap().is::<std::io::Error>());
    /// ```
    pub fn from_boxed(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        match carrier::open(error.into()) {
            Opened::Whole(error) => error,
            Opened::Disguised(error, code, cause, meta) => {
                let message = say(&error);
                discard(error);
                Self { inner: Box::new(Inner { message, code, cause, meta }) }
            }
            Opened::Other(error, code) => {
                let mut failure = Self::coded(code, say(&error));
                failure.inner.cause = Some(Cause::new(error));
                failure
            }
        }
    }

    /// The failure as an [`Error`], for bodies whose own error type wants one; the library takes it out again
    /// with its code and its cause, however deep it was put.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    ///
    /// fn page(number: u32) -> anyhow::Result<u32> {
    ///     anyhow::ensure!(number < 100, "there are not so many");
    ///     if number == 0 {
    ///         Err(ToolError::new("ZERO", "0 is no page").into_error())?;
    ///     }
    ///     Ok(number)
    /// }
    /// assert_eq!(ToolError::from_boxed(page(0).unwrap_err()).code(), "ZERO");
    /// ```
    #[inline]
    pub fn into_error(self) -> impl Error + Send + Sync + 'static {
        Carrier::new(self)
    }
}

impl fmt::Display for ToolError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.message)
    }
}

impl fmt::Debug for ToolError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("code", &self.inner.code)
            .field("message", &self.inner.message)
            .field("source", &self.inner.cause)
            .finish()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        let boxed: Box<dyn Error + Send + Sync> = Box::new(error);
        Self::from_boxed(boxed)
    }
}

/// Gives a failure a code on its way out of a body.
///
/// It is there for every error that turns into a boxed one: error types, `String`, `&str`, `anyhow::Error`,
/// `Box<dyn Error + Send + Sync>`, and [`ToolError`].
///
/// ```
/// use dsh_tools::{ToolError, ToolErrorExt};
///
/// fn page(text: &str) -> Result<u32, ToolError> {
///     let number: u32 = text.parse().tool_err("NO_PAGE")?;
///     Ok(number + 1)
/// }
/// let error = page("three").unwrap_err();
/// assert_eq!((error.code().as_str(), error.message()), ("NO_PAGE", "invalid digit found in string"));
/// assert!(error.source().unwrap().is::<std::num::ParseIntError>());
/// ```
pub trait ToolErrorExt<T> {
    /// Makes a [`ToolError`] with this code; the error stays the cause.
    ///
    /// # Errors
    /// The failure, with its code.
    ///
    /// ```
    /// use dsh_tools::ToolErrorExt;
    /// let failed: Result<(), &str> = Err("locked");
    /// assert_eq!(failed.tool_err("BUSY").unwrap_err().code(), "BUSY");
    /// ```
    fn tool_err(self, code: impl AsRef<str>) -> Result<T, ToolError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> ToolErrorExt<T> for Result<T, E> {
    fn tool_err(self, code: impl AsRef<str>) -> Result<T, ToolError> {
        self.map_err(|error| ToolError::from_boxed(error).with_code(code))
    }
}
