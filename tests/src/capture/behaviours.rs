//! What a run sees of its capture, step by step.

use super::{TOOL, child, giving, schema, taken};
use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{
    BatchOptions, CaptureError, FrozenJson, NotCaptured, RunEnd, StructuredCapture,
    ToolExecutionInput,
};
use serde_json::json;

/// A loop over what a model says, turn by turn: how many turns were asked for, and what the calls gave.
async fn run(scope: &ToolScope, turns: &[&[(&str, &str)]]) -> (usize, Vec<ToolExecutionResult>) {
    let (mut asked, mut results) = (0, Vec::new());
    for turn in turns {
        asked += 1;
        let calls = turn
            .iter()
            .map(|(name, arguments)| ToolExecutionInput::new("call_1", *name, *arguments));
        let done = scope.run_batch(calls, BatchOptions::new()).await;
        results.extend(done.into_iter().map(|(_, result)| result));
        if turn.is_empty() || results.iter().any(ToolExecutionResult::concludes_turn) {
            break;
        }
    }
    (asked, results)
}

#[tokio::test]
async fn s244_a_valid_call_ends_the_run_with_its_value() {
    let (scope, capture) = child();
    let given = r#"{ "n" : 7 }"#;
    let (asked, results) = run(&scope, &[&[("t", "{}")], &[(TOOL, given)], &[("t", "{}")]]).await;
    assert_eq!(asked, 2, "no further step is spent");
    assert_eq!(results[1].text(), "The answer was accepted.");
    assert_eq!(results[1].value().unwrap().to_string(), given);
    assert!(capture.is_captured());
    let value: FrozenJson = capture.finish().unwrap();
    assert_eq!(value.to_string(), given, "as the model wrote it");
}

#[tokio::test]
async fn s245_invalid_arguments_are_told_and_a_later_call_is_captured() {
    let (scope, capture) = child();
    let wrong = scope.execute(call(TOOL, r#"{"n":"seven","m":1}"#)).await;
    assert_eq!(code(&wrong), "INVALID_ARGS");
    assert_eq!(
        wrong.text(),
        "Error: invalid arguments for `structured_output`: 2 violations\n\
         `n`: expected an integer, got the string \"seven\"\n\
         `m`: is not a declared field; declared fields: `n`"
    );
    assert!(!wrong.concludes_turn());
    let unreadable = scope.execute(call(TOOL, "{\"n\":")).await;
    assert_eq!(code(&unreadable), "INVALID_JSON");
    assert_eq!(taken(&capture), None);
    assert!(scope.execute(giving("call_2", 7)).await.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":7}"#));
}

#[tokio::test]
async fn s246_a_run_without_a_value_is_an_error_for_whoever_started_it() {
    let (scope, capture) = child();
    let (asked, _) = run(&scope, &[&[("t", "{}")], &[]]).await;
    assert_eq!(asked, 2);
    let error = capture.settle(RunEnd::Finished).unwrap_err();
    assert_eq!(error.code(), &"NOT_CAPTURED");
    assert_eq!(
        error.message(),
        "the run ended without a call of `structured_output`, and gave no value"
    );
    let why = error.source().unwrap().downcast_ref::<NotCaptured>().unwrap();
    assert_eq!(*why, NotCaptured::NeverCalled { tool: TOOL.into() });

    // The child's own error stays what it is, and a cancellation is one, with a value or without.
    for with_value in [false, true] {
        let ended = async |end: RunEnd| {
            let capture = StructuredCapture::install(&scope, schema()).unwrap();
            if with_value {
                assert!(!scope.execute(giving("call_1", 1)).await.is_error());
            }
            capture.settle(end).unwrap_err()
        };
        let failed = ended(Err::<(), _>(ToolError::new("OFFLINE", "no network")).into()).await;
        assert_eq!((failed.code().as_str(), failed.message()), ("OFFLINE", "no network"));
        assert_eq!(ended(RunEnd::Cancelled).await.code(), &"ABORTED");
    }
}

#[tokio::test]
async fn calls_in_vain_are_told_with_the_last_failure() {
    let (scope, capture) = child();
    scope.execute(call(TOOL, "{}")).await;
    scope.execute(call(TOOL, r#"{"n":1.5}"#)).await;
    scope.execute(call("t", "{}")).await;
    let why = capture.finish().unwrap_err();
    let NotCaptured::Failed { calls, code, message, .. } = &why else { panic!("{why}") };
    assert_eq!((*calls, code.as_str()), (2, "INVALID_ARGS"));
    assert!(message.contains("got the number 1.5"), "{message}");
}

#[tokio::test]
async fn s247_calls_after_the_capture_are_denied_and_those_before_it_run() {
    let (scope, capture) = child();
    // Hooks that allow whatever anybody says, outermost and registered last.
    scope.install(|hooks| {
        hooks.prepend().pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
    });
    let calls =
        [("t", "{}"), (TOOL, r#"{"n":1}"#), ("t", "{}"), (TOOL, r#"{"n":2}"#), ("no", "{}")];
    let (_, results) = run(&scope, &[&calls]).await;
    assert_eq!(results[0].text(), "done");
    assert!(results[1].concludes_turn());
    for result in &results[2..] {
        assert_eq!(code(result), "DENIED");
        assert_eq!(
            result.text(),
            "Error: the final value was given by `structured_output`: nothing runs after it"
        );
    }
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":1}"#));
    // The same for calls below the scope and without a batch; elsewhere nothing is denied.
    assert_eq!(code(&scope.child("helper").execute(call("t", "{}")).await), "DENIED");
    assert_eq!(scope.registry().execute(call("t", "{}")).await.text(), "done");
    assert_eq!(scope.registry().scope("other").execute(call("t", "{}")).await.text(), "done");
    // What the capture installed goes with it.
    capture.remove();
    assert_eq!(scope.execute(call("t", "{}")).await.text(), "done");
}

#[tokio::test]
async fn s248_what_a_post_policy_blocks_is_not_captured() {
    let (scope, capture) = child();
    let blocking = scope
        .post_execute_fn(|_, _, _| async { Ok(PostToolDecision::block("Say more about it.")) });
    let blocked = scope.execute(giving("call_1", 1)).await;
    assert!(blocked.is_error() && !blocked.concludes_turn());
    assert_eq!(taken(&capture), None);
    assert_eq!(scope.execute(call("t", "{}")).await.text(), "Say more about it.");
    blocking.unregister();
    assert_eq!(scope.execute(call("t", "{}")).await.text(), "done", "the model goes on");

    scope.post_execute_fn(|_, _, next| async move { Ok(next.run().await?.with_content("fine")) });
    let accepted = scope.execute(giving("call_2", 2)).await;
    assert_eq!(accepted.text(), "fine");
    assert!(accepted.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":2}"#));
}

#[tokio::test]
async fn s249_only_the_final_result_commits() {
    let (scope, capture) = child();
    let accepting = scope.post_execute_fn(|_, _, _| async { Ok(PostToolDecision::accept()) });
    let rejecting = scope.install(|hooks| {
        hooks.prepend().post_execute_fn(|_, _, next| async move {
            let _overruled = next.run().await?;
            Ok(PostToolDecision::block("no"))
        });
    });
    assert!(scope.execute(giving("call_1", 1)).await.is_error());
    assert_eq!(taken(&capture), None);
    rejecting.unregister();
    accepting.unregister();

    // Nor what anything else takes back after the body.
    let failing = scope.around_dispatch_fn(|_, next| async move {
        next.run().await?;
        Err(ToolError::msg("no"))
    });
    assert!(scope.execute(giving("call_2", 2)).await.is_error());
    failing.unregister();
    let panicking = scope.post_execute_fn(|_, _, _| async { panic!("a hook") });
    assert_eq!(code(&scope.execute(giving("call_3", 3)).await), "HOOK_PANICKED");
    panicking.unregister();
    let token = CancellationToken::new();
    let cancelling = {
        let token = token.clone();
        scope.post_execute_fn(move |_, _, next| {
            token.cancel();
            next.run()
        })
    };
    let cancelled = scope.execute(giving("call_4", 4).cancellation(token)).await;
    assert_eq!(code(&cancelled), "ABORTED");
    cancelling.unregister();
    assert_eq!(taken(&capture), None);
    assert!(scope.execute(giving("call_5", 5)).await.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":5}"#));
}

#[tokio::test]
async fn s251_a_call_id_that_comes_again_promotes_nothing() {
    let (scope, capture) = child();
    let blocking =
        scope.post_execute_fn(|_, _, _| async { Ok(PostToolDecision::block("not yet")) });
    scope.execute(giving("call_1", 1)).await;
    blocking.unregister();
    let denying = scope.guard_fn(|_| Some(Denial::new("not yet")));
    scope.execute(giving("call_1", 2)).await;
    denying.unregister();
    // Another tool under the same id, and then the tool with other arguments.
    assert_eq!(scope.execute(ToolExecutionInput::new("call_1", "t", "{}")).await.text(), "done");
    assert_eq!(taken(&capture), None);
    assert_eq!(code(&scope.execute(call(TOOL, "{}")).await), "INVALID_ARGS");
    assert_eq!(taken(&capture), None);
    scope.execute(giving("call_1", 3)).await;
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":3}"#));
}

#[test]
fn s252_a_schema_that_cannot_be_enforced_is_refused_before_anything_is_there() {
    let registry = registry([]);
    let scope = registry.scope("child");
    let mut changes = registry.subscribe();
    let before = changes.count();
    let refused = |schema: serde_json::Value| {
        let error = StructuredCapture::install(&scope, schema).unwrap_err();
        let CaptureError::Schema(error) = error else { panic!("{error}") };
        error.violations().map(|violation| violation.path()).collect::<Vec<_>>()
    };
    let wrong = json!({
        "type": "object",
        "properties": {"a": {"type": "string", "minLength": 1}, "b": {"type": ["null", "string"]}},
        "required": ["c"],
    });
    assert_eq!(
        refused(wrong),
        ["schema.properties.a.minLength", "schema.properties.b.type", "schema.required"]
    );
    // A root that is no object is told only where nothing else is wrong.
    assert_eq!(refused(json!({"type": "array", "maxItems": 3})), ["schema.maxItems"]);
    assert_eq!(refused(json!({"type": "array"})), ["schema"]);
    assert_eq!(refused(json!({})), ["schema"]);
    let error = StructuredCapture::install(&scope, json!({"type": "string"})).unwrap_err();
    assert!(error.to_string().ends_with("goes under a key of one"), "{error}");
    assert_eq!(refused(json!(["object"])), ["schema"]);
    // Nesting that no JSON document has here, as values that are no JSON cannot be written down at all.
    let deep = (0..1_000)
        .fold(json!({"type": "string"}), |inner, _| json!({"type": "array", "items": inner}));
    assert_eq!(refused(json!({"type": "object", "properties": {"deep": deep}})), ["schema"]);

    assert!(scope.schemas().is_empty());
    assert_eq!(changes.count(), before);
    assert!(StructuredCapture::install(&scope, schema()).is_ok());
}

#[test]
fn s254_the_demand_is_its_own_section_and_stands_nowhere_else() {
    let (scope, capture) = child();
    let demand = capture.demand();
    assert!(demand.contains("`structured_output`"), "{demand}");
    // The host appends it to the child's prompt; no tool says it a second time.
    let told: Vec<String> =
        scope.schemas().iter().map(|schema| serde_json::to_string(schema).unwrap()).collect();
    assert!(told.iter().all(|text| !text.contains(&demand)));
    let prompt = ["You review changes.", "Be short.", &demand].join("\n\n");
    assert!(prompt.ends_with(&demand));
    assert_eq!(prompt.matches(&demand).count(), 1);
}

#[tokio::test]
async fn a_body_that_is_run_alone_gives_nothing() {
    let (scope, capture) = child();
    let tool = scope.get(TOOL).unwrap();
    let alone = tool.call(r#"{"n":1}"#).await;
    assert_eq!(code(&alone), "DENIED");
    assert!(alone.text().contains("takes no value from here"), "{}", alone.text());
    // Nor does it stand in the way of the right call.
    let elsewhere = scope.registry().scope("other");
    elsewhere.register(tool).unwrap();
    assert_eq!(code(&elsewhere.execute(giving("call_1", 2)).await), "DENIED");
    assert!(!scope.execute(giving("call_1", 3)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":3}"#));
}

#[tokio::test]
async fn a_name_that_is_taken_and_a_scope_that_is_closed_are_told() {
    let scope = registry([]).scope("child");
    scope.register(free("structured_output").body(|_, _| async { "mine" }).build()).unwrap();
    let error = StructuredCapture::install(&scope, schema()).unwrap_err();
    assert!(matches!(&error, CaptureError::Register(_)), "{error}");
    assert!(error.to_string().contains("behaviours.rs"), "it says where: {error}");
    // The hooks that were there for a moment are gone.
    assert_eq!(scope.execute(giving("call_1", 1)).await.text(), "mine");
    scope.close();
    let error = StructuredCapture::install(&scope, schema()).unwrap_err();
    assert!(error.to_string().contains("was closed"), "{error}");
}
