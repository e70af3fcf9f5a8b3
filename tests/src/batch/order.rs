//! Policy and results in the order of the calls.

use super::{Bench, Stepped, calls, outcomes};
use crate::support::{code, free};
use dsh_tools::prelude::*;
use futures_util::StreamExt;

#[test]
fn s206_results_are_handed_out_in_order_each_as_soon_as_it_is_next() {
    let bench = Bench::default();
    let mut batch = Stepped(bench.registry().run_batch(calls(&["side"; 3]), BatchOptions::new()));
    batch.step();
    bench.release("3");
    assert_eq!(batch.step(), (vec![], false));
    bench.release("1");
    assert_eq!(batch.step(), (vec!["1".to_owned()], false), "the second still runs");
    bench.release("2");
    assert_eq!(batch.step(), (vec!["2".to_owned(), "3".to_owned()], true));
    assert_eq!(bench.news(), ["+1", "+2", "+3", "-3", "-1", "1=ok", "-2", "2=ok", "3=ok"]);
}

#[test]
fn s208_hooks_are_asked_about_one_call_at_a_time_in_order() {
    let bench = Bench::default();
    let registry = bench.registry();
    let notes = bench.clone();
    registry.pre_execute_fn(move |call, next| {
        let notes = notes.clone();
        async move {
            notes.note(format!("pre {}", call.call_id()));
            notes.gate(&format!("pre {}", call.call_id())).notified().await;
            notes.note(format!("decided {}", call.call_id()));
            next.run().await
        }
    });
    let notes = bench.clone();
    registry.guard_fn(move |call| {
        notes.note(format!("guard {}", call.call_id()));
        None
    });
    let notes = bench.clone();
    registry.post_execute_fn(move |call, _, next| {
        let notes = notes.clone();
        async move {
            notes.note(format!("post {}", call.call_id()));
            notes.gate(&format!("post {}", call.call_id())).notified().await;
            notes.note(format!("accepted {}", call.call_id()));
            next.run().await
        }
    });
    let mut batch = Stepped(registry.run_batch(calls(&["side"; 2]), BatchOptions::new()));
    // Later gates are open already: order alone keeps them.
    for gate in ["pre 2", "post 2", "2"] {
        bench.release(gate);
    }
    batch.step();
    assert_eq!(bench.news(), ["pre 1"]);
    bench.release("pre 1");
    batch.step();
    let begun = ["decided 1", "guard 1", "+1", "pre 2", "decided 2", "guard 2", "+2", "-2"];
    assert_eq!(bench.news(), begun);
    bench.release("1");
    batch.step();
    assert_eq!(bench.news(), ["-1", "post 1"]);
    bench.release("post 1");
    assert!(batch.step().1);
    assert_eq!(bench.news(), ["accepted 1", "1=ok", "post 2", "accepted 2", "2=ok"]);
}

#[test]
fn a_result_does_not_wait_for_a_decision_about_a_later_call() {
    let bench = Bench::default();
    let registry = bench.registry();
    let gates = bench.clone();
    registry.pre_execute_fn(move |call, next| {
        let gate = gates.gate(&format!("pre {}", call.call_id()));
        async move {
            if call.call_id() == "2" {
                gate.notified().await;
            }
            next.run().await
        }
    });
    let mut batch = Stepped(registry.run_batch(calls(&["side"; 2]), BatchOptions::new()));
    bench.release("1");
    assert_eq!(batch.step(), (vec!["1".to_owned()], false));
    assert_eq!(bench.news(), ["+1", "-1", "1=ok"]);
    bench.release("pre 2");
    bench.release("2");
    assert_eq!(batch.step(), (vec!["2".to_owned()], true));
}

#[tokio::test]
async fn s209_a_denied_call_and_one_whose_hook_panics_stay_in_order() {
    let bench = Bench::default();
    let registry = bench.registry();
    registry.pre_execute_fn(|call, next| async move {
        match call.call_id() {
            "1" => Ok(PreToolDecision::deny("no")),
            "2" => panic!("a hook of the tests"),
            _ => next.run().await,
        }
    });
    let notes = bench.clone();
    registry.post_execute_fn(move |call, _, next| {
        notes.note(format!("post {}", call.call_id()));
        async move { next.run().await }
    });
    bench.release("3");
    let handed = registry.run_batch(calls(&["side"; 3]), BatchOptions::new()).await;
    assert_eq!(outcomes(&handed), ["1=DENIED", "2=HOOK_PANICKED", "3=ok"]);
    let news = bench.news();
    let concluded: Vec<_> = news.iter().filter(|note| !note.starts_with(['+', '-'])).collect();
    assert_eq!(concluded, ["post 1", "1=DENIED", "2=HOOK_PANICKED", "post 3", "3=ok"]);
    assert!(!news.contains(&"+1".to_owned()) && !news.contains(&"+2".to_owned()));
}

#[tokio::test]
async fn s218_what_a_log_keeps_of_a_failure_is_its_name_and_code() {
    let busy = free("busy")
        .body(|_, _| async { Err::<String, _>(ToolError::new("BUSY", "not now")) })
        .build();
    let registry = ToolRegistry::builder().tool(busy).build().unwrap();
    let handed = registry.run_batch(calls(&["busy"]), BatchOptions::new()).await;
    let (call, result) = &handed[0];
    let record = serde_json::to_value(result.record(call.call_id())).unwrap();
    assert_eq!(record["error"], serde_json::json!({"name": "ToolError", "code": "BUSY"}));
}

#[tokio::test]
async fn c122_a_failure_harms_no_sibling_unless_that_is_asked_for() {
    let fails =
        free("fails").body(|_, _| async { Err::<String, _>(ToolError::msg("broken")) }).build();
    let panics = free("panics").body(|_, _| async { crate::support::boom("at work") }).build();
    let fine = free("fine").body(|_, _| async { "fine" }).build();
    let registry = ToolRegistry::builder().tools([fails, panics, fine]).build().unwrap();
    for (broken, found) in [("fails", "2=TOOL_ERROR"), ("panics", "2=TOOL_PANICKED")] {
        let batch = || calls(&["fine", broken, "fine"]);
        let handed = registry.run_batch(batch(), BatchOptions::new()).await;
        assert_eq!(outcomes(&handed), ["1=ok", found, "3=ok"]);
        let handed = registry.run_batch(batch(), BatchOptions::new().fail_fast(true)).await;
        assert_eq!(outcomes(&handed), ["1=ok", found, "3=ABORTED_BEFORE_DISPATCH"]);
        assert!(handed[2].1.text().contains("a call before it failed"), "{}", handed[2].1.text());
    }
}

#[tokio::test]
async fn calls_that_run_when_another_fails_fast_go_on() {
    let bench = Bench::default();
    let registry = bench.registry();
    let options = BatchOptions::new().at_once(2).unwrap().fail_fast(true);
    registry.guard_fn(|call| (call.call_id() == "2").then(|| Denial::new("no")));
    let mut batch = Stepped(registry.run_batch(calls(&["side"; 4]), options));
    assert_eq!(batch.step(), (vec![], false));
    assert_eq!(bench.news(), ["+1"]);
    bench.release("1");
    assert!(batch.step().1);
    assert_eq!(
        bench.news(),
        ["-1", "1=ok", "2=DENIED", "3=ABORTED_BEFORE_DISPATCH", "4=ABORTED_BEFORE_DISPATCH"]
    );
}

#[tokio::test]
async fn calls_of_one_id_are_calls_of_their_own() {
    let echo = free("echo").body(|arguments, _| async move { arguments.to_string() }).build();
    let registry = ToolRegistry::builder().tool(echo).build().unwrap();
    let input = |n: u32| ToolExecutionInput::new("same", "echo", serde_json::json!({"n": n}));
    let handed = registry.run_batch([input(1), input(2), input(2)], BatchOptions::new()).await;
    let texts: Vec<_> = handed.iter().map(|(_, result)| result.text().into_owned()).collect();
    assert_eq!(texts, [r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":2}"#]);
    let tokens: std::collections::HashSet<_> =
        handed.iter().map(|(call, _)| call.token()).collect();
    assert_eq!(tokens.len(), 3);
}

#[tokio::test]
async fn a_batch_is_a_stream() {
    let registry = ToolRegistry::new();
    let batch = registry.run_batch(calls(&["a", "b"]), BatchOptions::new());
    let codes: Vec<_> = StreamExt::map(batch, |(_, result)| code(&result)).collect().await;
    assert_eq!(codes, ["UNKNOWN_TOOL", "UNKNOWN_TOOL"]);
    assert!(registry.run_batch([], BatchOptions::new()).await.is_empty());
}
