//! Cancelled, out of time, dropped, killed, left alone.

use super::{GRACE, LIMIT, SCRIPTS, SOFT, STUBBORN, Scene, number, sh};
use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{ProcessGroup, ProcessRest};
use std::io::Read as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_millis(200);

/// A tool that runs the command of a scene.
fn tool(scene: &Scene, script: &str) -> ToolDefinition {
    let command = Mutex::new(Some(scene.command(script)));
    free("sh")
        .timeout(TIMEOUT)
        .body(move |_, cx| {
            let command = command.lock().unwrap().take();
            async move {
                let process = ProcessGroup::spawn(command.unwrap())?;
                let end = process.run(cx.cancellation(), GRACE).await;
                end.check()?;
                Ok::<_, ToolError>(end.stdout().text())
            }
        })
        .build()
}

#[tokio::test(start_paused = true)]
async fn c116_a_timeout_ends_the_whole_group_before_there_is_a_result() {
    for script in SCRIPTS {
        let scene = Scene::new();
        let running = tokio::spawn(registry([tool(&scene, script)]).execute(call("sh", "{}")));
        let leader = scene.up().await;
        // The clock stood still until the command was up.
        tokio::time::advance(TIMEOUT).await;
        let result = running.await.unwrap();
        assert_eq!(code(&result), "TOOL_TIMEOUT");
        assert!(result.text().contains("it stopped when it was told to"), "{}", result.text());
        scene.assert_gone(leader);
    }
}

#[tokio::test]
async fn c116_a_cancelled_call_ends_the_whole_group_before_there_is_a_result() {
    for script in SCRIPTS {
        let scene = Scene::new();
        let process = ProcessGroup::spawn(scene.command(script)).unwrap();
        let stop = CancellationToken::new();
        let tool = free("sh")
            .body({
                let process = Mutex::new(Some(process));
                move |_, cx| {
                    let process = process.lock().unwrap().take().unwrap();
                    async move {
                        let end = process.run(cx.cancellation(), GRACE).await;
                        assert_eq!(end.rest(), ProcessRest::Nothing);
                        end.check()
                    }
                }
            })
            .build();
        let running = tokio::spawn(tool.call("{}").cancellation(stop.clone()).into_future());
        let leader = scene.up().await;
        stop.cancel();
        assert_eq!(code(&running.await.unwrap()), "ABORTED");
        scene.assert_gone(leader);
    }
}

/// The same without a timeout.
fn endless(scene: &Scene, script: &str) -> ToolDefinition {
    let command = Mutex::new(Some(scene.command(script)));
    free("sh")
        .body(move |_, cx| {
            let process = ProcessGroup::spawn(command.lock().unwrap().take().unwrap());
            async move { process?.run(cx.cancellation(), GRACE).await.check() }
        })
        .build()
}

#[tokio::test]
async fn c116_a_dropped_call_ends_the_whole_group() {
    for script in SCRIPTS {
        let scene = Scene::new();
        let running = tokio::spawn(registry([endless(&scene, script)]).execute(call("sh", "{}")));
        let leader = scene.up().await;
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        scene.wait_until_gone(leader);
    }
}

#[test]
fn c116_a_registry_and_a_runtime_that_end_take_the_whole_group_with_them() {
    for script in SCRIPTS {
        let scene = Scene::new();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let registry = registry([endless(&scene, script)]);
        let running = runtime.spawn(registry.execute(call("sh", "{}")));
        let leader = runtime.block_on(scene.up());
        drop((registry, running));
        runtime.shutdown_background();
        scene.wait_until_gone(leader);
    }
}

#[tokio::test(start_paused = true)]
async fn c116_a_hard_deadline_kills_what_a_deaf_body_waits_for() {
    for script in SCRIPTS {
        let scene = Scene::new();
        let command = Mutex::new(Some(scene.command(script)));
        let tool = free("deaf")
            .timeout(TIMEOUT)
            .body(move |_, _| {
                let process = ProcessGroup::spawn(command.lock().unwrap().take().unwrap());
                async move { Ok::<_, ToolError>(process?.wait().await.stdout().text()) }
            })
            .build();
        let registry = ToolRegistry::builder()
            .without_default_policies()
            .around_dispatch(TimeoutPolicy::hard(GRACE))
            .tool(tool)
            .build()
            .unwrap();
        let running = tokio::spawn(registry.execute(call("deaf", "{}")));
        let leader = scene.up().await;
        tokio::time::advance(TIMEOUT).await;
        let result = running.await.unwrap();
        assert_eq!(code(&result), "TOOL_TIMEOUT");
        assert!(result.text().contains("half done or still running"), "{}", result.text());
        scene.wait_until_gone(leader);
    }
}

#[tokio::test]
async fn a_guard_that_is_dropped_at_once_leaves_nothing() {
    for _ in 0..20 {
        let scene = Scene::new();
        let process = ProcessGroup::spawn(scene.command(SOFT)).unwrap();
        let leader = number(&process.id().to_string());
        drop(process);
        super::until_gone(|| rustix::process::test_kill_process(leader));
        scene.nothing_will_be(leader);
    }
}

#[tokio::test]
async fn it_is_asked_first_and_killed_when_that_does_not_help() {
    let ended_by = |script: &'static str, kill: bool| async move {
        let scene = Scene::new();
        let process = ProcessGroup::spawn(scene.command(script)).unwrap();
        let leader = scene.up().await;
        assert_eq!(process.id().to_string(), leader.as_raw_nonzero().to_string());
        assert!(process.ended().is_none());
        // A long grace: what is asked for is not waited for in vain.
        process.terminate(if script == SOFT { LIMIT } else { GRACE });
        if kill {
            process.kill();
        }
        let end = process.wait().await;
        assert!(end.was_ended() && !end.left_running() && end.code().is_none());
        scene.assert_gone(leader);
        end.signal()
    };
    assert_eq!(ended_by(SOFT, false).await, Some(15));
    assert_eq!(ended_by(STUBBORN, false).await, Some(9));
    assert_eq!(ended_by(STUBBORN, true).await, Some(9));
}

#[tokio::test]
async fn a_word_that_is_asked_for_at_the_end_is_heard() {
    let scene = Scene::new();
    let script = "trap 'echo bye; exit 7' TERM; echo $$ >up; read x <go";
    let process = ProcessGroup::spawn(scene.command(script)).unwrap();
    let leader = scene.up().await;
    process.terminate(LIMIT);
    let end = process.wait().await;
    assert_eq!((end.code(), end.stdout().text()), (Some(7), "bye\n".to_owned()));
    scene.assert_gone(leader);
}

#[tokio::test]
async fn what_a_command_leaves_running_ends_with_it_and_is_told() {
    for (script, trap) in [("", ""), ("", "trap '' TERM; ")] {
        let scene = Scene::new();
        let left = format!("{script}({trap}read x <go; touch marker) & echo $$; echo started");
        let process = ProcessGroup::spawn(scene.command(&left)).unwrap();
        let end = process.run(&CancellationToken::new(), GRACE).await;
        assert!(end.success() && end.left_running() && !end.was_ended());
        end.check().unwrap();
        let text = end.stdout().text();
        scene.assert_gone(number(text.strip_suffix("started\n").unwrap()));
    }
}

#[tokio::test]
async fn a_command_that_ends_by_itself_left_nothing() {
    let end = ProcessGroup::spawn(sh("exit 3")).unwrap().wait().await;
    assert_eq!((end.code(), end.signal(), end.success()), (Some(3), None, false));
    assert!(!end.left_running() && !end.was_ended() && end.rest() == ProcessRest::Nothing);
    let end = ProcessGroup::spawn(sh("kill -9 $$")).unwrap().wait().await;
    assert_eq!((end.code(), end.signal()), (None, Some(9)));
    assert!(!end.was_ended(), "nobody else did");
    end.check().unwrap();
}

/// Said of the module: whoever leaves the group is out of reach.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn what_leaves_its_group_runs_on() {
    let mut scene = Scene::new();
    let script = "setsid sh -c 'echo $$ >up; read x <go' & read x <on; echo done";
    let process = ProcessGroup::spawn(scene.command(script)).unwrap();
    let escaped = scene.up().await;
    // It has left; the command may go on.
    std::fs::write(scene.path("on"), "\n").unwrap();
    let end = process.run(&CancellationToken::new(), GRACE).await;
    // It holds a pipe of ours open, and nobody waits for it for ever.
    assert_eq!((end.stdout().text(), end.rest()), ("done\n".to_owned(), ProcessRest::Nothing));
    let mut text = String::new();
    let read = scene.alive.read_to_string(&mut text);
    assert_eq!(read.unwrap_err().kind(), std::io::ErrorKind::WouldBlock, "it runs");
    rustix::process::kill_process(escaped, rustix::process::Signal::KILL).unwrap();
}

/// A child that had exited before was not ended, whatever its output is waited for.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_child_that_exited_before_the_token_was_not_ended() {
    let scene = Scene::new();
    let script = "setsid sh -c 'echo $$ >up; read x <go' & read x <on; echo done";
    let process = ProcessGroup::spawn(scene.command(script)).unwrap();
    let escaped = scene.up().await;
    let leader = number(&process.id().to_string());
    std::fs::write(scene.path("on"), "\n").unwrap();
    super::until_gone(|| rustix::process::test_kill_process(leader));
    let stop = CancellationToken::new();
    stop.cancel();
    let end = process.run(&stop, GRACE).await;
    assert_eq!((end.code(), end.rest()), (Some(0), ProcessRest::Nothing));
    assert!(!end.was_ended() && !end.left_running());
    end.check().unwrap();
    rustix::process::kill_process(escaped, rustix::process::Signal::KILL).unwrap();
}

/// A pipe that is held open says nothing of what was killed.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn what_was_killed_is_gone_even_where_its_output_is_held_open() {
    let scene = Scene::new();
    let script = "trap '' TERM; setsid sh -c 'echo $$ >up; read x <go' & read x <on";
    let process = ProcessGroup::spawn(scene.command(script)).unwrap();
    let escaped = scene.up().await;
    process.terminate(GRACE);
    let end = process.wait().await;
    assert_eq!((end.signal(), end.rest()), (Some(9), ProcessRest::Nothing));
    assert!(end.was_ended());
    rustix::process::kill_process(escaped, rustix::process::Signal::KILL).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn many_are_cancelled_at_once() {
    let stop = CancellationToken::new();
    let mut running = Vec::new();
    for number in 0..40 {
        let scene = Scene::new();
        let script = SCRIPTS[number % SCRIPTS.len()];
        let process = ProcessGroup::spawn(scene.command(script)).unwrap();
        let leader = scene.up().await;
        let stop = stop.clone();
        running.push(tokio::spawn(async move {
            let end = process.run(&stop, GRACE).await;
            assert!(end.was_ended());
            (scene, leader)
        }));
    }
    stop.cancel();
    for ended in running {
        let (scene, leader) = ended.await.unwrap();
        scene.assert_gone(leader);
    }
}

#[test]
fn without_a_runtime_it_is_ended_and_awaited_too() {
    let scene = Scene::new();
    let process = Arc::new(ProcessGroup::spawn(scene.command(STUBBORN)).unwrap());
    let leader = number(&std::fs::read_to_string(scene.path("up")).unwrap());
    process.terminate(GRACE);
    assert!(process.ended_within(LIMIT));
    assert_eq!(process.ended().unwrap().signal(), Some(9));
    scene.assert_gone(leader);
}
