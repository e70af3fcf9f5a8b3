//! Stable codes of failures.

use crate::schema::OutputSchemaError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// What kind of failure it is: stable, for programs.
///
/// The named codes are the library's own. A tool sets one of its own with
/// [`ToolError::new`](super::ToolError::new).
///
/// ```
/// use dsh_tools::ErrorCode;
///
/// assert_eq!(ErrorCode::InvalidArgs.as_str(), "INVALID_ARGS");
/// assert_eq!(ErrorCode::custom("BUSY"), "BUSY");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// `UNKNOWN_TOOL`: no tool of that name can be called from there.
    UnknownTool,
    /// `INVALID_JSON`: the arguments are no JSON document.
    InvalidJson,
    /// `INVALID_ARGS`: the arguments do not fit the tool's schema.
    InvalidArgs,
    /// `INVALID_TOOL_OUTPUT`: the tool gave what it had promised not to give.
    InvalidToolOutput,
    /// `UNSUPPORTED_SCHEMA`: a schema uses what cannot be enforced.
    UnsupportedSchema,
    /// `DENIED`: policy said no.
    Denied,
    /// `ABORTED`: cancelled after the tool's body had started.
    Aborted,
    /// `ABORTED_BEFORE_DISPATCH`: cancelled before the tool's body started.
    AbortedBeforeDispatch,
    /// `TOOL_TIMEOUT`: the tool's own deadline passed.
    ToolTimeout,
    /// `TOOL_PANICKED`: the tool's code panicked.
    ToolPanicked,
    /// `HOOK_PANICKED`: a hook's code panicked.
    HookPanicked,
    /// `NESTING_LIMIT`: a tool called a tool that called a tool, deeper than is allowed.
    NestingLimit,
    /// `TOOL_NOT_STARTED`: a log has the call and no result of it, and the tool was not started.
    ToolNotStarted,
    /// `TOOL_OUTCOME_UNKNOWN`: a log has the call and no result of it, and the tool may have run.
    ToolOutcomeUnknown,
    /// `TOOL_ERROR`: the tool failed and set no code.
    ToolError,
    /// A tool's own code.
    Custom(CustomCode),
}

/// A code that a tool made up; see [`ErrorCode::custom`].
///
/// ```
/// use dsh_tools::ErrorCode;
/// assert!(matches!(ErrorCode::custom("BUSY"), ErrorCode::Custom(code) if code.as_str() == "BUSY"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CustomCode(Arc<str>);

impl CustomCode {
    /// The code.
    ///
    /// ```
    /// use dsh_tools::ErrorCode;
    /// assert!(matches!(ErrorCode::custom("BUSY"), ErrorCode::Custom(code) if code.as_str() == "BUSY"));
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Characters a tool's own code may have at most.
const MAX_CODE: usize = 64;

const LIBRARY: [ErrorCode; 15] = [
    ErrorCode::UnknownTool,
    ErrorCode::InvalidJson,
    ErrorCode::InvalidArgs,
    ErrorCode::InvalidToolOutput,
    ErrorCode::UnsupportedSchema,
    ErrorCode::Denied,
    ErrorCode::Aborted,
    ErrorCode::AbortedBeforeDispatch,
    ErrorCode::ToolTimeout,
    ErrorCode::ToolPanicked,
    ErrorCode::HookPanicked,
    ErrorCode::NestingLimit,
    ErrorCode::ToolNotStarted,
    ErrorCode::ToolOutcomeUnknown,
    ErrorCode::ToolError,
];

impl ErrorCode {
    /// A tool's own code.
    ///
    /// The library's codes mean what the library saw happen, so a tool cannot claim them: such a code, and
    /// a text that is no code (empty, over 64 characters, or not all printable ASCII without spaces), becomes
    /// [`ErrorCode::ToolError`].
    ///
    /// ```
    /// use dsh_tools::ErrorCode;
    ///
    /// assert_eq!(ErrorCode::custom("RATE_LIMITED"), "RATE_LIMITED");
    /// assert_eq!(ErrorCode::custom("DENIED"), ErrorCode::ToolError);
    /// assert_eq!(ErrorCode::custom("two words"), ErrorCode::ToolError);
    /// ```
    #[inline]
    pub fn custom(code: impl AsRef<str>) -> Self {
        let code = code.as_ref();
        let legal = !code.is_empty()
            && code.len() <= MAX_CODE
            && code.bytes().all(|b| b.is_ascii_graphic());
        if !legal || Self::library(code).is_some() {
            return Self::ToolError;
        }
        Self::Custom(CustomCode(code.into()))
    }

    /// The code as text.
    ///
    /// ```
    /// use dsh_tools::ErrorCode;
    /// assert_eq!(ErrorCode::ToolTimeout.as_str(), "TOOL_TIMEOUT");
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        match self {
            Self::UnknownTool => "UNKNOWN_TOOL",
            Self::InvalidJson => "INVALID_JSON",
            Self::InvalidArgs => "INVALID_ARGS",
            Self::InvalidToolOutput => "INVALID_TOOL_OUTPUT",
            Self::UnsupportedSchema => "UNSUPPORTED_SCHEMA",
            Self::Denied => "DENIED",
            Self::Aborted => "ABORTED",
            Self::AbortedBeforeDispatch => "ABORTED_BEFORE_DISPATCH",
            Self::ToolTimeout => "TOOL_TIMEOUT",
            Self::ToolPanicked => "TOOL_PANICKED",
            Self::HookPanicked => "HOOK_PANICKED",
            Self::NestingLimit => "NESTING_LIMIT",
            Self::ToolNotStarted => "TOOL_NOT_STARTED",
            Self::ToolOutcomeUnknown => "TOOL_OUTCOME_UNKNOWN",
            Self::ToolError => "TOOL_ERROR",
            Self::Custom(code) => code.as_str(),
        }
    }

    /// The name of the class of errors, as records carry it beside the code.
    #[inline]
    pub(crate) const fn class(&self) -> &'static str {
        match self {
            Self::UnknownTool => "ToolNotFoundError",
            Self::InvalidJson | Self::InvalidArgs => "ToolArgsError",
            Self::InvalidToolOutput => "ToolOutputError",
            Self::UnsupportedSchema => "OutputSchemaError",
            Self::Denied => "DeniedError",
            Self::Aborted | Self::AbortedBeforeDispatch => "AbortError",
            Self::ToolTimeout => "TimeoutError",
            Self::ToolPanicked | Self::HookPanicked => "PanicError",
            Self::NestingLimit => "NestingError",
            Self::ToolNotStarted | Self::ToolOutcomeUnknown => "InterruptedError",
            Self::ToolError | Self::Custom(_) => "ToolError",
        }
    }

    /// The code of the library that is written so.
    #[inline]
    pub(crate) fn library(text: &str) -> Option<Self> {
        LIBRARY.iter().find(|code| code.as_str() == text).cloned()
    }
}

impl fmt::Display for ErrorCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// So that a tool hands on the code of what it called: `ToolError::new(failure.code(), ..)`. The library's codes are not
/// handed on, see [`custom`](Self::custom).
impl AsRef<str> for ErrorCode {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for ErrorCode {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for ErrorCode {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl Serialize for ErrorCode {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl OutputSchemaError {
    /// The stable code of this error, [`ErrorCode::UnsupportedSchema`].
    ///
    /// ```
    /// use dsh_tools::{ErrorCode, StructuredOutputSchema};
    ///
    /// let error = StructuredOutputSchema::parse(serde_json::json!({"anyOf": []})).unwrap_err();
    /// assert_eq!(error.code(), ErrorCode::UnsupportedSchema);
    /// assert_eq!(error.code(), "UNSUPPORTED_SCHEMA");
    /// ```
    #[inline]
    pub const fn code(&self) -> ErrorCode {
        ErrorCode::UnsupportedSchema
    }
}

/// Records keep the library's codes; a reader gets them back.
impl<'de> Deserialize<'de> for ErrorCode {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(Self::library(&text).unwrap_or_else(|| Self::custom(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_reads_back() {
        for code in LIBRARY {
            let text = serde_json::to_string(&code).unwrap();
            assert_eq!(serde_json::from_str::<ErrorCode>(&text).unwrap(), code);
            assert_eq!(ErrorCode::custom(code.as_str()), ErrorCode::ToolError, "reserved: {code}");
        }
        assert_eq!(
            serde_json::from_str::<ErrorCode>("\"BUSY\"").unwrap(),
            ErrorCode::custom("BUSY")
        );
    }

    #[test]
    fn texts_that_are_no_codes() {
        for text in ["", " ", "a b", "a\nb", "grün", &"X".repeat(65)] {
            assert_eq!(ErrorCode::custom(text), ErrorCode::ToolError, "{text:?}");
        }
        assert_eq!(ErrorCode::custom("X".repeat(64)).as_str().len(), 64);
        assert_eq!(ErrorCode::custom("aborted"), "aborted", "case counts");
    }
}
