//! Pieces of text files.

use crate::json::ContentBlock;
use serde::{Deserialize, Serialize};

/// A piece of a text file.
///
/// ```
/// use dsh_tools::view::ToolResultView;
/// let card = ToolResultView::read("a.rs", 10, ["fn main() {", "}"]).total_lines(11).lang("rust");
/// assert_eq!(card.lines[1].number, 11);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadResult {
    /// Replaces the call's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The file.
    pub path: String,
    /// The number of the first line, counted from 1.
    pub offset: u64,
    /// The lines.
    pub lines: Vec<ReadLine>,
    /// How many lines the file has.
    pub total_lines: u64,
    /// The language, as highlighters name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
    /// For those who have no such card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<ContentBlock>>,
}

/// A line of a file.
///
/// ```
/// use dsh_tools::view::ToolResultView;
/// assert_eq!(ToolResultView::read("a", 1, ["x"]).lines[0].text, "x");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadLine {
    /// Its number, counted from 1.
    pub number: u64,
    /// What it says.
    pub text: String,
}

impl ReadResult {
    /// How many lines the file has.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::read("a", 1, ["x"]).total_lines(90).total_lines, 90);
    /// ```
    #[must_use]
    pub fn total_lines(mut self, total: u64) -> Self {
        self.total_lines = total;
        self
    }

    /// The language, as highlighters name it.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::read("a", 1, ["x"]).lang("rust").lang.as_deref(), Some("rust"));
    /// ```
    #[must_use]
    pub fn lang(mut self, lang: impl Into<String>) -> Self {
        self.lang = Some(lang.into());
        self
    }

    /// Adds a block for those who have no such card.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::read("a", 1, ["x"]).content("1 x").content.is_some());
    /// ```
    #[must_use]
    pub fn content(mut self, block: impl Into<ContentBlock>) -> Self {
        self.content.get_or_insert_default().push(block.into());
        self
    }
}
