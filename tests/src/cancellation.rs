//! Tokens and cancellation: who may cancel what, and what a cancelled call ends as.

use crate::support::{Ears, Log, Twice, call, code, free, logged_body, logging, read, registry};
use dsh_tools::AdditionalContext;
use dsh_tools::prelude::*;
use futures_util::FutureExt;
use serde_json::json;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{Notify, oneshot};

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
