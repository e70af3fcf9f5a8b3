//! What searches find.

use serde::{Deserialize, Serialize};

/// What a search found.
///
/// ```
/// use dsh_tools::view::ToolResultView;
/// let card = ToolResultView::found_paths(["a.rs", "b.rs"]).total(9).truncated(true);
/// assert_eq!(
///     serde_json::to_string(&card)?,
///     r#"{"shape":"paths","paths":["a.rs","b.rs"],"truncated":true,"total":9}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "SearchWire", try_from = "SearchWire")]
#[non_exhaustive]
pub struct SearchResult {
    /// Replaces the call's title.
    pub title: Option<String>,
    /// Lines or paths.
    pub hits: SearchHits,
    /// There is more than is listed.
    pub truncated: bool,
    /// How many there are, listed or not.
    pub total: u64,
}

/// The two shapes of what a search finds.
///
/// ```
/// use dsh_tools::view::SearchHits;
/// let hits = SearchHits::Paths { paths: vec!["a.rs".to_owned()] };
/// assert!(matches!(hits, SearchHits::Paths { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchHits {
    /// Lines of files.
    Matches {
        /// The files, each with its lines.
        files: Vec<FileMatches>,
    },
    /// Paths.
    Paths {
        /// The paths.
        paths: Vec<String>,
    },
}

/// A [`SearchResult`] as it is written.
#[derive(Serialize, Deserialize)]
struct SearchWire {
    shape: Shape,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<FileMatches>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<String>>,
    truncated: bool,
    total: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Shape {
    Matches,
    Paths,
}

impl From<SearchResult> for SearchWire {
    #[inline]
    fn from(SearchResult { title, hits, truncated, total }: SearchResult) -> Self {
        let (shape, files, paths) = match hits {
            SearchHits::Matches { files } => (Shape::Matches, Some(files), None),
            SearchHits::Paths { paths } => (Shape::Paths, None, Some(paths)),
        };
        Self { shape, title, files, paths, truncated, total }
    }
}

impl TryFrom<SearchWire> for SearchResult {
    type Error = &'static str;

    #[inline]
    fn try_from(wire: SearchWire) -> Result<Self, Self::Error> {
        let SearchWire { shape, title, files, paths, truncated, total } = wire;
        let hits = match shape {
            Shape::Matches => SearchHits::Matches { files: files.ok_or("`files` is missing")? },
            Shape::Paths => SearchHits::Paths { paths: paths.ok_or("`paths` is missing")? },
        };
        Ok(Self { title, hits, truncated, total })
    }
}

/// The lines that a search found in one file.
///
/// ```
/// use dsh_tools::view::FileMatches;
/// let file = FileMatches::new("a.rs", [(3, "fn main() {}")]);
/// assert_eq!(file.matches[0].line_number, 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FileMatches {
    /// The file.
    pub path: String,
    /// Its lines.
    pub matches: Vec<MatchedLine>,
}

/// A line that a search found.
///
/// ```
/// use dsh_tools::view::FileMatches;
/// assert_eq!(FileMatches::new("a.rs", [(1, "x")]).matches[0].line, "x");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MatchedLine {
    /// Where it is, counted from 1.
    pub line_number: u64,
    /// What it says.
    pub line: String,
}

impl SearchResult {
    /// How many there are, listed or not.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::found_paths(["a"]).total(40).total, 40);
    /// ```
    #[must_use]
    #[inline]
    pub fn total(mut self, total: u64) -> Self {
        self.total = total;
        self
    }

    /// There is more than is listed.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::found_paths(["a"]).truncated(true).truncated);
    /// ```
    #[must_use]
    #[inline]
    pub fn truncated(mut self, truncated: bool) -> Self {
        self.truncated = truncated;
        self
    }
}

impl FileMatches {
    /// Lines of a file, each with its number, counted from 1.
    ///
    /// ```
    /// use dsh_tools::view::FileMatches;
    /// assert_eq!(FileMatches::new("a.rs", [(7, "x")]).path, "a.rs");
    /// ```
    #[inline]
    pub fn new<S: Into<String>>(
        path: impl Into<String>,
        lines: impl IntoIterator<Item = (u64, S)>,
    ) -> Self {
        let matches = lines
            .into_iter()
            .map(|(line_number, line)| MatchedLine { line_number, line: line.into() })
            .collect();
        Self { path: path.into(), matches }
    }
}
