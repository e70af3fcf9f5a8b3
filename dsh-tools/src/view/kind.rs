//! What sort of work a call does.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What sort of work a call does: editors choose an icon by it.
///
/// ```
/// use dsh_tools::view::ToolCallKind;
///
/// assert_eq!(ToolCallKind::Read.as_str(), "read");
/// assert_eq!(ToolCallKind::default(), ToolCallKind::Other);
/// let later: ToolCallKind = serde_json::from_str("\"think\"").unwrap();
/// assert_eq!(later, ToolCallKind::Other, "a kind that is not known here");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    #[inline]
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

const ALL: [ToolCallKind; 8] = [
    ToolCallKind::Read,
    ToolCallKind::Edit,
    ToolCallKind::Delete,
    ToolCallKind::Move,
    ToolCallKind::Search,
    ToolCallKind::Execute,
    ToolCallKind::Fetch,
    ToolCallKind::Other,
];

impl Serialize for ToolCallKind {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Kinds that are not known here, of a later version or of somebody else's, are [`ToolCallKind::Other`].
impl<'de> Deserialize<'de> for ToolCallKind {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(ALL.into_iter().find(|kind| kind.as_str() == text).unwrap_or_default())
    }
}

impl fmt::Display for ToolCallKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
