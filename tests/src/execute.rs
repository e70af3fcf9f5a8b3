//! From the text that a model wrote to the one result.

use crate::support::{Ears, ReadArgs, call, code, free, read, registry, spec, start};
use dsh_tools::__private::{Cursor, Invalid, JsonWriter, LossyError, Node, blocking, define};
use dsh_tools::prelude::*;
use dsh_tools::{
    AdditionalContext, Progress, RawArguments, ToolArgsError, ToolHints, ToolNotFoundError,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

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

#[tokio::test]
async fn c078_bodies_return_what_they_like() {
    #[derive(Debug)]
    struct Mine;
    impl std::fmt::Display for Mine {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("mine")
        }
    }
    impl std::error::Error for Mine {}

    let text =
        |definition: ToolDefinition| async move { definition.call("{}").await.text().into_owned() };
    assert_eq!(text(free("t").body(|_, _| async { "str" }).build()).await, "str");
    assert_eq!(
        text(free("t").body(|_, _| async { String::from("string") }).build()).await,
        "string"
    );
    assert_eq!(text(free("t").body(|_, _| async { Json(vec![1, 2]) }).build()).await, "[1,2]");
    assert_eq!(text(free("t").body(|_, _| async { anyhow::Ok("anyhow") }).build()).await, "anyhow");
    let result = free("t").body(|_, _| async {}).build().call("{}").await;
    assert_eq!(result.content(), [ContentBlock::text("null")], "C133: never missing");
    assert_eq!(result.value().unwrap(), &Value::Null);

    let blocks = free("t").body(|_, _| async {
        vec![ContentBlock::text("a"), ContentBlock::image("aGk=", "image/png")]
    });
    let result = blocks.build().call("{}").await;
    assert_eq!(result.content().len(), 2);
    assert_eq!(result.value().unwrap().root().len(), 2);

    let fails = |definition: ToolDefinition| async move {
        let result = definition.call("{}").await;
        (result.text().into_owned(), code(&result))
    };
    let plain = |text: &str| (text.to_owned(), "TOOL_ERROR".to_owned());
    let body = free("t").body(|_, _| async { Err::<String, _>(anyhow::anyhow!("no")) });
    assert_eq!(fails(body.build()).await, plain("Error: no"));
    let body = free("t").body(|_, _| async { Err::<String, _>("text".to_owned()) });
    assert_eq!(fails(body.build()).await, plain("Error: text"));
    let body = free("t").body(|_, _| async { Err::<(), _>(Mine) });
    assert_eq!(fails(body.build()).await, plain("Error: mine"));
    let body = free("t").body(|_, _| async { Err::<Json<u8>, _>(ToolError::new("BUSY", "later")) });
    assert_eq!(fails(body.build()).await, ("Error: later".to_owned(), "BUSY".to_owned()));
}

#[tokio::test]
async fn a_blocking_body_runs_where_it_may_block_and_can_inject() {
    let tool = define::<ReadArgs, Result<String, ToolError>, _, _>(spec("read"), |args, cx| {
        blocking(cx, move |cx: &ToolContext| {
            let thread = std::thread::current().id();
            let root: &String = cx.inject()?;
            IntoToolOutput::into_tool_output(Ok::<_, ToolError>(format!(
                "{root}/{} {thread:?}",
                args.path
            )))
        })
    })
    .inject::<ToolContext>()
    .inject::<String>()
    .build();
    let text = tool.call(r#"{"path":"a"}"#).state(String::from("/root")).await.text().into_owned();
    assert!(text.starts_with("/root/a "), "{text}");
    assert!(!text.ends_with(&format!("{:?}", std::thread::current().id())), "{text}");
}

#[tokio::test]
async fn a_blocking_body_that_panics_is_a_panic_like_any() {
    let tool = define::<ReadArgs, String, _, _>(spec("read"), |_, cx| {
        blocking(cx, |_| panic!("on the pool"))
    })
    .build();
    let result = tool.call(r#"{"path":"a"}"#).await;
    assert_eq!(code(&result), "TOOL_PANICKED");
    assert!(!result.text().contains("on the pool"));
}

#[tokio::test]
async fn state_of_the_call_comes_before_that_of_the_registry() {
    let body = |_: FrozenJson, cx: ToolContext| async move {
        let name = cx.inject::<String>()?.clone();
        let number = cx.inject_optional::<u32>().copied();
        Ok::<_, ToolError>(format!("{name} {number:?}"))
    };
    let tool = free("who").requires::<String>().body(body).build();
    let registry =
        ToolRegistry::builder().state(String::from("registry")).tool(tool).build().unwrap();
    assert_eq!(registry.execute(call("who", "{}")).await.text(), "registry None");
    assert_eq!(registry.execute(call("who", "{}").state(7_u32)).await.text(), "registry Some(7)");
    let with_state = call("who", "{}").state(String::from("call")).state(7_u32);
    assert_eq!(registry.execute(with_state).await.text(), "call Some(7)");
}

#[tokio::test]
async fn a_state_given_in_an_arc_is_found_as_what_it_holds() {
    let tool = free("who")
        .requires::<String>()
        .body(|_, cx| async move { cx.inject::<String>().cloned() })
        .build();
    let shared = Arc::new(String::from("shared"));
    let registry = ToolRegistry::builder().state(Arc::clone(&shared)).tool(tool).build().unwrap();
    assert_eq!(registry.execute(call("who", "{}")).await.text(), "shared");
}

#[tokio::test]
async fn missing_state_of_a_lone_call_is_a_failure_that_names_all_of_it() {
    let tool =
        free("who").requires::<String>().requires::<u32>().body(|_, _| async { "ran" }).build();
    let result = tool.call("{}").await;
    let text = result.text();
    assert!(text.contains("String") && text.contains("u32"), "{text}");
}

#[tokio::test]
async fn s170_contexts_ride_on_the_result_and_late_ones_do_not() {
    let (send, receive) = tokio::sync::oneshot::channel::<ToolContext>();
    let send = Mutex::new(Some(send));
    let tool = free("note")
        .body(move |_, cx| {
            cx.defer_context(AdditionalContext::new("note", "first"));
            cx.defer_context(AdditionalContext::new("note", "second"));
            let _ = send.lock().unwrap().take().unwrap().send(cx);
            async { Err::<String, _>("failed all the same") }
        })
        .build();
    let registry = registry([tool]);
    let ears = Ears::on(&registry);
    let result = registry.execute(call("note", "{}")).await;
    let late = receive.await.unwrap();
    late.defer_context(AdditionalContext::new("note", "late"));
    late.conclude_turn();
    let texts: Vec<_> = result
        .additional_contexts()
        .iter()
        .map(|context| context.content[0].as_text().unwrap())
        .collect();
    assert_eq!(texts, ["first", "second"]);
    assert!(result.is_error() && !result.concludes_turn());
    assert_eq!(ears.one().1.additional_contexts().len(), 2);
}

#[tokio::test]
async fn s233_s234_a_turn_is_concluded_by_success_only() {
    let tool = |fails: bool| {
        free("submit")
            .body(move |_, cx| async move {
                cx.conclude_turn();
                if fails { Err("no") } else { Ok("yes") }
            })
            .build()
    };
    assert!(tool(false).call("{}").await.concludes_turn());
    assert!(!tool(true).call("{}").await.concludes_turn());
}

#[tokio::test]
async fn progress_reaches_who_asked_and_a_panic_there_harms_nobody() {
    let tool = free("copy")
        .body(|_, cx| async move {
            cx.progress(&Progress::of(1.0, 2.0).message("half"));
            cx.progress(&Progress::done(2.0));
            "done"
        })
        .build();
    let registry = registry([tool]);
    let heard: Arc<Mutex<Vec<(String, Progress)>>> = Arc::default();
    let keep = Arc::clone(&heard);
    let input = call("copy", "{}").on_progress(move |call, progress| {
        keep.lock().unwrap().push((call.call_id().to_owned(), progress.clone()));
        assert!(progress.total.is_some(), "the second one panics");
    });
    assert_eq!(registry.execute(input).await.text(), "done");
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard[0], ("call_1".to_owned(), Progress::of(1.0, 2.0).message("half")));
    assert_eq!(heard.len(), 2);
    assert_eq!(registry.execute(call("copy", "{}")).await.text(), "done", "nobody needs to listen");
}

#[tokio::test]
async fn a_spec_becomes_what_hosts_read() {
    let mut spec = spec("read");
    spec.title = Some("Read a file");
    spec.read_only = Some(true);
    spec.timeout = Some(Duration::from_secs(10));
    let tool =
        define::<ReadArgs, String, _, _>(spec, |_, _| async { Ok(ToolOutput::text("")) }).build();
    assert_eq!((tool.name(), tool.title()), ("read", Some("Read a file")));
    let mut hints = ToolHints::default();
    hints.read_only = Some(true);
    assert_eq!(tool.hints(), hints);
    assert_eq!(tool.timeout(), Some(Duration::from_secs(10)));
    assert!(tool.is_enforced());
    assert!(tool.location().to_string().contains("support.rs:"));
    assert!(!free("f").body(|_, _| async { "" }).build().is_enforced());
}

#[tokio::test]
async fn s015_unvalidated_tools_get_what_came_and_validate_for_themselves() {
    let tool = start("raw")
        .unvalidated(
            json!({"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}),
        )
        .body(|arguments, _| async move {
            match arguments.get("x").and_then(Cursor::as_i64) {
                Some(x) => Ok(x.to_string()),
                None => Err(format!("x, please, not {arguments}")),
            }
        })
        .build();
    assert_eq!(tool.call(r#"{"x": 3}"#).await.text(), "3");
    assert_eq!(tool.call(r#"{"y": 3}"#).await.text(), "Error: x, please, not {\"y\": 3}");
    assert_eq!(tool.call("[]").await.text(), "Error: x, please, not []");
}

#[tokio::test]
async fn a_body_can_inject_its_own_context() {
    let tool = free("me")
        .body(|_, cx| async move { cx.inject::<ToolContext>().map(|cx| cx.call_id().to_owned()) })
        .build();
    assert_eq!(registry([tool]).execute(call("me", "{}")).await.text(), "call_1");
}

#[tokio::test]
async fn progress_after_the_result_reaches_nobody() {
    let (send, receive) = tokio::sync::oneshot::channel::<ToolContext>();
    let send = Mutex::new(Some(send));
    let tool = free("t")
        .body(move |_, cx| {
            let _ = send.lock().unwrap().take().unwrap().send(cx);
            async { "" }
        })
        .build();
    let told = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&told);
    let input = call("t", "{}").on_progress(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
    });
    registry([tool]).execute(input).await;
    receive.await.unwrap().progress(&Progress::done(1.0));
    assert_eq!(told.load(Ordering::SeqCst), 0);
}

/// Reads nothing although its schema takes everything.
#[derive(Debug)]
struct Stubborn;

impl ToolValue for Stubborn {
    const NODE: &'static Node = <FrozenJson as ToolValue>::NODE;

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        assert!(cursor.get("panic").is_none(), "while reading");
        <() as ToolValue>::decode(cursor, node).map(|()| Self)
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}

impl ToolArgs for Stubborn {}

#[tokio::test]
async fn arguments_that_reading_refuses_and_the_walker_does_not_are_still_an_error() {
    let tool = start("odd").args::<Stubborn>().body(|_, _| async { "ran" }).build();
    let result = tool.call(r#"{"a":1}"#).await;
    assert_eq!(code(&result), "INVALID_ARGS");
    assert_eq!(result.text(), "Error: invalid arguments for `odd`");
    assert_eq!(code(&tool.call(r#"{"panic":1}"#).await), "TOOL_PANICKED");
}

#[tokio::test]
async fn c064_the_nearest_of_very_many_tools_is_found() {
    let names: Vec<String> =
        (0..1000).map(|n| format!("a{n}_widget")).chain(["read_file".to_owned()]).collect();
    let registry = registry(names.iter().map(|name| free(name).body(|_, _| async { "" }).build()));
    let result = registry.execute(call("readfile", "{}")).await;
    assert!(result.text().contains("did you mean `read_file`"), "{}", result.text());
}
