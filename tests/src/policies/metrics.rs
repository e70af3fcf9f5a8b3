//! Figures of calls.

use crate::support::{call, code, free, plain, poll_once, registry};
use dsh_tools::prelude::*;
use dsh_tools::{CallEnd, Metrics, MetricsRecorder, MetricsSink, RateLimit, RetryPolicy};
use std::future::pending;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::sleep;

fn slow(ms: u64) -> ToolDefinition {
    free("slow")
        .body(move |_, _| async move {
            sleep(Duration::from_millis(ms)).await;
            "done"
        })
        .build()
}

fn failing(code: &'static str) -> ToolDefinition {
    free("failing")
        .idempotent(true)
        .body(move |_, _| async move { Err::<String, _>(ToolError::new(code, "later")) })
        .build()
}

#[tokio::test(start_paused = true)]
async fn calls_are_counted_by_tool_code_and_time() {
    let metrics = Metrics::new();
    let registry = registry([slow(30), failing("BUSY")]);
    registry.policy(metrics.clone());
    for _ in 0..3 {
        registry.execute(call("slow", "{}")).await;
    }
    registry.execute(call("failing", "{}")).await;
    registry.execute(call("failing", "no JSON")).await;
    let snapshot = metrics.snapshot();
    let slow = &snapshot.tools["slow"];
    assert_eq!((slow.started, slow.running, slow.succeeded, slow.failed), (3, 0, 3, 0));
    assert_eq!((slow.attempts, slow.durations.count), (3, 3));
    let ms = Duration::from_millis;
    assert_eq!(slow.durations.sum, slow.durations.mean().unwrap() * 3);
    let (min, max) = (slow.durations.min.unwrap(), slow.durations.max.unwrap());
    assert!(ms(30) <= min && min <= max && max < ms(33), "{min:?} {max:?}");
    let filled: Vec<_> = slow.durations.buckets.iter().filter(|bucket| bucket.count > 0).collect();
    assert_eq!((filled.len(), filled[0].up_to, filled[0].count), (1, Some(ms(50)), 3));
    let failing = &snapshot.tools["failing"];
    assert_eq!(
        (failing.started, failing.failed, failing.ended()),
        (1, 2, 2),
        "one could not start"
    );
    let codes: Vec<_> = failing.codes.iter().map(|(code, count)| (code.as_str(), *count)).collect();
    assert_eq!(codes, [("BUSY", 1), ("INVALID_JSON", 1)]);
    assert_eq!(failing.durations.count, 1);
    let total = snapshot.total();
    assert_eq!((total.started, total.succeeded, total.failed, total.durations.count), (4, 3, 2, 4));
}

#[tokio::test(start_paused = true)]
async fn running_calls_are_seen_and_dropped_ones_end() {
    let metrics = Metrics::new();
    let never = free("never").body(|_, _| async { pending::<&'static str>().await }).build();
    let registry = registry([never]);
    registry.policy(metrics.clone());
    {
        let mut running = pin!(registry.execute(call("never", "{}")));
        assert!(poll_once(running.as_mut()).is_pending());
        let figures = metrics.snapshot().total();
        assert_eq!((figures.started, figures.running, figures.ended()), (1, 1, 0));
    }
    let figures = metrics.snapshot().total();
    assert_eq!((figures.running, figures.codes["ABORTED"], figures.attempts), (0, 1, 1));
    assert!(format!("{metrics:?}").contains("running: 0"), "nothing of it is kept");
}

/// Before or after: what is counted is the same.
#[tokio::test(start_paused = true)]
async fn attempts_are_counted_whatever_the_order_of_policies() {
    for first in [true, false] {
        let metrics = Metrics::new();
        let registry = registry([failing("BUSY")]);
        if first {
            registry.policy(metrics.clone());
        }
        registry.policy(RetryPolicy::new().codes(["BUSY"]).attempts(4));
        if !first {
            registry.policy(metrics.clone());
        }
        registry.execute(call("failing", "{}")).await;
        let figures = metrics.snapshot().total();
        assert_eq!((figures.started, figures.attempts, figures.failed), (1, 4, 1), "{first}");
    }
}

#[tokio::test]
async fn what_stands_in_the_way_is_no_attempt() {
    let metrics = Metrics::new();
    let registry = registry([plain("a"), plain("b")]);
    registry.policy(metrics.clone());
    registry.policy(RateLimit::new(1, Duration::from_hours(1)));
    registry.guard_fn(|call| (call.name() == "b").then(|| Denial::new("no")));
    registry.execute(call("a", "{}")).await;
    registry.execute(call("a", "{}")).await;
    registry.execute(call("b", "{}")).await;
    let snapshot = metrics.snapshot();
    let (a, b) = (&snapshot.tools["a"], &snapshot.tools["b"]);
    assert_eq!((a.started, a.attempts, a.codes["RATE_LIMITED"]), (2, 1, 1));
    assert_eq!((b.started, b.attempts, b.codes["DENIED"], b.durations.count), (0, 0, 1, 0));
}

#[tokio::test]
async fn names_and_codes_without_end_take_bounded_memory() {
    let metrics = Metrics::new();
    let codes = free("codes")
        .body(|arguments, _| {
            let code = arguments.to_value()["code"].as_str().unwrap().to_owned();
            async move { Err::<String, _>(ToolError::new(code, "no")) }
        })
        .build();
    let registry = registry([codes]);
    registry.policy(metrics.clone());
    for n in 0..200 {
        let name = format!("made_up_{n}");
        assert_eq!(code(&registry.execute(call(&name, "{}")).await), "UNKNOWN_TOOL");
        let arguments = format!(r#"{{"code":"CODE_{n}"}}"#);
        registry.execute(call("codes", &arguments)).await;
    }
    let snapshot = metrics.snapshot();
    let names: Vec<_> = snapshot.tools.keys().map(String::as_str).collect();
    assert_eq!(names, ["(unknown)", "codes"]);
    let unknown = &snapshot.tools["(unknown)"];
    assert_eq!((unknown.failed, unknown.codes["UNKNOWN_TOOL"], unknown.attempts), (200, 200, 0));
    let codes = &snapshot.tools["codes"].codes;
    assert!(codes.len() <= 65, "{}", codes.len());
    assert_eq!(codes.values().sum::<u64>(), 200);
    assert!(codes["(other)"] >= 100);
}

#[tokio::test]
async fn a_sink_is_told_of_each_call_and_its_panics_harm_nobody() {
    #[derive(Default)]
    struct Lines(Mutex<Vec<String>>);
    impl MetricsSink for Lines {
        fn call_started(&self, tool: &str) {
            self.0.lock().unwrap().push(format!("{tool} starts"));
        }
        fn call_ended(&self, end: &CallEnd<'_>) {
            let code = end.code.map_or("OK", |code| code.as_str());
            let line = format!("{} {code} {} {}", end.tool, end.duration.is_some(), end.attempts);
            self.0.lock().unwrap().push(line);
        }
    }
    struct Rude;
    impl MetricsSink for Rude {
        fn call_started(&self, _: &str) {
            panic!("a sink");
        }
        fn call_ended(&self, _: &CallEnd<'_>) {
            panic!("a sink");
        }
    }
    let lines = Arc::new(Lines::default());
    let registry = registry([plain("a")]);
    registry.policy(Metrics::to(Rude));
    registry.policy(Metrics::to(Arc::clone(&lines)));
    assert_eq!(registry.execute(call("a", "{}")).await.text(), "done");
    registry.execute(call("a", "[")).await;
    assert_eq!(*lines.0.lock().unwrap(), ["a starts", "a OK true 1", "a INVALID_JSON false 0"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_lost_while_others_read() {
    let recorder = Arc::new(MetricsRecorder::new());
    let registry = registry([plain("a"), plain("b")]);
    registry.policy(Metrics::to(Arc::clone(&recorder)));
    let mut tasks = Vec::new();
    for n in 0..8 {
        let (registry, recorder) = (registry.clone(), Arc::clone(&recorder));
        tasks.push(tokio::spawn(async move {
            for at in 0..100 {
                registry.execute(call(if (n + at) % 2 == 0 { "a" } else { "b" }, "{}")).await;
                let total = recorder.snapshot().total();
                assert!(total.running <= 8 && total.started >= at);
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let snapshot = recorder.snapshot();
    for tool in ["a", "b"] {
        let figures = &snapshot.tools[tool];
        assert_eq!((figures.started, figures.succeeded, figures.running), (400, 400, 0));
        assert_eq!((figures.durations.count, figures.attempts), (400, 400));
    }
}

#[tokio::test(start_paused = true)]
async fn calls_that_run_while_the_figures_are_lifted_end() {
    let busy = free("busy")
        .body(|_, _| async {
            sleep(Duration::from_millis(30)).await;
            Err::<String, _>(ToolError::new("BUSY", "later"))
        })
        .build();
    for close in [true, false] {
        let metrics = Metrics::new();
        let registry = registry([slow(30), busy.clone()]);
        let scope = registry.scope("x");
        let registration = scope.policy(metrics.clone());
        let calls = ["slow", "busy"].map(|name| tokio::spawn(scope.execute(call(name, "{}"))));
        let dropped = tokio::spawn(scope.execute(call("slow", "{}")));
        tokio::task::yield_now().await;
        assert_eq!(metrics.snapshot().total().running, 3);
        if close {
            scope.close()
        } else {
            registration.unregister()
        };
        dropped.abort();
        assert!(dropped.await.unwrap_err().is_cancelled());
        for running in calls {
            running.await.unwrap();
        }
        let figures = metrics.snapshot().total();
        assert_eq!((figures.started, figures.running, figures.attempts), (3, 0, 3));
        assert_eq!((figures.succeeded, figures.failed), (1, 2));
        assert_eq!((figures.codes["BUSY"], figures.codes["ABORTED"]), (1, 1));
        assert!(figures.durations.max.unwrap() < Duration::from_millis(33));
        assert!(format!("{metrics:?}").contains("running: 0"));
        registry.scope("x").execute(call("slow", "{}")).await;
        assert_eq!(metrics.snapshot().total(), figures, "lifted is lifted");
    }
}

#[tokio::test(start_paused = true)]
async fn the_same_figures_twice_along_a_chain_count_twice_throughout() {
    let metrics = Metrics::new();
    let registry = registry([slow(30)]);
    registry.policy(metrics.clone());
    let scope = registry.scope("x");
    scope.policy(metrics.clone());
    scope.execute(call("slow", "{}")).await;
    let figures = metrics.snapshot().total();
    assert_eq!((figures.started, figures.running, figures.succeeded), (2, 0, 2));
    assert_eq!((figures.attempts, figures.durations.count), (2, 2));
}
