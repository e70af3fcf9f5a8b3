//! The same call again and again, and what is said of it.

use crate::support::{call, free, plain, registry};
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, Denial, RepeatReminder, ToolRegistry};
use futures_util::future::join_all;
use std::sync::atomic::{AtomicU32, Ordering};

/// Counts up to where its results change.
fn status() -> ToolDefinition {
    let asked = AtomicU32::new(0);
    free("status")
        .body(move |_, _| {
            let percent = asked.fetch_add(1, Ordering::SeqCst) * 10;
            async move { format!("{percent} %") }
        })
        .build()
}

fn advice(result: &ToolExecutionResult) -> Vec<&AdditionalContext> {
    result.additional_contexts().iter().collect()
}

/// What the metadata of the advice says; 0 for none.
fn calls(result: &ToolExecutionResult) -> i64 {
    let advice = advice(result);
    assert!(advice.len() < 2, "{advice:?}");
    advice
        .first()
        .map_or(0, |context| context.meta.as_ref().unwrap().to_value()["calls"].as_i64().unwrap())
}

fn text(result: &ToolExecutionResult) -> &str {
    advice(result)[0].content[0].as_text().unwrap()
}

async fn times(scope: &ToolScope, name: &str, arguments: &str, times: usize) -> Vec<i64> {
    let mut said = Vec::new();
    for _ in 0..times {
        said.push(calls(&scope.execute(call(name, arguments)).await));
    }
    said
}

fn reminded(tools: impl IntoIterator<Item = ToolDefinition>, by: RepeatReminder) -> ToolRegistry {
    let registry = registry(tools);
    registry.policy(by);
    registry
}

#[tokio::test]
async fn the_third_the_fifth_and_the_eighth_call_bring_advice_and_nothing_is_blocked() {
    let agent = reminded([plain("a")], RepeatReminder::new()).scope("agent");
    let mut texts = Vec::new();
    for number in 1..=12 {
        let result = agent.execute(call("a", "{}")).await;
        assert_eq!((result.text().as_ref(), result.is_error()), ("done", false));
        let expected = if [3, 5, 8].contains(&number) { number } else { 0 };
        assert_eq!(calls(&result), expected);
        if expected > 0 {
            let context = advice(&result)[0];
            let source = serde_json::to_value(&context.source).unwrap();
            assert_eq!(source, serde_json::json!({"kind": "plugin", "plugin": "repeat-reminder"}));
            texts.push(text(&result).to_owned());
        }
    }
    assert!(texts[0].starts_with("`a` was called 3 times in a row with the same arguments"));
    assert!(texts[0].contains("use the result, or change the arguments"));
    assert!(texts[1].contains("called 5 times") && texts[1].contains("Stop repeating this call."));
    assert!(
        texts[2].contains("called 8 times") && texts[2].contains("Do not make this call again.")
    );
}

#[tokio::test]
async fn arguments_are_the_same_by_their_value() {
    let agent = reminded([plain("a"), plain("b")], RepeatReminder::new().at([2])).scope("agent");
    assert_eq!(times(&agent, "a", r#"{"x":1,"y":[1,2]}"#, 1).await, [0]);
    assert_eq!(times(&agent, "a", r#"{ "y": [1.0, 2], "x": 1 }"#, 1).await, [2]);
    assert_eq!(times(&agent, "a", r#"{"y":[2,1],"x":1}"#, 1).await, [0]);
    assert_eq!(times(&agent, "b", r#"{"y":[2,1],"x":1}"#, 1).await, [0]);
    assert_eq!(times(&agent, "b", r#"{"y":[2,1],"x":"1"}"#, 1).await, [0]);
}

#[tokio::test]
async fn any_other_call_begins_a_new_row() {
    let agent = reminded([plain("test"), plain("edit")], RepeatReminder::new()).scope("agent");
    for _ in 0..5 {
        assert_eq!(times(&agent, "test", "{}", 2).await, [0, 0]);
        assert_eq!(times(&agent, "edit", "{}", 1).await, [0]);
    }
    assert_eq!(times(&agent, "test", "{}", 3).await, [0, 0, 3]);
}

#[tokio::test]
async fn scopes_have_rows_of_their_own() {
    let registry = reminded([plain("a")], RepeatReminder::new());
    let (x, y) = (registry.scope("x"), registry.scope("y"));
    let below = x.child("below");
    for _ in 0..2 {
        for scope in [&x, &y, &below] {
            assert_eq!(times(scope, "a", "{}", 1).await, [0]);
        }
        assert_eq!(calls(&registry.execute(call("a", "{}")).await), 0);
    }
    assert_eq!(times(&x, "a", "{}", 1).await, [3]);
    assert_eq!(calls(&registry.execute(call("a", "{}")).await), 3);
    // One that is quiet for long is forgotten when there are very many.
    for n in 0..2000 {
        times(&registry.scope(format!("scope {n}")), "a", "{}", 1).await;
    }
    assert_eq!(times(&y, "a", "{}", 2).await, [0, 0]);
}

#[tokio::test]
async fn failures_denials_and_names_that_are_no_tool_count_and_what_is_no_json_does_not() {
    let registry = reminded([plain("a")], RepeatReminder::new());
    registry.guard_fn(|call| (call.name() == "a").then(|| Denial::new("not today")));
    let agent = registry.scope("agent");
    assert_eq!(times(&agent, "a", "{}", 3).await, [0, 0, 3]);
    assert_eq!(times(&agent, "nonsense", "{}", 2).await, [0, 0]);
    assert_eq!(times(&agent, "nonsense", "{", 3).await, [0, 0, 0]);
    assert_eq!(times(&agent, "nonsense", "{}", 1).await, [3]);
}

#[tokio::test]
async fn calls_of_tools_do_not_count() {
    let outer = free("outer")
        .body(|_, cx| async move {
            let mut contexts = 0;
            for _ in 0..4 {
                contexts += cx.call("a", "{}").await.additional_contexts().len();
            }
            format!("{contexts}")
        })
        .build();
    let agent = reminded([plain("a"), outer], RepeatReminder::new()).scope("agent");
    for expected in [0, 0, 3] {
        let result = agent.execute(call("outer", "{}")).await;
        assert_eq!((result.text().as_ref(), calls(&result)), ("0", expected));
    }
}

#[tokio::test]
async fn who_waits_for_something_is_told_so_or_left_alone() {
    let agent = reminded([status()], RepeatReminder::new()).scope("agent");
    assert_eq!(times(&agent, "status", "{}", 2).await, [0, 0]);
    let third = agent.execute(call("status", "{}")).await;
    assert!(text(&third).contains("its results differ"), "{}", text(&third));
    assert!(text(&third).contains("leave more time between calls"));

    let patient = RepeatReminder::new().unless_changed();
    let agent = reminded([status(), plain("a")], patient).scope("agent");
    assert_eq!(times(&agent, "status", "{}", 9).await, [0; 9]);
    assert_eq!(times(&agent, "a", "{}", 3).await, [0, 0, 3]);

    let deaf = RepeatReminder::new().ignore(["status"]);
    let agent = reminded([status(), plain("a")], deaf).scope("agent");
    assert_eq!(times(&agent, "status", "{}", 9).await, [0; 9]);
    assert_eq!(times(&agent, "a", "{}", 2).await, [0, 0]);
    assert_eq!(times(&agent, "status", "{}", 1).await, [0]);
    assert_eq!(times(&agent, "a", "{}", 1).await, [3], "who is ignored ends no row");
}

#[tokio::test]
async fn the_numbers_can_be_chosen() {
    let agent = reminded([plain("a")], RepeatReminder::new().at([0, 1, 4, 2])).scope("agent");
    assert_eq!(times(&agent, "a", "{}", 5).await, [0, 2, 0, 4, 0]);
    let agent = reminded([plain("a")], RepeatReminder::new().at([])).scope("agent");
    assert_eq!(times(&agent, "a", "{}", 9).await, [0; 9]);
}

#[tokio::test]
async fn it_is_said_once_whoever_else_says_it_and_beside_whatever_others_decide() {
    let registry = reminded([plain("a")], RepeatReminder::new());
    registry.scope("agent").policy(RepeatReminder::new());
    registry.install(|hooks| {
        hooks
            .prepend()
            .post_execute_fn(|_, _, _| async { Ok(PostToolDecision::block("withheld")) });
    });
    let agent = registry.scope("agent");
    assert_eq!(times(&agent, "a", "{}", 2).await, [0, 0]);
    let third = agent.execute(call("a", "{}")).await;
    assert_eq!((third.text().as_ref(), calls(&third)), ("withheld", 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_at_the_same_time_are_all_counted() {
    let at: Vec<u32> = (2..=400).collect();
    let agent = reminded([plain("a")], RepeatReminder::new().at(at)).scope("agent");
    let running: Vec<_> = (0..400).map(|_| tokio::spawn(agent.execute(call("a", "{}")))).collect();
    let results = join_all(running).await;
    let mut said: Vec<i64> = results.iter().map(|result| calls(result.as_ref().unwrap())).collect();
    said.sort_unstable();
    let expected: Vec<i64> = std::iter::once(0).chain(2..=400).collect();
    assert_eq!(said, expected);
}

#[tokio::test]
async fn in_a_batch_the_calls_count_in_their_order() {
    let agent = reminded([plain("a")], RepeatReminder::new()).scope("agent");
    let batch = (0..5).map(|n| ToolExecutionInput::new(format!("call_{n}"), "a", "{}"));
    let results = agent.run_batch(batch, BatchOptions::new()).await;
    let said: Vec<i64> = results.iter().map(|(_, result)| calls(result)).collect();
    assert_eq!(said, [0, 0, 3, 0, 5]);
}
