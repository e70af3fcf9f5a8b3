//! The names of requests.

use std::fmt;
use std::sync::Arc;

/// The id of a request in its session: a number or a text, and `7` is not `"7"`.
///
/// ```
/// use dsh_tools::RequestId;
/// assert_ne!(RequestId::from(7), RequestId::from("7"));
/// assert_eq!(RequestId::from(7).to_string(), "7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// A number.
    Number(i64),
    /// A text.
    Text(Arc<str>),
}

impl From<i64> for RequestId {
    #[inline]
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for RequestId {
    #[inline]
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i32> for RequestId {
    #[inline]
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<&str> for RequestId {
    #[inline]
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for RequestId {
    #[inline]
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Arc<str>> for RequestId {
    #[inline]
    fn from(text: Arc<str>) -> Self {
        Self::Text(text)
    }
}

impl fmt::Display for RequestId {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => fmt::Debug::fmt(text, f),
        }
    }
}

/// A request of this id is in flight in its session: a cancellation could not say which is meant.
///
/// ```
/// use dsh_tools::InFlightCalls;
///
/// let session = InFlightCalls::new().session("s1");
/// let first = session.begin(7)?;
/// let error = session.begin(7).unwrap_err();
/// assert_eq!(error.to_string(), "the request 7 is in flight already");
/// # drop(first);
/// # Ok::<(), dsh_tools::RequestInUseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request {0} is in flight already")]
pub struct RequestInUseError(pub(super) RequestId);
