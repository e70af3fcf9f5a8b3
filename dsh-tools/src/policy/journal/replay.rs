//! The cards of calls, from what a journal has of them.

use super::{Journal, JournaledCall};
use crate::json::FrozenJson;
use crate::tool::{RawArguments, ToolDefinition};
use crate::view::{ToolCallView, ToolResultView};

/// A call of a journal with its cards.
///
/// ```
/// # use dsh_tools::ReplayedCall;
/// fn show(call: &ReplayedCall<'_>) -> String {
///     let result = call.result.as_ref().map(|card| card.one_line()).unwrap_or_default();
///     format!("{}\n  {result}", call.call.one_line())
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReplayedCall<'a> {
    /// What the journal has of it.
    pub journaled: JournaledCall<'a>,
    /// The card of the call.
    pub call: ToolCallView,
    /// The card of the result; none of a call that has no result.
    pub result: Option<ToolResultView>,
}

impl JournaledCall<'_> {
    /// The arguments as the tool got them; `None` where what was written is no document.
    ///
    /// ```
    /// # use dsh_tools::{FrozenJson, JournaledCall};
    /// fn path(call: &JournaledCall<'_>) -> Option<String> {
    ///     Some(call.arguments()?.get("path")?.as_str()?.into_owned())
    /// }
    /// ```
    #[inline]
    pub fn arguments(&self) -> Option<FrozenJson> {
        RawArguments::from(&self.entry.record.arguments).materialize().document.ok()
    }

    /// The card of the call: the one that the tool's presenter made of it when it was live, as long as the presenter is
    /// the same. Generic without a tool, and where the presenter makes nothing of what was written then.
    ///
    /// ```
    /// # use dsh_tools::{JournaledCall, ToolCallView, ToolRegistry};
    /// fn card(call: &JournaledCall<'_>, registry: &ToolRegistry) -> ToolCallView {
    ///     call.call_card(registry.get(call.name()).as_ref())
    /// }
    /// ```
    #[inline]
    pub fn call_card(&self, tool: Option<&ToolDefinition>) -> ToolCallView {
        match (tool, self.arguments()) {
            (Some(tool), Some(arguments)) => tool.call_card(&arguments),
            (Some(tool), None) => {
                ToolCallView::generic(tool.title().unwrap_or_else(|| tool.name())).into()
            }
            (None, _) => ToolCallView::generic(self.name()).into(),
        }
    }

    /// The card of the result, likewise; `None` of a call that has none.
    ///
    /// ```
    /// # use dsh_tools::{JournaledCall, ToolRegistry, ToolResultView};
    /// fn card(call: &JournaledCall<'_>, registry: &ToolRegistry) -> Option<ToolResultView> {
    ///     call.result_card(registry.get(call.name()).as_ref())
    /// }
    /// ```
    #[inline]
    pub fn result_card(&self, tool: Option<&ToolDefinition>) -> Option<ToolResultView> {
        let result = &self.result?.record;
        if let (Some(tool), Some(arguments)) = (tool, self.arguments()) {
            return Some(tool.result_card(&arguments, &result.data()));
        }
        let mut card = ToolResultView::generic();
        card.content = Some(result.content.clone());
        Some(card.into())
    }
}

impl Journal {
    /// All calls with their cards. `tool` finds the tool that is to present a call, in a registry or in the scope that
    /// the call was made in; nothing is run but presenters.
    ///
    /// ```
    /// use dsh_tools::{Journal, ToolRegistry};
    ///
    /// fn print(journal: &Journal, registry: &ToolRegistry) {
    ///     for call in journal.replay(|call| registry.get(&call.record.name)) {
    ///         println!("{}", call.call.one_line());
    ///     }
    /// }
    /// ```
    #[inline]
    pub fn replay(
        &self,
        mut tool: impl FnMut(&super::CallEntry) -> Option<ToolDefinition>,
    ) -> Vec<ReplayedCall<'_>> {
        let replayed = self.calls().into_iter().map(|call| {
            let tool = tool(call.entry);
            ReplayedCall {
                call: call.call_card(tool.as_ref()),
                result: call.result_card(tool.as_ref()),
                journaled: call,
            }
        });
        replayed.collect()
    }
}
