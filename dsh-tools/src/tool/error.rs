//! How a tool fails.

use super::ErrorCode;
use super::contain::{Shielded, contain};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// Why a tool failed: a message for the model, a stable code for programs, a cause for logs.
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
/// It does not implement [`Error`] itself, as `anyhow::Error` does not, so that this `?` can exist. Where `?`
/// cannot convert (`String`, `Box<dyn Error>`, `anyhow::Error`) say `.map_err(ToolError::msg)?` or
/// [`.tool_err("CODE")?`](super::ToolErrorExt::tool_err).
#[doc(alias = "HarnessError")]
pub struct ToolError {
    inner: Box<Inner>,
}

struct Inner {
    message: String,
    code: ErrorCode,
    cause: Option<Cause>,
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
    pub fn aborted() -> Self {
        Self::coded(ErrorCode::Aborted, "the call was cancelled")
    }

    /// A failure with one of the library's codes.
    pub(crate) fn coded(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { inner: Box::new(Inner { message: message.into(), code, cause: None }) }
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
    pub fn with_source(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.inner.cause = Some(Cause::new(cause.into()));
        self
    }

    /// What the model is told.
    ///
    /// ```
    /// use dsh_tools::ToolError;
    /// assert_eq!(ToolError::new("BUSY", "later").message(), "later");
    /// ```
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

    pub(super) fn into_parts(self) -> (String, ErrorCode, Option<Cause>) {
        let Inner { message, code, cause } = *self.inner;
        (message, code, cause)
    }

    /// From what a body's own error type turns into: a `ToolError` that went through comes out again, and one
    /// that stands somewhere below (under a context, for one) lends its code.
    pub(crate) fn from_boxed(error: Box<dyn Error + Send + Sync>) -> Self {
        let error = match error.downcast::<Carrier>() {
            Ok(carrier) => return carrier.error,
            Err(error) => error,
        };
        let code = code_below(&*error);
        let mut failure = Self::coded(code, say(&error));
        failure.inner.cause = Some(Cause::new(error));
        failure
    }
}

/// How far down a chain of causes a code is looked for: chains may be cyclic by mistake.
const MAX_CAUSES: usize = 64;

/// What the library found wrong with one call is not what is wrong with the call that made it: of the library's
/// codes only the cancellation is lent.
fn code_below(error: &(dyn Error + Send + Sync + 'static)) -> ErrorCode {
    contain(|| {
        let mut next: Option<&(dyn Error + 'static)> = Some(error);
        for _ in 0..MAX_CAUSES {
            let error = next?;
            if let Some(Coded(code, _)) = error.downcast_ref() {
                return matches!(code, ErrorCode::Custom(_) | ErrorCode::Aborted)
                    .then(|| code.clone());
            }
            next = error.source();
        }
        None
    })
    .ok()
    .flatten()
    .unwrap_or(ErrorCode::ToolError)
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.message)
    }
}

impl fmt::Debug for ToolError {
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
        Self::from_boxed(Box::new(error))
    }
}

/// Carries a `ToolError` through types that ask for an [`Error`]; [`ToolError::from_boxed`] takes it out.
struct Carrier {
    error: ToolError,
    code: Coded,
}

/// The code as a cause of its own: what puts the carrier in a box of its own kind (`anyhow` does) shows
/// nothing of it but its message and its causes.
struct Coded(ErrorCode, Option<Cause>);

impl Carrier {
    fn new(error: ToolError) -> Self {
        let code = Coded(error.inner.code.clone(), error.inner.cause.clone());
        Self { error, code }
    }
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl fmt::Debug for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.error, f)
    }
}

impl Error for Carrier {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.code)
    }
}

impl fmt::Display for Coded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Coded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Error for Coded {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.1.as_ref()?.get().map(|error| error as &(dyn Error + 'static))
    }
}

impl From<ToolError> for Box<dyn Error + Send + Sync> {
    fn from(error: ToolError) -> Self {
        Box::new(Carrier::new(error))
    }
}

impl From<ToolError> for Box<dyn Error> {
    fn from(error: ToolError) -> Self {
        Box::new(Carrier::new(error))
    }
}

/// Gives a failure a code on its way out of a body.
///
/// ```
/// use dsh_tools::{ToolError, ToolErrorExt};
///
/// fn page(number: Result<u32, String>) -> Result<u32, ToolError> {
///     let number = number.tool_err("NO_PAGE")?;
///     Ok(number + 1)
/// }
/// let error = page(Err("there are only 3".to_owned())).unwrap_err();
/// assert_eq!((error.code().as_str(), error.message()), ("NO_PAGE", "there are only 3"));
/// ```
pub trait ToolErrorExt<T> {
    /// Makes a [`ToolError`] with this code of whatever can be printed.
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

impl<T, E: fmt::Display> ToolErrorExt<T> for Result<T, E> {
    fn tool_err(self, code: impl AsRef<str>) -> Result<T, ToolError> {
        self.map_err(|error| ToolError::new(code, say(&error)))
    }
}
