//! Values that JSON cannot hold.

use super::JsonPath;
use std::fmt;

/// What kind of loss a [`LossyError`] prevents.
///
/// ```
/// use dsh_tools::json::{FrozenJson, LossyErrorKind};
///
/// let error = FrozenJson::from_serialize(&f64::NAN).unwrap_err();
/// assert_eq!(error.kind(), LossyErrorKind::NonFinite);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LossyErrorKind {
    /// NaN or an infinity.
    NonFinite,
    /// A map key that is not a string.
    Key,
    /// A key written twice in one object.
    DuplicateKey,
    /// Nested deeper than the limit.
    Depth,
    /// 4 GiB of text or more.
    Size,
    /// What was written is no JSON document: a bracket too many, a value without its key.
    Malformed,
    /// A refusal of the value's own: its `Serialize`, or an encoder.
    Custom,
}

/// A Rust value that JSON cannot hold without loss: where it is, and why.
///
/// ```
/// use dsh_tools::json::FrozenJson;
///
/// let error = FrozenJson::from_serialize(&vec![1.0, f64::INFINITY]).unwrap_err();
/// assert_eq!(error.to_string(), "[1]: infinity has no JSON form");
/// assert_eq!(error.path().pointer(), "/1");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct LossyError(Box<Details>);

#[derive(Clone, PartialEq, Eq)]
struct Details {
    kind: LossyErrorKind,
    path: JsonPath,
    reason: String,
}

impl LossyError {
    #[cold]
    pub(super) fn new(kind: LossyErrorKind, path: JsonPath, reason: impl Into<String>) -> Self {
        Self(Box::new(Details { kind, path, reason: reason.into() }))
    }

    /// What kind of loss it is.
    ///
    /// ```
    /// use dsh_tools::json::{FrozenJson, LossyErrorKind};
    /// use std::collections::BTreeMap;
    ///
    /// let error = FrozenJson::from_serialize(&BTreeMap::from([(1, "one")])).unwrap_err();
    /// assert_eq!(error.kind(), LossyErrorKind::Key);
    /// ```
    #[inline]
    pub fn kind(&self) -> LossyErrorKind {
        self.0.kind
    }

    /// The place in the document that was being written.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let error = FrozenJson::from_serialize(&(0, [f64::NAN])).unwrap_err();
    /// assert_eq!(error.path().pointer(), "/1/0");
    /// ```
    #[inline]
    pub fn path(&self) -> &JsonPath {
        &self.0.path
    }

    /// What is wrong there, without the path.
    ///
    /// ```
    /// use dsh_tools::json::FrozenJson;
    ///
    /// let error = FrozenJson::from_serialize(&[f32::NAN]).unwrap_err();
    /// assert_eq!(error.reason(), "NaN has no JSON form");
    /// ```
    #[inline]
    pub fn reason(&self) -> &str {
        &self.0.reason
    }
}

impl fmt::Display for LossyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_root() {
            write!(f, "{}: ", self.0.path)?;
        }
        f.write_str(&self.0.reason)
    }
}

impl fmt::Debug for LossyError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LossyError")
            .field("kind", &self.0.kind)
            .field("path", &self.0.path)
            .field("reason", &self.0.reason)
            .finish()
    }
}

impl std::error::Error for LossyError {}
