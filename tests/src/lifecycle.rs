//! Wrappers, deadlines, cancellation, panics and drops: one outcome, whatever happens.

use crate::support::{Ears, Log, Twice, boom, call, code, free, read, registry};
use dsh_tools::AdditionalContext;
use dsh_tools::prelude::*;
use futures_util::FutureExt;
use serde_json::json;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, oneshot};

/// A wrapper that logs when it is entered and left.
fn logging(log: &Log, enter: &'static str, leave: &'static str) -> impl AroundDispatch {
    let log = Arc::clone(log);
    move |_call: ToolExecution, next: AroundNext| {
        let log = Arc::clone(&log);
        async move {
            log.lock().unwrap().push(enter);
            let result = next.run().await;
            log.lock().unwrap().push(leave);
            result
        }
    }
}

fn logged_body(log: &Log) -> ToolDefinition {
    let log = Arc::clone(log);
    free("t")
        .body(move |_, _| {
            log.lock().unwrap().push("body");
            async { "x" }
        })
        .build()
}

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

#[tokio::test]
async fn s136_s137_a_replaced_token_ends_the_body_and_so_does_the_callers() {
    let waits = || {
        free("wait")
            .body(|_, cx| async move {
                cx.cancellation().cancelled().await;
                Err::<(), _>(ToolError::aborted())
            })
            .build()
    };
    let registry = registry([waits()]);
    let replacement = CancellationToken::new();
    let token = replacement.clone();
    registry.around_dispatch_fn(move |_, next| {
        let next = next.cancellation(token.clone());
        async move { next.run().await }
    });
    let running = tokio::spawn(registry.execute(call("wait", "{}")));
    tokio::task::yield_now().await;
    replacement.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");

    let registry = self::registry([waits()]);
    registry.around_dispatch_fn(|_, next| async move {
        next.cancellation(CancellationToken::new()).run().await
    });
    let caller = CancellationToken::new();
    let running = tokio::spawn(registry.execute(call("wait", "{}").cancellation(caller.clone())));
    tokio::task::yield_now().await;
    caller.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
}

#[tokio::test]
async fn s138_a_replacement_is_seen_inside_only() {
    let registry = registry([free("t")
        .body(|_, cx| async move { cx.cancellation().is_cancelled().to_string() })
        .build()]);
    registry.around_dispatch_fn(|call, next| async move {
        let result = next.run().await;
        assert!(!call.cancellation().is_cancelled());
        result
    });
    registry.around_dispatch_fn(|_, next| async move {
        let token = CancellationToken::new();
        let result = next.cancellation(token.clone()).run().await;
        token.cancel();
        result
    });
    let ears = Ears::on(&registry);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "false");
    assert!(!ears.one().0.cancellation().is_cancelled());
}

#[tokio::test]
async fn bodies_cannot_cancel_their_caller() {
    let registry = registry([free("t")
        .body(|_, cx| async move {
            cx.cancellation().cancel();
            "done"
        })
        .build()]);
    let caller = CancellationToken::new();
    let result = registry.execute(call("t", "{}").cancellation(caller.clone())).await;
    assert_eq!(result.text(), "done");
    assert!(!caller.is_cancelled());
}

#[tokio::test]
async fn s076_s177_a_call_that_is_cancelled_already_is_materialized_and_nothing_else() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    registry.around_dispatch(logging(&log, "in", "out"));
    let ears = Ears::on(&registry);
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let result = registry.execute(call("t", r#"{"a":1}"#).cancellation(cancelled.clone())).await;
    assert_eq!(code(&result), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(result.outcome().unwrap_err().info().unwrap().name, "AbortError");
    assert!(log.lock().unwrap().is_empty());
    let (execution, _) = ears.one();
    assert_eq!(execution.arguments().unwrap(), &json!({"a": 1}));
    assert!(execution.cancellation().is_cancelled());
    let broken = registry.execute(call("t", "{").cancellation(cancelled)).await;
    assert_eq!(code(&broken), "INVALID_JSON", "what is wrong with the arguments comes first");
}

#[tokio::test]
async fn s180_s181_a_body_is_not_started_under_a_cancelled_token() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    let caller = CancellationToken::new();
    let cancel = caller.clone();
    let swaps = registry.around_dispatch_fn(move |_, next| {
        cancel.cancel();
        async move { next.cancellation(CancellationToken::new()).run().await }
    });
    let result = registry.execute(call("t", "{}").cancellation(caller)).await;
    assert_eq!(code(&result), "ABORTED_BEFORE_DISPATCH");
    swaps.unregister();

    registry.around_dispatch_fn(|_, next| async move {
        let cancelled = CancellationToken::new();
        cancelled.cancel();
        next.cancellation(cancelled).run().await
    });
    assert_eq!(code(&registry.execute(call("t", "{}")).await), "ABORTED_BEFORE_DISPATCH");
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test]
async fn s182_cancellation_overtakes_a_success_that_a_wrapper_authors() {
    let registry = registry([read()]);
    let caller = CancellationToken::new();
    let cancel = caller.clone();
    registry.around_dispatch_fn(move |_, _| {
        cancel.cancel();
        async {
            let result = ToolExecutionResult::success(FrozenJson::string("cached"));
            Ok(result.with_context(AdditionalContext::new("cache", "kept")))
        }
    });
    let result = registry.execute(call("read", "{}").cancellation(caller)).await;
    assert_eq!(code(&result), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(result.additional_contexts().len(), 1);
}

#[tokio::test]
async fn s183_s184_a_body_that_ignores_cancellation_is_awaited_and_its_success_replaced() {
    let gate = Arc::new(Notify::new());
    let wait = Arc::clone(&gate);
    let (started, starts) = oneshot::channel();
    let started = Mutex::new(Some(started));
    let tool = free("stubborn")
        .body(move |_, cx| {
            started.lock().unwrap().take().unwrap().send(()).unwrap();
            let wait = Arc::clone(&wait);
            async move {
                cx.defer_context(AdditionalContext::new("body", "kept"));
                cx.conclude_turn();
                wait.notified().await;
                "success"
            }
        })
        .build();
    let registry = registry([tool]);
    let caller = CancellationToken::new();
    let mut running =
        tokio::spawn(registry.execute(call("stubborn", "{}").cancellation(caller.clone())));
    starts.await.unwrap();
    caller.cancel();
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    assert!((&mut running).now_or_never().is_none(), "the body is awaited");
    gate.notify_one();
    let result = running.await.unwrap();
    assert_eq!(code(&result), "ABORTED");
    assert_eq!(result.outcome().unwrap_err().info().unwrap().name, "AbortError");
    assert_eq!(result.additional_contexts().len(), 1, "S174: contexts are kept");
    assert!(!result.concludes_turn());
}

#[tokio::test]
async fn s185_a_bodys_own_failure_is_kept_when_it_is_cancelled() {
    let tool = free("t")
        .body(|_, cx| async move {
            cx.cancellation().cancelled().await;
            Err::<(), _>(ToolError::new("ROLLED_BACK", "undone"))
        })
        .build();
    let registry = registry([tool]);
    let caller = CancellationToken::new();
    let running = tokio::spawn(registry.execute(call("t", "{}").cancellation(caller.clone())));
    tokio::task::yield_now().await;
    caller.cancel();
    assert_eq!(code(&running.await.unwrap()), "ROLLED_BACK");
}

#[tokio::test]
async fn s186_cancellation_that_lands_in_a_wrapper_replaces_the_success_that_came_back() {
    for fails in [false, true] {
        let registry = registry([free("t").body(|_, _| async { "x" }).build()]);
        let caller = CancellationToken::new();
        let cancel = caller.clone();
        registry.around_dispatch_fn(move |_, next| {
            let cancel = cancel.clone();
            async move {
                let result = next.run().await?;
                cancel.cancel();
                if fails { Err(ToolError::new("LATE", "kept")) } else { Ok(result) }
            }
        });
        let result = registry.execute(call("t", "{}").cancellation(caller)).await;
        assert_eq!(code(&result), if fails { "LATE" } else { "ABORTED" });
    }
}

#[tokio::test]
async fn s131_wrappers_further_out_see_what_became_of_an_authored_success() {
    let registry = registry([free("number").body(|_, _| async { Json(1_u8) }).build()]);
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let keep = Arc::clone(&seen);
    registry.around_dispatch_fn(move |_, next| {
        let keep = Arc::clone(&keep);
        async move {
            let result = next.run().await?;
            keep.lock().unwrap().push(result.text().into_owned());
            Ok(result)
        }
    });
    let value = Arc::new(Mutex::new("7"));
    let give = Arc::clone(&value);
    registry.around_dispatch_fn(move |_, _| {
        let value = FrozenJson::parse(*give.lock().unwrap()).unwrap();
        async { Ok(ToolExecutionResult::success(value)) }
    });
    registry.execute(call("number", "{}")).await;
    *value.lock().unwrap() = "256";
    let result = registry.execute(call("number", "{}")).await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    let seen = seen.lock().unwrap();
    assert_eq!(seen[0], "7", "rendered");
    assert!(seen[1].contains("255"), "checked: {}", seen[1]);
}

#[tokio::test]
async fn s141_a_body_that_cancels_its_own_token_does_not_spoil_another_run() {
    let runs = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&runs);
    let tool = free("t")
        .body(move |_, cx| {
            let run = count.fetch_add(1, Ordering::SeqCst);
            async move {
                assert!(!cx.cancellation().is_cancelled());
                cx.cancellation().cancel();
                if run == 0 { Err("once more") } else { Ok("done") }
            }
        })
        .build();
    let registry = registry([tool]);
    registry.around_dispatch(Twice);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "done");
    assert_eq!(runs.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_wrapper_that_cancels_its_token_tells_what_is_inside_and_nobody_else() {
    let registry = registry([read()]);
    registry.around_dispatch_fn(|call, next| async move {
        let result = next.run().await?;
        assert_eq!(code(&result), "ABORTED_BEFORE_DISPATCH");
        assert!(!call.cancellation().is_cancelled());
        Ok(result)
    });
    registry.around_dispatch_fn(|call, next| async move {
        call.cancellation().cancel();
        next.run().await
    });
    let result = registry.execute(call("read", r#"{"path":"a"}"#)).await;
    assert_eq!(code(&result), "ABORTED_BEFORE_DISPATCH");
}

#[tokio::test]
async fn nothing_is_run_after_the_outcome() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    let kept: Arc<Mutex<Option<AroundNext>>> = Arc::default();
    let keep = Arc::clone(&kept);
    registry.around_dispatch_fn(move |_, next| {
        *keep.lock().unwrap() = Some(next);
        async { Ok(ToolExecutionResult::success(FrozenJson::string("authored"))) }
    });
    let ears = Ears::on(&registry);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "authored");
    let next = kept.lock().unwrap().take().unwrap();
    let error = next.run().await.unwrap_err();
    assert_eq!(error.code(), &ErrorCode::AbortedBeforeDispatch);
    assert!(log.lock().unwrap().is_empty(), "no body outside of an outcome");
    ears.one();
}

#[tokio::test]
async fn observers_cannot_run_what_is_over_either() {
    let log = Log::default();
    let registry = registry([logged_body(&log)]);
    let kept: Arc<Mutex<Option<AroundNext>>> = Arc::default();
    let keep = Arc::clone(&kept);
    registry.around_dispatch_fn(move |_, next| {
        *keep.lock().unwrap() = Some(next);
        async { Ok(ToolExecutionResult::success(FrozenJson::string("authored"))) }
    });
    // What an observer asserts is contained: it is kept, and looked at outside.
    let codes: Arc<Mutex<Vec<String>>> = Arc::default();
    let (late, seen) = (Arc::clone(&kept), Arc::clone(&codes));
    registry.observe_fn(move |_, _| {
        let next = late.lock().unwrap().take().unwrap();
        let error = next.run().now_or_never().unwrap().unwrap_err();
        seen.lock().unwrap().push(error.code().to_string());
    });
    registry.execute(call("t", "{}")).await;
    assert_eq!(*codes.lock().unwrap(), ["ABORTED_BEFORE_DISPATCH"]);
    assert!(log.lock().unwrap().is_empty());
}

#[tokio::test]
async fn hooks_may_be_shared() {
    #[derive(Default)]
    struct Count(AtomicU32);
    impl ToolObserver for Count {
        fn observe(&self, _: &ToolExecution, _: &ToolExecutionResult) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    impl AroundDispatch for Count {
        async fn around_dispatch(
            &self,
            _: ToolExecution,
            next: AroundNext,
        ) -> Result<ToolExecutionResult, ToolError> {
            self.0.fetch_add(10, Ordering::SeqCst);
            next.run().await
        }
    }
    let count = Arc::new(Count::default());
    let registry = ToolRegistry::builder()
        .tool(read())
        .observe(Arc::clone(&count))
        .around_dispatch(Arc::clone(&count))
        .build()
        .unwrap();
    registry.execute(call("read", r#"{"path":"a"}"#)).await;
    assert_eq!(count.0.load(Ordering::SeqCst), 11);

    let policy = Arc::new(TimeoutPolicy::new());
    let slow = free("slow").timeout(std::time::Duration::from_secs(1)).body(|_, _| async { "" });
    ToolRegistry::builder()
        .without_default_policies()
        .around_dispatch(policy)
        .tool(slow.build())
        .build()
        .unwrap();
}

#[tokio::test]
async fn builders_take_closures_as_hooks() {
    let log = Log::default();
    let (wraps, observes) = (Arc::clone(&log), Arc::clone(&log));
    let registry = ToolRegistry::builder()
        .tool(logged_body(&log))
        .around_dispatch_fn(move |_call, next| {
            wraps.lock().unwrap().push("in");
            async move { next.run().await }
        })
        .observe_fn(move |_call, _result| observes.lock().unwrap().push("observed"))
        .build()
        .unwrap();
    registry.execute(call("t", "{}")).await;
    assert_eq!(*log.lock().unwrap(), ["in", "body", "observed"]);
}
