//! Cards of calls that have ended.

use super::call::cards;
use super::read_back::read_back;
use super::{
    FileDiff, FileMatches, ReadLine, ReadResult, SearchHits, SearchResult, WebFetch, WebResult,
    WebSearch, WebSource,
};
use crate::json::ContentBlock;
use serde::{Deserialize, Serialize};

/// The card of a result, made from arguments and result.
///
/// ```
/// use dsh_tools::view::{TerminalEnd, ToolResultView};
///
/// let card: ToolResultView = ToolResultView::terminal("ok\n").exit_code(0).into();
/// assert_eq!(serde_json::to_string(&card)?, r#"{"card":"terminal","output":"ok\n","exitCode":0}"#);
/// assert_eq!(card.one_line(), "exit code 0: ok");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "card", rename_all = "camelCase")]
#[non_exhaustive]
pub enum ToolResultView {
    /// Any result.
    Generic(GenericResult),
    /// What a command wrote and how it ended.
    Terminal(TerminalResult),
    /// Changes that were made.
    Diff(DiffResult),
    /// What a search found.
    Search(SearchResult),
    /// A piece of a text file.
    Read(ReadResult),
    /// What the web gave.
    Web(WebResult),
}

/// Any result; without content the result's own content is shown.
///
/// ```
/// use dsh_tools::view::ToolResultView;
/// assert_eq!(ToolResultView::generic().title("3 users").title.as_deref(), Some("3 users"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GenericResult {
    /// Replaces the call's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Is shown instead of the result's own content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<Vec<ContentBlock>>,
}

/// What a command wrote and how it ended.
///
/// ```
/// use dsh_tools::view::ToolResultView;
/// let card = ToolResultView::terminal("killed\n").signal("SIGKILL");
/// assert_eq!(serde_json::to_string(&card)?, r#"{"output":"killed\n","signal":"SIGKILL"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "TerminalWire", try_from = "TerminalWire")]
#[non_exhaustive]
pub struct TerminalResult {
    /// Replaces the call's title.
    pub title: Option<String>,
    /// What was written.
    pub output: Option<String>,
    /// How it ended, where that is known.
    pub end: Option<TerminalEnd>,
}

/// The same as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TerminalWire {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<String>,
}

impl From<TerminalResult> for TerminalWire {
    #[inline]
    fn from(TerminalResult { title, output, end }: TerminalResult) -> Self {
        let (exit_code, signal) = match end {
            Some(TerminalEnd::ExitCode(code)) => (Some(code), None),
            Some(TerminalEnd::Signal(signal)) => (None, Some(signal)),
            None => (None, None),
        };
        Self { title, output, exit_code, signal }
    }
}

impl TryFrom<TerminalWire> for TerminalResult {
    type Error = &'static str;

    #[inline]
    fn try_from(wire: TerminalWire) -> Result<Self, Self::Error> {
        let TerminalWire { title, output, exit_code, signal } = wire;
        let end = match (exit_code, signal) {
            (Some(_), Some(_)) => return Err("`exitCode` and `signal` exclude each other"),
            (Some(code), None) => Some(TerminalEnd::ExitCode(code)),
            (None, Some(signal)) => Some(TerminalEnd::Signal(signal)),
            (None, None) => None,
        };
        Ok(Self { title, output, end })
    }
}

/// How a command ended: by itself or by a signal, never both.
///
/// ```
/// use dsh_tools::view::TerminalEnd;
/// assert_eq!(TerminalEnd::ExitCode(1), TerminalEnd::ExitCode(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminalEnd {
    /// By itself, with this code.
    ExitCode(i32),
    /// By this signal, as the platform names it.
    Signal(String),
}

/// Changes that were made.
///
/// ```
/// use dsh_tools::view::{FileDiff, ToolResultView};
/// let card = ToolResultView::diff([FileDiff::new("a.txt", "old", "new")]);
/// assert_eq!(card.diffs.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DiffResult {
    /// Replaces the call's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The changes.
    pub diffs: Vec<FileDiff>,
}

read_back!(ToolResultView by "card":
    "generic" => Generic,
    "terminal" => Terminal,
    "diff" => Diff,
    "search" => Search,
    "read" => Read,
    "web" => Web,
);
cards!(
    ToolResultView: Generic(GenericResult),
    Terminal(TerminalResult),
    Diff(DiffResult),
    Search(SearchResult),
    Read(ReadResult),
    Web(WebResult)
);
impl ToolResultView {
    /// Any result; alone it shows the result's own content.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::generic().content, None);
    /// ```
    #[inline]
    pub fn generic() -> GenericResult {
        GenericResult::default()
    }

    /// What a command wrote.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::terminal("hi").output.as_deref(), Some("hi"));
    /// ```
    #[inline]
    pub fn terminal(output: impl Into<String>) -> TerminalResult {
        TerminalResult { title: None, output: Some(output.into()), end: None }
    }

    /// Changes that were made.
    ///
    /// ```
    /// use dsh_tools::view::{FileDiff, ToolResultView};
    /// assert_eq!(ToolResultView::diff([FileDiff::created("a", "b")]).diffs.len(), 1);
    /// ```
    #[inline]
    pub fn diff(diffs: impl IntoIterator<Item = FileDiff>) -> DiffResult {
        DiffResult { title: None, diffs: diffs.into_iter().collect() }
    }

    /// Lines that a search found; the total is what is listed until [`SearchResult::total`] says more.
    ///
    /// ```
    /// use dsh_tools::view::{FileMatches, ToolResultView};
    /// let card = ToolResultView::found_lines([FileMatches::new("a.rs", [(1, "x"), (4, "y")])]);
    /// assert_eq!(card.total, 2);
    /// ```
    #[inline]
    pub fn found_lines(files: impl IntoIterator<Item = FileMatches>) -> SearchResult {
        let files: Vec<_> = files.into_iter().collect();
        let total = files.iter().map(|file| file.matches.len() as u64).sum();
        SearchResult { title: None, hits: SearchHits::Matches { files }, truncated: false, total }
    }

    /// Paths that a search found; the total is what is listed until [`SearchResult::total`] says more.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::found_paths(["a.rs"]).total, 1);
    /// ```
    #[inline]
    pub fn found_paths<S: Into<String>>(paths: impl IntoIterator<Item = S>) -> SearchResult {
        let paths: Vec<_> = paths.into_iter().map(Into::into).collect();
        let total = paths.len() as u64;
        SearchResult { title: None, hits: SearchHits::Paths { paths }, truncated: false, total }
    }

    /// Lines of a file, the first of them number `offset`, counted from 1.
    ///
    /// The file has as many lines as end here until [`ReadResult::total_lines`] says more.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::read("a", 5, ["x", "y"]).total_lines, 6);
    /// ```
    #[inline]
    pub fn read<S: Into<String>>(
        path: impl Into<String>,
        offset: u64,
        lines: impl IntoIterator<Item = S>,
    ) -> ReadResult {
        let lines: Vec<_> = (offset..)
            .zip(lines)
            .map(|(number, text)| ReadLine { number, text: text.into() })
            .collect();
        let total_lines = lines.last().map_or(0, |line| line.number);
        ReadResult {
            title: None,
            path: path.into(),
            offset,
            lines,
            total_lines,
            lang: None,
            content: None,
        }
    }

    /// Pages that a search of the web found.
    ///
    /// ```
    /// use dsh_tools::view::{ToolResultView, WebSource};
    /// assert_eq!(ToolResultView::web_search([WebSource::new("https://example.org")]).sources.len(), 1);
    /// ```
    #[inline]
    pub fn web_search(sources: impl IntoIterator<Item = WebSource>) -> WebSearch {
        WebSearch {
            title: None,
            sources: sources.into_iter().collect(),
            answer: None,
            truncated: false,
        }
    }

    /// A page that was fetched.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert_eq!(ToolResultView::web_fetch("https://example.org", 200).status_code, 200);
    /// ```
    #[inline]
    pub fn web_fetch(url: impl Into<String>, status_code: u16) -> WebFetch {
        WebFetch { title: None, url: url.into(), status_code, truncated: false }
    }
}

/// `title` means the same in all of them.
macro_rules! title {
    ($($card:ty: $example:literal),* $(,)?) => {$(
        impl $card {
            /// Replaces the call's title.
            ///
            /// ```
            /// use dsh_tools::view::{ToolResultView, WebSource};
            #[doc = concat!("let card = ToolResultView::", $example, ".title(\"done\");")]
            /// assert_eq!(card.title.as_deref(), Some("done"));
            /// ```
            #[must_use]
            #[inline]
            pub fn title(mut self, title: impl Into<String>) -> Self {
                self.title = Some(title.into());
                self
            }
        }
    )*};
}
title!(
    GenericResult: "generic()",
    TerminalResult: "terminal(\"\")",
    DiffResult: "diff([])",
    SearchResult: "found_paths([\"a\"])",
    ReadResult: "read(\"a\", 1, [\"x\"])",
    WebSearch: "web_search([])",
    WebFetch: "web_fetch(\"https://example.org\", 200)",
);

impl GenericResult {
    /// Adds a block, shown instead of the result's own content.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::generic().content("3 users").content.is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn content(mut self, block: impl Into<ContentBlock>) -> Self {
        self.content.get_or_insert_default().push(block.into());
        self
    }
}

impl TerminalResult {
    /// The command ended by itself.
    ///
    /// ```
    /// use dsh_tools::view::{TerminalEnd, ToolResultView};
    /// assert_eq!(ToolResultView::terminal("").exit_code(2).end, Some(TerminalEnd::ExitCode(2)));
    /// ```
    #[must_use]
    #[inline]
    pub fn exit_code(mut self, code: i32) -> Self {
        self.end = Some(TerminalEnd::ExitCode(code));
        self
    }

    /// The command was ended by a signal, as the platform names it.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::terminal("").signal("SIGTERM").end.is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn signal(mut self, signal: impl Into<String>) -> Self {
        self.end = Some(TerminalEnd::Signal(signal.into()));
        self
    }
}
