//! What a process reads and writes.

use super::sh;
use dsh_tools::prelude::*;
use dsh_tools::{OutputStream, ProcessGroup};
use std::process::Stdio;
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn c137_nothing_of_a_child_reaches_our_own_streams() {
    let mut command = sh("cat; echo out; echo err >&2");
    // Whatever the command says.
    command.stdin(Stdio::inherit()).stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let end = ProcessGroup::spawn(command).unwrap().wait().await;
    assert_eq!(end.stdout().text(), "out\n");
    assert_eq!(end.stderr().text(), "err\n");
}

#[tokio::test]
async fn merged_streams_keep_their_order() {
    let command = sh("echo 1; echo 2 >&2; echo 3; echo 4 >&2");
    let end = ProcessGroup::builder(command).merged().spawn().unwrap().wait().await;
    assert_eq!(end.stdout().text(), "1\n2\n3\n4\n");
    assert_eq!(end.stderr().total(), 0);
}

#[tokio::test]
async fn input_is_read_to_its_end_or_not_at_all() {
    let long = vec![b'x'; 1 << 20];
    let end = ProcessGroup::builder(sh("wc -c")).stdin(long.clone()).spawn().unwrap().wait().await;
    assert_eq!(end.stdout().text().trim(), "1048576");
    // More than fits into a pipe, and nobody reads it.
    let end = ProcessGroup::builder(sh("exit 0")).stdin(long).spawn().unwrap().wait().await;
    assert!(end.success());
}

#[tokio::test]
async fn of_a_long_output_both_ends_are_kept() {
    let command = sh("echo begin; head -c 10000000 /dev/zero | tr '\\0' x; echo; echo end");
    let process = ProcessGroup::builder(command).keep(6, 5).spawn().unwrap();
    let output = process.wait().await.stdout().clone();
    assert_eq!((output.total(), output.left_out()), (10_000_011, 10_000_000));
    assert_eq!(output.bytes(), b"begin\n\nend\n");
    assert_eq!(output.text(), "begin\n[10000000 bytes are left out here]\n\nend\n");
}

#[tokio::test]
async fn output_is_heard_as_it_comes() {
    let heard: Arc<Mutex<(Vec<u8>, Vec<u8>)>> = Arc::default();
    let (sender, receiver) = std::sync::mpsc::channel();
    let log = Arc::clone(&heard);
    let process = ProcessGroup::builder(sh("echo out; echo err >&2; read x <&-; exec sleep 1000"))
        .on_output(move |stream, bytes| {
            let (out, err) = &mut *log.lock().unwrap();
            match stream {
                OutputStream::Stdout => out.extend_from_slice(bytes),
                OutputStream::Stderr => err.extend_from_slice(bytes),
            }
            if out == b"out\n" && err.starts_with(b"err\n") {
                let _ = sender.send(());
            }
        })
        .spawn()
        .unwrap();
    tokio::task::spawn_blocking(move || receiver.recv().unwrap()).await.unwrap();
    assert!(process.ended().is_none(), "it is heard while the process runs");
    assert_eq!(heard.lock().unwrap().0, b"out\n");
}

#[tokio::test]
async fn a_listener_that_panics_harms_nobody() {
    let process = ProcessGroup::builder(sh("echo 1; echo 2"))
        .on_output(|_, _| panic!("a listener"))
        .spawn()
        .unwrap();
    let end = process.wait().await;
    assert_eq!((end.success(), end.stdout().text()), (true, "1\n2\n".to_owned()));
}

#[tokio::test]
async fn what_cannot_be_started_is_the_tools_failure() {
    let tool = crate::support::free("run")
        .body(|_, _| async {
            let none = std::process::Command::new("/no/such/program");
            let end = ProcessGroup::spawn(none)?.wait().await;
            Ok::<_, ToolError>(end.stdout().text())
        })
        .build();
    let result = tool.call("{}").await;
    let failure = result.outcome().unwrap_err();
    assert!(failure.source().unwrap().is::<std::io::Error>(), "{}", result.text());
}
