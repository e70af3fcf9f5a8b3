//! What a body has begun when its time is up, and what becomes of that.

use crate::support::{call, code, free};
use dsh_tools::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// A registry of one tool whose timeouts are hard.
fn hard(grace: Duration, tool: ToolDefinition) -> ToolRegistry {
    ToolRegistry::builder()
        .without_default_policies()
        .around_dispatch(TimeoutPolicy::hard(grace))
        .tool(tool)
        .build()
        .unwrap()
}

const SHORT: Duration = Duration::from_millis(20);

/// Writes a file from a thread for blocking work, as soon as it may; with an eye on the token, or without.
fn writer(path: PathBuf, gate: Receiver<()>, heeds: bool) -> (ToolDefinition, Receiver<bool>) {
    let (sender, ended) = channel();
    let work = Arc::new(Mutex::new(Some((path, gate, sender))));
    let tool = free("write")
        .timeout(SHORT)
        .body(move |_, cx| {
            let (path, gate, ended) = work.lock().unwrap().take().unwrap();
            async move {
                let token = cx.cancellation().clone();
                let task = tokio::task::spawn_blocking(move || {
                    gate.recv().unwrap();
                    if !(heeds && token.is_cancelled()) {
                        fs::write(path, "late").unwrap();
                    }
                    ended.send(token.is_cancelled()).unwrap();
                });
                task.await.map_err(ToolError::msg)
            }
        })
        .build();
    (tool, ended)
}

#[tokio::test]
async fn c117_blocking_work_behind_a_hard_deadline_may_go_on_and_the_result_says_so() {
    for heeds in [false, true] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("file");
        let (open, gate) = channel();
        let (tool, ended) = writer(path.clone(), gate, heeds);
        let result = hard(SHORT, tool).execute(call("write", "{}")).await;
        assert_eq!(code(&result), "TOOL_TIMEOUT");
        assert!(result.text().contains("may be half done or still running"), "{}", result.text());
        assert!(!path.exists());
        // It lands after the result, unless the work looks at its token, which was cancelled.
        open.send(()).unwrap();
        assert!(ended.recv().unwrap());
        assert_eq!(path.exists(), !heeds);
    }
}

#[tokio::test]
async fn c117_without_a_hard_deadline_blocking_work_is_awaited() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("file");
    let file = path.clone();
    let tool = free("write")
        .timeout(SHORT)
        .body(move |_, cx| {
            let path = file.clone();
            async move {
                let token = cx.cancellation().clone();
                let work = move || {
                    while !token.is_cancelled() {
                        std::thread::yield_now();
                    }
                    fs::write(path, "late").unwrap();
                };
                tokio::task::spawn_blocking(work).await.map_err(ToolError::msg)
            }
        })
        .build();
    let result = tool.call("{}").await;
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(path.exists(), "nothing happens after the result");
    assert!(result.text().contains("may have taken effect"), "{}", result.text());
}

/// Writes a file beside, takes its time, and puts it into place; told to stop between the two it may tidy up.
fn replace(dir: &Path, heeds: bool) -> ToolDefinition {
    let (beside, place) = (dir.join("file.new"), dir.join("file"));
    free("replace")
        .timeout(Duration::from_millis(100))
        .body(move |_, cx| {
            let (beside, place) = (beside.clone(), place.clone());
            async move {
                fs::write(&beside, "new")?;
                let pause = tokio::time::sleep(Duration::from_secs(1));
                if heeds {
                    if cx.cancellation().run_until_cancelled(pause).await.is_none() {
                        fs::remove_file(&beside)?;
                        return Err(ToolError::aborted());
                    }
                } else {
                    pause.await;
                }
                fs::rename(&beside, &place)?;
                Ok("replaced")
            }
        })
        .build()
}

fn names(dir: &TempDir) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[tokio::test(start_paused = true)]
async fn c118_a_body_that_has_begun_is_not_dropped_between_two_steps() {
    let dir = TempDir::new().unwrap();
    let start = tokio::time::Instant::now();
    let result = replace(dir.path(), false).call("{}").await;
    assert_eq!(start.elapsed(), Duration::from_secs(1));
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(result.text().contains("what it did may have taken effect"), "{}", result.text());
    assert_eq!(names(&dir), ["file"]);
}

#[tokio::test(start_paused = true)]
async fn c118_a_cancelled_body_is_not_dropped_between_two_steps_either() {
    let dir = TempDir::new().unwrap();
    let stop = CancellationToken::new();
    let tool = replace(dir.path(), false);
    let running = tokio::spawn(tool.call("{}").cancellation(stop.clone()).into_future());
    tokio::time::sleep(Duration::from_millis(50)).await;
    stop.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
    assert_eq!(names(&dir), ["file"]);
}

#[tokio::test(start_paused = true)]
async fn c118_a_body_that_listens_tidies_up() {
    let dir = TempDir::new().unwrap();
    let start = tokio::time::Instant::now();
    let result = replace(dir.path(), true).call("{}").await;
    assert_eq!(start.elapsed(), Duration::from_millis(100));
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(names(&dir).is_empty());
}

#[tokio::test(start_paused = true)]
async fn c118_a_hard_deadline_drops_it_between_the_steps_and_says_so() {
    let dir = TempDir::new().unwrap();
    let registry = hard(Duration::from_millis(50), replace(dir.path(), false));
    let start = tokio::time::Instant::now();
    let result = registry.execute(call("replace", "{}")).await;
    assert_eq!(start.elapsed(), Duration::from_millis(150));
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(result.text().contains("may be half done or still running"), "{}", result.text());
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(names(&dir), ["file.new"]);
    // One that listens is not dropped: the grace is for that.
    let dir = TempDir::new().unwrap();
    let registry = hard(Duration::from_millis(50), replace(dir.path(), true));
    assert_eq!(code(&registry.execute(call("replace", "{}")).await), "TOOL_TIMEOUT");
    assert!(names(&dir).is_empty());
}
