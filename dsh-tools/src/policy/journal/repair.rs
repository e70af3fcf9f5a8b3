//! Results for calls that have none.

use super::writer::now;
use super::{Journal, JournalEntry, JournalLine, JournaledCall, ResultEntry};
use crate::tool::{ErrorCode, ToolCallRecord, ToolError, ToolExecutionResult, ToolResultRecord};

/// What is said of a call that has no result.
#[inline]
pub(super) fn interrupted(call_id: &str, started: bool) -> ToolResultRecord {
    let error = if started {
        ToolError::coded(
            ErrorCode::ToolOutcomeUnknown,
            "the call was interrupted after the tool may have started, and its outcome is unknown: it may or may not have taken effect, wholly or in part; check before making it again",
        )
    } else {
        ToolError::coded(
            ErrorCode::ToolNotStarted,
            "the call was interrupted before the tool was started: nothing was done, and it is safe to make it again",
        )
    };
    ToolExecutionResult::failure(error).record(call_id)
}

impl JournaledCall<'_> {
    /// The result that stands for the one that is missing: `TOOL_NOT_STARTED` of a call whose tool was not started, and
    /// otherwise `TOOL_OUTCOME_UNKNOWN`. `None` for a call that has one.
    ///
    /// Where a line behind the call cannot be read, or was written in part, the start may have stood there: then nothing is
    /// said to be safe. Of a start that could not be written at all, on a disk that was full, nobody knows afterwards: a host
    /// to which that matters looks at [`CallJournal::error`](super::CallJournal::error) while it runs.
    ///
    /// ```
    /// use dsh_tools::Journal;
    ///
    /// let line = r#"{"type":"tool/call","time":0,"execution":"7f3a-1","callId":"call_1","name":"ls","arguments":"{}"}"#;
    /// let journal = Journal::from_reader(line.as_bytes());
    /// let repair = journal.calls()[0].repair().unwrap();
    /// assert_eq!(repair.record.error.unwrap().code, "TOOL_NOT_STARTED");
    /// ```
    #[inline]
    pub fn repair(&self) -> Option<ResultEntry> {
        if self.result.is_some() {
            return None;
        }
        Some(ResultEntry {
            time: now(),
            execution: self.entry.execution.clone(),
            record: self.interrupted(),
        })
    }

    #[inline]
    fn interrupted(&self) -> ToolResultRecord {
        let started = self.may_lack || !self.starts.is_empty();
        interrupted(self.call_id(), started)
    }
}

impl Journal {
    /// Gives each call that has no result the one of [`JournaledCall::repair`], here and not in the file, and hands them
    /// out, in the order of the calls. A second time there is nothing to repair.
    ///
    /// It is for a journal whose writer has ended: calls of a process that is still at work are no dangling ones. To go on
    /// writing, [`CallJournal::resume`](super::CallJournal::resume) repairs the file, too.
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// # fn example(mut journal: Journal) {
    /// for entry in journal.repair() {
    ///     println!("{}: {}", entry.record.call_id, entry.record.data().text());
    /// }
    /// assert!(journal.repair().is_empty());
    /// # }
    /// ```
    #[inline]
    pub fn repair(&mut self) -> Vec<ResultEntry> {
        let repairs: Vec<_> = self.calls().iter().filter_map(JournaledCall::repair).collect();
        for entry in &repairs {
            self.last = self.last.saturating_add(1);
            let entry = JournalEntry::Outcome(entry.clone());
            self.lines.push(JournalLine { number: self.last, entry });
        }
        repairs
    }

    /// The calls that a model made and their results, as pairs in the order of the calls: what a provider's history is
    /// made of. Calls that tools made are left out, and a result that is missing is put in.
    ///
    /// ```
    /// use dsh_tools::Journal;
    /// use serde_json::{Value, json};
    ///
    /// fn messages(journal: &Journal) -> Vec<Value> {
    ///     let mut messages = Vec::new();
    ///     for (call, result) in journal.history() {
    ///         let function = json!({"name": call.name, "arguments": call.arguments});
    ///         messages.push(json!({
    ///             "role": "assistant",
    ///             "tool_calls": [{"id": call.call_id, "type": "function", "function": function}],
    ///         }));
    ///         let text = result.data().text();
    ///         messages.push(json!({"role": "tool", "tool_call_id": call.call_id, "content": text}));
    ///     }
    ///     messages
    /// }
    /// # assert!(messages(&Journal::default()).is_empty());
    /// ```
    #[inline]
    pub fn history(&self) -> Vec<(ToolCallRecord, ToolResultRecord)> {
        let calls = self.calls();
        let roots = calls.iter().filter(|call| call.entry.parent.is_none());
        roots
            .map(|call| {
                let result = call.result.map(|entry| entry.record.clone());
                (call.entry.record.clone(), result.unwrap_or_else(|| call.interrupted()))
            })
            .collect()
    }
}
