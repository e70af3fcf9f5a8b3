//! Why a text is no pattern.

use std::fmt::{Display, Formatter, Result};

/// Why a text cannot be used as a pattern: what is wrong with it, where, and the way out.
///
/// ```
/// use dsh_tools::schema::Pattern;
///
/// let error = Pattern::ecma(r"\d+\Z").unwrap_err();
/// assert_eq!(error.offset(), 3);
/// assert_eq!(error.to_string(), r"`\Z` is no escape of ECMA-262: write `$` (byte 3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternError {
    offset: usize,
    message: String,
}

impl PatternError {
    pub(super) const fn new(offset: usize, message: String) -> Self {
        Self { offset, message }
    }

    /// Where in the pattern it is, in bytes.
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl Display for PatternError {
    #[inline]
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} (byte {})", self.message, self.offset)
    }
}

impl std::error::Error for PatternError {}

/// A part of a pattern as a message quotes it.
pub(super) fn quoted(part: &str) -> String {
    const LONGEST: usize = 40;
    match part.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}..`", part.get(..end).unwrap_or_default()),
        None => format!("`{part}`"),
    }
}
