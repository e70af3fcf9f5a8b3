//! The state of a conversation: which cards are open, and how each looks at the client's.
//!
//! It is one machine: what happens to calls goes in, updates come out, in order. Of a call that it does not know, and of one
//! that has ended, nothing comes out.

use super::blocks::{Writing, blocks, text};
use super::ending::ending;
use super::event::{Ended, Event};
use super::live::{Live, pieces};
use super::opening::{Opening, Shape};
use super::settings::Settings;
use super::terminals::begun;
use super::v1::{
    Meta, PermissionOption, PermissionOptionKind, RequestPermissionRequest, SessionUpdate,
    Terminal, ToolCall, ToolCallContent, ToolCallId, ToolCallStatus, ToolCallUpdate,
    ToolCallUpdateFields, ToolKind,
};
use crate::json::ContentBlock;
use crate::tool::{Progress, ToolExecutionToken};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::sync::PoisonError;

pub(super) const ALLOW_ONCE: &str = "allow-once";
pub(super) const REJECT_ONCE: &str = "reject-once";

/// Calls that ended last, which are known not to begin again: hooks of two layers may tell of one.
const ENDED: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Conversation {
    open: HashMap<ToolExecutionToken, Card>,
    ended: VecDeque<ToolExecutionToken>,
    /// Ids that cards have, and how many calls came by each.
    ids: HashMap<String, u64>,
    is_closed: bool,
}

/// A card that is open.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) id: ToolCallId,
    call_id: String,
    title: String,
    raw_input: Option<Value>,
    pub(super) kind: ToolKind,
    pub(super) shape: Shape,
    pub(super) path: Option<String>,
    /// What it shows, but for what passes.
    pub(super) content: Vec<ToolCallContent>,
    /// Roughly how many bytes that is.
    weight: usize,
    /// Why somebody is asked.
    reason: Option<String>,
    is_running: bool,
    /// The client shows something that passes.
    pub(super) is_overlaid: bool,
    pub(super) live: Live,
}

impl Conversation {
    /// What is to be sent when this happens.
    pub(super) fn step(&mut self, settings: &Settings, event: Event) -> Vec<SessionUpdate> {
        if self.is_closed {
            return Vec::new();
        }
        let mut out = Vec::new();
        match event {
            Event::Begun(opening) => out.extend(self.begin(settings, *opening)),
            Event::Asked { call, reason, question } => {
                if let Some(card) = self.open.get_mut(&call) {
                    let asked = card.ask(settings, reason);
                    *question.lock().unwrap_or_else(PoisonError::into_inner) = Some(asked);
                }
            }
            Event::Started(call) => {
                out.extend(self.open.get_mut(&call).and_then(|card| card.start(settings)));
            }
            Event::Progressed(call, progress) => {
                if let Some(card) = self.open.get_mut(&call) {
                    card.progress(settings, &progress, &mut out);
                }
            }
            Event::Shown { call_id, content } => {
                out.extend(self.named(&call_id).map(|card| card.show(settings, &content)));
            }
            Event::Ended(ended) => out.extend(self.end(settings, *ended)),
            Event::Closed => self.close(settings, &mut out),
        }
        out
    }

    fn begin(&mut self, settings: &Settings, opening: Opening) -> Option<SessionUpdate> {
        let token = opening.token;
        if self.open.contains_key(&token) || self.ended.contains(&token) {
            return None;
        }
        let id = ToolCallId::new(self.fresh_id(&opening.call_id));
        let mut content = opening.content;
        let mut meta = None;
        let is_drawn = opening.shape == Shape::Terminal && settings.terminals.are_drawn();
        if is_drawn {
            content.push(ToolCallContent::Terminal(Terminal::new(id.0.clone())));
            meta = opening.directory.as_deref().map(|directory| begun(&id, directory));
        }
        let call = ToolCall::new(id.clone(), opening.title.clone())
            .name(opening.name)
            .kind(opening.kind)
            .content(content.clone())
            .locations(opening.locations)
            .raw_input(opening.raw_input.clone())
            .meta(meta);
        let card = Card {
            id,
            call_id: opening.call_id,
            title: opening.title,
            raw_input: opening.raw_input,
            kind: opening.kind,
            shape: opening.shape,
            path: opening.path,
            weight: weight(&content),
            content,
            reason: None,
            is_running: false,
            is_overlaid: false,
            live: Live::new(is_drawn, settings.redacts()),
        };
        self.open.insert(token, card);
        Some(SessionUpdate::ToolCall(call))
    }

    /// An id that no card of the conversation has: models call several calls the same.
    fn fresh_id(&mut self, call_id: &str) -> String {
        let mut count = self.ids.get(call_id).copied().unwrap_or_default();
        loop {
            count += 1;
            let id = if count == 1 { call_id.to_owned() } else { format!("{call_id}#{count}") };
            if count == 1 || !self.ids.contains_key(&id) {
                self.ids.insert(id.clone(), 1);
                self.ids.insert(call_id.to_owned(), count);
                return id;
            }
        }
    }

    /// The last call of this id that is open.
    fn named(&mut self, call_id: &str) -> Option<&mut Card> {
        let named = self.open.iter_mut().filter(|(_, card)| card.call_id == call_id);
        named.max_by_key(|(token, _)| token.number()).map(|(_, card)| card)
    }

    fn end(&mut self, settings: &Settings, ended: Ended) -> Option<SessionUpdate> {
        let call = ended.call;
        let mut card = self.open.remove(&call)?;
        self.ended.push_back(call);
        if self.ended.len() > ENDED {
            self.ended.pop_front();
        }
        Some(SessionUpdate::ToolCallUpdate(ending(settings, &mut card, ended)))
    }

    fn close(&mut self, settings: &Settings, out: &mut Vec<SessionUpdate>) {
        let mut open: Vec<_> = self.open.keys().copied().collect();
        open.sort_by_key(|token| token.number());
        for call in open {
            out.extend(
                self.end(settings, Ended::without_result(call, "the conversation was closed")),
            );
        }
        self.is_closed = true;
    }
}

impl Card {
    /// What it shows, with what passes: why somebody is asked, how far the body is, the end of what it writes.
    fn shown(&mut self, settings: &Settings) -> Vec<ToolCallContent> {
        let mut shown = Vec::new();
        shown.extend(self.reason.as_deref().map(text));
        shown.extend(self.content.iter().cloned());
        let words = self.live.words();
        if !words.is_empty() {
            shown.push(text(settings.line(words)));
        }
        if !self.live.window().is_empty() {
            shown.push(text(settings.fenced("console", self.live.window())));
        }
        self.is_overlaid = shown.len() != self.content.len();
        shown
    }

    fn update(&self, fields: ToolCallUpdateFields) -> ToolCallUpdate {
        ToolCallUpdate::new(self.id.clone(), fields)
    }

    /// The question, which leaves the card as it is but for the reason.
    fn ask(&mut self, settings: &Settings, reason: Option<String>) -> RequestPermissionRequest {
        self.reason =
            reason.map(|reason| settings.words(&reason)).filter(|reason| !reason.is_empty());
        let mut fields = ToolCallUpdateFields::new()
            .title(self.title.clone())
            .kind(self.kind)
            .status(ToolCallStatus::Pending)
            .raw_input(self.raw_input.clone());
        if self.reason.is_some() {
            fields = fields.content(self.shown(settings));
        }
        // What cannot be kept is not offered: there is no answer for more than this call.
        let options = vec![
            PermissionOption::new(ALLOW_ONCE, "Allow once", PermissionOptionKind::AllowOnce),
            PermissionOption::new(REJECT_ONCE, "Reject", PermissionOptionKind::RejectOnce),
        ];
        RequestPermissionRequest::new(settings.id.clone(), self.update(fields), options)
    }

    /// The body runs: for the first time, or once more.
    fn start(&mut self, settings: &Settings) -> Option<SessionUpdate> {
        if std::mem::replace(&mut self.is_running, true) {
            return None;
        }
        let mut fields = ToolCallUpdateFields::new().status(ToolCallStatus::InProgress);
        if self.reason.take().is_some() {
            fields = fields.content(self.shown(settings));
        }
        Some(SessionUpdate::ToolCallUpdate(self.update(fields)))
    }

    fn progress(&mut self, settings: &Settings, progress: &Progress, out: &mut Vec<SessionUpdate>) {
        let news = self.live.hear(progress);
        let output = settings.redacted(news.output);
        let is_drawn = self.shape == Shape::Terminal && settings.terminals.are_drawn();
        let mut is_due = news.words;
        if is_drawn {
            for piece in pieces(&output) {
                let mut meta = Meta::new();
                settings.terminals.output(&mut meta, &self.id, piece);
                let update = self.update(ToolCallUpdateFields::new()).meta(meta);
                out.push(SessionUpdate::ToolCallUpdate(update));
            }
        } else if !output.is_empty() {
            self.live.grow(&output);
            is_due = true;
        }
        if is_due && self.live.afford(self.weight) {
            let fields = ToolCallUpdateFields::new().content(self.shown(settings));
            out.push(SessionUpdate::ToolCallUpdate(self.update(fields)));
        }
    }

    /// Shows other content. A terminal stays.
    fn show(&mut self, settings: &Settings, content: &[ContentBlock]) -> SessionUpdate {
        self.content.retain(|block| matches!(block, ToolCallContent::Terminal(_)));
        self.content.extend(blocks(settings, content, Writing::Markdown));
        self.weight = weight(&self.content);
        let fields = ToolCallUpdateFields::new().content(self.shown(settings));
        SessionUpdate::ToolCallUpdate(self.update(fields))
    }
}

/// Roughly how many bytes the content takes.
fn weight(content: &[ToolCallContent]) -> usize {
    content.iter().map(|block| serde_json::to_string(block).map_or(0, |json| json.len())).sum()
}
