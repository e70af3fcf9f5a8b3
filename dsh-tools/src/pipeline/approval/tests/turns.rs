//! Questions that wait for each other, and questions that are withdrawn while somebody types.

use super::{Asked, about};
use crate::pipeline::{ApprovalDecision, ApprovalRequest, TerminalApprover};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use ApprovalDecision::{AllowedOnce, Cancelled, Rejected};

/// A person who types when told to.
struct Keyboard(mpsc::Receiver<String>);

impl Read for Keyboard {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else {
            return Ok(0);
        };
        bytes[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

struct Screen(UnboundedSender<String>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _nobody_looks = self.0.send(String::from_utf8(bytes.to_vec()).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Desk {
    terminal: TerminalApprover,
    keys: mpsc::Sender<String>,
    screen: UnboundedReceiver<String>,
    seen: String,
}

impl Desk {
    fn new() -> Self {
        let (keys, typed) = mpsc::channel();
        let (shows, screen) = unbounded_channel();
        let terminal = TerminalApprover::new(BufReader::new(Keyboard(typed)), Screen(shows));
        Self { terminal, keys, screen, seen: String::new() }
    }

    fn ask(&self, request: &ApprovalRequest) -> tokio::task::JoinHandle<super::Answer> {
        tokio::spawn(Asked::new(&self.terminal, request).into_future())
    }

    /// Waits until this is on the screen, and looks no further back the next time.
    async fn sees(&mut self, text: &str) {
        while !self.seen.contains(text) {
            let more = tokio::time::timeout(Duration::from_secs(30), self.screen.recv()).await;
            self.seen.push_str(&more.expect(text).unwrap());
        }
        let end = self.seen.find(text).unwrap() + text.len();
        self.seen.drain(..end);
    }

    fn types(&self, line: &str) {
        self.keys.send(format!("{line}\n")).unwrap();
    }
}

#[tokio::test]
async fn c108_questions_take_turns() {
    let mut desk = Desk::new();
    let asked = ["call_1", "call_2", "call_3"].map(|id| desk.ask(&about(id)));
    desk.sees("(call_1)").await;
    desk.sees("[y/N] ").await;
    assert!(!desk.seen.contains("call_2"));
    // Who waits and is given up leaves the queue.
    asked[1].abort();
    desk.types("y");
    desk.sees("(call_3)").await;
    desk.sees("[y/N] ").await;
    desk.types("n");
    let [first, second, third] = asked;
    assert_eq!(first.await.unwrap().unwrap(), AllowedOnce);
    assert!(second.await.unwrap_err().is_cancelled());
    assert_eq!(third.await.unwrap().unwrap(), Rejected(None));
}

#[tokio::test]
async fn c111_a_yes_to_a_withdrawn_question_is_none_to_the_next() {
    let mut desk = Desk::new();
    let (first, second) = (about("call_1"), about("call_2"));
    let asked = desk.ask(&first);
    desk.sees("[y/N] ").await;
    first.cancellation().cancel();
    assert_eq!(asked.await.unwrap().unwrap(), Cancelled);
    desk.sees("The question about `write` (call_1) was withdrawn.").await;

    let asked = desk.ask(&second);
    desk.sees("(call_2)").await;
    desk.sees("Type `y 1`, or `n`: ").await;
    // Enter is hit only now, behind a `y` that was typed for the first.
    desk.types("y");
    desk.sees("Please type `y 1`").await;
    desk.types("");
    desk.sees("Please type `y 1`").await;
    desk.types("y 1");
    assert_eq!(asked.await.unwrap().unwrap(), AllowedOnce);

    // Nothing is left of it for the next.
    let asked = desk.ask(&about("call_3"));
    desk.sees("Allow it once? [y/N] ").await;
    desk.types("y");
    assert_eq!(asked.await.unwrap().unwrap(), AllowedOnce);
}

#[tokio::test]
async fn a_withdrawn_question_swallows_no_answer() {
    let mut desk = Desk::new();
    for (number, answer, decision) in
        [(1, "y 1", AllowedOnce), (2, "n", Rejected(None)), (3, "Y  3 ", AllowedOnce)]
    {
        let asked = desk.ask(&about("call_1"));
        desk.sees("[y/N] ").await;
        asked.abort();
        desk.sees("withdrawn").await;
        let asked = desk.ask(&about("call_2"));
        desk.sees(&format!("Type `y {number}`, or `n`: ")).await;
        desk.types(answer);
        assert_eq!(asked.await.unwrap().unwrap(), decision, "the first line is the answer");
    }
}

#[tokio::test]
async fn the_number_of_one_question_is_no_answer_to_another() {
    let mut desk = Desk::new();
    for (id, prompt) in [("call_1", "[y/N] "), ("call_2", "Type `y 1`"), ("call_3", "Type `y 2`")] {
        let asked = desk.ask(&about(id));
        desk.sees(prompt).await;
        asked.abort();
        desk.sees("withdrawn.").await;
    }
    let asked = desk.ask(&about("call_4"));
    desk.sees("Type `y 3`").await;
    desk.types("y 2");
    desk.sees("Please type `y 3`").await;
    desk.types("y 3");
    assert_eq!(asked.await.unwrap().unwrap(), AllowedOnce);
}

#[tokio::test]
async fn a_line_that_comes_while_no_question_is_open_answers_nothing() {
    let mut desk = Desk::new();
    let asked = desk.ask(&about("call_1"));
    desk.sees("[y/N] ").await;
    asked.abort();
    assert!(asked.await.is_err());
    desk.types("y");
    desk.sees("No question is open: that line answered nothing.").await;
    let asked = desk.ask(&about("call_2"));
    desk.sees("Allow it once? [y/N] ").await;
    desk.types("n");
    assert_eq!(asked.await.unwrap().unwrap(), Rejected(None));
}

#[test]
fn a_runtime_ends_while_a_line_is_awaited() {
    let desk = Desk::new();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    let (asked, is_asked) = mpsc::channel();
    let (terminal, mut screen) = (desk.terminal.clone(), desk.screen);
    runtime.spawn(async move { Asked::new(&terminal, &about("call_1")).into_future().await });
    runtime.spawn(async move {
        screen.recv().await;
        asked.send(()).unwrap();
    });
    is_asked.recv().unwrap();
    // It would wait for the line if that were read on one of its threads.
    drop(runtime);
    drop(desk.keys);
}
