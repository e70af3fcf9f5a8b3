//! Wrappers, deadlines, cancellation, panics and drops: one outcome, whatever happens.

use crate::support::{
    Bomb, Ears, Fuse, ReadArgs, boom, call, code, free, read, registry, spec, start,
};
use dsh_tools::__private::{blocking, define};
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use dsh_tools::tool::Declared;
use dsh_tools::{AdditionalContext, ToolExecutionToken};
use futures_util::FutureExt;
use serde_json::json;
use std::future::pending;
use std::panic::panic_any;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use tokio_util::sync::CancellationToken;

/// Polls once, without a runtime's help.
fn poll_once<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

type Log = Arc<Mutex<Vec<&'static str>>>;

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

struct Twice;

impl AroundDispatch for Twice {
    async fn around_dispatch(
        &self,
        _: ToolExecution,
        next: AroundNext,
    ) -> Result<ToolExecutionResult, ToolError> {
        next.run().await?;
        next.run().await
    }
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

// Deadlines.

/// Waits for its token, then does as told.
fn told<R>(timeout: Option<u64>, then: impl Fn() -> R + Send + Sync + 'static) -> ToolDefinition
where
    R: IntoToolOutput<Declared = Declared<String>> + Send + 'static,
{
    let builder = match timeout {
        Some(ms) => free("slow").timeout(Duration::from_millis(ms)),
        None => free("slow"),
    };
    let then = Arc::new(then);
    builder
        .body(move |_, cx| {
            let then = Arc::clone(&then);
            async move {
                cx.cancellation().cancelled().await;
                then()
            }
        })
        .build()
}

#[tokio::test(start_paused = true)]
async fn s190_s191_without_a_budget_or_within_it_nothing_changes() {
    let quick =
        free("quick").timeout(Duration::from_secs(1)).body(|_, _| async { "in time" }).build();
    assert_eq!(quick.call("{}").await.text(), "in time");
    let caller = CancellationToken::new();
    let registry = registry([told(None, || "told")]);
    let running = tokio::spawn(registry.execute(call("slow", "{}").cancellation(caller.clone())));
    tokio::time::sleep(Duration::from_hours(1)).await;
    assert!(!running.is_finished());
    caller.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
}

#[tokio::test(start_paused = true)]
async fn s193_a_body_that_stops_at_its_deadline_timed_out() {
    for tool in [
        told(Some(250), || Ok::<&'static str, ToolError>("finished anyway")),
        told(Some(250), || Err::<&'static str, _>(ToolError::aborted())),
    ] {
        let start = tokio::time::Instant::now();
        let result = tool.call("{}").await;
        assert_eq!(code(&result), "TOOL_TIMEOUT");
        assert_eq!(result.outcome().unwrap_err().info().unwrap().name, "TimeoutError");
        assert!(result.text().contains("250 ms"), "{}", result.text());
        assert_eq!(start.elapsed(), Duration::from_millis(250));
    }
    let own = told(Some(250), || Err::<&'static str, _>(ToolError::new("HALF_DONE", "3 of 7")));
    assert_eq!(code(&own.call("{}").await), "HALF_DONE", "its own failure says more");
}

#[tokio::test(start_paused = true)]
async fn s192_the_body_sees_a_token_of_its_own_and_observers_the_callers() {
    let registry = registry([told(Some(10), || "told")]);
    let ears = Ears::on(&registry);
    assert_eq!(code(&registry.execute(call("slow", "{}")).await), "TOOL_TIMEOUT");
    assert!(!ears.one().0.cancellation().is_cancelled());
}

#[tokio::test(start_paused = true)]
async fn s194_c118_a_body_that_does_not_stop_is_awaited() {
    let tool = free("deaf")
        .timeout(Duration::from_millis(100))
        .body(|_, _| async {
            tokio::time::sleep(Duration::from_mins(1)).await;
            "at last"
        })
        .build();
    let start = tokio::time::Instant::now();
    assert_eq!(code(&tool.call("{}").await), "TOOL_TIMEOUT");
    assert_eq!(start.elapsed(), Duration::from_mins(1));
}

#[tokio::test(start_paused = true)]
async fn s195_a_caller_that_was_first_is_the_reason() {
    let tool = free("slow")
        .timeout(Duration::from_millis(100))
        .body(|_, cx| async move {
            cx.cancellation().cancelled().await;
            tokio::time::sleep(Duration::from_secs(1)).await;
            "cleaned up"
        })
        .build();
    let caller = CancellationToken::new();
    let running = tokio::spawn(tool.call("{}").cancellation(caller.clone()).into_future());
    tokio::time::sleep(Duration::from_millis(50)).await;
    caller.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
}

#[tokio::test(start_paused = true)]
async fn s196_a_deadline_that_was_first_stays_the_reason() {
    let tool = free("slow")
        .timeout(Duration::from_millis(100))
        .body(|_, cx| async move {
            cx.cancellation().cancelled().await;
            tokio::time::sleep(Duration::from_secs(1)).await;
            "cleaned up"
        })
        .build();
    let caller = CancellationToken::new();
    let running = tokio::spawn(tool.call("{}").cancellation(caller.clone()).into_future());
    tokio::time::sleep(Duration::from_millis(500)).await;
    caller.cancel();
    assert_eq!(code(&running.await.unwrap()), "TOOL_TIMEOUT");
}

#[tokio::test(start_paused = true)]
async fn s197_an_outer_deadline_is_not_the_tools_own() {
    let registry = registry([told(Some(1000), || "told")]);
    registry.around_dispatch_fn(|_, next| async move {
        let stop = CancellationToken::new();
        let run = next.cancellation(stop.clone()).run();
        let alarm = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            stop.cancel();
        };
        let (result, ()) = tokio::join!(run, alarm);
        let result = result?;
        assert_eq!(result.text(), "told");
        Err(ToolError::new("OUTER_DEADLINE", "100 ms"))
    });
    assert_eq!(code(&registry.execute(call("slow", "{}")).await), "OUTER_DEADLINE");
}

#[tokio::test(start_paused = true)]
async fn s199_without_the_policy_the_body_hears_of_no_deadline() {
    let registry = ToolRegistry::builder().without_default_policies().build().unwrap();
    let policy = registry.around_dispatch(TimeoutPolicy::new());
    registry.register(told(Some(10), || "told")).unwrap();
    assert_eq!(code(&registry.execute(call("slow", "{}")).await), "TOOL_TIMEOUT");
    assert!(policy.unregister());
    let caller = CancellationToken::new();
    let running = tokio::spawn(registry.execute(call("slow", "{}").cancellation(caller.clone())));
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert!(!running.is_finished());
    caller.cancel();
    assert_eq!(code(&running.await.unwrap()), "ABORTED");
}

#[tokio::test(start_paused = true)]
async fn a_deadline_inside_a_retry_is_an_attempts_own() {
    let attempts = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&attempts);
    let tool = free("flaky")
        .timeout(Duration::from_millis(100))
        .body(move |_, cx| {
            let attempt = count.fetch_add(1, Ordering::SeqCst);
            async move {
                if attempt == 0 {
                    cx.cancellation().cancelled().await;
                    return Err(ToolError::aborted());
                }
                tokio::time::sleep(Duration::from_millis(90)).await;
                Ok("second time lucky")
            }
        })
        .build();
    let registry = registry([tool]);
    registry.around_dispatch(Twice);
    assert_eq!(registry.execute(call("flaky", "{}")).await.text(), "second time lucky");
    assert_eq!(attempts.load(Ordering::SeqCst), 2);
}

#[tokio::test(start_paused = true)]
async fn c117_a_hard_deadline_drops_the_body_after_its_grace_and_says_so() {
    struct Gone(Arc<AtomicU32>);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let gone = Arc::new(AtomicU32::new(0));
    let watch = Arc::clone(&gone);
    let tool = free("deaf")
        .timeout(Duration::from_millis(100))
        .body(move |_, _| {
            let held = Gone(Arc::clone(&watch));
            async move {
                pending::<()>().await;
                drop(held);
            }
        })
        .build();
    let registry = ToolRegistry::builder()
        .without_default_policies()
        .around_dispatch(TimeoutPolicy::hard(Duration::from_millis(50)))
        .tool(tool)
        .build()
        .unwrap();
    let ears = Ears::on(&registry);
    let start = tokio::time::Instant::now();
    let result = registry.execute(call("deaf", "{}")).await;
    assert_eq!(start.elapsed(), Duration::from_millis(150));
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(result.text().contains("may be half done or still running"), "{}", result.text());
    assert_eq!(gone.load(Ordering::SeqCst), 1);
    ears.one();
}

#[tokio::test]
async fn a_blocking_body_is_told_of_its_deadline_and_awaited() {
    let mut spec = spec("spin");
    spec.timeout = Some(Duration::from_millis(20));
    let tool = define::<ReadArgs, Result<String, ToolError>, _, _>(spec, |_, cx| {
        blocking(cx, |cx| {
            while cx.check_cancelled().is_ok() {
                std::thread::yield_now();
            }
            IntoToolOutput::into_tool_output(cx.check_cancelled().map(|()| String::new()))
        })
    })
    .build();
    assert_eq!(code(&tool.call(r#"{"path":"a"}"#).await), "TOOL_TIMEOUT");
}

#[test]
fn without_a_runtime_a_deadline_is_an_error_and_other_tools_run() {
    let registry = registry([
        free("slow").timeout(Duration::from_secs(1)).body(|_, _| async { "ran" }).build(),
        read(),
    ]);
    let result = registry.execute(call("slow", "{}")).now_or_never().unwrap();
    assert!(result.text().contains("tokio runtime"), "{}", result.text());
    let result = registry.execute(call("read", r#"{"path":"a"}"#)).now_or_never().unwrap();
    assert_eq!(result.text(), "read a None");
}

// Panics.

#[tokio::test]
async fn c113_a_panic_anywhere_in_a_body_is_that_calls_failure() {
    let body = |name: &str| free(name);
    let tools = [
        body("at_once").body(|_, _| async { boom("at once") }).build(),
        body("before_its_future")
            .body(|arguments: FrozenJson, _| {
                assert!(arguments.get("never").is_some(), "before its future");
                async { "" }
            })
            .build(),
        body("after_an_await")
            .body(|_, _| async {
                tokio::task::yield_now().await;
                boom("after an await")
            })
            .build(),
        body("in_drop")
            .body(|_, _| async {
                let bomb = Bomb;
                tokio::task::yield_now().await;
                drop(bomb);
            })
            .build(),
        body("odd_payload").body(|_, _| async { if true { panic_any(Fuse) } else { "" } }).build(),
        body("in_a_task")
            .body(|_, _| async {
                let task = tokio::spawn(async { boom("in a task") });
                task.await.map_err(|_| ToolError::new("TASK", "the task panicked"))
            })
            .build(),
        body("captures_a_bomb")
            .body(|_, _| {
                let bomb = Bomb;
                async move {
                    let _held = bomb;
                    "ended, then its locals did"
                }
            })
            .build(),
    ];
    let names: Vec<String> = tools.iter().map(|tool| tool.name().to_owned()).collect();
    let registry = registry(tools.into_iter().chain([read()]));
    let ears = Ears::on(&registry);
    for name in &names {
        let before = ears.heard().len();
        let result = registry
            .execute(ToolExecutionInput::new(format!("id_{name}"), name.as_str(), "{}"))
            .await;
        let expected = if name == "in_a_task" { "TASK" } else { "TOOL_PANICKED" };
        assert_eq!(code(&result), expected, "{name}");
        if expected == "TOOL_PANICKED" {
            assert!(
                result.text().contains(&format!("id_{name}")),
                "the call is named: {}",
                result.text()
            );
            for secret in ["at once", "before its future", "after an await"] {
                assert!(!result.text().contains(secret), "{}", result.text());
            }
        }
        assert_eq!(ears.heard().len(), before + 1, "{name}");
        assert!(
            !registry.execute(call("read", r#"{"path":"a"}"#)).await.is_error(),
            "the next call works"
        );
    }
}

#[tokio::test]
async fn a_panic_keeps_the_contexts_that_the_body_had_deferred() {
    let tool = free("t")
        .body(|_, cx| async move {
            cx.defer_context(AdditionalContext::new("body", "kept"));
            boom("..")
        })
        .build();
    assert_eq!(tool.call("{}").await.additional_contexts().len(), 1);
}

#[tokio::test]
async fn s156_s157_observers_that_panic_harm_neither_result_nor_each_other() {
    let registry = registry([read()]);
    let first = Ears::on(&registry);
    registry.observe_fn(|_, _| panic!("deaf"));
    registry.observe_fn(|_, _| panic_any(Fuse));
    let last = Ears::on(&registry);
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let inputs = [
        call("read", r#"{"path":"a"}"#),
        call("read", "{}"),
        call("read", "{"),
        call("nope", "{}"),
        call("read", "{}").cancellation(cancelled),
    ];
    for (count, input) in inputs.into_iter().enumerate() {
        let result = registry.execute(input).await;
        for ears in [&first, &last] {
            let heard = ears.heard();
            assert_eq!(heard.len(), count + 1);
            assert_eq!(heard[count].1.text(), result.text());
        }
    }
}

/// Counts its drops, and panics.
struct Rude(Arc<AtomicU32>);
impl Drop for Rude {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic_any(Fuse);
    }
}

/// The same as another type of state.
struct Ruder {
    _inner: Rude,
}

#[tokio::test]
async fn what_is_dropped_with_a_call_may_panic() {
    let states: Arc<AtomicU32> = Arc::default();
    let registry = registry([read()]);
    let input = call("read", r#"{"path":"a"}"#)
        .state(Rude(Arc::clone(&states)))
        .state(Ruder { _inner: Rude(Arc::clone(&states)) });
    assert!(!registry.execute(input).await.is_error());
    assert_eq!(states.load(Ordering::SeqCst), 2);
    drop(registry.execute(call("read", "{}").state(Rude(Arc::clone(&states)))));
    assert_eq!(states.load(Ordering::SeqCst), 3, "never polled");
    let lone =
        ToolRegistry::builder().state(Rude(Arc::clone(&states))).tool(read()).build().unwrap();
    let future = lone.execute(call("read", r#"{"path":"a"}"#));
    drop(lone);
    assert!(!future.await.is_error(), "the registry ended with the call");
    assert_eq!(states.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn hooks_and_tools_whose_destructors_panic_can_be_removed_during_a_call() {
    let registry = ToolRegistry::new();
    let bomb = Bomb;
    let tool = free("t")
        .body(move |_, _| {
            let _ = &bomb;
            async { "ran" }
        })
        .build();
    let bomb = Bomb;
    let wrapper = registry.around_dispatch_fn(move |_, next| {
        let _ = &bomb;
        async move { next.run().await }
    });
    let handles = Mutex::new(Some((registry.register(tool).unwrap(), wrapper)));
    registry.around_dispatch_fn(move |_, next| {
        let (tool, wrapper) = handles.lock().unwrap().take().unwrap();
        assert!(tool.unregister() && wrapper.unregister());
        async move { next.run().await }
    });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "ran");
}

// Drops.

#[tokio::test]
async fn c120_a_future_that_is_dropped_still_has_one_outcome() {
    let tool = free("waits").body(|_, _| pending::<String>()).build();
    let registry = registry([tool]);
    let ears = Ears::on(&registry);
    {
        let mut future = Box::pin(registry.execute(call("waits", "{}")));
        assert!(ears.heard().is_empty());
        assert!(poll_once(future.as_mut()).is_pending());
    }
    let (execution, result) = ears.one();
    assert_eq!(code(&result), "ABORTED");
    assert!(execution.cancellation().is_cancelled(), "what the body left running hears of it");
}

#[tokio::test]
async fn a_future_that_was_never_polled_was_no_call() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    drop(registry.execute(call("read", "{}")));
    assert!(ears.heard().is_empty());
}

#[tokio::test]
async fn a_call_that_is_dropped_before_its_body_started_says_so() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    registry.around_dispatch_fn(|_, _| pending());
    {
        let mut future = Box::pin(registry.execute(call("read", "{}")));
        assert!(poll_once(future.as_mut()).is_pending());
    }
    assert_eq!(code(&ears.one().1), "ABORTED_BEFORE_DISPATCH");
}

#[tokio::test]
async fn a_finished_call_that_is_dropped_has_no_second_outcome() {
    let registry = registry([read()]);
    let ears = Ears::on(&registry);
    let mut future = Box::pin(registry.execute(call("read", "{}")));
    assert!(poll_once(future.as_mut()).is_ready());
    drop(future);
    ears.one();
}

/// Logs its drop, and panics.
struct Last(Log);
impl Drop for Last {
    fn drop(&mut self) {
        self.0.lock().unwrap().push("body dropped");
        panic!("and it panics");
    }
}

#[tokio::test]
async fn on_a_drop_the_body_is_gone_before_observers_hear_and_its_contexts_are_kept() {
    let log = Log::default();
    let finalized = Arc::new(AtomicU32::new(0));
    let (drops, count) = (Arc::clone(&log), Arc::clone(&finalized));
    let tool = free("waits")
        .body(move |_, cx| {
            let held = Last(Arc::clone(&drops));
            async move {
                cx.defer_context(AdditionalContext::new("body", "kept"));
                pending::<()>().await;
                drop(held);
            }
        })
        .finalize(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            None
        })
        .build();
    let registry = registry([tool]);
    let heard = Arc::clone(&log);
    registry.observe_fn(move |_, result| {
        assert_eq!(result.additional_contexts().len(), 1);
        heard.lock().unwrap().push("observed");
    });
    registry.observe_fn(|_, _| panic_any(Fuse));
    {
        let mut future = Box::pin(registry.execute(call("waits", "{}")));
        assert!(poll_once(future.as_mut()).is_pending());
    }
    assert_eq!(*log.lock().unwrap(), ["body dropped", "observed"]);
    assert_eq!(finalized.load(Ordering::SeqCst), 0, "that path runs observers only");
}

#[tokio::test]
async fn c120_every_call_of_a_batch_that_is_aborted_at_any_point_has_one_outcome() {
    let tool = free("steps")
        .body(|arguments, _| async move {
            for _ in 0..arguments.get("steps").and_then(Cursor::as_u64).unwrap_or(0) {
                tokio::task::yield_now().await;
            }
            "done"
        })
        .build();
    let registry = registry([tool]);
    registry.around_dispatch_fn(|_, next| async move {
        tokio::task::yield_now().await;
        let result = next.run().await;
        tokio::task::yield_now().await;
        result
    });
    let ears = Ears::on(&registry);
    for polls in 1..8 {
        let mut future = Box::pin(registry.execute(call("steps", r#"{"steps":3}"#)));
        let mut finished = false;
        for _ in 0..polls {
            finished = poll_once(future.as_mut()).is_ready();
            if finished {
                break;
            }
        }
        drop(future);
        let heard = ears.heard();
        assert_eq!(heard.len(), polls, "after {polls} polls");
        assert_eq!(heard[polls - 1].1.is_error(), !finished);
    }
    let tokens: std::collections::HashSet<ToolExecutionToken> =
        ears.heard().iter().map(|(call, _)| call.token()).collect();
    assert_eq!(tokens.len(), 7);
}

#[tokio::test]
async fn c122_one_failure_does_not_touch_its_siblings() {
    let registry = registry([
        free("ok").body(|_, _| async { "fine" }).build(),
        free("panic").body(|_, _| async { boom("..") }).build(),
        start("typed").args::<ReadArgs>().body(|_, _| async { "" }).build(),
    ]);
    let (a, b, c) = tokio::join!(
        registry.execute(call("ok", "{}")),
        registry.execute(call("panic", "{}")),
        registry.execute(call("typed", "{}")),
    );
    assert_eq!(a.text(), "fine");
    assert_eq!((code(&b), code(&c)), ("TOOL_PANICKED".to_owned(), "INVALID_ARGS".to_owned()));
}
