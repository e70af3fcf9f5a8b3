//! Calls of before, shown again.

use super::event::{Ended, Event};
use super::opening::{Made, Opening};
use super::session::AcpSession;
use crate::json::FrozenJson;
use crate::tool::{
    RawArguments, ToolCallRecord, ToolDefinition, ToolExecutionToken, ToolResultRecord,
};
use serde_json::{Value, json};

impl AcpSession {
    /// Shows a call that was recorded before, and how it ended: for a client that loads a session. Nothing is run but the
    /// presenters of the tool, if there is one.
    ///
    /// A call without a result was interrupted, and its card says so.
    ///
    /// ```
    /// use dsh_tools::{Journal, ToolRegistry};
    /// use dsh_tools::bridge::acp::AcpSession;
    ///
    /// fn load(session: &AcpSession, journal: &Journal, registry: &ToolRegistry) {
    ///     for call in journal.calls() {
    ///         let tool = registry.get(call.name());
    ///         session.replay(&call.entry.record, tool.as_ref(), call.result.map(|result| &result.record));
    ///     }
    /// }
    /// ```
    pub fn replay(
        &self,
        call: &ToolCallRecord,
        tool: Option<&ToolDefinition>,
        result: Option<&ToolResultRecord>,
    ) {
        if self.is_closed() {
            return;
        }
        let settings = self.desk().settings();
        let arguments = RawArguments::from(&call.arguments).materialize().document.ok();
        let made = Made {
            token: ToolExecutionToken::mint(),
            call_id: &call.call_id,
            name: &call.name,
            tool,
            arguments: arguments.as_ref(),
        };
        let opening = Opening::of(settings, made, || call.arguments.clone());
        let ended = match result {
            None => Ended::without_result(made.token, "the call was interrupted"),
            Some(result) => Ended {
                call: made.token,
                is_error: result.is_error,
                view: tool
                    .zip(made.arguments)
                    .and_then(|(tool, arguments)| tool.present_result(arguments, &result.data())),
                content: result.content.clone(),
                raw_output: failure(result).and_then(|error| settings.raw(&error)),
            },
        };
        self.desk().post(Event::Begun(Box::new(opening)));
        self.desk().post(Event::Ended(Box::new(ended)));
    }
}

/// What is known of a failure; the value of a success is not kept.
fn failure(result: &ToolResultRecord) -> Option<FrozenJson> {
    let error = result.error.as_ref().filter(|_| result.is_error)?;
    let error: Value =
        json!({"error": {"code": error.code.as_str(), "message": result.data().text()}});
    FrozenJson::from_value(error).ok()
}
