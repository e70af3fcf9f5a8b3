//! What searches found, files hold and the web gave, as content blocks: the protocol has no cards for those.

use super::blocks::{Writing, blocks, text};
use super::cards::location;
use super::escapes::plain;
use super::fence::language;
use super::settings::Settings;
use super::v1::{ContentBlock, ResourceLink, ToolCallContent, ToolCallLocation, ToolKind};
use crate::json;
use crate::view::{
    FileMatches, ReadResult, SearchHits, SearchResult, WebFetch, WebResult, WebSearch, WebSource,
    one_line,
};
use std::fmt::Write;

/// Bytes of a list.
const MOST_OF_LIST: usize = 64 * 1024;
/// Characters of a line that was found.
const MOST_OF_LINE: usize = 500;
/// Files that a search points at.
const MOST_PLACES: usize = 20;
/// Pages that are linked.
const MOST_LINKS: usize = 50;

/// What is shown of a structured result.
pub(super) struct Found {
    pub(super) kind: ToolKind,
    pub(super) content: Vec<ToolCallContent>,
    pub(super) locations: Vec<ToolCallLocation>,
}

pub(super) fn search(settings: &Settings, card: &SearchResult) -> Found {
    let mut list = List::default();
    let mut locations = Vec::new();
    let (unit, units) = match &card.hits {
        SearchHits::Matches { files } => {
            for file in files {
                list.file(settings, file);
            }
            let first = |file: &FileMatches| {
                let line =
                    file.matches.first().and_then(|found| u32::try_from(found.line_number).ok());
                location(settings, &file.path, line)
            };
            locations = files.iter().take(MOST_PLACES).map(first).collect();
            ("match", "matches")
        }
        SearchHits::Paths { paths } => {
            for path in paths {
                let path = near(settings, path);
                list.add(1, format_args!("{path}"));
            }
            ("path", "paths")
        }
    };
    let List { lines, listed, .. } = list;
    let mut content = Vec::new();
    if !lines.is_empty() {
        content.push(text(settings.fenced("", &lines)));
    }
    let total = card.total;
    let unit = if total == 1 { unit } else { units };
    content.extend(if listed < total {
        Some(text(format!("{listed} of {total} {unit}")))
    } else if card.truncated {
        Some(text(format!("The first {listed} {unit}")))
    } else if total == 0 {
        Some(text(format!("No {units}")))
    } else {
        None
    });
    Found { kind: ToolKind::Search, content, locations }
}

/// Lines of a list that ends where it is long enough.
#[derive(Default)]
struct List {
    lines: String,
    listed: u64,
    is_full: bool,
}

impl List {
    fn file(&mut self, settings: &Settings, file: &FileMatches) {
        let path = near(settings, &file.path);
        self.add(0, format_args!("{path}"));
        for found in &file.matches {
            if self.is_full {
                return;
            }
            let line = one_line_of(&found.line);
            self.add(1, format_args!("{:>6}  {line}", found.line_number));
        }
    }

    fn add(&mut self, counts: u64, line: std::fmt::Arguments<'_>) {
        self.is_full |= self.lines.len() >= MOST_OF_LIST;
        if !self.is_full {
            let _infallible = writeln!(self.lines, "{line}");
            self.listed += counts;
        }
    }
}

/// A line as it stands in its file, indented as it is.
fn one_line_of(line: &str) -> String {
    let end = line.char_indices().nth(MOST_OF_LINE).map(|(at, _)| at);
    let shown = plain(end.and_then(|end| line.get(..end)).unwrap_or(line));
    let sign = if end.is_some() { "…" } else { "" };
    format!("{}{sign}", shown.replace('\n', " "))
}

/// A path, from the working directory where it is inside.
fn near(settings: &Settings, path: &str) -> String {
    let relative = settings.directory.relative(path);
    one_line(relative.as_deref().unwrap_or(path), MOST_OF_LINE)
}

pub(super) fn read(settings: &Settings, card: &ReadResult) -> Found {
    let content = match &card.content {
        Some(content) => blocks(settings, content, Writing::Markdown),
        None if card.lines.is_empty() => {
            vec![text(format!("No lines of {}", card.total_lines))]
        }
        None => {
            let lines: Vec<&str> = card.lines.iter().map(|line| line.text.as_str()).collect();
            let mut content =
                vec![text(settings.fenced(language(card.lang.as_deref()), &lines.join("\n")))];
            if let (Some(first), Some(last)) = (card.lines.first(), card.lines.last())
                && (lines.len() as u64) < card.total_lines
            {
                let (first, last, all) = (first.number, last.number, card.total_lines);
                content.push(text(format!("Lines {first} to {last} of {all}")));
            }
            content
        }
    };
    let line = card.lines.first().and_then(|line| u32::try_from(line.number).ok());
    Found { kind: ToolKind::Read, content, locations: vec![location(settings, &card.path, line)] }
}

pub(super) fn web(settings: &Settings, card: &WebResult, raw: &[json::ContentBlock]) -> Found {
    match card {
        WebResult::Search(card) => {
            Found { kind: ToolKind::Fetch, content: pages(settings, card), locations: Vec::new() }
        }
        WebResult::Fetch(card) => {
            let mut content = page(settings, card);
            // What a page says is not for Markdown to read.
            content.extend(blocks(settings, raw, Writing::Verbatim));
            Found { kind: ToolKind::Fetch, content, locations: Vec::new() }
        }
    }
}

fn pages(settings: &Settings, card: &WebSearch) -> Vec<ToolCallContent> {
    let mut content: Vec<_> =
        card.answer.iter().map(|answer| text(settings.text(answer))).collect();
    content.extend(card.sources.iter().take(MOST_LINKS).map(|source| {
        let WebSource { url, title, snippet, published_at } = source;
        let said = [published_at.as_deref(), snippet.as_deref()];
        let said: Vec<&str> = said.into_iter().flatten().filter(|said| !said.is_empty()).collect();
        link(settings, url, title.as_deref(), &said.join(": "))
    }));
    let more = card.sources.len().saturating_sub(MOST_LINKS);
    if more > 0 {
        content.push(text(format!("And {more} more")));
    } else if card.truncated {
        content.push(text("There are more"));
    } else if content.is_empty() {
        content.push(text("No pages"));
    }
    content
}

fn page(settings: &Settings, card: &WebFetch) -> Vec<ToolCallContent> {
    let more = if card.truncated { ", not all of it" } else { "" };
    let status = format!("Status {}{more}", card.status_code);
    vec![link(settings, &card.url, None, ""), text(status)]
}

/// A link to a page. What is no address of the web is text.
fn link(settings: &Settings, url: &str, title: Option<&str>, said: &str) -> ToolCallContent {
    let shown = settings.line(url);
    let name = title.map(|title| settings.line(title)).filter(|title| !title.is_empty());
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    if !matches!(scheme.as_deref(), Some("http" | "https")) || shown != url {
        let line = [name.as_deref(), Some(&shown), Some(said)];
        let line: Vec<&str> = line.into_iter().flatten().filter(|part| !part.is_empty()).collect();
        return text(settings.fenced("", &line.join("\n")));
    }
    let said = (!said.is_empty()).then(|| settings.line(said));
    let link = ResourceLink::new(name.unwrap_or_else(|| shown.clone()), shown).description(said);
    ContentBlock::ResourceLink(link).into()
}
