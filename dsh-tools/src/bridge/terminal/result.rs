//! The rest of a card: what came of the call.

use super::call::BODY;
use super::fold::LINE_ROWS;
use super::sheet::{Margin, Rows, Sheet};
use super::style::{BAD, DIM, GOOD, PLACE, PLAIN};
use super::{Ended, Terminal};
use crate::json::ContentBlock;
use crate::tool::ErrorCode;
use crate::view::{
    FileMatches, ReadResult, SearchHits, SearchResult, TerminalEnd, ToolCallView, ToolResultView,
};

/// Before what a command wrote.
pub(super) const OUTPUT: Margin = Margin::of("  | ");

impl Terminal {
    /// Draws the end of a card: the result's own, or why there is none.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::{Ended, Terminal};
    /// use dsh_tools::view::{FileMatches, ToolCallView, ToolResultView};
    /// use dsh_tools::{ToolExecutionResult, json::FrozenJson};
    ///
    /// let card = ToolResultView::from(ToolResultView::found_lines([FileMatches::new("a.rs", [(3, "// TODO")])]));
    /// let result = ToolExecutionResult::success(FrozenJson::empty_object());
    /// assert_eq!(
    ///     Terminal::plain().body(&ToolCallView::search("TODO").into(), &Ended::of(&card, &result)),
    ///     "  a.rs\n     3: // TODO\n  1 match in 1 file\n",
    /// );
    /// ```
    pub fn body(&self, call: &ToolCallView, ended: &Ended<'_>) -> String {
        let mut sheet = Sheet::new(self);
        sheet.body(call, ended);
        sheet.finish()
    }

    /// Draws a whole card of a call that has ended. A title of the result takes the place of the call's.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::{Ended, Terminal};
    /// use dsh_tools::view::{ToolCallView, ToolResultView};
    /// use dsh_tools::{ToolExecutionResult, json::FrozenJson};
    ///
    /// let card = ToolResultView::from(ToolResultView::generic().title("3 users").content("Ann, Bo, Cy"));
    /// let result = ToolExecutionResult::success(FrozenJson::empty_object());
    /// assert_eq!(
    ///     Terminal::plain().card(&ToolCallView::generic("List users").into(), &Ended::of(&card, &result)),
    ///     "● 3 users\n  Ann, Bo, Cy\n",
    /// );
    /// ```
    pub fn card(&self, call: &ToolCallView, ended: &Ended<'_>) -> String {
        let title = ended.card.title().filter(|title| !title.trim().is_empty());
        let mut sheet = Sheet::new(self);
        sheet.head(call, title.filter(|_| ended.failure.is_none()).unwrap_or(call.title()));
        sheet.body(call, ended);
        sheet.finish()
    }
}

impl Sheet<'_> {
    fn body(&mut self, call: &ToolCallView, ended: &Ended<'_>) {
        if let Some(code) = ended.failure {
            // What was tried.
            if let (ToolCallView::Diff(card), true) = (call, ended.changes) {
                self.changes(&card.title, &card.diffs);
            }
            return self.failed(code, ended.content);
        }
        match ended.card {
            ToolResultView::Generic(card) => {
                self.blocks(card.content.as_deref().unwrap_or(ended.content));
            }
            ToolResultView::Terminal(card) => {
                if let (Some(output), true) = (&card.output, ended.output) {
                    self.output(OUTPUT, output);
                }
                if let Some(end) = &card.end {
                    self.end(end);
                }
            }
            ToolResultView::Diff(card) => {
                if ended.changes {
                    self.changes(call.title(), &card.diffs);
                }
                for text in ended.content.iter().filter_map(ContentBlock::as_text) {
                    self.block(
                        BODY,
                        if ended.changes { DIM } else { PLAIN },
                        text,
                        self.terminal.lines,
                    );
                }
            }
            ToolResultView::Read(part) => {
                self.read(part);
                self.summary(ended.card, &part.path, part.lines.first().map(|line| line.number));
            }
            ToolResultView::Search(found) => {
                self.found(found);
                self.summary(ended.card, "", None);
            }
            ToolResultView::Web(web) => self.web(web),
        }
    }

    fn failed(&mut self, code: &ErrorCode, content: &[ContentBlock]) {
        let rows = Rows::Most(2);
        let mut line = self.line(BODY, rows);
        line.add("✗ ", BAD);
        line.add(code.as_str(), BAD);
        self.put(BODY, rows, line);
        self.blocks(content);
    }

    fn blocks(&mut self, content: &[ContentBlock]) {
        for block in content.iter().take(self.terminal.lines) {
            match block.as_text() {
                Some(text) => self.block(BODY, PLAIN, text, self.terminal.lines),
                None => self.other(block),
            }
        }
        self.hidden(BODY, content.len().saturating_sub(self.terminal.lines), "more block");
    }

    fn end(&mut self, end: &TerminalEnd) {
        let (text, style) = match end {
            TerminalEnd::ExitCode(0) => ("exit 0".to_owned(), GOOD),
            TerminalEnd::ExitCode(code) => (format!("exit {code}"), BAD),
            TerminalEnd::Signal(signal) => (format!("ended by {signal}"), BAD),
        };
        let rows = Rows::Most(2);
        let mut line = self.line(BODY, rows);
        line.add(&text, style);
        self.put(BODY, rows, line);
    }

    fn read(&mut self, part: &ReadResult) {
        for read in part.lines.iter().take(self.terminal.lines) {
            let number = format!("{:>4}  ", read.number);
            let link = self.terminal.file_link(&part.path, Some(read.number));
            self.numbered(&number, &read.text, link);
        }
        self.hidden(BODY, part.lines.len().saturating_sub(self.terminal.lines), "more line");
    }

    /// A line of a file, cut where it is too long: it is there to be found again.
    fn numbered(&mut self, number: &str, text: &str, link: Option<String>) {
        let mut line = self.line(BODY, Rows::One);
        line.link(number, DIM, link);
        line.add(text.trim_end_matches(['\r', '\n']), PLAIN);
        self.put(BODY, Rows::One, line);
    }

    fn found(&mut self, found: &SearchResult) {
        let most = self.terminal.lines;
        match &found.hits {
            SearchHits::Matches { files } => {
                let mut room = most;
                for file in files {
                    if room == 0 {
                        break;
                    }
                    self.matches(file, room);
                    // A file by itself takes a line, too.
                    room = room.saturating_sub(file.matches.len().max(1));
                }
                let all: usize = files.iter().map(|file| file.matches.len()).sum();
                self.hidden(BODY, all.saturating_sub(most), "more line");
            }
            SearchHits::Paths { paths } => {
                for path in paths.iter().take(most) {
                    let mut line = self.line(BODY, Rows::One);
                    line.link(path, PLAIN, self.terminal.file_link(path, None));
                    self.put(BODY, Rows::One, line);
                }
                self.hidden(BODY, paths.len().saturating_sub(most), "more path");
            }
        }
    }

    fn matches(&mut self, file: &FileMatches, room: usize) {
        let mut line = self.line(BODY, Rows::One);
        line.link(&file.path, PLACE, self.terminal.file_link(&file.path, None));
        self.put(BODY, Rows::One, line);
        for hit in file.matches.iter().take(room) {
            let number = format!("{:>4}: ", hit.line_number);
            let link = self.terminal.file_link(&file.path, Some(hit.line_number));
            self.numbered(&number, &hit.line, link);
        }
    }

    /// The card in a line, with a link where it names the file.
    pub(super) fn summary(&mut self, card: &ToolResultView, path: &str, at: Option<u64>) {
        let text = card.one_line();
        let named = if path.is_empty() { None } else { text.find(path) };
        let rows = Rows::Words(LINE_ROWS);
        let mut line = self.line(BODY, rows);
        if let Some(start) = named {
            let (before, rest) = text.split_at(start);
            let (path, after) = rest.split_at(path.len());
            line.add(before, DIM);
            line.link(path, DIM, self.terminal.file_link(path, at));
            line.add(after, DIM);
        } else {
            line.add(&text, DIM);
        }
        self.put(BODY, rows, line);
    }
}
