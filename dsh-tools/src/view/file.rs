//! Files in cards.

use serde::{Deserialize, Serialize};

/// A file that a call touches, and where in it.
///
/// ```
/// use dsh_tools::view::FileLocation;
///
/// let place = FileLocation::new("src/main.rs").line(12);
/// assert_eq!(serde_json::to_string(&place)?, r#"{"path":"src/main.rs","line":12}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FileLocation {
    /// The path, as the tool was given it.
    pub path: String,
    /// The line, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl FileLocation {
    /// A whole file.
    ///
    /// ```
    /// use dsh_tools::view::FileLocation;
    /// assert_eq!(FileLocation::new("a.rs").line, None);
    /// ```
    #[inline]
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), line: None }
    }

    /// A line of the file, counted from 1.
    ///
    /// ```
    /// use dsh_tools::view::FileLocation;
    /// assert_eq!(FileLocation::new("a.rs").line(3).line, Some(3));
    /// ```
    #[must_use]
    #[inline]
    pub fn line(mut self, line: u32) -> Self {
        self.line = Some(line);
        self
    }
}

impl From<&str> for FileLocation {
    #[inline]
    fn from(path: &str) -> Self {
        Self::new(path)
    }
}

impl From<String> for FileLocation {
    #[inline]
    fn from(path: String) -> Self {
        Self::new(path)
    }
}

impl From<&String> for FileLocation {
    #[inline]
    fn from(path: &String) -> Self {
        Self::new(path)
    }
}

/// A file before and after a change.
///
/// ```
/// use dsh_tools::view::FileDiff;
///
/// let diff = FileDiff::created("a.txt", "new\n");
/// assert_eq!(serde_json::to_string(&diff)?, r#"{"path":"a.txt","oldText":null,"newText":"new\n"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FileDiff {
    /// The path, as the tool was given it.
    pub path: String,
    /// The text before; `None` for a new file, or when nobody knows it.
    pub old_text: Option<String>,
    /// The text after.
    pub new_text: String,
}

impl FileDiff {
    /// A changed file.
    ///
    /// ```
    /// use dsh_tools::view::FileDiff;
    /// assert_eq!(FileDiff::new("a.txt", "old", "new").old_text.as_deref(), Some("old"));
    /// ```
    #[inline]
    pub fn new(
        path: impl Into<String>,
        old_text: impl Into<String>,
        new_text: impl Into<String>,
    ) -> Self {
        Self { path: path.into(), old_text: Some(old_text.into()), new_text: new_text.into() }
    }

    /// A file that is new, or whose text before is not known.
    ///
    /// ```
    /// use dsh_tools::view::FileDiff;
    /// assert_eq!(FileDiff::created("a.txt", "new").old_text, None);
    /// ```
    #[inline]
    pub fn created(path: impl Into<String>, new_text: impl Into<String>) -> Self {
        Self { path: path.into(), old_text: None, new_text: new_text.into() }
    }
}
