//! Batches that are cancelled.

use super::{Bench, Stepped, calls, outcomes};
use dsh_tools::prelude::*;

#[tokio::test]
async fn s212_a_batch_that_is_cancelled_before_it_starts_runs_nothing_and_answers_for_all() {
    let bench = Bench::default();
    let stop = CancellationToken::new();
    stop.cancel();
    let options = BatchOptions::new().cancellation(stop);
    let handed = bench.registry().run_batch(calls(&["side", "alone", "side"]), options).await;
    let expected =
        ["1=ABORTED_BEFORE_DISPATCH", "2=ABORTED_BEFORE_DISPATCH", "3=ABORTED_BEFORE_DISPATCH"];
    assert_eq!(outcomes(&handed), expected);
    assert_eq!(bench.news(), expected);
}

#[tokio::test]
async fn s213_cancelled_while_the_first_is_decided_about_none_runs() {
    let bench = Bench::default();
    let (registry, stop) = (bench.registry(), CancellationToken::new());
    let (cancel, notes) = (stop.clone(), bench.clone());
    registry.pre_execute_fn(move |call, next| {
        notes.note(format!("pre {}", call.call_id()));
        cancel.cancel();
        async move { next.run().await }
    });
    let options = BatchOptions::new().cancellation(stop);
    registry.run_batch(calls(&["side", "side", "alone"]), options).await;
    assert_eq!(
        bench.news(),
        [
            "pre 1",
            "1=ABORTED_BEFORE_DISPATCH",
            "2=ABORTED_BEFORE_DISPATCH",
            "3=ABORTED_BEFORE_DISPATCH"
        ]
    );
}

#[test]
fn a_call_that_is_done_and_waits_for_its_turn_succeeds_no_more_when_the_batch_is_cancelled() {
    for has_hook in [false, true] {
        let bench = Bench::default();
        let (registry, stop) = (bench.registry(), CancellationToken::new());
        if has_hook {
            registry.post_execute_fn(|_, _, next| async move { next.run().await });
        }
        let options = BatchOptions::new().at_once(2).unwrap().cancellation(stop.clone());
        let mut batch = Stepped(registry.run_batch(calls(&["side", "side"]), options));
        batch.step();
        bench.release("2");
        batch.step();
        stop.cancel();
        bench.release("1");
        assert!(batch.step().1);
        assert_eq!(bench.news(), ["+1", "+2", "-2", "-1", "1=ABORTED", "2=ABORTED"], "{has_hook}");
    }
}

#[test]
fn s214_cancelled_in_the_middle_what_runs_is_awaited_and_the_rest_answered_for() {
    let bench = Bench::default();
    let (registry, stop) = (bench.registry(), CancellationToken::new());
    let own = CancellationToken::new();
    let mut inputs = calls(&["side", "side", "side", "alone"]);
    let second = inputs.remove(1).cancellation(own.clone());
    inputs.insert(1, second);
    let options = BatchOptions::new().at_once(2).unwrap().cancellation(stop.clone());
    let heard = bench.clone();
    registry.around_dispatch_fn(move |call, next| {
        let heard = heard.clone();
        async move {
            let result = next.run().await;
            heard.note(format!("{} told: {}", call.call_id(), call.cancellation().is_cancelled()));
            result
        }
    });
    let mut batch = Stepped(registry.run_batch(inputs, options));
    batch.step();
    assert_eq!(bench.news(), ["+1", "+2"]);
    stop.cancel();
    assert_eq!(batch.step(), (vec![], false), "bodies are awaited");
    assert!(!own.is_cancelled(), "the caller's own token is its own");
    bench.release("2");
    batch.step();
    bench.release("1");
    assert!(batch.step().1);
    assert_eq!(
        bench.news(),
        [
            "-2",
            "2 told: true",
            "-1",
            "1 told: true",
            "1=ABORTED",
            "2=ABORTED",
            "3=ABORTED_BEFORE_DISPATCH",
            "4=ABORTED_BEFORE_DISPATCH"
        ]
    );
}

#[test]
fn a_call_that_is_cancelled_by_itself_ends_no_sibling() {
    let bench = Bench::default();
    let own = CancellationToken::new();
    let mut inputs = calls(&["side", "side"]);
    let first = inputs.remove(0).cancellation(own.clone());
    inputs.insert(0, first);
    let options = BatchOptions::new().cancellation(CancellationToken::new());
    let mut batch = Stepped(bench.registry().run_batch(inputs, options));
    batch.step();
    own.cancel();
    bench.release("1");
    bench.release("2");
    assert!(batch.step().1);
    assert_eq!(bench.news(), ["+1", "+2", "-1", "1=ABORTED", "-2", "2=ok"]);
}

/// Where the batch is cancelled, or dropped.
#[tokio::test]
async fn c120_wherever_a_batch_is_cancelled_each_call_has_one_result_in_order() {
    for point in ["pre", "ask", "body", "post"] {
        let bench = Bench::default();
        let (registry, stop) = (bench.registry(), CancellationToken::new());
        let agent = registry.scope("agent");
        let at = move |here: &'static str, call: &ToolExecution, stop: &CancellationToken| {
            if here == point && call.call_id() == "2" {
                stop.cancel();
            }
        };
        let cancel = stop.clone();
        agent.pre_execute_fn(move |call, _| {
            at("pre", &call, &cancel);
            async { Ok(PreToolDecision::ask("may it?")) }
        });
        let cancel = stop.clone();
        agent.approver_fn(move |request: ApprovalRequest| {
            at("ask", request.execution(), &cancel);
            let rejects = request.call_id() == "3";
            async move {
                Ok(if rejects {
                    ApprovalDecision::Rejected(None)
                } else {
                    ApprovalDecision::AllowedOnce
                })
            }
        });
        let cancel = stop.clone();
        agent.around_dispatch_fn(move |call, next| {
            at("body", &call, &cancel);
            async move { next.run().await }
        });
        let cancel = stop.clone();
        agent.post_execute_fn(move |call, _, next| {
            at("post", &call, &cancel);
            async move { next.run().await }
        });
        for id in ["1", "2", "3", "4"] {
            bench.release(id);
        }
        let options = BatchOptions::new().at_once(2).unwrap().cancellation(stop);
        let handed = agent.run_batch(calls(&["side"; 4]), options).await;
        let ids: Vec<_> = handed.iter().map(|(call, _)| call.call_id()).collect();
        assert_eq!(ids, ["1", "2", "3", "4"], "{point}");
        let observed: Vec<_> = bench.news().into_iter().filter(|note| note.contains('=')).collect();
        assert_eq!(observed, outcomes(&handed), "{point}: observers hear what is handed out");
        assert_ne!(observed[1], "2=ok", "{point}");
        assert_ne!(observed[3], "4=ok", "{point}: what comes later does not run");
    }
}
