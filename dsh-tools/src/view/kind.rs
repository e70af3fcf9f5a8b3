//! What sort of work a call does.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What sort of work a call does: editors choose an icon by it.
///
/// ```
/// use dsh_tools::view::ToolCallKind;
///
/// assert_eq!(ToolCallKind::Read.as_str(), "read");
/// assert_eq!(ToolCallKind::default(), ToolCallKind::Other);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum ToolCallKind {
    /// Looks at files or data.
    Read,
    /// Changes files or contents.
    Edit,
    /// Removes files or data.
    Delete,
    /// Moves or renames files.
    Move,
    /// Searches.
    Search,
    /// Runs a command or code.
    Execute,
    /// Gets something from elsewhere.
    Fetch,
    /// Anything else.
    #[default]
    Other,
}

impl ToolCallKind {
    /// The kind as cards spell it.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallKind;
    /// assert_eq!(ToolCallKind::Execute.as_str(), "execute");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::Move => "move",
            Self::Search => "search",
            Self::Execute => "execute",
            Self::Fetch => "fetch",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for ToolCallKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
