//! What the web gave.

use super::call::BODY;
use super::fold::LINE_ROWS;
use super::sheet::{Margin, Rows, Sheet, count};
use super::style::{BAD, DIM, GOOD, PLACE, PLAIN};
use crate::view::{WebFetch, WebResult, WebSearch, WebSource};

/// Before what belongs to a page.
const PAGE: Margin = Margin::of("    ");
/// Lines of what is quoted of a page.
const SNIPPET: usize = 2;

impl Sheet<'_> {
    pub(super) fn web(&mut self, web: &WebResult) {
        match web {
            WebResult::Search(found) => self.pages(found),
            WebResult::Fetch(page) => self.page(page),
        }
    }

    fn pages(&mut self, found: &WebSearch) {
        let most = self.terminal.lines;
        if let Some(answer) = &found.answer {
            self.block(BODY, PLAIN, answer, most);
        }
        for source in found.sources.iter().take(most) {
            self.source(source);
        }
        let hidden = found.sources.len().saturating_sub(most);
        self.hidden(BODY, hidden, "more page");
        let more = if found.truncated { " (truncated)" } else { "" };
        self.note(&format!("{}{more}", count(found.sources.len(), "page")));
    }

    fn source(&mut self, source: &WebSource) {
        let link = self.terminal.page_link(&source.url);
        let mut line = self.line(BODY, Rows::One);
        match &source.title {
            Some(title) => line.link(title, PLACE, link.clone()),
            None => line.link(&source.url, PLACE, link.clone()),
        }
        let when = source.published_at.as_ref().map(|when| format!(" ({when})"));
        if let Some(when) = &when {
            line.add(when, DIM);
        }
        self.put(BODY, Rows::One, line);
        if source.title.is_some() {
            let mut line = self.line(PAGE, Rows::One);
            line.link(&source.url, DIM, link);
            self.put(PAGE, Rows::One, line);
        }
        if let Some(snippet) = &source.snippet {
            self.block(PAGE, PLAIN, snippet, SNIPPET);
        }
    }

    fn page(&mut self, page: &WebFetch) {
        let rows = Rows::Words(LINE_ROWS);
        let mut line = self.line(BODY, rows);
        line.link(&page.url, PLACE, self.terminal.page_link(&page.url));
        let status = format!("status {}", page.status_code);
        line.add(": ", PLAIN);
        line.add(&status, if (200..400).contains(&page.status_code) { GOOD } else { BAD });
        if page.truncated {
            line.add(" (truncated)", DIM);
        }
        self.put(BODY, rows, line);
    }
}
