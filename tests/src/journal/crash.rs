//! A process that is killed in the middle of its calls.
//!
//! This binary runs itself again: the child makes calls under a journal and says on its standard output which are done;
//! the parent kills it at some point of that, and reads what is left.

use super::outcomes;
use crate::support::{free, poll_once, registry};
use dsh_tools::prelude::*;
use dsh_tools::{CallJournal, Journal, JournalFlush};
use std::collections::BTreeSet;
use std::future::pending;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const CHILD: &str = "journal::crash::the_child_that_is_killed";
const FILE: &str = "DSH_TESTS_JOURNAL";
const BUFFERED: &str = "DSH_TESTS_JOURNAL_LINES";
const CALLS: usize = 1000;

/// Makes a thousand calls, eight at a time; nothing of it runs unless a test of this file says where to write.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it is run by the tests beside it, in a process of its own"]
async fn the_child_that_is_killed() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let mut journal = CallJournal::open(PathBuf::from(path)).unwrap();
    if std::env::var_os(BUFFERED).is_some() {
        journal = journal.flushing(JournalFlush::lines(64));
    }
    let say = |what: &str, id: &str| {
        // A whole line at once: none is cut in two by a kill.
        let mut out = std::io::stdout().lock();
        out.write_all(format!("{what} {id}\n").as_bytes()).unwrap();
        out.flush().unwrap();
    };
    let body = free("t").parallel().body(move |_, cx| {
        let id = cx.call_id().to_owned();
        say("ran", &id);
        async move {
            tokio::task::yield_now().await;
            "x".repeat(id.len() * 300)
        }
    });
    let hangs = free("hangs").body(move |_, _| {
        say("ran", "hangs");
        pending::<()>()
    });
    let registry = registry([body.build(), hangs.build()]);
    registry.policy(journal);
    let agent = registry.scope("agent");
    agent.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("sure?")) });
    agent.approver_fn(|_| pending());
    // Two that are under way whenever the kill comes: one that runs, and one that is asked about.
    let mut runs = Box::pin(registry.execute(ToolExecutionInput::new("hangs", "hangs", "{}")));
    let mut waits = Box::pin(agent.execute(ToolExecutionInput::new("asked", "t", "{}")));
    assert!(poll_once(runs.as_mut()).is_pending() && poll_once(waits.as_mut()).is_pending());
    let mut calls: Vec<_> = (0..CALLS).map(|n| format!("call_{n}")).collect();
    while !calls.is_empty() {
        let some = calls.split_off(calls.len().saturating_sub(8));
        let running = some.into_iter().map(|id| {
            let call =
                registry.execute(ToolExecutionInput::new(&*id, "t", "{\"some\":\"arguments\"}"));
            tokio::spawn(async move {
                assert!(!call.await.is_error());
                say("done", &id);
            })
        });
        for call in running.collect::<Vec<_>>() {
            call.await.unwrap();
        }
    }
    // It does not end by itself before it is killed, unless the parent is gone.
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

fn child(path: &Path, buffered: bool) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", CHILD, "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(FILE, path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    if buffered {
        command.env(BUFFERED, "1");
    }
    command.spawn().unwrap()
}

/// What the child said before it was killed, which is when it had said so much: ids that ran and ids that were done.
fn killed_after(path: &Path, done: usize, buffered: bool) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut child = child(path, buffered);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (mut ran, mut finished) = (BTreeSet::new(), BTreeSet::new());
    let mut hear = |line: &str| {
        // The harness of the child says something, too, and ends its line with ours.
        match line.rsplit_once("ran ").or_else(|| line.rsplit_once("done ")) {
            Some((_, id)) if line.contains("ran ") => ran.insert(id.to_owned()),
            Some((_, id)) => finished.insert(id.to_owned()),
            None => false,
        };
        finished.len()
    };
    for line in lines.by_ref() {
        if hear(&line.unwrap()) >= done {
            break;
        }
    }
    // On Unix that is SIGKILL.
    child.kill().unwrap();
    // What it had said by then is still to be heard.
    for line in lines {
        hear(&line.unwrap());
    }
    child.wait().unwrap();
    (ran, finished)
}

#[test]
fn c120_a_process_that_is_killed_loses_the_line_it_is_writing_at_most() {
    let folder = tempfile::tempdir().unwrap();
    // One file for all: each process begins where the one before was killed.
    let path = folder.path().join("calls.jsonl");
    let mut all = 0;
    for done in [1, 9, 100, 333, 700, 999] {
        let (ran, finished) = killed_after(&path, done, false);
        assert!(finished.len() >= done, "the child ended by itself: {}", finished.len());
        let journal = Journal::read(&path).unwrap();
        // Lines of this process: those before are whole, closed off and repaired.
        let calls = journal.calls();
        let new = &calls[all..];
        for error in journal.errors() {
            let why = error.to_string();
            assert!(
                why.contains("EOF"),
                "a line was cut off by a kill and closed off later: {why}"
            );
        }
        let with_result: BTreeSet<_> = new
            .iter()
            .filter(|call| call.result.is_some())
            .map(|call| call.call_id().to_owned())
            .collect();
        assert!(with_result.is_superset(&finished), "a result that was given is written before");
        let started: BTreeSet<_> = new
            .iter()
            .filter(|call| !call.starts.is_empty())
            .map(|call| call.call_id().to_owned())
            .collect();
        assert!(started.is_superset(&ran), "what ran was written before it ran");
        assert!(journal.orphans().is_empty());
        drop(calls);

        let (resumed, repaired) = CallJournal::resume(&path).unwrap();
        drop(resumed);
        let open = journal.calls().iter().filter(|call| call.is_dangling()).count();
        assert!((2..=10).contains(&open), "those two, and no more than were under way: {open}");
        for (call, before) in repaired.calls().iter().zip(journal.calls()) {
            let result = call.result.expect("repaired");
            if before.is_dangling() {
                let code = &result.record.error.as_ref().unwrap().code;
                match call.call_id() {
                    "asked" => assert_eq!(*code, ErrorCode::ToolNotStarted),
                    id if ran.contains(id) => assert_eq!(*code, ErrorCode::ToolOutcomeUnknown),
                    _ => {}
                }
            }
        }
        let after = Journal::read(&path).unwrap();
        assert_eq!(after.calls().len(), repaired.calls().len());
        assert!(after.calls().iter().all(|call| call.result.is_some()));
        assert_eq!(outcomes(&after), outcomes(&repaired));
        all = after.calls().len();
    }
}

#[test]
fn c120_a_call_that_ran_is_never_taken_for_one_that_did_not_though_lines_wait() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calls.jsonl");
    let (ran, _) = killed_after(&path, 200, true);
    let (_, repaired) = CallJournal::resume(&path).unwrap();
    let known: BTreeSet<_> =
        repaired.calls().iter().map(|call| call.call_id().to_owned()).collect();
    assert!(known.is_superset(&ran));
    for call in repaired.calls() {
        let code = call.result.unwrap().record.error.as_ref().map(|error| error.code.clone());
        assert!(!(code == Some(ErrorCode::ToolNotStarted) && ran.contains(call.call_id())));
    }
}
