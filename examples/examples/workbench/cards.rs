//! A call's card: its title when it starts, the rest when it has ended, live or from a journal.

use crate::options::Show;
use dsh_tools::ToolResultRecord;
use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::prelude::*;
use std::io::{self, Write};

/// How calls are shown.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) terminal: Terminal,
    pub(crate) show: Show,
}

/// What of a call was shown before it ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    /// Its changes, with a question.
    pub(crate) changes: bool,
    /// What it wrote, while it ran.
    pub(crate) output: bool,
}

/// A call as it is shown.
#[derive(Debug)]
pub(crate) struct Shown {
    tool: Option<ToolDefinition>,
    arguments: Option<FrozenJson>,
    card: ToolCallView,
}

impl Shown {
    /// A call of these arguments, as the model wrote them.
    pub(crate) fn of(registry: &ToolRegistry, name: &str, text: &str) -> Self {
        let tool = registry.get(name);
        // Nothing at all is no arguments, as in the pipeline.
        let arguments = match text.trim() {
            "" => Some(FrozenJson::empty_object()),
            text => FrozenJson::parse(text).ok(),
        };
        let card = match (&tool, &arguments) {
            (Some(tool), Some(arguments)) => tool.call_card(arguments),
            _ => ToolCallView::generic(match format!("{name} {text}").trim() {
                "" => "a call without a name",
                title => title,
            })
            .into(),
        };
        Self { tool, arguments, card }
    }

    pub(crate) fn title(&self, out: &mut impl Write, look: &Look) -> io::Result<()> {
        out.write_all(look.terminal.head(&self.card).as_bytes())
    }

    /// The rest; what was shown before is not shown again.
    pub(crate) fn end(
        &self,
        out: &mut impl Write,
        look: &Look,
        result: &ToolResultRecord,
        before: Before,
    ) -> io::Result<()> {
        if look.show == Show::Text {
            return writeln!(out, "{}", result.data().text().trim_end());
        }
        let view = match (&self.tool, &self.arguments) {
            (Some(tool), Some(arguments)) => tool.result_card(arguments, &result.data()),
            _ => ToolResultView::generic().into(),
        };
        let mut ended = Ended::of_record(&view, result);
        if before.changes {
            ended = ended.without_changes();
        }
        if before.output {
            ended = ended.without_output();
        }
        out.write_all(look.terminal.body(&self.card, &ended).as_bytes())
    }
}
