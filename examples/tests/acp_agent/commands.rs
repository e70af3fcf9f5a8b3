//! Commands: their terminals, and their ends.

use crate::talk::{Answer, LIMIT, Talk, converse, talk};
use agent_client_protocol::Error;
use agent_client_protocol::v1::schema::{
    CloseSessionRequest, SessionUpdate, StopReason, ToolCallContent, ToolCallStatus, ToolKind,
};
use rustix::fs::OFlags;
use serde_json::json;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};
use tokio::sync::oneshot;

use ToolCallStatus::{Completed, Failed, InProgress, Pending};

const PRINTS: &str = "$ printf 'one\\ntwo\\n'; exit 3";

#[tokio::test]
async fn a_terminal_shows_what_a_command_writes() {
    talk(true, &["--yes"], async |talk| {
        let turn = talk.turn(PRINTS, &[]).await?;
        assert_eq!(turn.reason, StopReason::EndTurn);
        let shown = turn.call();
        assert_eq!(shown.statuses, [Pending, InProgress, Completed]);
        assert_eq!(shown.call.kind, ToolKind::Execute);
        assert_eq!(shown.call.title, PRINTS.trim_start_matches("$ "));
        let [ToolCallContent::Terminal(terminal)] = &shown.call.content[..] else {
            panic!("{:?}", shown.call.content)
        };
        let id = &*terminal.terminal_id.0;
        let cwd = talk.path("").canonicalize().unwrap();
        assert_eq!(shown.terminal["terminal_info"]["terminal_id"], id);
        let told = shown.terminal["terminal_info"]["cwd"].as_str().unwrap();
        assert_eq!(std::path::Path::new(told).canonicalize().unwrap(), cwd);
        assert_eq!(shown.output, "one\ntwo\n");
        assert_eq!(
            shown.terminal["terminal_exit"],
            json!({ "terminal_id": id, "exit_code": 3, "signal": null })
        );
        Ok(())
    })
    .await;
}

/// The command goes on when its first line has been seen.
#[tokio::test]
async fn what_a_command_writes_is_seen_at_once() {
    talk(true, &["--yes"], async |talk| {
        let seen = async {
            talk.heard(|update| match update {
                SessionUpdate::ToolCallUpdate(update) => update
                    .meta
                    .as_ref()
                    .and_then(|meta| meta.get("terminal_output"))
                    .is_some_and(|output| output["data"] == "one\n"),
                _ => false,
            })
            .await;
            std::fs::write(talk.path("go"), "").unwrap();
            Ok(())
        };
        let line = "$ echo one; until [ -e go ]; do sleep 0.01; done; echo two";
        let (turn, ()) = tokio::try_join!(talk.turn(line, &[]), seen)?;
        let shown = turn.call();
        assert_eq!(shown.output, "one\ntwo\n");
        assert_eq!(shown.terminal["terminal_exit"]["exit_code"], 0);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn who_shows_no_terminals_gets_text() {
    talk(false, &["--yes"], async |talk| {
        let shown = talk.turn(PRINTS, &[]).await?.call();
        assert_eq!(shown.statuses, [Pending, InProgress, Completed]);
        assert!(shown.text().contains("```console\none\ntwo\n```"), "{}", shown.text());
        assert!(shown.terminal.is_empty(), "{:?}", shown.terminal);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_command_is_run_only_when_it_is_allowed() {
    talk(true, &[], async |talk| {
        let turn = talk.turn("$ touch made", &[Answer::Reject]).await?;
        assert_eq!(turn.call().statuses, [Pending, Failed]);
        assert!(!talk.path("made").exists());
        let turn = talk.turn("$ touch made", &[Answer::Allow]).await?;
        assert_eq!(turn.call().statuses, [Pending, InProgress, Completed]);
        assert!(talk.path("made").exists());
        Ok(())
    })
    .await;
}

/// A command that holds a named pipe open as long as anything of it runs, and the pipe's other end, once it is held.
fn hold(talk: &Talk) -> (&'static str, oneshot::Receiver<BufReader<File>>) {
    let pipe = talk.path("alive");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let held = aside(move || {
        let mut pipe = BufReader::new(File::open(pipe).unwrap());
        let mut line = String::new();
        pipe.read_line(&mut line).unwrap();
        assert_eq!(line, "begun\n");
        pipe
    });
    ("$ exec 9>alive; echo begun >&9; sleep 600", held)
}

/// Nothing of the command runs any more, or it does not take long.
async fn gone(mut pipe: BufReader<File>) {
    let read = aside(move || pipe.read_to_end(&mut Vec::new()).unwrap());
    assert_eq!(tokio::time::timeout(LIMIT, read).await.unwrap(), Ok(0));
}

/// On a thread that nobody waits for if it takes for ever.
fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> oneshot::Receiver<T> {
    let (sender, receiver) = oneshot::channel();
    std::thread::spawn(move || sender.send(work()));
    receiver
}

#[tokio::test]
async fn a_command_that_runs_is_cancelled() {
    for shows_terminals in [true, false] {
        talk(shows_terminals, &["--yes"], async |talk| {
            let (line, pipe) = hold(talk);
            let cancel = async {
                let pipe = pipe.await.unwrap();
                talk.cancel()?;
                Ok::<_, Error>(pipe)
            };
            let line = format!("{line}\n\nls");
            let (turn, pipe) = tokio::try_join!(talk.turn(&line, &[]), cancel)?;
            assert_eq!((turn.reason, turn.said()), (StopReason::Cancelled, String::new()));
            assert_eq!(turn.call().statuses, [Pending, InProgress, Failed]);
            gone(pipe).await;
            Ok(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_prompt_that_is_cancelled_as_a_request_ends_too() {
    talk(true, &["--yes"], async |talk| {
        let (line, pipe) = hold(talk);
        let request = talk.agent.send_request(talk.prompt(line));
        let pipe = pipe.await.unwrap();
        request.cancel()?;
        assert_eq!(request.block_task().await?.stop_reason, StopReason::Cancelled);
        gone(pipe).await;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_session_that_is_closed_ends_its_turn_and_its_commands() {
    talk(true, &["--yes"], async |talk| {
        let (line, pipe) = hold(talk);
        let close = async {
            let pipe = pipe.await.unwrap();
            let request = CloseSessionRequest::new(talk.session.clone());
            talk.agent.send_request(request).block_task().await?;
            Ok::<_, Error>(pipe)
        };
        let (turn, pipe) = tokio::try_join!(talk.turn(line, &[]), close)?;
        assert_eq!(turn.reason, StopReason::Cancelled);
        assert_eq!(turn.call().statuses, [Pending, InProgress, Failed]);
        gone(pipe).await;
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_command_in_the_background_ends_with_its_session() {
    talk(false, &["--yes"], async |talk| {
        let (line, pipe) = hold(talk);
        let command = line.trim_start_matches("$ ");
        let call = format!("bash run_in_background=true command='{command}'");
        assert_eq!(talk.turn(&call, &[]).await?.reason, StopReason::EndTurn);
        let mut pipe = pipe.await.unwrap();
        talk.agent
            .send_request(CloseSessionRequest::new(talk.session.clone()))
            .block_task()
            .await?;
        // The answer came when nothing ran any more.
        rustix::fs::fcntl_setfl(pipe.get_ref(), OFlags::NONBLOCK).unwrap();
        assert_eq!(pipe.read_to_end(&mut Vec::new()).unwrap(), 0);
        Ok(())
    })
    .await;
}

/// The agent may complain that nobody listens any more; what it started ends, and so does it.
#[tokio::test]
async fn a_client_that_leaves_takes_its_commands_with_it() {
    let (sender, receiver) = std::sync::mpsc::channel();
    converse(true, &["--yes"], Stdio::null(), async |talk| {
        let (line, pipe) = hold(talk);
        talk.agent.send_request(talk.prompt(line)).detach();
        sender.send(pipe.await.unwrap()).unwrap();
        Ok(())
    })
    .await;
    gone(receiver.recv().unwrap()).await;
}
