//! Values that are given within other calls.

use super::{TOOL, giving, schema, taken};
use crate::support::{call, code, free, poll_once, registry};
use dsh_tools::prelude::*;
use dsh_tools::{NotCaptured, StructuredCapture};
use std::pin::pin;
use std::sync::{Arc, Mutex};

/// Calls what its arguments list, one after the other: `{"calls": [[name, arguments], ..], "fail": bool}`.
fn program(name: &'static str) -> ToolDefinition {
    free(name)
        .body(|arguments: FrozenJson, cx| async move {
            let mut said = Vec::new();
            for call in arguments.get("calls").unwrap().items() {
                let mut parts = call.items();
                let name = parts.next().unwrap().as_str().unwrap().into_owned();
                let result = cx.call(name, parts.next().unwrap().to_frozen()).await;
                said.push(result.text().into_owned());
            }
            let fails = arguments.get("fail").is_some_and(|fail| fail.as_bool() == Some(true));
            if fails { Err(ToolError::new("PROGRAM", "it broke")) } else { Ok(said.join("; ")) }
        })
        .build()
}

fn child() -> (ToolScope, StructuredCapture) {
    let done = free("t").body(|_, _| async { "done" }).build();
    let scope = registry([program("run"), program("run_more"), done]).scope("child");
    let capture = StructuredCapture::install(&scope, schema()).unwrap();
    (scope, capture)
}

const ACCEPTED: &str = "The answer was accepted.";

#[tokio::test]
async fn s250_a_nested_value_is_taken_with_the_success_of_the_outer_call() {
    let (scope, capture) = child();
    let failing = r#"{"calls": [["structured_output", {"n": 1}]], "fail": true}"#;
    let failed = scope.execute(call("run", failing)).await;
    assert_eq!(code(&failed), "PROGRAM");
    assert_eq!(taken(&capture), None);

    let blocking = scope.post_execute_fn(|call: ToolExecution, _, next: PostNext| async move {
        if call.name() == "run" { Ok(PostToolDecision::block("no")) } else { next.run().await }
    });
    let giving_two = failing.replace(": 1", ": 2").replace("true", "false");
    assert!(scope.execute(call("run", &giving_two)).await.is_error());
    assert_eq!(taken(&capture), None);
    blocking.unregister();

    let result = scope.execute(call("run", &giving_two.replace(": 2", ": 3"))).await;
    assert_eq!(result.text(), ACCEPTED);
    assert!(result.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n": 3}"#));
    assert_eq!(code(&scope.execute(call("t", "{}")).await), "DENIED");
}

#[tokio::test]
async fn nothing_is_denied_while_a_nested_value_waits() {
    let (scope, capture) = child();
    let calls = r#"{"calls": [["structured_output", {"n": 1}], ["t", {}]]}"#;
    let result = scope.execute(call("run", calls)).await;
    assert_eq!(result.text(), format!("{ACCEPTED}; done"));
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n": 1}"#));
}

#[tokio::test]
async fn a_value_waits_for_every_call_that_it_is_in() {
    let inner = |fail: bool| {
        format!(r#"["run_more", {{"calls": [["structured_output", {{"n": 1}}]], "fail": {fail}}}]"#)
    };
    for (inner_fails, outer_fails) in [(false, false), (true, false), (false, true), (true, true)] {
        let (scope, capture) = child();
        let seen: Arc<Mutex<Vec<(String, bool)>>> = Arc::default();
        let capture = Arc::new(capture);
        let (note, looking) = (Arc::clone(&seen), Arc::clone(&capture));
        scope.observe_fn(move |call, _| {
            note.lock().unwrap().push((call.name().to_owned(), looking.is_captured()));
        });
        let calls = format!(r#"{{"calls": [{}], "fail": {outer_fails}}}"#, inner(inner_fails));
        scope.execute(call("run", &calls)).await;
        let is_taken = !inner_fails && !outer_fails;
        assert_eq!(taken(&capture).is_some(), is_taken);
        let seen = seen.lock().unwrap().clone();
        let expected =
            [(TOOL.to_owned(), false), ("run_more".into(), false), ("run".into(), is_taken)];
        assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn of_several_values_in_one_call_the_last_that_stands_is_taken() {
    let (scope, capture) = child();
    let calls = r#"{"calls": [
        ["structured_output", {"n": 1}],
        ["run_more", {"calls": [["structured_output", {"n": 2}]]}],
        ["run_more", {"calls": [["structured_output", {"n": 3}]], "fail": true}],
        ["structured_output", {"n": "four"}]]}"#;
    let result = scope.execute(call("run", calls)).await;
    assert!(!result.is_error(), "{}", result.text());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n": 2}"#));
}

#[tokio::test]
async fn a_discarded_value_is_told_with_what_discarded_it() {
    let (scope, capture) = child();
    let failing = r#"{"calls": [["structured_output", {"n": 1}]], "fail": true}"#;
    scope.execute(call("run", failing)).await;
    let why = capture.finish().unwrap_err();
    let NotCaptured::Failed { calls: 1, code, message, .. } = &why else { panic!("{why}") };
    assert_eq!((code.as_str(), message.as_str()), ("PROGRAM", "it broke"));
}

#[tokio::test]
async fn a_dropped_outer_call_discards_and_frees_the_way() {
    let (scope, capture) = child();
    let stuck = free("stuck")
        .body(|_, cx: ToolContext| async move {
            assert!(!cx.call(TOOL, r#"{"n":1}"#).await.is_error());
            std::future::pending::<()>().await;
        })
        .build();
    scope.register(stuck).unwrap();
    {
        let mut running = pin!(scope.execute(call("stuck", "{}")));
        assert!(poll_once(running.as_mut()).is_pending());
        // The value is given and not decided: nobody else may give one meanwhile.
        let other = scope.execute(giving("call_2", 2)).await;
        assert_eq!(code(&other), "DENIED");
        assert!(other.text().contains("another call"), "{}", other.text());
        assert_eq!(scope.execute(call("t", "{}")).await.text(), "done");
        assert_eq!(taken(&capture), None);
    }
    assert_eq!(taken(&capture), None);
    assert!(scope.execute(giving("call_3", 3)).await.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":3}"#));
}

#[tokio::test]
async fn a_run_that_ends_before_it_is_decided_says_so() {
    let (scope, capture) = child();
    let stuck = free("stuck")
        .body(|_, cx: ToolContext| async move {
            cx.call(TOOL, r#"{"n":1}"#).await;
            std::future::pending::<()>().await;
        })
        .build();
    scope.register(stuck).unwrap();
    let mut running = pin!(scope.execute(call("stuck", "{}")));
    assert!(poll_once(running.as_mut()).is_pending());
    let why = capture.finish().unwrap_err();
    assert_eq!(why, NotCaptured::Unsettled { tool: TOOL.into() });
}

#[tokio::test]
async fn what_a_call_left_running_gives_nothing() {
    let (scope, capture) = child();
    let left: Arc<Mutex<Option<ToolContext>>> = Arc::default();
    let keep = Arc::clone(&left);
    let leaving = free("leaving")
        .body(move |_, cx: ToolContext| {
            *keep.lock().unwrap() = Some(cx);
            async { "left" }
        })
        .build();
    scope.register(leaving).unwrap();
    // Before the call's own context is cancelled: while observers are told of its outcome.
    let late: Arc<Mutex<Option<ToolExecutionResult>>> = Arc::default();
    let (result, cx) = (Arc::clone(&late), Arc::clone(&left));
    scope.observe_fn(move |call, _| {
        if call.name() == "leaving" {
            let cx = cx.lock().unwrap().take().unwrap();
            let nested = cx.call(TOOL, r#"{"n":1}"#);
            let done = futures_util::FutureExt::now_or_never(nested.into_future());
            *result.lock().unwrap() = done;
        }
    });
    assert_eq!(scope.execute(call("leaving", "{}")).await.text(), "left");
    let late = late.lock().unwrap().clone().unwrap();
    assert_eq!(code(&late), "DENIED", "{}", late.text());
    assert_eq!(taken(&capture), None);
    // The same where the host makes the call and says who makes it.
    let token = scope.execute(call("t", "{}"));
    let heard: Arc<Mutex<Option<ToolExecution>>> = Arc::default();
    let ears = Arc::clone(&heard);
    scope.observe_fn(move |call, _| *ears.lock().unwrap() = Some(call.clone()));
    token.await;
    let ended = heard.lock().unwrap().clone().unwrap().token();
    assert_eq!(code(&scope.execute(giving("call_2", 2).parent(ended)).await), "DENIED");
    assert!(!scope.execute(giving("call_3", 3)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":3}"#));
}

#[tokio::test]
async fn a_parent_of_another_scope_is_waited_for_by_nobody() {
    let registry = registry([]);
    let agent = registry.scope("agent");
    let (made, kept) = (registry.clone(), Arc::new(Mutex::new(None)));
    let keep = Arc::clone(&kept);
    // An agent's tool runs a child in a scope of its own, and names itself as the parent of the child's calls.
    let delegate = free("delegate")
        .body(move |_, cx: ToolContext| {
            let (registry, keep) = (made.clone(), Arc::clone(&keep));
            async move {
                let child = registry.scope("child");
                let capture = StructuredCapture::install(&child, schema())?;
                let given = giving("call_1", 1).parent(cx.execution().token());
                assert!(child.execute(given).await.concludes_turn());
                *keep.lock().unwrap() = taken(&capture);
                child.close();
                Ok::<_, ToolError>(Json(capture.settle(Ok::<_, ToolError>(()))?))
            }
        })
        .build();
    agent.register(delegate).unwrap();
    let result = agent.execute(call("delegate", "{}")).await;
    assert_eq!(result.value().unwrap().to_string(), r#"{"n":1}"#);
    assert_eq!(kept.lock().unwrap().as_deref(), Some(r#"{"n":1}"#));
}

#[tokio::test]
async fn what_runs_already_goes_on_when_the_value_is_taken() {
    let (scope, capture) = child();
    let gate = Arc::new(tokio::sync::Notify::new());
    let opened = Arc::clone(&gate);
    let slow = free("slow")
        .body(move |_, cx: ToolContext| {
            let gate = Arc::clone(&opened);
            async move {
                gate.notified().await;
                let (plain, late) = (cx.call("t", "{}").await, cx.call(TOOL, r#"{"n":9}"#).await);
                format!("{}; {}", plain.text(), late.text())
            }
        })
        .build();
    scope.register(slow).unwrap();
    let mut slow = pin!(scope.execute(call("slow", "{}")));
    assert!(poll_once(slow.as_mut()).is_pending());
    assert!(!scope.execute(giving("call_2", 1)).await.is_error());
    gate.notify_one();
    assert_eq!(
        slow.await.text(),
        "done; Error: the final value was given by `structured_output`: nothing runs after it"
    );
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":1}"#));
}
