//! Calls whose future is dropped, and what runs beyond a call's end.

use crate::support::{
    Ears, Fuse, Log, ReadArgs, call, code, free, poll_once, read, registry, spec,
};
use dsh_tools::__private::{blocking, define};
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, ToolExecutionToken};
use std::future::pending;
use std::panic::panic_any;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::oneshot;

#[tokio::test]
async fn c120_a_future_that_is_dropped_still_has_one_outcome() {
    let tool = free("waits").body(|_, _| pending::<String>()).build();
    let registry = registry([tool]);
    let ears = Ears::on(&registry);
    {
        let mut future = Box::pin(registry.execute(call("waits", "{}")));
        assert!(ears.heard().is_empty());
        assert!(poll_once(future.as_mut()).is_pending());
    }
    let (execution, result) = ears.one();
    assert_eq!(code(&result), "ABORTED");
    assert!(execution.cancellation().is_cancelled(), "what the body left running hears of it");
}

#[tokio::test]
async fn a_future_that_was_never_polled_was_no_call() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    drop(registry.execute(call("read", "{}")));
    assert!(ears.heard().is_empty());
}

#[tokio::test]
async fn a_call_that_is_dropped_before_its_body_started_says_so() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    registry.around_dispatch_fn(|_, _| pending());
    {
        let mut future = Box::pin(registry.execute(call("read", "{}")));
        assert!(poll_once(future.as_mut()).is_pending());
    }
    assert_eq!(code(&ears.one().1), "ABORTED_BEFORE_DISPATCH");
}

#[tokio::test]
async fn a_finished_call_that_is_dropped_has_no_second_outcome() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    let mut future = Box::pin(registry.execute(call("read", "{}")));
    assert!(poll_once(future.as_mut()).is_ready());
    drop(future);
    ears.one();
}

/// Logs its drop, and panics.
struct Last(Log);
impl Drop for Last {
    fn drop(&mut self) {
        self.0.lock().unwrap().push("body dropped");
        panic!("and it panics");
    }
}

#[tokio::test]
async fn on_a_drop_the_body_is_gone_before_observers_hear_and_its_contexts_are_kept() {
    let log = Log::default();
    let finalized = Arc::new(AtomicU32::new(0));
    let (drops, count) = (Arc::clone(&log), Arc::clone(&finalized));
    let tool = free("waits")
        .body(move |_, cx| {
            let held = Last(Arc::clone(&drops));
            async move {
                cx.defer_context(AdditionalContext::new("body", "kept"));
                pending::<()>().await;
                drop(held);
            }
        })
        .finalize(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            None
        })
        .build();
    let registry = registry([tool]);
    let heard = Arc::clone(&log);
    registry.observe_fn(move |_, result| {
        assert_eq!(result.additional_contexts().len(), 1);
        heard.lock().unwrap().push("observed");
    });
    registry.observe_fn(|_, _| panic_any(Fuse));
    {
        let mut future = Box::pin(registry.execute(call("waits", "{}")));
        assert!(poll_once(future.as_mut()).is_pending());
    }
    assert_eq!(*log.lock().unwrap(), ["body dropped", "observed"]);
    assert_eq!(finalized.load(Ordering::SeqCst), 0, "that path runs observers only");
}

#[tokio::test]
async fn c120_every_call_of_a_batch_that_is_aborted_at_any_point_has_one_outcome() {
    let tool = free("steps")
        .body(|arguments, _| async move {
            for _ in 0..arguments.get("steps").and_then(Cursor::as_u64).unwrap_or(0) {
                tokio::task::yield_now().await;
            }
            "done"
        })
        .build();
    let registry = registry([tool]);
    registry.around_dispatch_fn(|_, next| async move {
        tokio::task::yield_now().await;
        let result = next.run().await;
        tokio::task::yield_now().await;
        result
    });
    let ears = Ears::on(&registry);
    for polls in 1..8 {
        let mut future = Box::pin(registry.execute(call("steps", r#"{"steps":3}"#)));
        let mut finished = false;
        for _ in 0..polls {
            finished = poll_once(future.as_mut()).is_ready();
            if finished {
                break;
            }
        }
        drop(future);
        let heard = ears.heard();
        assert_eq!(heard.len(), polls, "after {polls} polls");
        assert_eq!(heard[polls - 1].1.is_error(), !finished);
    }
    let tokens: std::collections::HashSet<ToolExecutionToken> =
        ears.heard().iter().map(|(call, _)| call.token()).collect();
    assert_eq!(tokens.len(), 7);
}

/// A tool whose body leaves a task behind that ends when its token is cancelled, and the end of that task.
fn leaving(body_ends: bool) -> (ToolDefinition, oneshot::Receiver<()>) {
    let (ended, end) = oneshot::channel();
    let ended = Mutex::new(Some(ended));
    let tool = free("leaves")
        .body(move |_, cx| {
            let ended = ended.lock().unwrap().take().unwrap();
            let token = cx.cancellation().clone();
            tokio::spawn(async move {
                token.cancelled().await;
                ended.send(()).unwrap();
            });
            async move {
                if !body_ends {
                    pending::<()>().await;
                }
                "left"
            }
        })
        .build();
    (tool, end)
}

/// The end of the task; one that never hears is a failure and no test that hangs.
async fn in_time(end: oneshot::Receiver<()>) {
    tokio::time::timeout(Duration::from_mins(1), end).await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn what_a_body_leaves_running_hears_that_the_call_is_over() {
    let (tool, end) = leaving(true);
    let registry = registry([tool]);
    let ears = Ears::on(&registry);
    assert_eq!(registry.execute(call("leaves", "{}")).await.text(), "left");
    in_time(end).await;
    assert!(!ears.one().0.cancellation().is_cancelled(), "the call itself was not cancelled");
}

#[tokio::test(start_paused = true)]
async fn what_runs_inside_a_run_that_a_wrapper_drops_hears_of_it() {
    let (tool, end) = leaving(false);
    let registry = registry([tool]);
    let (go_on, gate) = oneshot::channel::<()>();
    let gate = Mutex::new(Some(gate));
    registry.around_dispatch_fn(move |_, next| {
        let gate = gate.lock().unwrap().take().unwrap();
        async move {
            tokio::time::timeout(Duration::from_secs(1), next.run()).await.unwrap_err();
            gate.await.unwrap();
            Err(ToolError::new("SLOW", "too slow"))
        }
    });
    let running = tokio::spawn(registry.execute(call("leaves", "{}")));
    in_time(end).await;
    assert!(!running.is_finished(), "it heard before the call was over");
    go_on.send(()).unwrap();
    assert_eq!(code(&running.await.unwrap()), "SLOW");
}

#[tokio::test]
async fn a_blocking_body_whose_future_is_dropped_is_told() {
    let (told, hears) = std::sync::mpsc::channel();
    let (started, starts) = oneshot::channel();
    let started = Mutex::new(Some(started));
    let tool = define::<ReadArgs, (), _, _>(spec("spin"), move |_, cx| {
        let (told, started) = (told.clone(), started.lock().unwrap().take().unwrap());
        blocking(cx, move |cx| {
            started.send(()).unwrap();
            while !cx.cancellation().is_cancelled() {
                std::thread::yield_now();
            }
            told.send(()).unwrap();
            IntoToolOutput::into_tool_output(())
        })
    })
    .build();
    let registry = registry([tool]);
    let starts = Mutex::new(Some(starts));
    registry.around_dispatch_fn(move |_, next| {
        let starts = starts.lock().unwrap().take().unwrap();
        async move {
            tokio::select! {
                biased;
                _ = next.run() => unreachable!("it waits to be told"),
                _ = starts => {}
            }
            pending().await
        }
    });
    let running = tokio::spawn(registry.execute(call("spin", r#"{"path":"a"}"#)));
    tokio::task::spawn_blocking(move || hears.recv_timeout(Duration::from_mins(1)).unwrap())
        .await
        .unwrap();
    running.abort();
}

#[test]
fn a_blocking_body_that_waits_for_a_thread_is_not_started_once_it_is_dropped() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let ran = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&ran);
    let tool = define::<ReadArgs, (), _, _>(spec("late"), move |_, cx| {
        let count = Arc::clone(&count);
        blocking(cx, move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            IntoToolOutput::into_tool_output(())
        })
    })
    .build();
    let (free_thread, gate) = std::sync::mpsc::channel::<()>();
    runtime.block_on(async {
        let occupied = tokio::task::spawn_blocking(move || gate.recv());
        {
            let mut call = Box::pin(tool.call(r#"{"path":"a"}"#).into_future());
            assert!(poll_once(call.as_mut()).is_pending());
        }
        free_thread.send(()).unwrap();
        occupied.await.unwrap().unwrap();
        tokio::task::spawn_blocking(|| ()).await.unwrap();
    });
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}
