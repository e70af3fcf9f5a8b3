//! How a card ends.

use super::blocks::{Writing, blocks, text};
use super::cards::{diffs, title};
use super::conversation::Card;
use super::event::Ended;
use super::found::{self, Found};
use super::opening::Shape;
use super::settings::Settings;
use super::terminals::ended as exited;
use super::v1::{
    Meta, ToolCallContent, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields, ToolKind,
};
use crate::json::{ContentBlock, visible};
use crate::tool::ToolExecutionToken;
use crate::view::{TerminalEnd, TerminalResult, ToolResultView};

impl Ended {
    /// A call that is over without a result of its own.
    pub(super) fn without_result(call: ToolExecutionToken, why: &str) -> Self {
        let content = vec![ContentBlock::text(format!("Error: {why}"))];
        Self { call, is_error: true, view: None, content, raw_output: None }
    }
}

/// The last update of a card.
pub(super) fn ending(settings: &Settings, card: &mut Card, ended: Ended) -> ToolCallUpdate {
    let status = if ended.is_error { ToolCallStatus::Failed } else { ToolCallStatus::Completed };
    let mut end = End {
        settings,
        fields: ToolCallUpdateFields::new().status(status).raw_output(ended.raw_output),
        meta: Meta::new(),
    };
    end.retitle(card, ended.view.as_ref());
    match ended.view {
        Some(ToolResultView::Terminal(result)) if card.shape == Shape::Terminal => {
            end.command(card, result, &ended.content, ended.is_error);
        }
        view => {
            let content = end.content(card, view, &ended.content, ended.is_error);
            end.replace(card, content);
        }
    }
    let meta = (!end.meta.is_empty()).then_some(end.meta);
    ToolCallUpdate::new(card.id.clone(), end.fields).meta(meta)
}

/// How a command ended, where that is not what was to be hoped for.
fn failed_end(end: &TerminalEnd) -> Option<String> {
    match end {
        TerminalEnd::ExitCode(0) => None,
        TerminalEnd::ExitCode(code) => Some(format!("exit code {code}")),
        TerminalEnd::Signal(signal) => Some(format!("ended by {}", visible(signal))),
    }
}

struct End<'a> {
    settings: &'a Settings,
    fields: ToolCallUpdateFields,
    meta: Meta,
}

impl End<'_> {
    fn retitle(&mut self, card: &Card, view: Option<&ToolResultView>) {
        let Some(other) = view.and_then(ToolResultView::title) else { return };
        let own = match view {
            Some(ToolResultView::Diff(result)) => result.diffs.first().map(|diff| &diff.path),
            Some(ToolResultView::Read(result)) => Some(&result.path),
            _ => None,
        };
        let path = own.or(card.path.as_ref());
        self.fields.title = Some(title(self.settings, other, path.map(String::as_str)));
    }

    /// The end of a command whose card is a terminal.
    fn command(
        &mut self,
        card: &mut Card,
        result: TerminalResult,
        raw: &[ContentBlock],
        is_error: bool,
    ) {
        let settings = self.settings;
        let output = result.output.unwrap_or_default();
        if !settings.terminals.are_drawn() {
            let output = output.trim_end_matches(['\n', '\r']);
            let mut content = Vec::new();
            if !output.is_empty() {
                content.push(text(settings.fenced("console", output)));
            }
            // What a terminal would show of it.
            content.extend(result.end.as_ref().and_then(failed_end).map(text));
            if !content.is_empty() {
                self.fields.content = Some(content);
            } else if card.is_overlaid {
                self.fields.content = Some(card.content.clone());
            }
            return;
        }
        // Content would replace the terminal.
        if card.is_overlaid {
            self.fields.content = Some(card.content.clone());
        }
        let heard = card.live.has_output();
        let rest = card.live.rest(&output).map(|rest| settings.terminal(rest));
        // A failure that is not the end of what was heard: why it failed stands beside the terminal.
        if is_error && heard && rest.is_none() {
            let mut content = card.content.clone();
            content.extend(blocks(settings, raw, Writing::Verbatim));
            self.fields.content = Some(content);
        }
        // What was heard is shown already: it is not said twice.
        if let Some(rest) = rest.filter(|rest| !heard || !rest.is_empty()) {
            settings.terminals.output(&mut self.meta, &card.id, &rest);
        }
        // Of a success without one the command may still run.
        if result.end.is_some() || is_error {
            exited(&mut self.meta, &card.id, result.end.as_ref());
        }
    }

    /// What any other card shows at its end.
    fn content(
        &mut self,
        card: &Card,
        view: Option<ToolResultView>,
        raw: &[ContentBlock],
        is_error: bool,
    ) -> Vec<ToolCallContent> {
        let settings = self.settings;
        let writing = if settings.fences_raw_text { Writing::Verbatim } else { Writing::Markdown };
        let raw_content = || blocks(settings, raw, writing);
        match view {
            Some(ToolResultView::Generic(result)) => match result.content {
                Some(content) if !content.is_empty() => {
                    blocks(settings, &content, Writing::Markdown)
                }
                _ => raw_content(),
            },
            Some(ToolResultView::Diff(result)) => diffs(settings, &result.diffs),
            Some(ToolResultView::Search(result)) => {
                self.found(card, found::search(settings, &result))
            }
            Some(ToolResultView::Read(result)) => self.found(card, found::read(settings, &result)),
            Some(ToolResultView::Web(result)) => {
                self.found(card, found::web(settings, &result, raw))
            }
            // Changes that were made stay in sight.
            None if card.shape == Shape::Diff && !is_error => {
                card.content.iter().cloned().chain(raw_content()).collect()
            }
            // A terminal's end belongs to a terminal.
            Some(ToolResultView::Terminal(_)) | None => raw_content(),
        }
    }

    fn found(&mut self, card: &Card, found: Found) -> Vec<ToolCallContent> {
        if card.kind == ToolKind::Other {
            self.fields.kind = Some(found.kind);
        }
        if !found.locations.is_empty() {
            self.fields.locations = Some(found.locations);
        }
        found.content
    }

    /// Shows this in place of what the card shows; nothing leaves it as it is.
    fn replace(&mut self, card: &Card, content: Vec<ToolCallContent>) {
        let is_drawn = card.shape == Shape::Terminal && self.settings.terminals.are_drawn();
        if is_drawn {
            exited(&mut self.meta, &card.id, None);
        }
        self.fields.content = if content.is_empty() {
            card.is_overlaid.then(|| card.content.clone())
        } else if is_drawn && card.live.has_output() {
            // What the command wrote stays in sight.
            let terminal = |block: &&ToolCallContent| matches!(block, ToolCallContent::Terminal(_));
            let terminals = card.content.iter().filter(terminal).cloned();
            Some(terminals.chain(content).collect())
        } else {
            Some(content)
        };
    }
}
