//! The rest of a card: what came of it.

use super::diff::diffs;
use super::safe::{Keep, block, line, more};
use super::style::{BAD, DIM, GOOD, PLACE};
use anstyle::Style;
use dsh_tools::view::{SearchHits, TerminalEnd, ToolCallView, ToolResultView};
use dsh_tools::{ErrorCode, ToolResultRecord};
use std::io::{self, Write};

/// Lines that are shown of a text.
const LINES: usize = 20;

/// Draws the end of a card: the result's own, or why there is none. The result is one that a log may hold, so a call is
/// drawn the same way when it ends and when it is read back.
///
/// # Errors
/// What writing says.
pub fn body(
    out: &mut impl Write,
    call: &ToolCallView,
    card: &ToolResultView,
    result: &ToolResultRecord,
) -> io::Result<()> {
    let text = result.data().text();
    if result.is_error {
        // What was tried.
        if let ToolCallView::Diff(card) = call {
            diffs(out, &card.title, &card.diffs)?;
        }
        let code = result.error.as_ref().map_or(&ErrorCode::ToolError, |error| &error.code);
        writeln!(out, "  {BAD}✗ {}{BAD:#}", line(code.as_str()))?;
        return block(out, "  ", Style::new(), &text, Keep::First(LINES));
    }
    match card {
        ToolResultView::Generic(card) => {
            let content = card.content.as_deref().unwrap_or(&result.content);
            for content in content {
                match content.as_text() {
                    Some(text) => block(out, "  ", Style::new(), text, Keep::First(LINES))?,
                    None => writeln!(out, "  <{}>", line(&content.block_type()))?,
                }
            }
        }
        ToolResultView::Terminal(card) => {
            let output = card.output.as_deref().unwrap_or_default();
            block(out, "  | ", Style::new(), output, Keep::Last(LINES))?;
            match &card.end {
                Some(TerminalEnd::ExitCode(0)) => writeln!(out, "  {GOOD}exit 0{GOOD:#}")?,
                Some(TerminalEnd::ExitCode(code)) => writeln!(out, "  {BAD}exit {code}{BAD:#}")?,
                Some(TerminalEnd::Signal(signal)) => {
                    writeln!(out, "  {BAD}ended by {}{BAD:#}", line(signal))?;
                }
                None => {}
            }
        }
        ToolResultView::Diff(card) => {
            diffs(out, call.title(), &card.diffs)?;
            block(out, "  ", DIM, &text, Keep::First(LINES))?;
        }
        ToolResultView::Read(part) => {
            for read in part.lines.iter().take(LINES) {
                let text = format!("{:>6}  {}", read.number, line(&read.text));
                writeln!(out, "{}", text.trim_end())?;
            }
            hidden(out, part.lines.len())?;
            summary(out, &card.one_line())?;
        }
        ToolResultView::Search(found) => {
            match &found.hits {
                SearchHits::Matches { files } => {
                    let mut room = LINES;
                    for file in files {
                        if room == 0 {
                            break;
                        }
                        writeln!(out, "  {PLACE}{}{PLACE:#}", line(&file.path))?;
                        for hit in file.matches.iter().take(room) {
                            writeln!(out, "  {:>4}: {}", hit.line_number, line(&hit.line))?;
                        }
                        room = room.saturating_sub(file.matches.len());
                    }
                    hidden(out, files.iter().map(|file| file.matches.len()).sum())?;
                }
                SearchHits::Paths { paths } => {
                    for path in paths.iter().take(LINES) {
                        writeln!(out, "  {}", line(path))?;
                    }
                    hidden(out, paths.len())?;
                }
                _ => {}
            }
            summary(out, &card.one_line())?;
        }
        other => summary(out, &other.one_line())?,
    }
    Ok(())
}

fn hidden(out: &mut impl Write, count: usize) -> io::Result<()> {
    match count.saturating_sub(LINES) {
        0 => Ok(()),
        count => more(out, "  ", count, "more"),
    }
}

fn summary(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "  {DIM}{text}{DIM:#}")
}
