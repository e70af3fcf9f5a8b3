//! Cards of calls that are about to run, or run.

use super::line::Line;
use super::read_back::read_back;
use super::{FileDiff, FileLocation, ToolCallKind};
use crate::json::{ContentBlock, FrozenJson, present};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The card of a call, made from its arguments.
///
/// ```
/// use dsh_tools::view::{ToolCallKind, ToolCallView};
///
/// let card: ToolCallView = ToolCallView::generic("Read src/main.rs")
///     .kind(ToolCallKind::Read)
///     .location("src/main.rs")
///     .into();
/// assert_eq!(
///     serde_json::to_string(&card)?,
///     r#"{"card":"generic","title":"Read src/main.rs","kind":"read","locations":[{"path":"src/main.rs"}]}"#,
/// );
/// assert_eq!(card.one_line(), "[read] Read src/main.rs");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "card", rename_all = "camelCase")]
#[non_exhaustive]
pub enum ToolCallView {
    /// Any call.
    Generic(GenericCard),
    /// A command in a terminal.
    Terminal(TerminalCard),
    /// Changes of files.
    Diff(DiffCard),
}

/// The card of any call.
///
/// ```
/// use dsh_tools::view::ToolCallView;
/// assert_eq!(ToolCallView::generic("List users").title, "List users");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct GenericCard {
    /// What the call does, for people.
    pub title: String,
    /// What sort of work it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ToolCallKind>,
    /// The arguments, as they came.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub raw_input: Option<FrozenJson>,
    /// What is to be shown beside the title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<ContentBlock>,
    /// The files it touches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<FileLocation>,
}

/// The card of a command.
///
/// ```
/// use dsh_tools::view::ToolCallView;
/// let card = ToolCallView::terminal("cargo test").cwd("/work");
/// assert_eq!(card.cwd.as_deref(), Some("/work"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TerminalCard {
    /// The command.
    pub title: String,
    /// Why it is run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The directory it runs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

/// The card of changes to files.
///
/// ```
/// use dsh_tools::view::{FileDiff, ToolCallView};
/// let card = ToolCallView::diff("Edit a.txt", [FileDiff::new("a.txt", "old", "new")]);
/// assert_eq!(card.diffs.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DiffCard {
    /// What the call does, for people.
    pub title: String,
    /// The changes.
    pub diffs: Vec<FileDiff>,
    /// The places to look at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<FileLocation>,
}

impl ToolCallView {
    /// The card of any call.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// assert_eq!(ToolCallView::generic("List users").title, "List users");
    /// ```
    #[inline]
    pub fn generic(title: impl Into<String>) -> GenericCard {
        GenericCard {
            title: title.into(),
            kind: None,
            raw_input: None,
            content: Vec::new(),
            locations: Vec::new(),
        }
    }

    /// The card of a command.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// assert_eq!(ToolCallView::terminal("ls -l").title, "ls -l");
    /// ```
    #[inline]
    pub fn terminal(command: impl Into<String>) -> TerminalCard {
        TerminalCard { title: command.into(), description: None, cwd: None }
    }

    /// The card of changes to files.
    ///
    /// ```
    /// use dsh_tools::view::{FileDiff, ToolCallView};
    /// let card = ToolCallView::diff("Write a.txt", [FileDiff::created("a.txt", "new")]);
    /// assert_eq!(card.title, "Write a.txt");
    /// ```
    #[inline]
    pub fn diff(title: impl Into<String>, diffs: impl IntoIterator<Item = FileDiff>) -> DiffCard {
        DiffCard { title: title.into(), diffs: diffs.into_iter().collect(), locations: Vec::new() }
    }

    /// The card's title.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// assert_eq!(ToolCallView::from(ToolCallView::terminal("ls")).title(), "ls");
    /// ```
    #[inline]
    pub fn title(&self) -> &str {
        match self {
            Self::Generic(card) => &card.title,
            Self::Terminal(card) => &card.title,
            Self::Diff(card) => &card.title,
        }
    }

    /// What sort of work the call is: a command is `execute`, changes are `edit`.
    ///
    /// ```
    /// use dsh_tools::view::{ToolCallKind, ToolCallView};
    /// assert_eq!(ToolCallView::from(ToolCallView::terminal("ls")).kind(), ToolCallKind::Execute);
    /// ```
    #[inline]
    pub fn kind(&self) -> ToolCallKind {
        match self {
            Self::Generic(card) => card.kind.unwrap_or_default(),
            Self::Terminal(_) => ToolCallKind::Execute,
            Self::Diff(_) => ToolCallKind::Edit,
        }
    }

    /// The card as one line: at most 200 characters and a sign that more follows.
    ///
    /// Safe to print whatever the card holds: line breaks become spaces, control characters and characters
    /// that reorder text become visible escapes.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::from(ToolCallView::terminal("echo \u{1b}[2J\nls").cwd("/tmp"));
    /// assert_eq!(card.one_line(), "[execute] echo \\u{1b}[2J ls (in /tmp)");
    /// ```
    #[inline]
    pub fn one_line(&self) -> String {
        let mut line = Line::default();
        line.own(format_args!("[{}]", self.kind()));
        if !self.title().trim().is_empty() {
            line.own(format_args!(" ")).add(self.title());
        }
        match self {
            Self::Generic(card) => places(
                &mut line,
                &card.title,
                card.locations.iter().map(|l| (l.path.as_str(), l.line)),
            ),
            Self::Terminal(card) => {
                if let Some(cwd) = &card.cwd {
                    line.own(format_args!(" (in ")).add(cwd).own(format_args!(")"));
                }
            }
            Self::Diff(card) => {
                places(&mut line, &card.title, card.diffs.iter().map(|d| (d.path.as_str(), None)));
            }
        }
        line.finish()
    }
}

/// Names the first place that the title does not name, and counts the rest.
#[inline]
fn places<'a>(
    line: &mut Line,
    title: &str,
    places: impl Iterator<Item = (&'a str, Option<u32>)> + Clone,
) {
    let count = places.clone().count();
    let mut unnamed = places.filter(|(path, _)| !title.contains(path));
    match unnamed.next() {
        Some((path, number)) => {
            line.own(format_args!(" (")).add(path);
            if let Some(number) = number {
                line.own(format_args!(":{number}"));
            }
            if count > 1 {
                line.own(format_args!(" and {} more", count - 1));
            }
            line.own(format_args!(")"));
        }
        None if count > 1 => {
            line.own(format_args!(" ({count} places)"));
        }
        None => {}
    }
}

impl fmt::Display for ToolCallView {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.one_line())
    }
}

impl GenericCard {
    /// Says what sort of work it is.
    ///
    /// ```
    /// use dsh_tools::view::{ToolCallKind, ToolCallView};
    /// let card = ToolCallView::generic("Find users").kind(ToolCallKind::Search);
    /// assert_eq!(card.kind, Some(ToolCallKind::Search));
    /// ```
    #[must_use]
    #[inline]
    pub fn kind(mut self, kind: ToolCallKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Shows the arguments as they came.
    ///
    /// ```
    /// use dsh_tools::{json::FrozenJson, view::ToolCallView};
    /// let card = ToolCallView::generic("add").raw_input(FrozenJson::parse(r#"{"a":1}"#)?);
    /// assert!(card.raw_input.is_some());
    /// # Ok::<(), dsh_tools::json::JsonError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn raw_input(mut self, arguments: FrozenJson) -> Self {
        self.raw_input = Some(arguments);
        self
    }

    /// Adds a block beside the title.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// assert_eq!(ToolCallView::generic("Think").content("about it").content.len(), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn content(mut self, block: impl Into<ContentBlock>) -> Self {
        self.content.push(block.into());
        self
    }

    /// Adds a file that the call touches.
    ///
    /// ```
    /// use dsh_tools::view::{FileLocation, ToolCallView};
    /// let card = ToolCallView::generic("Read").location(FileLocation::new("a.rs").line(3));
    /// assert_eq!(card.locations.len(), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn location(mut self, place: impl Into<FileLocation>) -> Self {
        self.locations.push(place.into());
        self
    }
}

impl TerminalCard {
    /// Says why the command is run.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::terminal("cargo test").description("check the change");
    /// assert_eq!(card.description.as_deref(), Some("check the change"));
    /// ```
    #[must_use]
    #[inline]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Says which directory the command runs in.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// assert_eq!(ToolCallView::terminal("ls").cwd("/tmp").cwd.as_deref(), Some("/tmp"));
    /// ```
    #[must_use]
    #[inline]
    pub fn cwd(mut self, directory: impl Into<String>) -> Self {
        self.cwd = Some(directory.into());
        self
    }
}

impl DiffCard {
    /// Adds a place to look at.
    ///
    /// ```
    /// use dsh_tools::view::{FileDiff, ToolCallView};
    /// let card = ToolCallView::diff("Edit", [FileDiff::new("a", "b", "c")]).location("a");
    /// assert_eq!(card.locations.len(), 1);
    /// ```
    #[must_use]
    #[inline]
    pub fn location(mut self, place: impl Into<FileLocation>) -> Self {
        self.locations.push(place.into());
        self
    }
}

/// The cards turn into the view, and into what a presenter gives.
macro_rules! cards {
    ($view:ident: $($variant:ident($card:ty)),*) => {$(
        impl From<$card> for $view {
            #[inline]
            fn from(card: $card) -> Self {
                Self::$variant(card)
            }
        }

        impl From<$card> for Option<$view> {
            #[inline]
            fn from(card: $card) -> Self {
                Some($view::$variant(card))
            }
        }
    )*};
}
pub(super) use cards;

read_back!(ToolCallView by "card": "generic" => Generic, "terminal" => Terminal, "diff" => Diff);

cards!(ToolCallView: Generic(GenericCard), Terminal(TerminalCard), Diff(DiffCard));
