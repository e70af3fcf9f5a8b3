//! Cards from definitions: pure, and safe with whatever a log holds.

use super::ToolDefinition;
use super::contain::contain;
use super::log::contained;
use crate::json::{ContentBlock, FrozenJson};
use crate::view::{ToolCallKind, ToolCallView, ToolResultView};
use std::borrow::Cow;

/// What a result presenter gets, live and on replay alike.
///
/// ```
/// use dsh_tools::{ToolResultData, view::ToolResultView};
///
/// fn card(result: &ToolResultData<'_>) -> Option<ToolResultView> {
///     let code = result.meta?.get("exitCode")?.as_i64()?;
///     Some(ToolResultView::terminal(result.text()).exit_code(i32::try_from(code).ok()?).into())
/// }
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ToolResultData<'a> {
    /// What the model saw.
    pub content: &'a [ContentBlock],
    /// Whether it is a failure.
    pub is_error: bool,
    /// What the tool kept for presenters.
    pub meta: Option<&'a FrozenJson>,
}

impl<'a> ToolResultData<'a> {
    /// The text blocks of the content, a line break between them.
    ///
    /// ```
    /// # use dsh_tools::ToolResultData;
    /// fn is_empty(result: &ToolResultData<'_>) -> bool { result.text().is_empty() }
    /// ```
    #[inline]
    pub fn text(&self) -> Cow<'a, str> {
        text(self.content)
    }
}

#[inline]
pub(super) fn text(content: &[ContentBlock]) -> Cow<'_, str> {
    let mut texts = content.iter().filter_map(ContentBlock::as_text);
    let Some(first) = texts.next() else {
        return Cow::Borrowed("");
    };
    let mut text = Cow::Borrowed(first);
    for next in texts {
        let text = text.to_mut();
        text.push('\n');
        text.push_str(next);
    }
    text
}

impl ToolDefinition {
    /// What the tool's own presenter makes of a call: `None` without one, for arguments that it cannot read
    /// (an older log's, a model's mistake), and when it panics.
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, json::FrozenJson};
    /// fn has_own_card(tool: &ToolDefinition, arguments: &FrozenJson) -> bool {
    ///     tool.present_call(arguments).is_some()
    /// }
    /// ```
    #[inline]
    pub fn present_call(&self, arguments: &FrozenJson) -> Option<ToolCallView> {
        let present = self.parts().present_call.as_ref()?.get()?;
        let view = contain(|| if self.admits(arguments) { present(arguments) } else { None });
        contained("call presenter", self, view).flatten()
    }

    /// What the tool's own presenter makes of a result, under the rule of
    /// [`present_call`](Self::present_call).
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, ToolExecutionResult, json::FrozenJson};
    /// fn has_own_card(tool: &ToolDefinition, arguments: &FrozenJson, result: &ToolExecutionResult) -> bool {
    ///     tool.present_result(arguments, &result.data()).is_some()
    /// }
    /// ```
    #[inline]
    pub fn present_result(
        &self,
        arguments: &FrozenJson,
        result: &ToolResultData<'_>,
    ) -> Option<ToolResultView> {
        let present = self.parts().present_result.as_ref()?.get()?;
        let view =
            contain(|| if self.admits(arguments) { present(arguments, result) } else { None });
        contained("result presenter", self, view).flatten()
    }

    /// The card of a call: the presenter's, or a generic one with title and arguments.
    ///
    /// ```
    /// use dsh_tools::{ToolDefinition, json::FrozenJson};
    ///
    /// let tool = ToolDefinition::builder("now").description("The time.")
    ///     .no_args()
    ///     .body(|_, _| async { "12:00" })
    ///     .build();
    /// assert_eq!(tool.call_card(&FrozenJson::empty_object()).one_line(), "[other] now");
    /// ```
    #[inline]
    pub fn call_card(&self, arguments: &FrozenJson) -> ToolCallView {
        self.present_call(arguments).unwrap_or_else(|| {
            let title = self.title().unwrap_or_else(|| self.name());
            ToolCallView::generic(title)
                .kind(ToolCallKind::Other)
                .raw_input(arguments.clone())
                .into()
        })
    }

    /// The card of a result: the presenter's, or a generic one that shows the result's own content.
    ///
    /// ```
    /// # use dsh_tools::{ToolDefinition, ToolExecutionResult, json::FrozenJson};
    /// fn line(tool: &ToolDefinition, arguments: &FrozenJson, result: &ToolExecutionResult) -> String {
    ///     tool.result_card(arguments, &result.data()).one_line()
    /// }
    /// ```
    #[inline]
    pub fn result_card(
        &self,
        arguments: &FrozenJson,
        result: &ToolResultData<'_>,
    ) -> ToolResultView {
        self.present_result(arguments, result).unwrap_or_else(|| {
            let mut card = ToolResultView::generic();
            card.content = Some(result.content.to_vec());
            card.into()
        })
    }
}
