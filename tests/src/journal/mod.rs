//! The journal of calls.

mod approvals;
mod crash;
mod lines;
mod reading;
mod repairs;
mod replay;
mod writing;

use dsh_tools::prelude::*;
use dsh_tools::{CallJournal, Journal, JournalEntry};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// What a journal is written on.
#[derive(Clone, Default)]
pub(crate) struct Paper(pub(crate) Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn journal(&self) -> CallJournal {
        CallJournal::to(self.clone())
    }

    /// Under a registry.
    fn under(registry: &ToolRegistry) -> Self {
        let paper = Self::default();
        registry.policy(paper.journal());
        paper
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// All that is written, and nothing of it unreadable.
    #[track_caller]
    fn read(&self) -> Journal {
        let journal = Journal::from_reader(self.text().as_bytes());
        assert!(journal.errors().is_empty(), "{:?}", journal.errors());
        assert_eq!(journal.torn(), None);
        assert!(journal.orphans().is_empty(), "{:?}", journal.orphans());
        journal
    }

    /// A word a line.
    #[track_caller]
    fn words(&self) -> Vec<String> {
        words(&self.read())
    }
}

fn words(journal: &Journal) -> Vec<String> {
    let word = |line: &dsh_tools::JournalLine| match &line.entry {
        JournalEntry::Call(entry) => format!("call {}", entry.record.call_id),
        JournalEntry::Start(entry) => format!("start {}", entry.attempt),
        JournalEntry::Asked(entry) => format!("asked {}", entry.tool),
        JournalEntry::Decided(entry) => format!("decided {:?}", entry.decision),
        JournalEntry::Outcome(entry) => match &entry.record.error {
            _ if !entry.record.is_error => format!("result {}", entry.record.call_id),
            Some(error) => format!("result {} {}", entry.record.call_id, error.code),
            None => format!("result {} failed", entry.record.call_id),
        },
        JournalEntry::Lost(entry) => format!("lost {}", entry.lines),
        other => panic!("{other:?}"),
    };
    journal.lines().iter().map(word).collect()
}

/// Each call's id and what came of it: `ok`, a code, or nothing yet.
fn outcomes(journal: &Journal) -> Vec<String> {
    let outcome = |call: &dsh_tools::JournaledCall<'_>| {
        let state = match call.result {
            None => "open".to_owned(),
            Some(entry) => match &entry.record.error {
                Some(error) => error.code.to_string(),
                None if entry.record.is_error => "failed".to_owned(),
                None => "ok".to_owned(),
            },
        };
        format!("{} {state}", call.call_id())
    };
    journal.calls().iter().map(outcome).collect()
}

/// A line of a call that came in.
fn called(execution: &str, id: &str) -> String {
    format!(
        "{{\"type\":\"tool/call\",\"time\":1,\"execution\":\"{execution}\",\"callId\":\"{id}\",\"name\":\"t\",\"arguments\":\"{{}}\"}}\n"
    )
}

fn started(execution: &str) -> String {
    format!("{{\"type\":\"tool/start\",\"time\":2,\"execution\":\"{execution}\",\"attempt\":1}}\n")
}

fn done(execution: &str, id: &str) -> String {
    format!(
        "{{\"type\":\"tool/result\",\"time\":3,\"execution\":\"{execution}\",\"callId\":\"{id}\",\"content\":[{{\"type\":\"text\",\"text\":\"done\"}}],\"isError\":false}}\n"
    )
}

fn read(text: &str) -> Journal {
    Journal::from_reader(text.as_bytes())
}
