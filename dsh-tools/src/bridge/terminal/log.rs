//! A call as one line of a log.

use super::output::lines;
use super::sheet::{Margin, Rows, Sheet};
use super::style::{BAD, DIM, GOOD, PLACE, PLAIN};
use super::{Ended, Terminal};
use crate::view::{TerminalEnd, ToolCallView, ToolResultView, one_line};
use std::time::Duration;

/// Characters of what a failure says.
const MESSAGE: usize = 200;
/// Lines of what a command wrote.
const FIRST: usize = 8;

impl Terminal {
    /// Draws a call as one line: what it does, and what came of it if it has ended.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::{Ended, Terminal};
    /// use dsh_tools::view::{ToolCallView, ToolResultView};
    /// use dsh_tools::{ToolError, ToolExecutionResult};
    ///
    /// let (terminal, call) = (Terminal::plain(), ToolCallView::from(ToolCallView::read("a.rs")));
    /// assert_eq!(terminal.log_line(&call, None), "● [read] Read a.rs\n");
    ///
    /// let card = ToolResultView::from(ToolResultView::read("a.rs", 1, ["fn main() {}"]));
    /// let result = ToolExecutionResult::failure(ToolError::new("NOT_FOUND", "there is no `a.rs`"));
    /// assert_eq!(
    ///     terminal.log_line(&call, Some(&Ended::of(&card, &result))),
    ///     "✗ [read] Read a.rs · NOT_FOUND: Error: there is no `a.rs`\n",
    /// );
    /// ```
    pub fn log_line(&self, call: &ToolCallView, ended: Option<&Ended<'_>>) -> String {
        let (sign, style) = match ended {
            None => ("● ", PLACE),
            Some(ended) if went_wrong(ended) => ("✗ ", BAD),
            Some(_) => ("✓ ", GOOD),
        };
        let margin = Margin::of("  ").first(sign, style);
        let mut sheet = Sheet::new(self);
        let mut line = sheet.line(margin, Rows::One);
        let text = call.one_line();
        let (kind, title) = match text.split_once("] ") {
            Some((kind, title)) => (format!("{kind}] "), title),
            None => (text.clone(), ""),
        };
        line.add(&kind, DIM);
        let result = ended.map(said);
        let took = ended.and_then(|ended| ended.took).map(|took| format!(" · {}", time(took)));
        // What came of it is not to be crowded out by a long title.
        let title = match (&result, self.width) {
            (Some(_), Some(width)) => one_line(title, width * 3 / 5 - kind.len().min(width / 5)),
            _ => title.to_owned(),
        };
        line.add(&title, PLAIN);
        if let Some(result) = &result {
            line.add(" · ", DIM);
            line.add(result, if style == BAD { BAD } else { DIM });
        }
        if let Some(took) = &took {
            line.end_with(took, if style == BAD { BAD } else { DIM });
        }
        sheet.put(margin, Rows::One, line);
        sheet.finish()
    }
}

/// The call failed, or the command that it ran.
fn went_wrong(ended: &Ended<'_>) -> bool {
    let is_well = match ended.card {
        ToolResultView::Terminal(card) => {
            matches!(card.end, None | Some(TerminalEnd::ExitCode(0)))
        }
        _ => true,
    };
    ended.failure.is_some() || !is_well
}

/// What came of a call.
fn said(ended: &Ended<'_>) -> String {
    match (ended.failure, ended.card) {
        (Some(code), _) => {
            let message = ended.content.iter().find_map(|block| block.as_text());
            format!("{code}: {}", one_line(message.unwrap_or_default(), MESSAGE))
        }
        // Without content of its own the card shows the result's.
        (None, ToolResultView::Generic(card)) if card.content.is_none() => {
            let text = ended.content.iter().find_map(|block| block.as_text());
            let text = text.map(|text| one_line(text, MESSAGE)).filter(|text| !text.is_empty());
            match (&card.title, text) {
                (Some(title), Some(text)) => format!("{}: {text}", one_line(title, MESSAGE)),
                (None, Some(text)) => text,
                (_, None) => ended.card.one_line(),
            }
        }
        (None, ToolResultView::Terminal(card)) => {
            let output = card.output.as_deref().unwrap_or_default();
            let first = lines(output).take(FIRST);
            let text: String = first.map(|line| one_line(line.text(), MESSAGE) + "\n").collect();
            let mut short = ToolResultView::terminal(text);
            short.title.clone_from(&card.title);
            short.end.clone_from(&card.end);
            ToolResultView::from(short).one_line()
        }
        (None, card) => card.one_line(),
    }
}

fn time(took: Duration) -> String {
    match took.as_millis() {
        millis @ ..1_000 => format!("{millis} ms"),
        millis @ ..60_000 => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        millis => format!("{} min {} s", millis / 60_000, millis % 60_000 / 1_000),
    }
}
