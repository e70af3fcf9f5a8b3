//! Writers: many threads, disks that are full, code that panics.

use super::{Paper, outcomes};
use crate::support::{call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{CallJournal, Journal, JournalFlush};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

fn tool() -> ToolDefinition {
    free("t").body(|_, _| async { "done" }).build()
}

fn input(id: impl AsRef<str> + Into<Arc<str>>) -> ToolExecutionInput {
    ToolExecutionInput::new(id, "t", "{}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn lines_of_many_threads_never_interleave() {
    /// Takes a few bytes at a time, as pipes do.
    struct Sips(Paper);
    impl Write for Sips {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let sip = &bytes[..bytes.len().min(7)];
            std::thread::yield_now();
            self.0.write(sip)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let paper = Paper::default();
    let registry = registry([tool()]);
    registry.policy(CallJournal::to(Sips(paper.clone())));
    let calls: Vec<_> =
        (0..400).map(|n| tokio::spawn(registry.execute(input(format!("call_{n}"))))).collect();
    for call in calls {
        call.await.unwrap();
    }
    let journal = paper.read();
    assert_eq!(journal.lines().len(), 1200);
    let mut seen = outcomes(&journal);
    seen.sort();
    let mut expected: Vec<_> = (0..400).map(|n| format!("call_{n} ok")).collect();
    expected.sort();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn two_journals_in_one_file_keep_their_calls_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    for _ in 0..2 {
        let registry = registry([tool()]);
        registry.policy(CallJournal::open(&path).unwrap());
        registry.execute(call("t", "{}")).await;
    }
    let journal = Journal::read(&path).unwrap();
    assert_eq!(outcomes(&journal), ["call_1 ok", "call_1 ok"]);
    let calls = journal.calls();
    assert_ne!(calls[0].entry.execution, calls[1].entry.execution);
}

/// A disk that has room for so many bytes, until it is cleared.
#[derive(Clone, Default)]
struct Disk {
    paper: Paper,
    room: Arc<AtomicUsize>,
    tries: Arc<AtomicUsize>,
}

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tries.fetch_add(1, Ordering::SeqCst);
        let room = self.room.load(Ordering::SeqCst);
        if room == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let fits = &bytes[..bytes.len().min(room)];
        self.room.fetch_sub(fits.len(), Ordering::SeqCst);
        self.paper.write(fits)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_full_disk_harms_no_call_and_what_fits_later_is_written_then() {
    let disk = Disk::default();
    disk.room.store(150, Ordering::SeqCst);
    let journal = Arc::new(CallJournal::to(disk.clone()));
    let registry = registry([tool()]);
    registry.policy(Arc::clone(&journal));
    for n in 0..10 {
        let result = registry.execute(input(format!("call_{n}"))).await;
        assert_eq!(result.text(), "done");
    }
    assert_eq!(disk.paper.text().len(), 150, "in the middle of a line");
    assert_eq!(journal.error().unwrap().kind(), io::ErrorKind::StorageFull);
    assert_eq!(journal.flush().unwrap_err().kind(), io::ErrorKind::StorageFull);
    let written = disk.paper.text().matches('\n').count();
    assert_eq!((journal.lost(), journal.waiting() + written), (0, 30));
    disk.room.store(usize::MAX, Ordering::SeqCst);
    registry.execute(input("call_10")).await;
    assert_eq!((journal.lost(), journal.waiting()), (0, 0));
    assert!(journal.flush().is_ok());
    let expected: Vec<_> = (0..11).map(|n| format!("call_{n} ok")).collect();
    assert_eq!(outcomes(&disk.paper.read()), expected, "nothing is missing and nothing is cut");
}

#[tokio::test]
async fn what_is_too_much_to_keep_is_lost_whole_and_told_of() {
    let disk = Disk::default();
    let journal = Arc::new(CallJournal::to(disk.clone()));
    let large = "x".repeat(1 << 20);
    let answer = large.clone();
    let tool = free("t").body(move |_, _| {
        let answer = answer.clone();
        async move { answer }
    });
    let registry = registry([tool.build()]);
    registry.policy(Arc::clone(&journal));
    for n in 0..6 {
        registry.execute(input(format!("call_{n}"))).await;
    }
    let lost = journal.lost();
    assert!(lost >= 3, "6 MiB do not fit into 4: {lost}");
    disk.room.store(usize::MAX, Ordering::SeqCst);
    registry.execute(input("last")).await;
    assert_eq!(journal.waiting(), 0);
    assert_eq!(journal.lost(), lost, "no more was lost");
    let read = Journal::from_reader(disk.paper.text().as_bytes());
    assert!(read.errors().is_empty());
    assert_eq!(lost_in(&read), lost);
    assert_eq!(outcomes(&read).last().unwrap(), "last ok");
    assert_eq!(
        read.lines().iter().filter(|line| line.entry.execution().is_some()).count(),
        21 - usize::try_from(lost).unwrap()
    );
}

fn lost_in(journal: &Journal) -> u64 {
    let lost = journal.lines().iter().map(|line| match &line.entry {
        dsh_tools::JournalEntry::Lost(entry) => entry.lines,
        _ => 0,
    });
    lost.sum()
}

#[tokio::test]
async fn a_writer_that_panics_harms_nobody() {
    struct Rude(Arc<AtomicUsize>);
    impl Write for Rude {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.0.fetch_add(1, Ordering::SeqCst);
            panic!("a writer")
        }
        fn flush(&mut self) -> io::Result<()> {
            panic!("a writer")
        }
    }
    impl Drop for Rude {
        fn drop(&mut self) {
            panic!("a writer, once more");
        }
    }
    let tries = Arc::default();
    let journal = Arc::new(CallJournal::to(Rude(Arc::clone(&tries))));
    let registry = registry([tool()]);
    registry.policy(Arc::clone(&journal));
    for _ in 0..3 {
        assert_eq!(registry.execute(call("t", "{}")).await.text(), "done");
    }
    assert_eq!(tries.load(Ordering::SeqCst), 1, "it is not asked again");
    assert!(journal.error().unwrap().to_string().contains("panicked"), "{journal:?}");
    assert_eq!(journal.waiting(), 9);
}

#[tokio::test]
async fn a_writer_that_takes_nothing_or_lies_is_no_endless_loop() {
    struct Nothing(usize);
    impl Write for Nothing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(if self.0 == 0 { 0 } else { bytes.len() + self.0 })
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for (says, waiting) in [(0, 3), (1000, 0)] {
        let journal = Arc::new(CallJournal::to(Nothing(says)));
        let registry = registry([tool()]);
        registry.policy(Arc::clone(&journal));
        assert_eq!(registry.execute(call("t", "{}")).await.text(), "done");
        assert_eq!(journal.waiting(), waiting);
    }
}

#[tokio::test]
async fn lines_can_wait_but_not_beyond_a_start() {
    let paper = Paper::default();
    let seen: Arc<Mutex<Vec<usize>>> = Arc::default();
    let (inside, look) = (Arc::clone(&seen), paper.clone());
    let tool = free("t").body(move |_, _| {
        inside.lock().unwrap().push(look.text().lines().count());
        async { "done" }
    });
    let registry = registry([tool.build()]);
    let journal = Arc::new(paper.journal().flushing(JournalFlush::lines(100)));
    registry.policy(Arc::clone(&journal));
    registry.execute(call("no_such_tool", "{}")).await;
    assert_eq!((paper.text().len(), journal.waiting()), (0, 2));
    registry.execute(call("t", "{}")).await;
    assert_eq!(*seen.lock().unwrap(), [4], "all that waited, the call and the start");
    assert_eq!(journal.waiting(), 1, "the result waits");
    journal.flush().unwrap();
    assert_eq!(journal.waiting(), 0);
    for _ in 0..60 {
        registry.execute(call("no_such_tool", "{}")).await;
    }
    assert_eq!(journal.waiting(), 20, "a hundred were written at once");
    drop((registry, journal));
    assert_eq!(paper.read().calls().len(), 62, "the rest when the journal is dropped");
}

#[tokio::test]
async fn no_lines_that_may_wait_are_one() {
    let paper = Paper::default();
    let journal = Arc::new(paper.journal().flushing(JournalFlush::lines(0)));
    let registry = registry([tool()]);
    registry.policy(Arc::clone(&journal));
    registry.execute(call("t", "{}")).await;
    assert_eq!(journal.waiting(), 0);
    assert_eq!(outcomes(&paper.read()), ["call_1 ok"]);
}

#[tokio::test]
async fn lines_are_on_the_disk_when_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    let journal = Arc::new(CallJournal::open(&path).unwrap().fsync(true));
    let registry = registry([tool()]);
    registry.policy(Arc::clone(&journal));
    registry.execute(call("t", "{}")).await;
    assert!(journal.error().is_none());
    assert_eq!(outcomes(&Journal::read(&path).unwrap()), ["call_1 ok"]);
}

/// Counts what is said of the journal.
struct Said(Arc<AtomicUsize>);

impl tracing::Subscriber for Said {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }
    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}
    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}
    fn event(&self, event: &tracing::Event<'_>) {
        assert_eq!(event.metadata().target(), "dsh_tools");
        self.0.fetch_add(1, Ordering::SeqCst);
    }
    fn enter(&self, _: &tracing::span::Id) {}
    fn exit(&self, _: &tracing::span::Id) {}
}

#[test]
fn a_failure_is_logged_when_it_begins() {
    let said = Arc::default();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    tracing::subscriber::with_default(Said(Arc::clone(&said)), || {
        runtime.block_on(async {
            let disk = Disk::default();
            let registry = registry([tool()]);
            registry.policy(CallJournal::to(disk.clone()));
            registry.execute(call("t", "{}")).await;
            registry.execute(call("t", "{}")).await;
            assert_eq!(said.load(Ordering::SeqCst), 1, "not for each line");
            disk.room.store(usize::MAX, Ordering::SeqCst);
            registry.execute(call("t", "{}")).await;
            disk.room.store(0, Ordering::SeqCst);
            registry.execute(call("t", "{}")).await;
            assert_eq!(said.load(Ordering::SeqCst), 2, "when it begins again");
        });
    });
}

struct Told(Arc<AtomicBool>);
impl Drop for Told {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A journal holds nobody up beyond the write, and forgets the calls that are done.
#[tokio::test]
async fn nothing_is_kept_of_calls_that_are_done() {
    let gone = Arc::new(AtomicBool::new(false));
    let told = Told(Arc::clone(&gone));
    let registry = registry([free("t")
        .body(move |_, _| {
            let _ = &told;
            async { "done" }
        })
        .build()]);
    let journal = Arc::new(CallJournal::to(io::sink()));
    registry.policy(Arc::clone(&journal));
    registry.execute(call("t", "{}")).await;
    drop(registry);
    assert!(gone.load(Ordering::SeqCst), "the tool is gone with its registry");
    assert_eq!(Arc::strong_count(&journal), 1, "and so is what was installed");
}
