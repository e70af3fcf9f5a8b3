//! From the text that a model wrote to the one result.

use crate::support::{Ears, ReadArgs, call, code, free, read, registry, start};
use dsh_tools::prelude::*;
use dsh_tools::{RawArguments, ToolArgsError, ToolNotFoundError};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn text_of_a_model_becomes_a_typed_call() {
    let result = registry([read()])
        .execute(call("read", r#"{"path": "a.rs", "limit": 5.0, "more": 1}"#))
        .await;
    assert_eq!(result.text(), "read a.rs Some(5)");
    let success = result.outcome().unwrap();
    assert_eq!(success.value(), &json!("read a.rs Some(5)"));
    assert!(success.meta().is_none());
    assert!(result.additional_contexts().is_empty());
}

#[tokio::test]
async fn the_future_of_a_call_can_be_spawned_and_outlives_the_registry() {
    let registry = registry([read()]);
    let future = registry.execute(call("read", r#"{"path":"a"}"#));
    drop(registry);
    assert_eq!(tokio::spawn(future).await.unwrap().text(), "read a None");
}

#[tokio::test]
async fn s056_bad_arguments_do_not_run_the_body() {
    let ran = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&ran);
    let tool = start("read")
        .args::<ReadArgs>()
        .body(move |_, _| {
            count.fetch_add(1, Ordering::SeqCst);
            async { "ran" }
        })
        .build();
    let result = registry([tool]).execute(call("read", r#"{"limit": 0, "mode": "fsat"}"#)).await;
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    let failure = result.outcome().unwrap_err();
    assert_eq!(failure.code(), &ErrorCode::InvalidArgs);
    assert_eq!(failure.info().unwrap().name, "ToolArgsError");
    assert_eq!(result.content().len(), 1, "one block of text");
}

#[tokio::test]
async fn s057_all_violations_are_told_a_line_each_in_walk_order() {
    let result = registry([read()])
        .execute(call("read", r#"{"limit": 0, "mode": "fsat", "file_path": "a"}"#))
        .await;
    let text = result.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Error: invalid arguments for `read`: 3 violations");
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[1].contains("`path`") && lines[1].contains("file_path"), "{text}");
    assert!(lines[2].contains("`limit`") && lines[2].contains("2000"), "{text}");
    assert!(lines[3].contains("`mode`") && lines[3].contains("fast"), "{text}");

    let failure = result.outcome().unwrap_err();
    let error = failure.source().unwrap().downcast_ref::<ToolArgsError>().unwrap();
    assert_eq!(error.tool(), "read");
    let pointers: Vec<_> = error.violations().iter().map(|violation| violation.pointer()).collect();
    assert_eq!(pointers, ["/path", "/limit", "/mode"]);
    assert_eq!(failure.message(), text.strip_prefix("Error: ").unwrap());
}

#[tokio::test]
async fn s057_one_violation_is_not_called_violations() {
    let result = registry([read()]).execute(call("read", "{}")).await;
    assert!(
        result.text().starts_with("Error: invalid arguments for `read`: 1 violation\n"),
        "{}",
        result.text()
    );
}

#[tokio::test]
async fn s058_undeclared_keys_at_the_root_are_accepted() {
    let result =
        registry([read()]).execute(call("read", r#"{"path":"a","reason":"why not"}"#)).await;
    assert!(!result.is_error());
}

#[tokio::test]
async fn s060_arguments_that_are_no_object_are_one_violation_of_the_root() {
    let registry = registry([read()]);
    for text in ["\"a\"", "[1]", "7", "true"] {
        let result = registry.execute(call("read", text)).await;
        assert_eq!(code(&result), "INVALID_ARGS");
        let text = result.text();
        assert_eq!(text.lines().count(), 2, "{text}");
        assert!(text.contains("`arguments`") && text.contains("an object"), "{text}");
    }
}

#[tokio::test]
async fn s060_nothing_at_all_and_null_are_no_arguments() {
    let nothing = free("nothing").body(|arguments, _| async move { arguments.to_string() }).build();
    let registry = registry([nothing, read()]);
    for text in ["", "  \r\n\t", "null", " null ", "{}"] {
        assert_eq!(registry.execute(call("nothing", text)).await.text(), "{}", "{text:?}");
        assert_eq!(
            code(&registry.execute(call("read", text)).await),
            "INVALID_ARGS",
            "path is still missing"
        );
    }
    let value = ToolExecutionInput::new("1", "nothing", Value::Null);
    assert_eq!(registry.execute(value).await.text(), "{}");
}

#[tokio::test]
async fn s067_policy_body_and_observers_see_one_frozen_document() {
    let seen: Arc<Mutex<Vec<FrozenJson>>> = Arc::default();
    let body_saw = Arc::clone(&seen);
    let tool = free("keep")
        .body(move |arguments, cx| {
            body_saw.lock().unwrap().extend([arguments, cx.arguments().clone()]);
            async { "kept" }
        })
        .build();
    let registry = registry([tool]);
    let wrapper_saw = Arc::clone(&seen);
    registry.around_dispatch_fn(move |call, next| {
        wrapper_saw.lock().unwrap().extend(call.arguments().cloned());
        async move { next.run().await }
    });
    let ears = Ears::on(&registry);
    let mut own = json!({"b": [1, 2], "a": 12_345_678_901_234_567_890_u64});
    registry.execute(ToolExecutionInput::new("1", "keep", own.clone())).await;
    own["b"] = json!("changed by the caller");
    let mut seen = seen.lock().unwrap().clone();
    seen.extend(ears.one().0.arguments().cloned());
    assert_eq!(seen.len(), 4);
    for document in seen {
        assert_eq!(document, json!({"a": 12_345_678_901_234_567_890_u64, "b": [1, 2]}));
    }
}

#[tokio::test]
async fn s068_arguments_that_json_cannot_hold_reach_nobody_but_observers() {
    let registry = registry([read()]);
    let wrapped = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&wrapped);
    registry.around_dispatch_fn(move |_, next| {
        count.fetch_add(1, Ordering::SeqCst);
        async move { next.run().await }
    });
    let ears = Ears::on(&registry);
    let result = registry.execute(ToolExecutionInput::serialize("1", "read", &f64::NAN)).await;
    assert_eq!(code(&result), "INVALID_JSON");
    assert!(
        result.text().starts_with("Error: the arguments cannot be written as JSON without loss"),
        "{}",
        result.text()
    );
    let (seen, outcome) = ears.one();
    assert!(seen.arguments().is_none());
    assert_eq!(code(&outcome), "INVALID_JSON");
    assert_eq!(wrapped.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn s068_a_value_whose_serialize_panics_is_such_a_value() {
    struct Rude;
    impl serde::Serialize for Rude {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            panic!("not me")
        }
    }
    let result =
        registry([read()]).execute(ToolExecutionInput::serialize("1", "read", &Rude)).await;
    assert_eq!(code(&result), "INVALID_JSON");
}

#[tokio::test]
async fn truncated_and_doubled_json_say_where() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    let result = registry.execute(call("read", "{\"path\":\n \"a.r")).await;
    assert_eq!(code(&result), "INVALID_JSON");
    assert!(
        result.text().starts_with("Error: the arguments are not valid JSON: "),
        "{}",
        result.text()
    );
    assert!(result.text().contains("line 2"), "{}", result.text());
    assert!(ears.one().0.arguments().is_none());
    let twice = registry.execute(call("read", r#"{"path":"a","path":"b"}"#)).await;
    assert_eq!(code(&twice), "INVALID_JSON");
    assert!(twice.text().contains("path"), "{}", twice.text());
}

#[tokio::test]
async fn s074_observers_and_caller_get_the_same_snapshot() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    let result = registry.execute(call("read", r#"{"path":"a"}"#)).await;
    let (_, heard) = ears.one();
    assert!(
        std::ptr::eq(result.content(), heard.content()),
        "one snapshot, not two that are equal"
    );
}

#[tokio::test]
async fn s077_depth_is_limited_with_a_clear_error() {
    let registry = registry([free("deep").body(|_, _| async { "fine" }).build()]);
    let nested =
        |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
    assert_eq!(registry.execute(call("deep", &nested(128))).await.text(), "fine");
    for levels in [129, 100_000] {
        let result = registry.execute(call("deep", &nested(levels))).await;
        assert_eq!(code(&result), "INVALID_JSON");
        assert!(result.text().contains("128"), "{}", result.text());
    }
    let mut value = Value::Null;
    for _ in 0..100_000 {
        value = Value::Array(vec![value]);
    }
    assert_eq!(
        code(&registry.execute(ToolExecutionInput::new("1", "deep", value)).await),
        "INVALID_JSON"
    );
}

#[tokio::test]
async fn s078_s079_every_stage_sees_the_one_token_that_the_library_minted() {
    let tokens: Arc<Mutex<Vec<_>>> = Arc::default();
    let (body, wrapper) = (Arc::clone(&tokens), Arc::clone(&tokens));
    let tool = free("id")
        .body(move |_, cx| {
            body.lock().unwrap().push(cx.execution().token());
            async { "" }
        })
        .build();
    let registry = registry([tool]);
    registry.around_dispatch_fn(move |call, next| {
        wrapper.lock().unwrap().push(call.token());
        async move { next.run().await }
    });
    let ears = Ears::on(&registry);
    registry.execute(call("id", "{}")).await;
    registry.execute(call("id", "{}")).await;
    let mut tokens = tokens.lock().unwrap().clone();
    let observed: Vec<_> = ears.heard().iter().map(|(call, _)| call.token()).collect();
    assert_eq!(tokens, [observed[0], observed[0], observed[1], observed[1]]);
    tokens.extend(observed);
    assert_eq!(
        tokens.into_iter().collect::<HashSet<_>>().len(),
        2,
        "the same call id twice is two executions"
    );
}

#[tokio::test]
async fn s080_s082_parent_and_root_are_what_the_caller_says() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    registry.execute(call("read", "{}")).await;
    let (outer, _) = ears.one();
    assert_eq!((outer.call_id(), outer.root_call_id()), ("call_1", "call_1"));
    assert!(outer.parent().is_none());
    let nested = ToolExecutionInput::new("call_1/1", "read", "{}")
        .parent(outer.token())
        .root_call_id("call_1");
    registry.execute(nested).await;
    let (inner, _) = ears.heard().remove(1);
    assert_eq!((inner.call_id(), inner.root_call_id()), ("call_1/1", "call_1"));
    assert_eq!(inner.parent(), Some(outer.token()));
}

#[tokio::test]
async fn s164_c064_an_unknown_tool_is_named_with_what_may_have_been_meant() {
    let names = ["list_users", "get_user", "ban_user"];
    let registry = registry(names.map(|name| free(name).body(|_, _| async { "" }).build()));
    let ears = Ears::on(&registry);
    let result = registry.execute(call("find_users", "{}")).await;
    let failure = result.outcome().unwrap_err();
    assert_eq!(failure.code(), &ErrorCode::UnknownTool);
    assert_eq!(failure.info().unwrap().name, "ToolNotFoundError");
    let error = failure.source().unwrap().downcast_ref::<ToolNotFoundError>().unwrap();
    assert_eq!(error.name(), "find_users");
    assert_eq!(&*error.nearest()[0], "list_users");
    let text = result.text();
    assert!(
        text.starts_with("Error: unknown tool `find_users`; did you mean `list_users`"),
        "{text}"
    );
    for name in names {
        assert!(text.contains(name), "{text}");
    }
    assert_eq!(ears.one().0.name(), "find_users");
}

#[tokio::test]
async fn c064_the_list_of_known_tools_is_capped() {
    let names: Vec<String> = (0..500).map(|n| format!("tool_{n:03}")).collect();
    let registry = registry(names.iter().map(|name| free(name).body(|_, _| async { "" }).build()));
    let result = registry.execute(call("weather", "{}")).await;
    let text = result.text();
    assert!(text.len() < 1000, "{text}");
    assert!(text.contains("`tool_000`") && text.contains("480 more"), "{text}");
}

#[tokio::test]
async fn c064_a_hostile_name_is_quoted_short_and_on_one_line() {
    let name = format!("{}\u{1b}[2J\n", "x".repeat(100)) + &"y".repeat(1_000_000);
    let result = registry([read()]).execute(ToolExecutionInput::new("1", name, "{}")).await;
    assert_eq!(code(&result), "UNKNOWN_TOOL");
    let text = result.text();
    assert!(text.len() < 1000);
    assert!(!text.contains('\u{1b}') && !text.contains('\n'), "{text:?}");
}

#[tokio::test]
async fn s139_wrappers_see_an_unknown_tool_fail() {
    let registry = registry([]);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let keep = Arc::clone(&seen);
    registry.around_dispatch_fn(move |call, next| {
        let keep = Arc::clone(&keep);
        async move {
            assert!(call.definition().is_none());
            let result = next.run().await?;
            keep.lock().unwrap().push(code(&result));
            Ok(result)
        }
    });
    assert_eq!(code(&registry.execute(call("nope", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(*seen.lock().unwrap(), ["UNKNOWN_TOOL"]);
}

#[tokio::test]
async fn every_form_of_arguments_is_the_same_document() {
    let tool = free("echo").body(|arguments, _| async move {
        arguments.get("n").unwrap().as_u64().unwrap().to_string()
    });
    let registry = registry([tool.build()]);
    let raw = serde_json::value::RawValue::from_string(r#"{"n":7}"#.to_owned()).unwrap();
    let map: Map<String, Value> = [("n".to_owned(), json!(7))].into_iter().collect();
    let forms: [RawArguments; 7] = [
        r#"{"n":7}"#.into(),
        String::from(r#"{"n":7}"#).into(),
        Arc::<str>::from(r#"{"n":7}"#).into(),
        raw.into(),
        json!({"n": 7}).into(),
        map.into(),
        FrozenJson::parse(r#"{"n":7}"#).unwrap().into(),
    ];
    for form in forms {
        assert_eq!(registry.execute(ToolExecutionInput::new("1", "echo", form)).await.text(), "7");
    }
    let written = ToolExecutionInput::serialize("1", "echo", &BTreeMap::from([("n", 7)]));
    assert_eq!(registry.execute(written).await.text(), "7");
}
