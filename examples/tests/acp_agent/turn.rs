//! What a turn was.

use agent_client_protocol::v1::schema::{
    ContentBlock, ContentChunk, Meta, RequestPermissionRequest, SessionUpdate, StopReason,
    ToolCall, ToolCallContent, ToolCallStatus,
};
use std::collections::BTreeMap;

pub(crate) struct Turn {
    pub(crate) reason: StopReason,
    pub(crate) updates: Vec<SessionUpdate>,
    /// Questions, each with how many updates came before it.
    pub(crate) asked: Vec<(usize, RequestPermissionRequest)>,
}

/// A call as an editor shows it at the end, and what happened on the way.
pub(crate) struct Shown {
    pub(crate) call: ToolCall,
    pub(crate) statuses: Vec<ToolCallStatus>,
    /// What its terminal shows.
    pub(crate) output: String,
    /// The metadata of the terminal's start and end.
    pub(crate) terminal: Meta,
}

impl Turn {
    /// The calls, in the order of their cards.
    pub(crate) fn calls(&self) -> Vec<Shown> {
        let mut order = Vec::new();
        let mut calls = BTreeMap::new();
        for update in &self.updates {
            match update {
                SessionUpdate::ToolCall(call) => {
                    let id = call.tool_call_id.0.to_string();
                    order.push(id.clone());
                    let known = calls.insert(id, Shown::new(call.clone()));
                    assert!(known.is_none(), "{call:?} is there twice");
                }
                SessionUpdate::ToolCallUpdate(update) => {
                    let shown = calls.get_mut(&*update.tool_call_id.0);
                    let Some(shown) = shown else { panic!("nobody knows the call of {update:?}") };
                    shown.call.update(update.fields.clone());
                    shown.end_of(update.fields.status, update.meta.as_ref());
                }
                _ => {}
            }
        }
        order.iter().map(|id| calls.remove(id).unwrap()).collect()
    }

    /// The only call.
    pub(crate) fn call(&self) -> Shown {
        let mut calls = self.calls();
        assert_eq!(calls.len(), 1, "{:?}", self.updates);
        calls.remove(0)
    }

    /// What was said.
    pub(crate) fn said(&self) -> String {
        self.updates
            .iter()
            .filter_map(|update| match update {
                SessionUpdate::AgentMessageChunk(ContentChunk {
                    content: ContentBlock::Text(text),
                    ..
                }) => Some(text.text.as_str()),
                _ => None,
            })
            .collect()
    }
}

impl Shown {
    fn new(call: ToolCall) -> Self {
        let (statuses, terminal) = (vec![call.status], call.meta.clone().unwrap_or_default());
        Self { call, statuses, output: String::new(), terminal }
    }

    fn end_of(&mut self, status: Option<ToolCallStatus>, meta: Option<&Meta>) {
        if let Some(status) = status
            && self.statuses.last() != Some(&status)
        {
            self.statuses.push(status);
        }
        let Some(meta) = meta else { return };
        // What comes is added to what is there.
        if let Some(output) = meta.get("terminal_output") {
            self.output.push_str(output["data"].as_str().unwrap());
        }
        self.terminal.extend(meta.clone());
    }

    /// The text of its content.
    pub(crate) fn text(&self) -> String {
        let blocks = self.call.content.iter().filter_map(|block| match block {
            ToolCallContent::Content(content) => match &content.content {
                ContentBlock::Text(text) => Some(text.text.as_str()),
                _ => None,
            },
            _ => None,
        });
        blocks.collect::<Vec<_>>().join("\n")
    }
}
