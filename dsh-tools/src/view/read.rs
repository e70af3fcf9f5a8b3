//! Pieces of text files.

use super::ToolResultView;
use crate::json::ContentBlock;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

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

impl ToolResultView {
    /// So many lines of a text from a line on, counted from 1.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    ///
    /// let part = ToolResultView::read_part("a.txt", "one\ntwo\nthree\n", 2, 1);
    /// assert_eq!((part.lines[0].number, part.lines[0].text.as_str(), part.total_lines), (2, "two", 3));
    /// ```
    #[inline]
    pub fn read_part(path: impl Into<String>, text: &str, first: u64, most: usize) -> ReadResult {
        let first = first.max(1);
        let before = usize::try_from(first - 1).unwrap_or(usize::MAX);
        let part = Self::read(path, first, text.lines().skip(before).take(most));
        part.total_lines(text.lines().count() as u64)
    }
}

impl ReadResult {
    /// The lines as models read them, each behind its number and a tab.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// let part = ToolResultView::read("a.txt", 9, ["nine", "ten"]);
    /// assert_eq!(part.numbered(), "     9\tnine\n    10\tten\n");
    /// ```
    #[inline]
    pub fn numbered(&self) -> String {
        self.lines.iter().fold(String::new(), |mut text, line| {
            let _infallible = writeln!(text, "{:>6}\t{}", line.number, line.text);
            text
        })
    }

    /// How many lines the file has.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::read("a", 1, ["x"]).total_lines(90).total_lines, 90);
    /// ```
    #[must_use]
    #[inline]
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
    #[inline]
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
    #[inline]
    pub fn content(mut self, block: impl Into<ContentBlock>) -> Self {
        self.content.get_or_insert_default().push(block.into());
        self
    }
}
