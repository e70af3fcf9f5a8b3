//! A call as its card begins.

use super::blocks::{Writing, blocks, text};
use super::cards::{diffs, kind, locations, title};
use super::settings::Settings;
use super::v1::{ToolCallContent, ToolCallLocation, ToolKind};
use crate::json::{FrozenJson, visible};
use crate::tool::{ToolDefinition, ToolExecution, ToolExecutionToken};
use crate::view::ToolCallView;
use serde_json::Value;

/// What sort of card a call has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Generic,
    Terminal,
    Diff,
}

/// The card of a call, but for what depends on the cards before.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) token: ToolExecutionToken,
    /// As the model called it, where that can be shown.
    pub(super) call_id: String,
    pub(super) name: String,
    pub(super) title: String,
    pub(super) kind: ToolKind,
    pub(super) shape: Shape,
    pub(super) content: Vec<ToolCallContent>,
    pub(super) locations: Vec<ToolCallLocation>,
    pub(super) raw_input: Option<Value>,
    /// The path that titles are shortened by.
    pub(super) path: Option<String>,
    /// Where a command runs.
    pub(super) directory: Option<String>,
}

/// What a card is made of.
#[derive(Clone, Copy)]
pub(super) struct Made<'a> {
    pub(super) token: ToolExecutionToken,
    pub(super) call_id: &'a str,
    pub(super) name: &'a str,
    pub(super) tool: Option<&'a ToolDefinition>,
    pub(super) arguments: Option<&'a FrozenJson>,
}

impl<'a> Made<'a> {
    pub(super) fn of(call: &'a ToolExecution) -> Self {
        Self {
            token: call.token(),
            call_id: call.call_id(),
            name: call.name(),
            tool: call.definition(),
            arguments: call.arguments(),
        }
    }
}

impl Opening {
    /// Asks the tool's presenter, if there is one. Arguments that are no JSON are shown as the text that they are.
    pub(super) fn of(
        settings: &Settings,
        call: Made<'_>,
        written: impl FnOnce() -> String,
    ) -> Self {
        let title = || call.tool.and_then(ToolDefinition::title).unwrap_or(call.name);
        let Some(arguments) = call.arguments else {
            let mut opening = Self::new(settings, call, &ToolCallView::generic(title()).into());
            opening.raw_input = Some(settings.raw_text(&written()));
            return opening;
        };
        let view = match call.tool {
            Some(tool) => tool.call_card(arguments),
            None => ToolCallView::generic(title()).raw_input(arguments.clone()).into(),
        };
        Self::new(settings, call, &view)
    }

    fn new(settings: &Settings, call: Made<'_>, view: &ToolCallView) -> Self {
        let mut opening = Self {
            token: call.token,
            call_id: visible(call.call_id).to_string(),
            name: visible(call.name).to_string(),
            title: String::new(),
            kind: kind(view.kind()),
            shape: Shape::Generic,
            content: Vec::new(),
            locations: Vec::new(),
            raw_input: None,
            path: None,
            directory: None,
        };
        match view {
            ToolCallView::Generic(card) => {
                opening.path = card.locations.first().map(|place| place.path.clone());
                opening.title = title(settings, &card.title, opening.path.as_deref());
                opening.content = blocks(settings, &card.content, Writing::Markdown);
                opening.locations = locations(settings, &card.locations);
                opening.raw_input = card.raw_input.as_ref().and_then(|raw| settings.raw(raw));
            }
            ToolCallView::Terminal(card) => {
                opening.shape = Shape::Terminal;
                opening.title = settings.command(&card.title);
                let why = card.description.iter();
                opening.content.extend(why.map(|why| text(settings.words(why))));
                opening.raw_input = Some(settings.raw_text(&card.title));
                let directory = card.cwd.as_deref().unwrap_or(".");
                let directory = settings.directory.absolute(directory);
                opening.directory = Some(settings.redacted(directory));
            }
            ToolCallView::Diff(card) => {
                opening.shape = Shape::Diff;
                let place = card.locations.first().map(|place| &place.path);
                opening.path = place.or_else(|| card.diffs.first().map(|diff| &diff.path)).cloned();
                opening.title = title(settings, &card.title, opening.path.as_deref());
                opening.content = diffs(settings, &card.diffs);
                opening.locations = locations(settings, &card.locations);
            }
        }
        opening
    }
}
