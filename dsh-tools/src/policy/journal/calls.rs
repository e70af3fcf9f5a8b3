//! What belongs together: calls and what became of them.

use super::{
    AskedEntry, CallEntry, DecidedEntry, Journal, JournalEntry, JournalLine, ResultEntry,
    StartEntry,
};
use crate::tool::ErrorCode;
use std::collections::HashMap;

/// A call of a journal, and all that the journal has of it.
///
/// ```
/// # use dsh_tools::JournaledCall;
/// fn line(call: &JournaledCall<'_>) -> String {
///     let state = match call.result {
///         Some(entry) if entry.record.is_error => "failed",
///         Some(_) => "done",
///         None => "open",
///     };
///     format!("{} {} {state}, {} runs", call.call_id(), call.name(), call.starts.len())
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct JournaledCall<'a> {
    /// The number of the call's line.
    pub line: u64,
    /// The call.
    pub entry: &'a CallEntry,
    /// The runs of the tool: none for a call that did not come that far, several where something ran it again.
    pub starts: Vec<&'a StartEntry>,
    /// The questions that were asked about it.
    pub approvals: Vec<JournaledApproval<'a>>,
    /// Its result; none of a call that was under way when the journal ended.
    pub result: Option<&'a ResultEntry>,
    /// Something that cannot be read stands behind the call's line: what is not there may be lost.
    pub(super) may_lack: bool,
}

/// A question about a call.
///
/// ```
/// # use dsh_tools::JournaledApproval;
/// fn is_open(approval: &JournaledApproval<'_>) -> bool { approval.decided.is_none() }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct JournaledApproval<'a> {
    /// The question.
    pub asked: &'a AskedEntry,
    /// Its end; none where the journal ended before.
    pub decided: Option<&'a DecidedEntry>,
}

impl JournaledCall<'_> {
    /// The id that the model gave the call.
    ///
    /// ```
    /// # use dsh_tools::JournaledCall;
    /// fn is_first(call: &JournaledCall<'_>) -> bool { call.call_id() == "call_1" }
    /// ```
    #[inline]
    pub fn call_id(&self) -> &str {
        &self.entry.record.call_id
    }

    /// The name of the tool.
    ///
    /// ```
    /// # use dsh_tools::JournaledCall;
    /// fn is_shell(call: &JournaledCall<'_>) -> bool { call.name() == "bash" }
    /// ```
    #[inline]
    pub fn name(&self) -> &str {
        &self.entry.record.name
    }

    /// Whether the journal has no result of it.
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// fn open(journal: &Journal) -> usize { journal.calls().iter().filter(|call| call.is_dangling()).count() }
    /// ```
    #[inline]
    pub const fn is_dangling(&self) -> bool {
        self.result.is_none()
    }
}

/// A result that was put in where none had been written.
#[inline]
fn is_repair(entry: &ResultEntry) -> bool {
    let code = entry.record.error.as_ref().map(|error| &error.code);
    matches!(code, Some(ErrorCode::ToolNotStarted | ErrorCode::ToolOutcomeUnknown))
}

impl Journal {
    /// The calls, in the order in which they came in, each with what became of it.
    ///
    /// What belongs together is told by the execution: calls of one id are kept apart. Of several results of one call the
    /// first counts, or the first that is no [repair](Self::repair).
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// assert!(Journal::from_reader("".as_bytes()).calls().is_empty());
    /// ```
    #[inline]
    pub fn calls(&self) -> Vec<JournaledCall<'_>> {
        self.pair().0
    }

    /// What belongs to no call: results, starts and questions of calls that came in before the journal begins, or whose
    /// line was lost, and results beyond a call's first.
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// fn whole(journal: &Journal) -> bool { journal.orphans().is_empty() }
    /// ```
    #[inline]
    pub fn orphans(&self) -> Vec<&JournalLine> {
        self.pair().1
    }

    #[inline]
    fn pair(&self) -> (Vec<JournaledCall<'_>>, Vec<&JournalLine>) {
        let gap = self.last_gap();
        let mut calls: Vec<JournaledCall<'_>> = Vec::new();
        let mut orphans = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for line in &self.lines {
            if let JournalEntry::Call(call) = &line.entry {
                if known.contains_key(&*call.execution) {
                    orphans.push(line);
                    continue;
                }
                known.insert(&call.execution, calls.len());
                calls.push(JournaledCall {
                    line: line.number,
                    entry: call,
                    starts: Vec::new(),
                    approvals: Vec::new(),
                    result: None,
                    may_lack: gap > line.number,
                });
                continue;
            }
            let Some(execution) = line.entry.execution() else { continue };
            let at = known.get(execution);
            let belongs =
                at.and_then(|at| calls.get_mut(*at)).is_some_and(|call| call.take_in(&line.entry));
            if !belongs {
                orphans.push(line);
            }
        }
        (calls, orphans)
    }

    /// The last line that could not be read, or that says that lines are missing.
    #[inline]
    fn last_gap(&self) -> u64 {
        let bad = self.errors().iter().map(|error| error.line);
        let lost = self.lines.iter().filter(|line| matches!(line.entry, JournalEntry::Lost(_)));
        // Half of it was written, by a disk that was full for one, and the tool may have run all the same.
        let torn = self.torn().filter(|_| self.may_lack_a_start).map(|torn| torn.number);
        bad.chain(lost.map(|line| line.number)).chain(torn).max().unwrap_or(0)
    }
}

impl<'a> JournaledCall<'a> {
    /// Whether there was a place for it.
    #[inline]
    fn take_in(&mut self, entry: &'a JournalEntry) -> bool {
        match entry {
            JournalEntry::Start(start) => self.starts.push(start),
            JournalEntry::Asked(asked) => {
                self.approvals.push(JournaledApproval { asked, decided: None });
            }
            JournalEntry::Decided(decided) => {
                // A call is asked about once at a time: it is the last that waits.
                let open = self.approvals.last_mut().filter(|approval| {
                    approval.decided.is_none() && approval.asked.key == decided.key
                });
                match open {
                    Some(open) => open.decided = Some(decided),
                    None => return false,
                }
            }
            JournalEntry::Outcome(result) => match self.result {
                Some(known) if !is_repair(known) || is_repair(result) => return false,
                _ => self.result = Some(result),
            },
            JournalEntry::Call(_) | JournalEntry::Lost(_) => return false,
        }
        true
    }
}
