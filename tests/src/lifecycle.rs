//! Wrappers, deadlines, cancellation, panics and drops: one outcome, whatever happens.

use crate::support::{
    Ears, Log, Twice, boom, call, code, free, logged_body, logging, read, registry,
};
use dsh_tools::AdditionalContext;
use dsh_tools::prelude::*;
use serde_json::json;
use std::sync::{Arc, Mutex};

async fn authored(_: ToolExecution, _: AroundNext) -> Result<ToolExecutionResult, ToolError> {
    Ok(ToolExecutionResult::success(FrozenJson::string("from the cache")))
}

#[tokio::test]
async fn wrappers_nest_in_the_order_of_registration() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    registry.around_dispatch(logging(&log, "a in", "a out"));
    let b = registry.around_dispatch(logging(&log, "b in", "b out"));
    registry.execute(call("t", "{}")).await;
    assert_eq!(*log.lock().unwrap(), ["a in", "b in", "body", "b out", "a out"]);
    log.lock().unwrap().clear();
    assert!(b.unregister());
    registry.execute(call("t", "{}")).await;
    assert_eq!(*log.lock().unwrap(), ["a in", "body", "a out"]);
}

#[tokio::test]
async fn s129_a_wrapper_that_does_not_delegate_runs_no_body() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    registry.around_dispatch(authored);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "from the cache");
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test]
async fn s128_wrappers_get_failures_as_results() {
    let registry = registry([
        free("fail").body(|_, _| async { Err::<(), _>("no") }).build(),
        free("panic").body(|_, _| async { boom("no") }).build(),
        read(),
    ]);
    let codes: Arc<Mutex<Vec<String>>> = Arc::default();
    let keep = Arc::clone(&codes);
    registry.around_dispatch_fn(move |_, next| {
        let keep = Arc::clone(&keep);
        async move {
            let result = next.run().await?;
            keep.lock().unwrap().push(code(&result));
            Ok(result)
        }
    });
    for name in ["fail", "panic", "read"] {
        registry.execute(call(name, "{}")).await;
    }
    assert_eq!(*codes.lock().unwrap(), ["TOOL_ERROR", "TOOL_PANICKED", "INVALID_ARGS"]);
}

#[tokio::test]
async fn s131_a_success_that_a_wrapper_authors_is_held_to_the_contract() {
    let registry = registry([
        free("text")
            .body(|_, _| async { "body" })
            .render(|text| format!("<{text}>"))
            .meta(|text| json!({"len": text.len()}))
            .build(),
        free("number").body(|_, _| async { Json(1_u8) }).build(),
        free("blocks").body(|_, _| async { vec![ContentBlock::text("x")] }).build(),
    ]);
    let value = Arc::new(Mutex::new(FrozenJson::null()));
    let give = Arc::clone(&value);
    registry.around_dispatch_fn(move |_, _| {
        let value = give.lock().unwrap().clone();
        async move {
            let result = ToolExecutionResult::success(value)
                .with_content("authored")
                .with_meta(FrozenJson::null());
            Ok(result.with_context(AdditionalContext::new("cache", "hit")))
        }
    });
    let given = |json: &str| *value.lock().unwrap() = FrozenJson::parse(json).unwrap();

    given("\"cached\"");
    let result = registry.execute(call("text", "{}")).await;
    assert_eq!(result.text(), "<cached>", "content is made from the value");
    assert_eq!(result.meta().unwrap(), &json!({"len": 6}));
    assert_eq!(result.additional_contexts().len(), 1, "S171: contexts stay");
    assert_eq!(code(&registry.execute(call("number", "{}")).await), "INVALID_TOOL_OUTPUT");

    given("256");
    let result = registry.execute(call("number", "{}")).await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    assert!(result.text().contains("255"), "{}", result.text());
    assert_eq!(result.additional_contexts().len(), 1);
    given("7");
    assert_eq!(registry.execute(call("number", "{}")).await.text(), "7");

    given(r#"[{"type":"text","text":"a"},{"type":"image","data":"aGk=","mimeType":"image/png"}]"#);
    assert_eq!(registry.execute(call("blocks", "{}")).await.content().len(), 2);
    given(r#"["no block"]"#);
    assert_eq!(code(&registry.execute(call("blocks", "{}")).await), "INVALID_TOOL_OUTPUT");
}

#[tokio::test]
async fn s132_a_result_of_another_execution_is_held_to_this_tools_contract() {
    let registry = registry([
        free("text").body(|_, _| async { "words" }).build(),
        free("number").body(|_, _| async { Json(1_u8) }).build(),
    ]);
    let other = registry.execute(call("text", "{}")).await;
    registry.around_dispatch_fn(move |_, _| {
        let other = other.clone();
        async move { Ok(other) }
    });
    assert_eq!(code(&registry.execute(call("number", "{}")).await), "INVALID_TOOL_OUTPUT");
    assert_eq!(registry.execute(call("text", "{}")).await.text(), "words");
}

#[tokio::test]
async fn s133_a_failure_that_a_wrapper_authors_stays_as_it_is() {
    let registry = registry([read()]);
    registry.around_dispatch_fn(|_, _| async {
        Ok(ToolExecutionResult::failure(ToolError::new("QUOTA", "empty"))
            .with_content("Come back tomorrow.")
            .with_meta(FrozenJson::string("m"))
            .with_context(AdditionalContext::new("quota", "0 left")))
    });
    let result = registry.execute(call("read", "{}")).await;
    assert_eq!(
        (code(&result), result.text().into_owned()),
        ("QUOTA".to_owned(), "Come back tomorrow.".to_owned())
    );
    assert_eq!(result.meta().unwrap(), &json!("m"));
    assert_eq!(result.additional_contexts().len(), 1);
}

#[tokio::test]
async fn s134_a_success_authored_for_a_tool_that_was_unregistered_meanwhile_counts() {
    let registry = ToolRegistry::new();
    let registration =
        Mutex::new(Some(registry.register(free("t").body(|_, _| async { "x" }).build()).unwrap()));
    registry.around_dispatch_fn(move |_, _| {
        registration.lock().unwrap().take().unwrap().unregister();
        async { Ok(ToolExecutionResult::success(FrozenJson::string("authored"))) }
    });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "authored");
    assert!(registry.get("t").is_none());
}

#[tokio::test]
async fn a_success_authored_for_an_unknown_tool_is_an_unknown_tool() {
    let registry = registry([]);
    registry.around_dispatch(authored);
    assert_eq!(code(&registry.execute(call("nope", "{}")).await), "UNKNOWN_TOOL");
}

#[tokio::test]
async fn s135_a_wrapper_that_fails_ends_the_call_with_its_message_and_code() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    registry.around_dispatch_fn(|_, next| async move {
        next.run().await?;
        Err(ToolError::new("GATE", "closed"))
    });
    let result = registry.execute(call("read", r#"{"path":"a"}"#)).await;
    assert_eq!(
        (code(&result), result.text().into_owned()),
        ("GATE".to_owned(), "Error: closed".to_owned())
    );
    assert_eq!(code(&ears.one().1), "GATE");
}

#[tokio::test]
async fn a_wrapper_that_panics_is_an_error_that_an_outer_one_may_mend() {
    let registry = registry([read()]);
    registry.around_dispatch_fn(|_, next| async move {
        let error = next.run().await.unwrap_err();
        assert_eq!(error.code(), &ErrorCode::HookPanicked);
        Err(error)
    });
    let panicking = registry.around_dispatch_fn(|_, next| async move {
        let _ = next.run().await;
        panic!("secret of the hook")
    });
    let result = registry.execute(call("read", r#"{"path":"a"}"#)).await;
    assert_eq!(code(&result), "HOOK_PANICKED");
    assert!(
        result.text().contains("call_1") && !result.text().contains("secret"),
        "{}",
        result.text()
    );
    panicking.unregister();
    let early = registry.around_dispatch_fn(|call, _| {
        assert_ne!(call.name(), "read", "before its future");
        async { Err(ToolError::msg("not reached")) }
    });
    assert_eq!(code(&registry.execute(call("read", "{}")).await), "HOOK_PANICKED");
    assert!(early.unregister());
}

#[tokio::test]
async fn s141_ours_every_run_goes_through_all_inner_wrappers_again() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    registry.around_dispatch(logging(&log, "outer", "/outer"));
    registry.around_dispatch(Twice);
    registry.around_dispatch(logging(&log, "inner", "/inner"));
    registry.execute(call("t", "{}")).await;
    assert_eq!(
        *log.lock().unwrap(),
        ["outer", "inner", "body", "/inner", "inner", "body", "/inner", "/outer"]
    );
}

#[tokio::test]
async fn s159_observers_see_the_final_outcome() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    registry.around_dispatch_fn(|_, next| async move {
        next.run().await?;
        Ok(ToolExecutionResult::success(FrozenJson::string("changed")))
    });
    registry.execute(call("read", r#"{"path":"a"}"#)).await;
    assert_eq!(ears.one().1.text(), "changed");
}

#[tokio::test]
async fn s166_s167_contexts_of_the_body_come_before_those_of_wrappers() {
    let tool = free("t")
        .body(|_, cx| async move {
            cx.defer_context(AdditionalContext::new("body", "1"));
            cx.defer_context(AdditionalContext::new("body", "2"));
            Err::<(), _>("failed")
        })
        .build();
    let registry = registry([tool]);
    registry.around_dispatch_fn(|_, next| async move {
        Ok(next.run().await?.with_context(AdditionalContext::new("wrapper", "3")))
    });
    let result = registry.execute(call("t", "{}")).await;
    let texts: Vec<_> = result
        .additional_contexts()
        .iter()
        .map(|context| context.content[0].as_text().unwrap())
        .collect();
    assert_eq!(texts, ["1", "2", "3"]);
}

#[tokio::test]
async fn s238_a_wrapper_concludes_only_what_the_body_did() {
    let tool = |concludes: bool| {
        free("t")
            .body(move |_, cx| async move {
                if concludes {
                    cx.conclude_turn();
                }
                Err::<(), _>("failed")
            })
            .build()
    };
    for concludes in [true, false] {
        let registry = registry([tool(concludes)]);
        registry.around_dispatch_fn(|_, next| async move {
            next.run().await?;
            Ok(ToolExecutionResult::success(FrozenJson::null()))
        });
        assert_eq!(registry.execute(call("t", "{}")).await.concludes_turn(), concludes);
    }
}
