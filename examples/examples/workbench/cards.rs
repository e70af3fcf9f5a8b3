//! A call's card: its title when it starts, the rest when it has ended, live or from a journal.

use crate::options::Show;
use dsh_tools::ToolResultRecord;
use dsh_tools::prelude::*;
use dsh_tools_examples::render;
use std::io::{self, Write};

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

    pub(crate) fn title(&self, out: &mut impl Write) -> io::Result<()> {
        render::title(out, &self.card)
    }

    /// The rest; what was shown with a question is not shown again.
    pub(crate) fn end(
        &self,
        out: &mut impl Write,
        show: Show,
        result: &ToolResultRecord,
        was_proposed: bool,
    ) -> io::Result<()> {
        if show == Show::Text {
            return writeln!(out, "{}", result.data().text().trim_end());
        }
        let view = match (&self.tool, &self.arguments) {
            (Some(tool), Some(arguments)) => tool.result_card(arguments, &result.data()),
            _ => ToolResultView::generic().into(),
        };
        if !was_proposed {
            return render::body(out, &self.card, &view, result);
        }
        let card = ToolCallView::generic(self.card.title()).into();
        let view = match view {
            ToolResultView::Diff(_) => ToolResultView::generic().into(),
            view => view,
        };
        render::body(out, &card, &view, result)
    }
}
