//! Journals that lie, and files that are none.

use crate::journal::Paper;
use crate::support::{call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{CallJournal, Journal, JournalEntry};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

const CALLED: &str = "{\"type\":\"tool/call\",\"time\":1,\"execution\":\"a-1\",\"callId\":\"one\",\"name\":\"t\",\"arguments\":\"{}\"}\n";

fn repaired(text: &str) -> Vec<String> {
    let mut journal = Journal::from_reader(text.as_bytes());
    let repairs = journal.repair();
    repairs.iter().map(|entry| entry.record.error.as_ref().unwrap().code.to_string()).collect()
}

/// A result is written as deep as values may be; so deep it has to be read.
#[tokio::test]
async fn what_is_written_can_be_read_however_deep_it_is() {
    for depth in [60, 120, 127, 200] {
        let deep = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let Ok(meta) = FrozenJson::parse(deep) else { continue };
        let tool = free("t")
            .body(move |_, _| {
                let output = ToolOutput::text("x").with_meta(meta.clone());
                async move { Ok::<_, ToolError>(output) }
            })
            .text_output()
            .build();
        let registry = registry([tool]);
        let paper = Paper::default();
        registry.policy(CallJournal::to(paper.clone()));
        let result = registry.execute(call("t", "{}")).await;
        assert!(!result.is_error(), "{}", result.text());
        let journal = Journal::from_reader(paper.text().as_bytes());
        assert!(journal.errors().is_empty(), "{depth}: {:?}", journal.errors());
        assert_eq!(
            journal.calls()[0].result.unwrap().record.meta.as_ref(),
            result.meta(),
            "{depth}"
        );
    }
}

/// The start of a call is lost, and the process is killed while the tool runs: nobody may be told that it is safe to call
/// it again.
#[tokio::test]
async fn a_start_that_is_lost_is_told_of_before_the_tool_runs() {
    let paper = Paper::default();
    let (seen, written) = (Arc::new(Mutex::new(String::new())), paper.clone());
    let copy = Arc::clone(&seen);
    let tool = free("t")
        .body(move |_, _| {
            *copy.lock().unwrap() = written.text();
            async { "done" }
        })
        .build();
    let registry = registry([tool]);
    registry.policy(CallJournal::to(paper.clone()).redact(|entry| {
        assert!(!matches!(entry, JournalEntry::Start(_)), "no starts");
    }));
    assert!(!registry.execute(call("t", "{}")).await.is_error());
    assert_eq!(repaired(&seen.lock().unwrap()), ["TOOL_OUTCOME_UNKNOWN"]);
}

/// A disk that was full took half of the line that the tool was started, and the tool ran.
#[test]
fn a_start_that_is_torn_may_have_happened() {
    let start = "{\"type\":\"tool/start\",\"time\":2,\"execution\":\"a-1\",\"attempt\":1}\n";
    for length in 1..start.len() {
        let text = format!("{CALLED}{}", &start[..length]);
        assert_eq!(repaired(&text), ["TOOL_OUTCOME_UNKNOWN"], "{length}");
    }
    assert_eq!(repaired(CALLED), ["TOOL_NOT_STARTED"]);
}

#[cfg(unix)]
#[test]
fn a_device_is_no_journal_to_go_on_with() {
    for path in ["/dev/zero", "/dev/null", "/tmp"] {
        let (told, heard) = std::sync::mpsc::channel();
        std::thread::spawn(move || told.send(CallJournal::resume(path).is_err()));
        let told = heard.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(told, Ok(true), "{path}");
    }
}

/// A disk with so much room.
struct Disk(Paper, usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.1.min(bytes.len());
        if room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.1 -= room;
        self.0.write(&bytes[..room])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Wherever in the start's line the disk is full: the tool runs, and what is there then does not say that it did not.
#[tokio::test]
async fn a_disk_that_is_full_within_a_start_calls_nothing_safe() {
    let whole = Paper::default();
    let seen = |paper: Paper| {
        let seen = Arc::new(Mutex::new(String::new()));
        let copy = Arc::clone(&seen);
        let tool = free("t").body(move |_, _| {
            *copy.lock().unwrap() = paper.text();
            async { "done" }
        });
        (registry([tool.build()]), seen)
    };
    let (registry, text) = seen(whole.clone());
    registry.policy(CallJournal::to(whole.clone()));
    registry.execute(call("t", "{}")).await;
    let text = text.lock().unwrap().clone();
    let (called, started) = (text.find('\n').unwrap() + 1, text.len());
    assert!(text[called..].starts_with("{\"type\":\"tool/start\""));
    for room in called + 1..started {
        let paper = Paper::default();
        let (registry, text) = seen(paper.clone());
        registry.policy(CallJournal::to(Disk(paper.clone(), room)));
        registry.execute(call("t", "{}")).await;
        assert_eq!(repaired(&text.lock().unwrap()), ["TOOL_OUTCOME_UNKNOWN"], "{room}");
    }
}
