//! Commands that flood, close, hold and multiply.

use crate::support::poll_once;
use dsh_tools::{CancellationToken, OutputStream, ProcessGroup};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn sh(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    command
}

/// What this process holds open, but for what other tests have at the moment: pipes are counted that a child of this test
/// could have left.
fn threads_of_processes() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    tasks
        .filter(|task| {
            std::fs::read_to_string(task.path().join("comm"))
                .is_ok_and(|name| name.trim() == "dsh-tools proce")
        })
        .count()
}

#[tokio::test]
async fn a_flood_takes_no_more_memory_than_is_kept() {
    let heard = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&heard);
    let process =
        ProcessGroup::builder(sh("head -c 200000000 /dev/zero; head -c 1000000 /dev/zero >&2"))
            .keep(1000, 2000)
            .on_output(move |_, bytes| {
                count.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            })
            .spawn()
            .unwrap();
    let end = process.wait().await;
    assert!(end.success());
    assert_eq!((end.stdout().total(), end.stderr().total()), (200_000_000, 1_000_000));
    assert_eq!(end.stdout().bytes().len(), 3000);
    assert_eq!(heard.load(Ordering::Relaxed), 201_000_000);
}

#[tokio::test]
async fn closed_pipes_unread_input_and_panicking_listeners_are_no_ends() {
    let closed = ProcessGroup::spawn(sh("exec >&- 2>&- <&-; exit 3")).unwrap().wait().await;
    assert_eq!(closed.code(), Some(3));
    let unread = ProcessGroup::builder(sh("exit 4")).stdin(vec![b'x'; 1 << 22]).spawn().unwrap();
    assert_eq!(unread.wait().await.code(), Some(4));
    let echo = ProcessGroup::builder(sh("cat")).stdin(vec![b'x'; 1 << 22]).spawn().unwrap();
    assert_eq!(echo.wait().await.stdout().total(), 1 << 22);
    let listening = ProcessGroup::builder(sh("echo a; sleep 0.05; echo b"))
        .on_output(|stream, _| assert_eq!(stream, OutputStream::Stderr, "boom"))
        .spawn()
        .unwrap();
    let end = listening.wait().await;
    assert_eq!(end.stdout().text(), "a\nb\n");
    assert!(ProcessGroup::spawn(Command::new("/no/such/program")).is_err());
}

/// Hundreds of commands, ended in every way: no thread, no zombie and no group stays.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_many_commands_stays() {
    let mut groups = Vec::new();
    for number in 0..150 {
        let process =
            ProcessGroup::builder(sh("sleep 1000 & sleep 1000")).stdin("x").spawn().unwrap();
        groups.push(process.id());
        match number % 5 {
            0 => drop(process),
            1 => {
                let stop = CancellationToken::new();
                stop.cancel();
                let end = process.run(&stop, Duration::from_secs(5)).await;
                assert!(end.was_ended());
            }
            2 => {
                let stop = CancellationToken::new();
                let mut run = std::pin::pin!(process.run(&stop, Duration::from_secs(5)));
                assert!(poll_once(run.as_mut()).is_pending());
            }
            3 => {
                process.kill();
                process.terminate(Duration::ZERO);
                process.wait().await;
            }
            _ => {
                process.terminate(Duration::ZERO);
                drop(process);
            }
        }
    }
    let begun = Instant::now();
    let left = || -> Vec<u32> {
        groups
            .iter()
            .copied()
            .filter(|id| std::path::Path::new(&format!("/proc/{id}")).exists())
            .collect()
    };
    while !left().is_empty() || threads_of_processes() > 12 {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "{:?}, {} threads",
            left(),
            threads_of_processes()
        );
        tokio::task::yield_now().await;
    }
}

/// What left the group holds the pipe: the end is told all the same.
#[tokio::test]
async fn who_left_the_group_with_a_pipe_holds_nobody_up() {
    let begun = Instant::now();
    let process = ProcessGroup::builder(sh("setsid sleep 7 & echo $!; exit 0"))
        .stdin("x".repeat(1 << 20))
        .spawn()
        .unwrap();
    let end = process.wait().await;
    assert!(end.success());
    assert!(begun.elapsed() < Duration::from_secs(6));
    assert!(!end.stdout().text().is_empty());
}

/// The future of a run is dropped on a thread that has no runtime, and while a panic unwinds.
#[test]
fn a_run_may_be_dropped_anywhere() {
    let process = ProcessGroup::spawn(sh("sleep 1000")).unwrap();
    let id = process.id();
    let stop = CancellationToken::new();
    let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _run = process.run(&stop, Duration::from_secs(1));
        panic!("boom");
    }));
    assert!(unwound.is_err());
    let begun = Instant::now();
    while std::path::Path::new(&format!("/proc/{id}")).exists() {
        assert!(begun.elapsed() < Duration::from_secs(10));
        std::thread::yield_now();
    }
}
