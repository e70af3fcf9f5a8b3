//! What the web gives.

use super::ToolResultView;
use super::call::cards;
use super::read_back::read_back;
use serde::{Deserialize, Serialize};

/// What the web gave.
///
/// ```
/// use dsh_tools::view::{ToolResultView, WebResult};
/// let card = WebResult::from(ToolResultView::web_fetch("https://example.org", 200));
/// assert!(matches!(card, WebResult::Fetch(page) if page.status_code == 200));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum WebResult {
    /// A search.
    Search(WebSearch),
    /// A page.
    Fetch(WebFetch),
}

/// What a search of the web found.
///
/// ```
/// use dsh_tools::view::{ToolResultView, WebSource};
/// let card = ToolResultView::web_search([WebSource::new("https://example.org")]).answer("42");
/// assert_eq!(card.answer.as_deref(), Some("42"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WebSearch {
    /// Replaces the call's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The pages.
    pub sources: Vec<WebSource>,
    /// An answer made from them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// There is more than is listed.
    pub truncated: bool,
}

/// A page that a search of the web found.
///
/// ```
/// use dsh_tools::view::WebSource;
/// let page = WebSource::new("https://example.org").title("Example");
/// assert_eq!(page.title.as_deref(), Some("Example"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WebSource {
    /// Where it is.
    pub url: String,
    /// Its title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A piece of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snippet: Option<String>,
    /// When it appeared, as the source says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<String>,
}

/// A page that was fetched.
///
/// ```
/// use dsh_tools::view::ToolResultView;
/// assert_eq!(ToolResultView::web_fetch("https://example.org", 404).status_code, 404);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WebFetch {
    /// Replaces the call's title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where it is.
    pub url: String,
    /// The status of the answer.
    pub status_code: u16,
    /// There is more than was taken.
    pub truncated: bool,
}

read_back!(WebResult by "kind": "search" => Search, "fetch" => Fetch);
cards!(WebResult: Search(WebSearch), Fetch(WebFetch));

impl From<WebSearch> for ToolResultView {
    #[inline]
    fn from(card: WebSearch) -> Self {
        Self::Web(WebResult::Search(card))
    }
}

impl From<WebFetch> for ToolResultView {
    #[inline]
    fn from(card: WebFetch) -> Self {
        Self::Web(WebResult::Fetch(card))
    }
}

impl From<WebSearch> for Option<ToolResultView> {
    #[inline]
    fn from(card: WebSearch) -> Self {
        Some(card.into())
    }
}

impl From<WebFetch> for Option<ToolResultView> {
    #[inline]
    fn from(card: WebFetch) -> Self {
        Some(card.into())
    }
}

impl WebSearch {
    /// An answer made from the pages.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::web_search([]).answer("42").answer.is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn answer(mut self, answer: impl Into<String>) -> Self {
        self.answer = Some(answer.into());
        self
    }

    /// There is more than is listed.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::web_search([]).truncated(true).truncated);
    /// ```
    #[must_use]
    #[inline]
    pub fn truncated(mut self, truncated: bool) -> Self {
        self.truncated = truncated;
        self
    }
}

impl WebFetch {
    /// There is more than was taken.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// assert!(ToolResultView::web_fetch("https://example.org", 200).truncated(true).truncated);
    /// ```
    #[must_use]
    #[inline]
    pub fn truncated(mut self, truncated: bool) -> Self {
        self.truncated = truncated;
        self
    }
}

impl WebSource {
    /// A page.
    ///
    /// ```
    /// use dsh_tools::view::WebSource;
    /// assert_eq!(WebSource::new("https://example.org").title, None);
    /// ```
    #[inline]
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), title: None, snippet: None, published_at: None }
    }

    /// The page's title.
    ///
    /// ```
    /// use dsh_tools::view::WebSource;
    /// assert!(WebSource::new("https://example.org").title("Example").title.is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// A piece of the page.
    ///
    /// ```
    /// use dsh_tools::view::WebSource;
    /// assert!(WebSource::new("https://example.org").snippet("..").snippet.is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn snippet(mut self, snippet: impl Into<String>) -> Self {
        self.snippet = Some(snippet.into());
        self
    }

    /// When it appeared, as the source says it.
    ///
    /// ```
    /// use dsh_tools::view::WebSource;
    /// assert!(WebSource::new("https://example.org").published_at("2026-01-01").published_at.is_some());
    /// ```
    #[must_use]
    #[inline]
    pub fn published_at(mut self, when: impl Into<String>) -> Self {
        self.published_at = Some(when.into());
        self
    }
}
