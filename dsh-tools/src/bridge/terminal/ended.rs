//! How a call ended.

use crate::json::ContentBlock;
use crate::tool::{ErrorCode, ToolExecutionResult, ToolFailure, ToolResultRecord};
use crate::view::ToolResultView;
use std::time::Duration;

/// How a call ended: the card of its result, and what the card does not say, from a result or from a log.
///
/// ```
/// use dsh_tools::bridge::terminal::{Ended, Terminal};
/// use dsh_tools::view::{ToolCallView, ToolResultView};
/// use dsh_tools::{ToolError, ToolExecutionResult};
///
/// let result = ToolExecutionResult::failure(ToolError::new("NOT_FOUND", "there is no `a.rs`"));
/// let card = ToolResultView::from(ToolResultView::generic());
/// let body = Terminal::plain().body(&ToolCallView::read("a.rs").into(), &Ended::of(&card, &result));
/// assert_eq!(body, "  ✗ NOT_FOUND\n  Error: there is no `a.rs`\n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a> {
    pub(super) card: &'a ToolResultView,
    pub(super) content: &'a [ContentBlock],
    pub(super) failure: Option<&'a ErrorCode>,
    pub(super) took: Option<Duration>,
    pub(super) output: bool,
    pub(super) changes: bool,
}

impl<'a> Ended<'a> {
    /// With this result.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::Ended;
    /// use dsh_tools::{ToolDefinition, ToolExecutionResult, bridge::terminal::Terminal, json::FrozenJson};
    ///
    /// fn show(tool: &ToolDefinition, arguments: &FrozenJson, result: &ToolExecutionResult) -> String {
    ///     let card = tool.result_card(arguments, &result.data());
    ///     Terminal::detect().card(&tool.call_card(arguments), &Ended::of(&card, result))
    /// }
    /// ```
    pub fn of(card: &'a ToolResultView, result: &'a ToolExecutionResult) -> Self {
        Self::new(card, result.content(), result.error().map(ToolFailure::code))
    }

    /// With a result that was read from a log.
    ///
    /// ```
    /// use dsh_tools::bridge::terminal::{Ended, Terminal};
    /// use dsh_tools::view::{ToolCallView, ToolResultView};
    ///
    /// let line = r#"{"callId":"call_1","content":[{"type":"text","text":"hi"}],"isError":false}"#;
    /// let record = serde_json::from_str(line)?;
    /// let card = ToolResultView::from(ToolResultView::generic());
    /// let call = ToolCallView::from(ToolCallView::generic("Greet"));
    /// let card = Terminal::plain().card(&call, &Ended::of_record(&card, &record));
    /// assert_eq!(card, "● Greet\n  hi\n");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn of_record(card: &'a ToolResultView, record: &'a ToolResultRecord) -> Self {
        let code = record.error.as_ref().map_or(&ErrorCode::ToolError, |error| &error.code);
        Self::new(card, &record.content, record.is_error.then_some(code))
    }

    const fn new(
        card: &'a ToolResultView,
        content: &'a [ContentBlock],
        failure: Option<&'a ErrorCode>,
    ) -> Self {
        Self { card, content, failure, took: None, output: true, changes: true }
    }

    /// How long it took, for the [line of a log](super::Terminal::log_line).
    ///
    /// ```
    /// # use dsh_tools::{ToolExecutionResult, bridge::terminal::{Ended, Terminal}, json::FrozenJson};
    /// # use dsh_tools::view::{ToolCallView, ToolResultView};
    /// # use std::time::Duration;
    /// # let card = ToolResultView::from(ToolResultView::terminal("").exit_code(0));
    /// # let result = ToolExecutionResult::success(FrozenJson::empty_object());
    /// let ended = Ended::of(&card, &result).took(Duration::from_millis(1_234));
    /// let line = Terminal::plain().log_line(&ToolCallView::terminal("make").into(), Some(&ended));
    /// assert_eq!(line, "✓ [execute] make · exit code 0 · 1.2 s\n");
    /// ```
    #[must_use]
    pub const fn took(mut self, time: Duration) -> Self {
        self.took = Some(time);
        self
    }

    /// What the call wrote stands on the terminal already, drawn by [`LiveOutput`](super::LiveOutput).
    ///
    /// ```
    /// # use dsh_tools::{ToolExecutionResult, bridge::terminal::{Ended, Terminal}, json::FrozenJson};
    /// # use dsh_tools::view::{ToolCallView, ToolResultView};
    /// # let card = ToolResultView::from(ToolResultView::terminal("built\n").exit_code(0));
    /// # let result = ToolExecutionResult::success(FrozenJson::empty_object());
    /// let ended = Ended::of(&card, &result).without_output();
    /// assert_eq!(Terminal::plain().body(&ToolCallView::terminal("make").into(), &ended), "  exit 0\n");
    /// ```
    #[must_use]
    pub const fn without_output(mut self) -> Self {
        self.output = false;
        self
    }

    /// What the call changes stands on the terminal already, drawn by [`changes`](super::Terminal::changes) with a
    /// question.
    ///
    /// ```
    /// # use dsh_tools::{ToolExecutionResult, bridge::terminal::{Ended, Terminal}, json::FrozenJson};
    /// # use dsh_tools::view::{FileDiff, ToolCallView, ToolResultView};
    /// # let card = ToolResultView::from(ToolResultView::diff([FileDiff::created("a.txt", "hi\n")]));
    /// # let result = ToolExecutionResult::success(FrozenJson::empty_object()).with_content("written");
    /// let ended = Ended::of(&card, &result).without_changes();
    /// assert_eq!(Terminal::plain().body(&ToolCallView::write("a.txt", "hi\n").into(), &ended), "  written\n");
    /// ```
    #[must_use]
    pub const fn without_changes(mut self) -> Self {
        self.changes = false;
        self
    }
}
