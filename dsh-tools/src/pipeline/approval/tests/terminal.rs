//! Answers that are typed.

use super::about;
use super::shown::Screen;
use crate::pipeline::{ApprovalDecision, Approver, TerminalApprover};
use std::io::{self, BufReader, Cursor, Read, Write};

use ApprovalDecision::{AllowedOnce, Rejected, Unavailable};

async fn typed(lines: &str) -> (ApprovalDecision, String) {
    let screen = Screen::default();
    let terminal = TerminalApprover::new(Cursor::new(lines.to_owned()), screen.clone());
    (terminal.approve(about("call_1")).await.unwrap(), screen.text())
}

#[tokio::test]
async fn lines_that_answer() {
    for (line, decision) in [
        ("y\n", AllowedOnce),
        ("  YES \r\n", AllowedOnce),
        ("n\n", Rejected(None)),
        ("No\n", Rejected(None)),
        ("\n", Rejected(None)),
        (" \t\n", Rejected(None)),
        ("n use the staging database\n", ApprovalDecision::reject("use the staging database")),
        // Nobody is there, or nobody entered it.
        ("", Unavailable),
        ("y", Unavailable),
    ] {
        assert_eq!(typed(line).await.0, decision, "{line:?}");
    }
}

#[tokio::test]
async fn what_is_no_answer_is_asked_again_three_times_in_all() {
    let (decision, screen) = typed("what?\nyes please\ny\n").await;
    assert_eq!(decision, AllowedOnce);
    assert_eq!(screen.matches("Please type `y` to allow the call, or `n`: ").count(), 2);
    assert_eq!(typed("yy\n1\nok\ny\n").await.0, Unavailable);
    assert_eq!(typed("yy\n1\n").await.0, Unavailable);
    let long = format!("{}\nn\n", "y".repeat(1_000_000));
    assert_eq!(typed(&long).await.0, Rejected(None));
    assert_eq!(typed("y\u{0}\ny\n").await.1.matches("Please").count(), 1);
}

#[tokio::test]
async fn lines_are_one_answer_each() {
    let terminal = TerminalApprover::new(Cursor::new("y\nn\ny\n"), io::sink());
    let mut decisions = Vec::new();
    for id in ["call_1", "call_2", "call_3", "call_4"] {
        decisions.push(terminal.approve(about(id)).await.unwrap());
    }
    assert_eq!(decisions, [AllowedOnce, Rejected(None), AllowedOnce, Unavailable]);
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Rude;

impl Read for Rude {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        panic!("no")
    }
}

impl Write for Rude {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("no")
    }

    fn flush(&mut self) -> io::Result<()> {
        panic!("no")
    }
}

#[tokio::test]
async fn s106_a_terminal_that_fails_is_nobody() {
    let all = [
        TerminalApprover::new(BufReader::new(Broken), io::sink()),
        TerminalApprover::new(Cursor::new("y\n"), Broken),
        TerminalApprover::new(BufReader::new(Rude), io::sink()),
        TerminalApprover::new(Cursor::new("y\n"), Rude),
    ];
    for terminal in all {
        // Twice: nothing stays locked.
        for _ in 0..2 {
            assert_eq!(terminal.approve(about("call_1")).await.unwrap(), Unavailable);
        }
    }
}

#[tokio::test]
async fn without_a_person_at_the_terminal_nobody_is_asked() {
    use std::io::IsTerminal;
    // Where the tests themselves run in a terminal, somebody would be asked.
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        let terminal = TerminalApprover::stdin();
        assert_eq!(terminal.approve(about("call_1")).await.unwrap(), Unavailable);
    }
}
