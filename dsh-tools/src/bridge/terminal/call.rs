//! The first lines of a card: what is about to happen.

use super::Terminal;
use super::fold::LINE_ROWS;
use super::line::Line;
use super::sheet::{Margin, Rows, Sheet};
use super::style::{DIM, PLACE, PLAIN, TITLE};
use crate::json::{ContentBlock, Cursor, FrozenJson};
use crate::view::{FileLocation, ToolCallView};
use std::borrow::Cow;

pub(super) const BODY: Margin = Margin::of("  ");
const HEAD: Margin = BODY.first("● ", PLACE);
/// Before the other lines of a command.
const GOES_ON: Margin = Margin::of("  > ");
/// Lines of a title, and of what stands beside it.
const LINES: usize = 8;

impl Terminal {
    /// Draws the start of a card: the title, and what is known before the call has run.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// let call = ToolCallView::terminal("make\nmake check").description("Build it").cwd("/work");
    /// assert_eq!(
    ///     Terminal::plain().head(&call.into()),
    ///     "● $ make\n  > make check\n  Build it\n  in /work\n",
    /// );
    /// ```
    pub fn head(&self, call: &ToolCallView) -> String {
        let mut sheet = Sheet::new(self);
        sheet.head(call, call.title());
        sheet.finish()
    }

    /// Draws what a call would change: for a question about it.
    ///
    /// ```
    /// use dsh_tools::{bridge::terminal::Terminal, view::ToolCallView};
    /// let call = ToolCallView::from(ToolCallView::edit("a.txt", "one\ntwo\n", "one\n2\n"));
    /// assert_eq!(Terminal::plain().changes(&call), "    one\n  - two\n  + 2\n");
    /// ```
    pub fn changes(&self, call: &ToolCallView) -> String {
        let mut sheet = Sheet::new(self);
        if let ToolCallView::Diff(card) = call {
            sheet.changes(&card.title, &card.diffs);
        }
        sheet.finish()
    }
}

impl Sheet<'_> {
    pub(super) fn head(&mut self, call: &ToolCallView, title: &str) {
        let is_command = matches!(call, ToolCallView::Terminal(_));
        let (first, rest) = title.split_once('\n').unwrap_or((title, ""));
        let places = match call {
            ToolCallView::Generic(card) => card.locations.as_slice(),
            ToolCallView::Terminal(_) => &[],
            ToolCallView::Diff(card) => card.locations.as_slice(),
        };
        let rows = Rows::Words(LINES);
        let mut line = self.line(HEAD, rows);
        if is_command {
            line.add("$ ", PLAIN);
        }
        let named = self.title(&mut line, first.trim_end_matches('\r'), places);
        let beside =
            if matches!(call, ToolCallView::Generic(_)) && !named { beside(places) } else { None };
        if let Some((place, text)) = &beside {
            line.add(" ", PLAIN);
            line.link(text, DIM, self.place_link(place));
        }
        self.put(HEAD, rows, line);
        let most = self.terminal.lines.min(LINES);
        self.block(GOES_ON, TITLE, rest, most);
        match call {
            ToolCallView::Generic(card) => {
                for block in &card.content {
                    self.content(block, most);
                }
                if let Some(input) = &card.raw_input {
                    self.arguments(input);
                }
            }
            ToolCallView::Terminal(card) => {
                if let Some(description) = &card.description {
                    self.block(BODY, DIM, description, most);
                }
                if let Some(directory) = &card.cwd {
                    let rows = Rows::Most(2);
                    let mut line = self.line(BODY, rows);
                    line.add("in ", DIM);
                    line.link(directory, DIM, self.terminal.file_link(directory, None));
                    self.put(BODY, rows, line);
                }
            }
            ToolCallView::Diff(_) => {}
        }
    }

    /// The title, with a link where it names a place; whether it does, or there is none to be named.
    fn title<'a>(&self, line: &mut Line<'a>, title: &'a str, places: &'a [FileLocation]) -> bool {
        let named = places.iter().find_map(|place| {
            let at = if place.path.is_empty() { None } else { title.find(&place.path) }?;
            Some((place, at))
        });
        let Some((place, at)) = named else {
            line.add(title, TITLE);
            return places.is_empty();
        };
        let (before, rest) = title.split_at(at);
        let (path, after) = rest.split_at(place.path.len());
        line.add(before, TITLE);
        line.link(path, TITLE, self.place_link(place));
        line.add(after, TITLE);
        true
    }

    fn place_link(&self, place: &FileLocation) -> Option<String> {
        self.terminal.file_link(&place.path, place.line.map(u64::from))
    }

    fn arguments(&mut self, input: &FrozenJson) {
        let text = input.to_string();
        let rows = Rows::Most(LINE_ROWS);
        let mut line = self.line(BODY, rows);
        line.add(&text, DIM);
        self.put(BODY, rows, line);
    }

    /// A block beside a title.
    fn content(&mut self, block: &ContentBlock, most: usize) {
        match block.as_text() {
            Some(text) => self.block(BODY, DIM, text, most),
            None => self.other(block),
        }
    }

    /// A block that is no text.
    pub(super) fn other(&mut self, block: &ContentBlock) {
        let text: Cow<'_, str> = match block {
            ContentBlock::Image { data, mime_type, .. }
            | ContentBlock::Audio { data, mime_type, .. } => {
                format!("<{}: {mime_type}, {} bytes>", block.block_type(), bytes(data)).into()
            }
            ContentBlock::ResourceLink { uri, name, .. } => format!("<{name}: {uri}>").into(),
            ContentBlock::Resource { resource, .. } => {
                let uri = resource.get("uri").and_then(Cursor::as_str).unwrap_or_default();
                format!("<resource: {uri}>").into()
            }
            _ => format!("<{}>", block.block_type()).into(),
        };
        let rows = Rows::Most(2);
        let mut line = self.line(BODY, rows);
        let link = match block {
            ContentBlock::ResourceLink { uri, .. } => self.terminal.page_link(uri),
            _ => None,
        };
        line.link(&text, DIM, link);
        self.put(BODY, rows, line);
    }
}

/// The first place where the title names none, and how many more there are.
fn beside(places: &[FileLocation]) -> Option<(&FileLocation, String)> {
    let (first, rest) = places.split_first()?;
    let mut text = format!("({}", first.path);
    if let Some(line) = first.line {
        text.extend([":", &line.to_string()]);
    }
    if !rest.is_empty() {
        text.extend([" and ", &rest.len().to_string(), " more"]);
    }
    text.push(')');
    Some((first, text))
}

/// The bytes that a text in base64 stands for.
fn bytes(base64: &str) -> usize {
    base64.trim_end_matches('=').len().saturating_mul(3) / 4
}
