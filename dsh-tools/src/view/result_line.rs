//! Result cards as one line.

use super::line::Line;
use super::{SearchHits, TerminalEnd, ToolResultView, WebResult};
use crate::json::ContentBlock;
use std::fmt;

impl ToolResultView {
    /// The title that replaces the call's, if any.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// let card = ToolResultView::from(ToolResultView::generic().title("done"));
    /// assert_eq!(card.title(), Some("done"));
    /// ```
    #[inline]
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::Generic(card) => card.title.as_deref(),
            Self::Terminal(card) => card.title.as_deref(),
            Self::Diff(card) => card.title.as_deref(),
            Self::Search(card) => card.title.as_deref(),
            Self::Read(card) => card.title.as_deref(),
            Self::Web(WebResult::Search(card)) => card.title.as_deref(),
            Self::Web(WebResult::Fetch(card)) => card.title.as_deref(),
        }
    }

    /// The card as one line: at most 200 characters and a sign that more follows.
    ///
    /// Safe to print whatever the card holds: line breaks become spaces, control characters and characters
    /// that reorder text become visible escapes.
    ///
    /// ```
    /// use dsh_tools::view::ToolResultView;
    /// let card = ToolResultView::from(ToolResultView::read("a.rs", 1, ["x", "y"]).total_lines(80));
    /// assert_eq!(card.one_line(), "a.rs: lines 1 to 2 of 80");
    /// ```
    #[inline]
    pub fn one_line(&self) -> String {
        let mut line = Line::default();
        if let Some(title) = self.title().filter(|title| !title.trim().is_empty()) {
            line.add(title).own(format_args!(": "));
        }
        match self {
            Self::Generic(card) => match &card.content {
                Some(blocks) if !blocks.iter().all(is_blank) => content(&mut line, blocks),
                _ => {
                    line.own(format_args!("done"));
                }
            },
            Self::Terminal(card) => {
                match &card.end {
                    Some(TerminalEnd::ExitCode(code)) => line.own(format_args!("exit code {code}")),
                    Some(TerminalEnd::Signal(signal)) => {
                        line.own(format_args!("ended by ")).add(signal)
                    }
                    None => line.own(format_args!("ended")),
                };
                if let Some(output) =
                    card.output.as_deref().filter(|output| !output.trim().is_empty())
                {
                    line.own(format_args!(": ")).add(output);
                }
            }
            Self::Diff(card) => match card.diffs.as_slice() {
                [one] => {
                    line.own(format_args!("changed ")).add(&one.path);
                }
                many => {
                    line.own(format_args!("changed {} files", many.len()));
                }
            },
            Self::Search(card) => {
                match &card.hits {
                    SearchHits::Matches { files } => {
                        line.own(format_args!(
                            "{} in {}",
                            count(card.total, "match", "matches"),
                            count(files.len() as u64, "file", "files")
                        ));
                    }
                    SearchHits::Paths { .. } => {
                        line.own(format_args!("{}", count(card.total, "path", "paths")));
                    }
                }
                more(&mut line, card.truncated);
            }
            Self::Read(card) => {
                line.add(&card.path);
                match (card.lines.first(), card.lines.last()) {
                    (Some(first), Some(last)) => line.own(format_args!(
                        ": lines {} to {} of {}",
                        first.number, last.number, card.total_lines
                    )),
                    _ => line.own(format_args!(": no lines of {}", card.total_lines)),
                };
            }
            Self::Web(WebResult::Search(card)) => {
                line.own(format_args!("{}", count(card.sources.len() as u64, "page", "pages")));
                more(&mut line, card.truncated);
            }
            Self::Web(WebResult::Fetch(card)) => {
                line.add(&card.url).own(format_args!(": status {}", card.status_code));
                more(&mut line, card.truncated);
            }
        }
        line.finish()
    }
}

#[inline]
fn is_blank(block: &ContentBlock) -> bool {
    block.as_text().is_some_and(|text| text.trim().is_empty())
}

#[inline]
fn content(line: &mut Line, blocks: &[ContentBlock]) {
    for (at, block) in blocks.iter().enumerate() {
        if at > 0 {
            line.own(format_args!(" "));
        }
        match block.as_text() {
            Some(text) => line.add(text),
            None => line.own(format_args!("<")).add(&block.block_type()).own(format_args!(">")),
        };
    }
}

#[inline]
fn more(line: &mut Line, truncated: bool) {
    if truncated {
        line.own(format_args!(" (truncated)"));
    }
}

#[inline]
fn count(number: u64, one: &'static str, many: &'static str) -> impl fmt::Display {
    struct Count(u64, &'static str);
    impl fmt::Display for Count {
        #[inline]
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} {}", self.0, self.1)
        }
    }
    Count(number, if number == 1 { one } else { many })
}

impl fmt::Display for ToolResultView {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.one_line())
    }
}
