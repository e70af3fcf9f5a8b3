//! What a running call writes, as it comes.

use super::Terminal;
use super::fold::Ends;
use super::output::{MOST_BYTES, OutputLine, next_line};
use super::result::OUTPUT;
use super::sheet::Sheet;

/// Draws what a call writes while it runs: whole lines, so that nothing else on the terminal is torn apart, the first
/// ones at once and the last ones at the end, as many as the [`body`](Terminal::body) would show.
///
/// Feed it from [`Progress::output`](crate::tool::Progress::output). What it draws does not depend on where the texts
/// that it is given begin and end. A body whose output was drawn is told so with
/// [`Ended::without_output`](super::Ended::without_output).
///
/// ```
/// use dsh_tools::bridge::terminal::Terminal;
///
/// let mut live = Terminal::plain().live();
/// assert_eq!(live.push("compiling\nfin"), "  | compiling\n");
/// assert_eq!(live.push("ished\n"), "  | finished\n");
/// assert_eq!(live.finish(), "");
/// ```
#[derive(Debug)]
pub struct LiveOutput {
    terminal: Terminal,
    ends: Ends<OutputLine<'static>>,
    /// The start of a line that is not ended.
    begun: String,
    /// Characters of that line that are not kept.
    left: usize,
    /// The last text ended in a return, which may be a part of a line break.
    returned: bool,
    is_empty: bool,
}

impl Terminal {
    /// For the output of a call that runs.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// let mut live = Terminal::plain().live();
    /// assert_eq!((live.push("50%\r100%"), live.finish()), ("  | 50%\n".into(), "  | 100%\n".into()));
    /// ```
    pub fn live(&self) -> LiveOutput {
        LiveOutput {
            terminal: self.clone(),
            ends: Ends::of(self.lines),
            begun: String::new(),
            left: 0,
            returned: false,
            is_empty: true,
        }
    }
}

impl LiveOutput {
    /// Takes a text that goes on where the last one ended; gives what is to be printed now.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// assert_eq!(Terminal::plain().live().push("\u{1b}[2J\n"), "  | \\u{1b}[2J\n");
    /// ```
    pub fn push(&mut self, text: &str) -> String {
        self.is_empty &= text.is_empty();
        let Self { terminal, ends, begun, left, returned, .. } = self;
        let mut sheet = Sheet::new(terminal);
        let mut rest = text;
        if std::mem::take(returned) {
            rest = rest.strip_prefix('\n').unwrap_or(rest);
            *returned = text.is_empty();
        }
        while let Some((line, after)) = next_line(rest) {
            *returned = after.is_empty() && rest.ends_with('\r');
            let whole = if begun.is_empty() && *left == 0 {
                OutputLine::of(line, 0)
            } else {
                keep(begun, left, line);
                OutputLine::of(begun, *left)
            };
            if let Some(line) = ends.push(whole.into_owned()) {
                sheet.output_line(OUTPUT, &line);
            }
            begun.clear();
            *left = 0;
            rest = after;
        }
        keep(begun, left, rest);
        sheet.finish()
    }

    /// What is to be printed at the end: how many lines were left out, and the last ones.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// let mut live = Terminal::plain().most_lines(2).live();
    /// assert_eq!(live.push("1\n2\n3\n4\n"), "  | 1\n");
    /// assert_eq!(live.finish(), "  | … 2 more lines\n  | 4\n");
    /// ```
    pub fn finish(mut self) -> String {
        let mut sheet = Sheet::new(&self.terminal);
        if !self.begun.is_empty() || self.left > 0 {
            let line = OutputLine::of(&self.begun, self.left).into_owned();
            if let Some(line) = self.ends.push(line) {
                sheet.output_line(OUTPUT, &line);
            }
        }
        let (hidden, last) = self.ends.finish();
        sheet.hidden(OUTPUT, hidden, "more line");
        for line in last {
            sheet.output_line(OUTPUT, &line);
        }
        sheet.finish()
    }

    /// Whether nothing was written yet.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Terminal;
    /// assert!(Terminal::plain().live().is_empty());
    /// ```
    pub const fn is_empty(&self) -> bool {
        self.is_empty
    }
}

/// Lengthens the start of a line, up to what is looked at of a line.
fn keep(begun: &mut String, left: &mut usize, text: &str) {
    let room = if *left > 0 { 0 } else { MOST_BYTES.saturating_sub(begun.len()) };
    let (near, far) = text.split_at(text.floor_char_boundary(room));
    begun.push_str(near);
    *left += far.chars().count();
}
