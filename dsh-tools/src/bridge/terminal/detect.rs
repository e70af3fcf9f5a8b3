//! What standard output is.

use super::Terminal;
use std::io::{self, IsTerminal};
use supports_hyperlinks::Stream;

/// Columns of a terminal that does not say how many it has.
const COLUMNS: usize = 80;

impl Terminal {
    /// What standard output is: a terminal of some width, with colours and links where it has them, or a file or a pipe,
    /// which gets plain text of any width.
    ///
    /// `NO_COLOR` takes colours and links away, `CLICOLOR=0` too, `CLICOLOR_FORCE` gives colours to a file, and
    /// `FORCE_HYPERLINK` links to a terminal that is not known for them. Relative paths are those of the current
    /// directory.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// let terminal = Terminal::detect().most_lines(10);
    /// # drop(terminal);
    /// ```
    pub fn detect() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let columns = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let terminal = Self::plain()
            .width(is_terminal.then(|| columns().unwrap_or(COLUMNS)))
            .color(has_colors(is_terminal));
        match std::env::current_dir() {
            Ok(directory) if supports_hyperlinks::on(Stream::Stdout) => {
                terminal.hyperlinks(directory)
            }
            _ => terminal,
        }
    }
}

/// In the order of <https://no-color.org> and <https://bixense.com/clicolors>.
fn has_colors(is_terminal: bool) -> bool {
    if anstyle_query::no_color() {
        return false;
    }
    if anstyle_query::clicolor_force() {
        return true;
    }
    let asked = anstyle_query::clicolor();
    asked != Some(false)
        && is_terminal
        && (asked == Some(true) || anstyle_query::term_supports_color())
}
