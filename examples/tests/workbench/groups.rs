//! Nothing that a command started outlives it.

use crate::support::{Alive, Bench, HOLD};
use dsh_tools::prelude::*;
use serde_json::json;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// A command with a grandchild that would leave a marker.
const MARKS: &str = "(sleep 1000; touch marker) & echo up; wait";
/// The same, not to be ended softly.
const STUBBORN: &str = "trap '' TERM; (sleep 1000; touch marker) & echo up; wait; sleep 1000";

fn held(command: &str) -> String {
    format!("{HOLD}{command}")
}

/// A call that is under way, in a task of its own: the command is up.
async fn under_way(
    bench: &Bench,
    token: &CancellationToken,
    command: &str,
) -> tokio::task::JoinHandle<ToolExecutionResult> {
    // The command says on this pipe that it is up; opening it waits for that.
    let up = bench.path("up");
    assert!(std::process::Command::new("mkfifo").arg(&up).status().unwrap().success());
    let command = held(&command.replace("echo up", "echo up | tee up"));
    let input = ToolExecutionInput::new("call_1", "bash", json!({"command": command}))
        .cancellation(token.clone());
    let task = tokio::spawn(bench.registry.execute(input));
    let read = tokio::task::spawn_blocking(move || std::fs::read_to_string(up));
    assert_eq!(read.await.unwrap().unwrap(), "up\n");
    task
}

/// The same, and its time is up. The clock stands still until the command is up, so that nothing depends on how
/// soon that is.
async fn timed_out(bench: &Bench, command: &str) -> String {
    let task = under_way(bench, &CancellationToken::new(), command).await;
    tokio::time::advance(Duration::from_mins(2)).await;
    tokio::time::resume();
    let result = task.await.unwrap();
    assert_eq!(result.error().unwrap().code(), "TIMED_OUT");
    result.text().into_owned()
}

#[tokio::test(start_paused = true)]
async fn c116_a_timeout_kills_grandchildren() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    let text = timed_out(&bench, MARKS).await;
    assert!(text.ends_with("\nup\n[ended by SIGTERM]\n"), "{text}");
    alive.assert_gone();
    assert!(!bench.path("marker").exists());
}

#[tokio::test(start_paused = true)]
async fn c116_a_timeout_kills_what_ignores_being_asked() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    let text = timed_out(&bench, STUBBORN).await;
    assert!(text.ends_with("\nup\n[ended by SIGKILL]\n"), "{text}");
    alive.assert_gone();
}

#[tokio::test]
async fn c116_a_cancelled_call_is_over_when_its_group_is() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    let token = CancellationToken::new();
    let task = under_way(&bench, &token, STUBBORN).await;
    token.cancel();
    let result = task.await.unwrap();
    assert_eq!(result.error().unwrap().code(), &ErrorCode::Aborted);
    alive.assert_gone();
}

#[tokio::test]
async fn c116_a_dropped_call_ends_its_group() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    let task = under_way(&bench, &CancellationToken::new(), STUBBORN).await;
    task.abort();
    assert!(task.await.unwrap_err().is_cancelled());
    alive.wait_until_gone();
    assert!(!bench.path("marker").exists());
}

#[tokio::test]
async fn c116_dropping_the_registry_ends_all_groups() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    for command in [&held(STUBBORN), "echo up; sleep 1000"] {
        bench.text("bash", json!({"command": command, "run_in_background": true})).await;
    }
    for job in ["job_1", "job_2"] {
        let arguments = json!({"job": job, "until": "up", "wait": 60});
        assert!(bench.text("bash_output", arguments).await.starts_with("up\n"));
    }
    drop(bench.registry);
    alive.assert_gone();
}

#[tokio::test]
async fn what_a_command_leaves_running_ends_with_it() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    let text = bench.text("bash", json!({"command": held("sleep 1000 & echo started")})).await;
    assert_eq!(
        text,
        "started\n[what the command left running was ended: use `run_in_background` for that]\n"
    );
    alive.assert_gone();
}

#[tokio::test]
async fn a_killed_job_is_gone_and_can_still_be_read() {
    let bench = Bench::new();
    let alive = Alive::in_directory(&bench.path(""));
    bench.text("bash", json!({"command": held(MARKS), "run_in_background": true})).await;
    let text = bench.text("bash_output", json!({"job": "job_1", "until": "up", "wait": 60})).await;
    assert_eq!(text, "up\n[`job_1` is running]\n");
    assert_eq!(bench.text("bash_kill", json!({"job": "job_1"})).await, "[ended by SIGTERM]\n");
    alive.assert_gone();
    let text = bench.text("bash_output", json!({"job": "job_1", "since": 0})).await;
    assert_eq!(text, "up\n[ended by SIGTERM]\n");
}

#[tokio::test]
async fn not_too_many_commands_run_at_once() {
    let bench = Bench::new();
    for _ in 0..16 {
        bench.text("bash", json!({"command": "sleep 1000", "run_in_background": true})).await;
    }
    let (code, text) = bench.failure("bash", json!({"command": "true"})).await;
    assert_eq!(code, "TOO_MANY_JOBS");
    assert!(text.contains("`job_16` is running"), "{text}");
    bench.text("bash_kill", json!({"job": "job_3"})).await;
    bench.text("bash", json!({"command": "true"})).await;
}
