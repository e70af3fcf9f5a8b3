//! Several at once.

use super::{TOOL, child, giving, taken};
use crate::support::{Ears, call, code, free, poll_once};
use dsh_tools::prelude::*;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::task::{Context, Wake, Waker};
use std::thread;

#[tokio::test]
async fn the_first_that_gives_a_value_holds_the_place_until_it_is_decided() {
    let (scope, capture) = child();
    let gate = Arc::new(tokio::sync::Notify::new());
    let opened = Arc::clone(&gate);
    scope.post_execute_fn(move |call: ToolExecution, _, next: PostNext| {
        let gate = Arc::clone(&opened);
        async move {
            if call.call_id() == "first" {
                gate.notified().await;
                return Ok(PostToolDecision::block("no"));
            }
            next.run().await
        }
    });
    let mut first = pin!(scope.execute(giving("first", 1)));
    assert!(poll_once(first.as_mut()).is_pending());
    let second = scope.execute(giving("second", 2)).await;
    assert_eq!(code(&second), "DENIED");
    assert!(!second.concludes_turn());
    gate.notify_one();
    assert!(first.await.is_error());
    assert_eq!(taken(&capture), None);
    assert!(scope.execute(giving("third", 3)).await.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":3}"#));
}

#[tokio::test]
async fn one_that_passed_the_guard_before_the_value_was_taken_is_denied_by_the_tool() {
    let (scope, capture) = child();
    let gate = Arc::new(tokio::sync::Notify::new());
    let opened = Arc::clone(&gate);
    scope.around_dispatch_fn(move |call: ToolExecution, next: AroundNext| {
        let gate = Arc::clone(&opened);
        async move {
            if call.call_id() == "late" {
                gate.notified().await;
            }
            next.run().await
        }
    });
    let mut late = pin!(scope.execute(giving("late", 1)));
    assert!(poll_once(late.as_mut()).is_pending());
    assert!(!scope.execute(giving("call_2", 2)).await.is_error());
    gate.notify_one();
    let late = late.await;
    assert_eq!(code(&late), "DENIED");
    assert!(late.text().ends_with("nothing runs after it"), "{}", late.text());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":2}"#));
}

#[tokio::test]
async fn a_dropped_call_frees_the_way() {
    let (scope, capture) = child();
    let stuck = scope.post_execute_fn(|_, _, next| async move {
        std::future::pending::<()>().await;
        next.run().await
    });
    {
        let mut running = pin!(scope.execute(giving("call_1", 1)));
        assert!(poll_once(running.as_mut()).is_pending());
    }
    stuck.unregister();
    assert_eq!(taken(&capture), None);
    assert!(!scope.execute(giving("call_1", 2)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":2}"#));
}

#[test]
fn of_many_threads_one_gives_the_value_and_is_the_only_one_told_so() {
    const THREADS: u32 = 8;
    for _ in 0..50 {
        let (scope, capture) = child();
        let ears = Ears::on(scope.registry());
        let start = Barrier::new(THREADS as usize);
        let results: Vec<(u32, ToolExecutionResult)> = thread::scope(|threads| {
            let running: Vec<_> = (0..THREADS)
                .map(|n| {
                    let (scope, start) = (scope.clone(), &start);
                    threads.spawn(move || {
                        start.wait();
                        let run = scope.execute(giving("call_1", n));
                        (n, futures_util::FutureExt::now_or_never(run).unwrap())
                    })
                })
                .collect();
            running.into_iter().map(|running| running.join().unwrap()).collect()
        });
        let won: Vec<_> = results.iter().filter(|(_, result)| !result.is_error()).collect();
        assert_eq!(won.len(), 1);
        assert_eq!(taken(&capture), Some(format!(r#"{{"n":{}}}"#, won[0].0)));
        let lost = results.iter().filter(|(_, result)| result.is_error());
        assert!(lost.into_iter().all(|(_, result)| code(result) == "DENIED"));
        assert_eq!(ears.heard().len(), THREADS as usize);
    }
}

#[test]
fn what_is_removed_meanwhile_is_not_given() {
    let (scope, capture) = child();
    let gate = Arc::new(tokio::sync::Notify::new());
    let opened = Arc::clone(&gate);
    scope.around_dispatch_fn(move |_, next: AroundNext| {
        let gate = Arc::clone(&opened);
        async move {
            gate.notified().await;
            next.run().await
        }
    });
    let mut running = pin!(scope.execute(giving("call_1", 1)));
    assert!(poll_once(running.as_mut()).is_pending());
    let waiting = capture.wait();
    drop(capture);
    gate.notify_one();
    let result = futures_util::FutureExt::now_or_never(running).unwrap();
    assert_eq!(code(&result), "DENIED");
    assert!(result.text().contains("is over"), "{}", result.text());
    assert!(futures_util::FutureExt::now_or_never(waiting).unwrap().is_err());
}

#[tokio::test]
async fn a_scope_that_is_closed_during_the_call_still_gives_its_value() {
    let (scope, capture) = child();
    let closing = scope.clone();
    scope.post_execute_fn(move |_, _, next| {
        closing.close();
        next.run()
    });
    let result = scope.execute(giving("call_1", 1)).await;
    assert!(!result.is_error(), "{}", result.text());
    assert_eq!(capture.finish().unwrap().to_string(), r#"{"n":1}"#);
}

#[tokio::test]
async fn a_waker_that_panics_harms_neither_the_call_nor_the_value() {
    struct Bad(AtomicUsize);
    impl Wake for Bad {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
            panic!("a waker's");
        }
    }
    let (scope, capture) = child();
    let bad = Arc::new(Bad(AtomicUsize::new(0)));
    let mut waiting = Box::pin(capture.wait());
    let waker = Waker::from(Arc::clone(&bad));
    assert!(waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    let result = scope.execute(giving("call_1", 1)).await;
    assert!(result.concludes_turn());
    assert_eq!(bad.0.load(Ordering::SeqCst), 1);
    assert_eq!(waiting.await.unwrap().to_string(), r#"{"n":1}"#);
    assert!(capture.is_captured());
}

#[tokio::test]
async fn nothing_is_kept_of_calls_that_have_ended() {
    // Ten thousand calls in vain, of the tool and of others, and it is taken all the same.
    let (scope, capture) = child();
    scope.register(free("own").body(|_, _| async {}).build()).unwrap();
    for at in 0..10_000_u32 {
        let name = if at % 2 == 0 { TOOL } else { "own" };
        scope.execute(call(name, "{}")).await;
    }
    assert!(!scope.execute(giving("call_1", 1)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":1}"#));
}
