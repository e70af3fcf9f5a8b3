//! What a terminal can do, and how much of it a card may take.

use std::path::{Path, PathBuf};

/// Fewer columns hold no card.
const FEWEST_COLUMNS: usize = 20;
const MOST_COLUMNS: usize = 1000;
/// Folded to less, a card says nothing.
const FEWEST_LINES: usize = 2;
const MOST_LINES: usize = 10_000;

/// Draws cards as a terminal shows them.
///
/// ```
/// use dsh_tools::bridge::terminal::{Ended, Terminal};
/// use dsh_tools::view::{ToolCallView, ToolResultView};
/// use dsh_tools::{ToolExecutionResult, json::FrozenJson};
///
/// let call = ToolCallView::from(ToolCallView::terminal("cargo test").description("Run the tests"));
/// let card = ToolResultView::from(ToolResultView::terminal("2 passed\n").exit_code(0));
/// let result = ToolExecutionResult::success(FrozenJson::empty_object());
///
/// let terminal = Terminal::plain();
/// assert_eq!(
///     terminal.card(&call, &Ended::of(&card, &result)),
///     "● $ cargo test\n  Run the tests\n  | 2 passed\n  exit 0\n",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal {
    pub(super) width: Option<usize>,
    pub(super) color: bool,
    links: Option<PathBuf>,
    pub(super) lines: usize,
    pub(super) diff_lines: usize,
}

impl Terminal {
    /// No terminal: no colours, no links, and lines as long as they are, up to a limit.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// assert_eq!(Terminal::plain().head(&ToolCallView::read("a.rs").into()), "● Read a.rs\n");
    /// ```
    pub const fn plain() -> Self {
        Self { width: None, color: false, links: None, lines: 20, diff_lines: 40 }
    }

    /// So many columns; fewer than 20 are taken as 20, more than 1000 as 1000. `None`: lines are as long as they are.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// let call = ToolCallView::from(ToolCallView::terminal("echo one two three four"));
    /// assert_eq!(Terminal::plain().width(20).head(&call), "● $ echo one two\n  three four\n");
    /// ```
    #[must_use]
    pub fn width(mut self, columns: impl Into<Option<usize>>) -> Self {
        self.width = columns.into().map(|columns| columns.clamp(FEWEST_COLUMNS, MOST_COLUMNS));
        self
    }

    /// Colours, or none. Without them there are no links either: the text holds no escape sequence.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// let head = Terminal::plain().color(true).head(&ToolCallView::generic("Think").into());
    /// assert_eq!(head, "\u{1b}[36m●\u{1b}[0m \u{1b}[1mThink\u{1b}[0m\n");
    /// ```
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// Paths and pages are links, paths relative to this directory; the line stands behind `#`.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::{FileLocation, ToolCallView}};
    /// let terminal = Terminal::plain().color(true).hyperlinks("/srv");
    /// let head = terminal.head(&ToolCallView::read(FileLocation::new("a b.rs").line(3)).into());
    /// assert!(head.contains("\u{1b}]8;;file:///srv/a%20b.rs#3\u{1b}\\"), "{head:?}");
    /// ```
    #[must_use]
    pub fn hyperlinks(mut self, directory: impl Into<PathBuf>) -> Self {
        self.links = Some(directory.into());
        self
    }

    /// Nothing is a link.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// let terminal = Terminal::detect().no_hyperlinks();
    /// # drop(terminal);
    /// ```
    #[must_use]
    pub fn no_hyperlinks(mut self) -> Self {
        self.links = None;
        self
    }

    /// Whether paths and pages are links.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// assert!(!Terminal::plain().has_hyperlinks());
    /// ```
    pub const fn has_hyperlinks(&self) -> bool {
        self.color && self.links.is_some()
    }

    /// So many lines of a text are shown, of a command's output both ends; the others are counted. Fewer than 2 are
    /// taken as 2, more than 10,000 as 10,000.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// let terminal = Terminal::plain().most_lines(2);
    /// let call = ToolCallView::generic("Think").content("one\ntwo\nthree\nfour");
    /// assert_eq!(terminal.head(&call.into()), "● Think\n  one\n  two\n  … 2 more lines\n");
    /// ```
    #[must_use]
    pub fn most_lines(mut self, lines: usize) -> Self {
        self.lines = lines.clamp(FEWEST_LINES, MOST_LINES);
        self
    }

    /// So many lines of all changes of a card are shown, within the same limits.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// let terminal = Terminal::plain().most_diff_lines(2);
    /// let call = ToolCallView::write("a.txt", "one\ntwo\nthree\n");
    /// assert_eq!(terminal.changes(&call.into()), "  + one\n  + two\n  … 1 more line\n");
    /// ```
    #[must_use]
    pub fn most_diff_lines(mut self, lines: usize) -> Self {
        self.diff_lines = lines.clamp(FEWEST_LINES, MOST_LINES);
        self
    }

    /// Where relative paths are looked up, if there are links.
    pub(super) fn links(&self) -> Option<&Path> {
        self.links.as_deref().filter(|_| self.color)
    }
}
