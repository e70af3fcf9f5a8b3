//! Which failures are retried, how often, and what is said of it.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, RetryPolicy};
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::Instant;

type Count = Arc<AtomicU32>;

fn count(runs: &Count) -> u32 {
    runs.load(Ordering::SeqCst)
}

/// Fails with the code until it was run so often; an empty code is none.
fn flaky(runs: &Count, failures: u32, code: &'static str) -> ToolDefinition {
    let runs = Arc::clone(runs);
    free("flaky")
        .idempotent(true)
        .body(move |_, _| {
            let made = runs.fetch_add(1, Ordering::SeqCst) + 1;
            async move {
                match code {
                    _ if made > failures => Ok(format!("run {made}")),
                    "" => Err(ToolError::msg("no code")),
                    code => Err(ToolError::new(code, format!("failure {made}"))),
                }
            }
        })
        .build()
}

fn attempts(result: &ToolExecutionResult) -> Vec<i64> {
    let contexts = result.additional_contexts().iter();
    contexts
        .map(|AdditionalContext { meta, .. }| {
            meta.as_ref().unwrap().to_value()["attempts"].as_i64().unwrap()
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_passing_failure_is_retried_until_it_passes() {
    let runs = Count::default();
    let registry = registry([flaky(&runs, 2, "BUSY")]);
    registry.policy(RetryPolicy::new().codes(["BUSY"]));
    let start = Instant::now();
    let result = registry.execute(call("flaky", "{}")).await;
    assert_eq!((result.text().as_ref(), count(&runs)), ("run 3", 3));
    assert!(result.additional_contexts().is_empty(), "a success is as any other");
    assert!(start.elapsed() <= Duration::from_millis(200 + 400 + 2), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn the_last_failure_is_the_calls_and_its_attempts_are_told_beside() {
    let runs = Count::default();
    let registry = registry([flaky(&runs, 9, "BUSY")]);
    let policy = registry.policy(RetryPolicy::new().codes(["BUSY"]).attempts(4));
    let result = registry.execute(call("flaky", "{}")).await;
    assert_eq!((code(&result).as_str(), count(&runs)), ("BUSY", 4));
    assert_eq!(result.text(), "Error: failure 4");
    assert_eq!(attempts(&result), [4]);
    assert!(policy.unregister());
    let result = registry.execute(call("flaky", "{}")).await;
    assert_eq!((result.text().as_ref(), count(&runs)), ("Error: failure 5", 5));
    assert!(result.additional_contexts().is_empty());
}

#[tokio::test(start_paused = true)]
async fn only_tools_that_say_that_it_does_no_harm_are_run_again() {
    let tool = |runs: &Count, hint: &str| {
        let runs = Arc::clone(runs);
        let tool = free("t");
        let tool = match hint {
            "idempotent" => tool.idempotent(true),
            "read_only" => tool.read_only(true),
            "neither" => tool.idempotent(false).read_only(false),
            _ => tool,
        };
        tool.body(move |_, _| {
            runs.fetch_add(1, Ordering::SeqCst);
            async { Err::<String, _>(ToolError::new("BUSY", "later")) }
        })
        .build()
    };
    for (hint, expected) in [("idempotent", 3), ("read_only", 3), ("neither", 1), ("silent", 1)] {
        let runs = Count::default();
        let registry = registry([tool(&runs, hint)]);
        registry.policy(RetryPolicy::new().codes(["BUSY"]));
        assert_eq!(code(&registry.execute(call("t", "{}")).await), "BUSY");
        assert_eq!(count(&runs), expected, "{hint}");
    }
}

/// Whatever the host names, an ambiguous or final failure ends the call.
#[tokio::test(start_paused = true)]
async fn the_librarys_own_codes_are_never_retried() {
    const CODES: [&str; 6] = [
        "ABORTED",
        "TOOL_TIMEOUT",
        "TOOL_PANICKED",
        "INVALID_TOOL_OUTPUT",
        "INVALID_ARGS",
        "DENIED",
    ];
    for how in CODES {
        let runs = Count::default();
        let counted = Arc::clone(&runs);
        let tool = free("t")
            .idempotent(true)
            .timeout(Duration::from_secs(1))
            .body(move |_, cx| {
                counted.fetch_add(1, Ordering::SeqCst);
                async move {
                    match how {
                        "ABORTED" => Err(ToolError::aborted()),
                        "TOOL_TIMEOUT" => {
                            cx.cancellation().cancelled().await;
                            Err(ToolError::aborted())
                        }
                        "TOOL_PANICKED" => panic!("on purpose"),
                        _ => Ok("fine".to_owned()),
                    }
                }
            })
            .build();
        let registry = registry([tool]);
        registry.policy(RetryPolicy::new().codes(CODES).when(|_| true));
        // What the pipeline gives of itself, as wrappers further out see it.
        let seen = Count::default();
        let result = match how {
            "INVALID_TOOL_OUTPUT" => {
                let counted = Arc::clone(&seen);
                registry.around_dispatch_fn(move |_, _| {
                    counted.fetch_add(1, Ordering::SeqCst);
                    async { Ok(ToolExecutionResult::success(FrozenJson::null())) }
                });
                registry.execute(call("t", "{}")).await
            }
            "INVALID_ARGS" => {
                registry.register(crate::support::read()).unwrap();
                registry.execute(call("read", "{}")).await
            }
            "DENIED" => {
                registry.guard_fn(|_| Some(Denial::new("no")));
                registry.execute(call("t", "{}")).await
            }
            _ => registry.execute(call("t", "{}")).await,
        };
        assert_eq!(code(&result), how);
        assert!(count(&runs) <= 1 && count(&seen) <= 1, "{how}");
        assert!(result.additional_contexts().is_empty(), "{how}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_failure_without_a_code_can_be_named_and_is_not_by_a_reserved_code() {
    let runs_with = async |policy: RetryPolicy| {
        let runs = Count::default();
        let registry = registry([flaky(&runs, 9, "")]);
        registry.policy(policy);
        assert_eq!(code(&registry.execute(call("flaky", "{}")).await), "TOOL_ERROR");
        count(&runs)
    };
    assert_eq!(runs_with(RetryPolicy::new()).await, 1);
    assert_eq!(runs_with(RetryPolicy::new().codes(["DENIED", "two words", "tool_error"])).await, 1);
    assert_eq!(runs_with(RetryPolicy::new().codes(["TOOL_ERROR"])).await, 3);
    assert_eq!(runs_with(RetryPolicy::new().when(|f| f.message() == "no code")).await, 3);
    assert_eq!(runs_with(RetryPolicy::new().when(|_| panic!("on purpose"))).await, 1);
    assert_eq!(runs_with(RetryPolicy::new().codes(["TOOL_ERROR"]).attempts(0)).await, 1);
}

#[tokio::test(start_paused = true)]
async fn cancelling_ends_the_wait_at_once_and_runs_nothing_more() {
    let runs = Count::default();
    let registry = registry([flaky(&runs, 9, "BUSY")]);
    let hour = Duration::from_hours(1);
    // What is asked for is waited in full, and the jitter comes on top.
    registry.policy(RetryPolicy::new().codes(["BUSY"]).attempts(u32::MAX).backoff(hour, hour));
    let caller = CancellationToken::new();
    let running = tokio::spawn(registry.execute(call("flaky", "{}").cancellation(caller.clone())));
    while count(&runs) == 0 {
        tokio::task::yield_now().await;
    }
    let before = Instant::now();
    caller.cancel();
    let result = running.await.unwrap();
    assert_eq!(before.elapsed(), Duration::ZERO);
    assert_eq!((code(&result).as_str(), count(&runs)), ("BUSY", 1));
}

#[tokio::test(start_paused = true)]
async fn a_body_that_cancels_nothing_but_fails_after_the_cancellation_is_not_run_again() {
    let caller = CancellationToken::new();
    let (runs, cancel) = (Count::default(), caller.clone());
    let counted = Arc::clone(&runs);
    let tool = free("t")
        .idempotent(true)
        .body(move |_, _| {
            counted.fetch_add(1, Ordering::SeqCst);
            cancel.cancel();
            async { Err::<String, _>(ToolError::new("BUSY", "later")) }
        })
        .build();
    let registry = registry([tool]);
    registry.policy(RetryPolicy::new().codes(["BUSY"]).backoff(Duration::ZERO, Duration::ZERO));
    let result = registry.execute(call("t", "{}").cancellation(caller)).await;
    assert_eq!((code(&result).as_str(), count(&runs)), ("BUSY", 1));
}

#[tokio::test(start_paused = true)]
async fn the_timeout_is_each_attempts_own() {
    let runs = Count::default();
    let counted = Arc::clone(&runs);
    let tool = free("slow")
        .idempotent(true)
        .timeout(Duration::from_secs(1))
        .body(move |_, _| {
            let made = counted.fetch_add(1, Ordering::SeqCst) + 1;
            async move {
                tokio::time::sleep(Duration::from_millis(900)).await;
                if made < 3 {
                    Err(ToolError::new("BUSY", "later"))
                } else {
                    Ok("at last".to_owned())
                }
            }
        })
        .build();
    let registry = registry([tool]);
    registry.policy(RetryPolicy::new().codes(["BUSY"]));
    let start = Instant::now();
    assert_eq!(registry.execute(call("slow", "{}")).await.text(), "at last");
    assert!(start.elapsed() >= Duration::from_millis(2700));
}

#[tokio::test(start_paused = true)]
async fn in_a_scope_it_is_for_calls_there() {
    let runs = Count::default();
    let registry = registry([flaky(&runs, 99, "BUSY")]);
    let scope = registry.scope("agent");
    scope.policy(RetryPolicy::new().codes(["BUSY"]));
    assert_eq!(code(&registry.execute(call("flaky", "{}")).await), "BUSY");
    assert_eq!(count(&runs), 1);
    assert_eq!(code(&scope.execute(call("flaky", "{}")).await), "BUSY");
    assert_eq!(count(&runs), 4);
}

#[tokio::test(start_paused = true)]
async fn a_wrappers_own_failure_is_not_the_tools() {
    let runs = Count::default();
    let registry = registry([flaky(&runs, 0, "BUSY")]);
    registry.policy(RetryPolicy::new().codes(["BUSY"]));
    let entered = Count::default();
    let counted = Arc::clone(&entered);
    registry.around_dispatch_fn(move |_, _| {
        counted.fetch_add(1, Ordering::SeqCst);
        async { Err(ToolError::new("BUSY", "a wrapper ends the call")) }
    });
    assert_eq!(code(&registry.execute(call("flaky", "{}")).await), "BUSY");
    assert_eq!((count(&entered), count(&runs)), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn dropped_in_the_wait_it_runs_nothing_more() {
    let runs = Count::default();
    let registry = registry([flaky(&runs, 9, "BUSY")]);
    registry.policy(RetryPolicy::new().codes(["BUSY"]));
    let waiting = tokio::time::timeout(Duration::ZERO, registry.execute(call("flaky", "{}")));
    assert!(waiting.await.is_err());
    tokio::select! {
        () = pending() => {}
        () = tokio::time::sleep(Duration::from_hours(1)) => {}
    }
    assert_eq!(count(&runs), 1);
}
