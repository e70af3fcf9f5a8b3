//! Timeouts: what bodies hear of them, and what the outcome says.

use crate::support::{Ears, ReadArgs, Twice, call, code, free, read, registry, spec};
use dsh_tools::__private::{blocking, define};
use dsh_tools::prelude::*;
use dsh_tools::tool::Declared;
use futures_util::FutureExt;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

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
        assert!(result.text().contains("it may take 250 ms"), "{}", result.text());
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

#[tokio::test(start_paused = true)]
async fn s193_the_text_says_what_became_of_the_body() {
    let text = |tool: ToolDefinition| async move { tool.call("{}").await.text().into_owned() };
    assert_eq!(
        text(told(Some(100), || Err::<&'static str, _>(ToolError::aborted()))).await,
        "Error: the tool ran out of time: it may take 100 ms; it stopped when it was told to, and what it did before may have taken effect"
    );
    assert_eq!(
        text(told(Some(100), || "finished anyway")).await,
        "Error: the tool ran out of time: it may take 100 ms; it ended after that, its result was not used, and what it did may have taken effect"
    );
}

#[tokio::test(start_paused = true)]
async fn s193_times_below_a_millisecond_are_not_none() {
    let tool = free("quick")
        .timeout(Duration::from_micros(500))
        .body(|_, cx| async move {
            cx.cancellation().cancelled().await;
            "late"
        })
        .build();
    let result = tool.call("{}").await;
    assert!(result.text().contains("it may take 0.5 ms;"), "{}", result.text());
}

/// A registry whose timeouts are hard.
fn hard(grace: Duration, tool: ToolDefinition) -> ToolRegistry {
    ToolRegistry::builder()
        .without_default_policies()
        .around_dispatch(TimeoutPolicy::hard(grace))
        .tool(tool)
        .build()
        .unwrap()
}

/// Never ends.
fn deaf(ms: u64) -> ToolDefinition {
    free("deaf").timeout(Duration::from_millis(ms)).body(|_, _| pending::<String>()).build()
}

#[tokio::test(start_paused = true)]
async fn s195_a_hard_deadline_holds_for_a_call_that_was_cancelled_and_is_not_the_reason() {
    for (cancelled_at, expected) in [(5, "ABORTED"), (105, "TOOL_TIMEOUT")] {
        let registry = hard(Duration::from_millis(50), deaf(100));
        let caller = CancellationToken::new();
        let start = tokio::time::Instant::now();
        let input = call("deaf", "{}").cancellation(caller.clone());
        let running = tokio::spawn(registry.execute(input));
        tokio::time::sleep(Duration::from_millis(cancelled_at)).await;
        caller.cancel();
        let result = running.await.unwrap();
        assert_eq!(start.elapsed(), Duration::from_millis(150));
        assert_eq!(code(&result), expected, "cancelled after {cancelled_at} ms");
        assert!(result.text().contains("may be half done or still running"), "{}", result.text());
    }
}

#[tokio::test(start_paused = true)]
async fn s194_a_grace_without_end_is_no_overflow() {
    for grace in [Duration::MAX, Duration::from_secs(u64::MAX / 4)] {
        let tool = free("slow")
            .timeout(Duration::from_millis(5))
            .body(|_, cx| async move {
                cx.cancellation().cancelled().await;
                tokio::time::sleep(Duration::from_hours(1)).await;
                "at last"
            })
            .build();
        let result = hard(grace, tool).execute(call("slow", "{}")).await;
        assert_eq!(code(&result), "TOOL_TIMEOUT", "{}", result.text());
        assert!(result.text().contains("it ended after that"), "{}", result.text());
    }
}

#[tokio::test(start_paused = true)]
async fn s193_a_wrapper_inside_that_fails_because_it_was_told_timed_out() {
    let registry = ToolRegistry::builder()
        .without_default_policies()
        .around_dispatch(TimeoutPolicy::new())
        .around_dispatch_fn(|call, next| async move {
            tokio::select! {
                biased;
                result = next.run() => result,
                () = call.cancellation().cancelled() => Err(ToolError::aborted()),
            }
        })
        .tool(deaf(100))
        .build()
        .unwrap();
    let result = registry.execute(call("deaf", "{}")).await;
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(result.text().contains("it may take 100 ms"), "{}", result.text());
}

#[tokio::test]
async fn s193_a_body_that_blocked_its_thread_past_the_deadline_timed_out() {
    let tool = free("hog")
        .timeout(Duration::from_millis(1))
        .body(|_, _| async {
            std::thread::sleep(Duration::from_millis(20));
            "done"
        })
        .build();
    let result = tool.call("{}").await;
    assert_eq!(code(&result), "TOOL_TIMEOUT");
    assert!(result.text().contains("it ended after that"), "{}", result.text());
}
