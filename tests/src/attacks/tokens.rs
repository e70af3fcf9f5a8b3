//! Tokens that are made when somebody asks for them, and cancellations that come at the same moment.

use crate::support::{call, free, registry};
use dsh_tools::prelude::*;
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread;

/// A thread that a body left behind asks for its token for the first time while the call ends.
#[test]
fn no_end_is_lost_to_who_asks_for_the_token_meanwhile() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    let (send, contexts) = mpsc::channel::<(ToolContext, Arc<Barrier>)>();
    let send = std::sync::Mutex::new(send);
    let barrier = Arc::new(Barrier::new(3));
    let meet = Arc::clone(&barrier);
    let tool = free("t")
        .body(move |_, cx| {
            send.lock().unwrap().send((cx.clone(), Arc::clone(&meet))).unwrap();
            let meet = Arc::clone(&meet);
            async move {
                meet.wait();
                "done"
            }
        })
        .build();
    let registry = registry([tool]);
    let contexts = Arc::new(std::sync::Mutex::new(contexts));
    let (back, ended) = mpsc::channel();
    let asking = thread::spawn(move || {
        for round in 0..rounds {
            let (cx, meet) = contexts.lock().unwrap().recv().unwrap();
            let other = cx.clone();
            let (gate, opened) = (Arc::clone(&meet), meet);
            let second = thread::spawn(move || {
                gate.wait();
                other.cancellation().clone()
            });
            opened.wait();
            for _ in 0..round % 64 {
                std::hint::spin_loop();
            }
            let mine = cx.cancellation().clone();
            back.send((mine, second.join().unwrap(), cx)).unwrap();
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for round in 0..rounds {
        runtime.block_on(registry.execute(call("t", "{}")));
        let (mine, other, cx) = ended.recv().unwrap();
        assert!(mine.is_cancelled() && other.is_cancelled(), "{round}");
        assert!(cx.check_cancelled().is_err() && cx.cancellation().is_cancelled(), "{round}");
    }
    asking.join().unwrap();
}

/// The caller cancels while a thread asks for the first time.
#[test]
fn no_cancellation_of_the_caller_is_lost() {
    let (send, contexts) = mpsc::channel::<ToolContext>();
    let send = std::sync::Mutex::new(send);
    let tool = free("t")
        .body(move |_, cx| {
            send.lock().unwrap().send(cx.clone()).unwrap();
            async move {
                std::future::pending::<()>().await;
                "never"
            }
        })
        .build();
    let registry = registry([tool]);
    for batched in [false, true] {
        for both in [false, true] {
            let (own, batch) = (CancellationToken::new(), CancellationToken::new());
            let mut input = call("t", "{}");
            if !batched || both {
                input = input.cancellation(own.clone());
            }
            let options = BatchOptions::new().cancellation(batch.clone());
            let mut running = registry.run_batch([input], options);
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(async {
                let mut next = std::pin::pin!(running.next());
                assert!(crate::support::poll_once(next.as_mut()).is_pending());
                let cx = contexts.recv().unwrap();
                let at_once = cx.clone();
                let asked = thread::spawn(move || at_once.cancellation().clone());
                if batched {
                    batch.cancel();
                } else {
                    own.cancel();
                }
                let asked = asked.join().unwrap();
                let _ = crate::support::poll_once(next.as_mut());
                assert!(cx.check_cancelled().is_err(), "{batched} {both}");
                assert!(
                    cx.cancellation().is_cancelled() && asked.is_cancelled(),
                    "{batched} {both}"
                );
            });
        }
    }
}

/// A call that was cancelled by its id succeeds as little as one whose caller's token is cancelled, however its body
/// takes it.
#[tokio::test]
async fn what_is_cancelled_by_its_id_succeeds_no_more() {
    for by_id in [false, true] {
        let calls = dsh_tools::InFlightCalls::new();
        let token = CancellationToken::new();
        let stop = {
            let (calls, token) = (calls.clone(), token.clone());
            move || if by_id { assert!(calls.cancel("s", "1")) } else { token.cancel() }
        };
        let tool = free("t").body(move |_, _| {
            stop();
            async { "done all the same" }
        });
        let registry = registry([tool.build()]);
        registry.policy(calls.session("s"));
        let input = ToolExecutionInput::new("1", "t", "{}").cancellation(token);
        let result = registry.execute(input).await;
        assert_eq!(
            result.error().map(|error| error.code().to_string()).as_deref(),
            Some("ABORTED"),
            "{by_id}"
        );
        assert!(calls.is_empty());
    }
}

/// The same before anything of it ran: nobody is asked, and nothing is started.
#[tokio::test]
async fn what_is_cancelled_by_its_id_early_is_neither_asked_about_nor_started() {
    let calls = dsh_tools::InFlightCalls::new();
    let tool = free("t").body(|_, _| async { "done" });
    let registry = registry([tool.build()]);
    registry.policy(calls.session("s"));
    let approver = dsh_tools::testing::FakeApprover::new().otherwise(ApprovalDecision::AllowedOnce);
    registry.approver(approver.clone());
    let stop = calls.clone();
    registry.pre_execute_fn(move |_, _| {
        assert!(stop.cancel("s", "1"));
        async { Ok(PreToolDecision::ask("may it?")) }
    });
    let result = registry.execute(ToolExecutionInput::new("1", "t", "{}")).await;
    let error = result.error().unwrap();
    assert_eq!(error.code().to_string(), "ABORTED_BEFORE_DISPATCH", "{}", error.message());
    approver.assert_not_asked();
}

/// Two threads ask for the token of a call that ends meanwhile; in whatever order, both hear of it.
#[test]
fn a_dropped_call_ends_tokens_that_are_asked_for_meanwhile() {
    for round in 0..2000_u32 {
        let (send, contexts) = mpsc::channel::<ToolContext>();
        let send = std::sync::Mutex::new(send);
        let tool = free("t").body(move |_, cx| {
            send.lock().unwrap().send(cx).unwrap();
            std::future::pending::<String>()
        });
        let registry = registry([tool.build()]);
        let mut running = Box::pin(registry.execute(call("t", "{}")));
        assert!(crate::support::poll_once(running.as_mut()).is_pending());
        let cx = contexts.recv().unwrap();
        let meet = Arc::new(Barrier::new(2));
        let (gate, asked) = (Arc::clone(&meet), cx.clone());
        let asking = thread::spawn(move || {
            gate.wait();
            asked.cancellation().clone()
        });
        meet.wait();
        for _ in 0..round % 50 {
            std::hint::spin_loop();
        }
        drop(running);
        assert!(asking.join().unwrap().is_cancelled(), "{round}");
        assert!(cx.cancellation().is_cancelled(), "{round}");
    }
}
