//! Who waits for whom, and that nobody waits for ever.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{ConcurrencyLimit, Hooks, Policy};
use futures_util::future::join_all;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// How many run now, and how many ever did at once.
#[derive(Clone, Default)]
struct Gauge(Arc<(AtomicUsize, AtomicUsize)>);

impl Gauge {
    fn enter(&self) {
        let now = self.0.0.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.1.fetch_max(now, Ordering::SeqCst);
    }
    fn leave(&self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
    fn most(&self) -> usize {
        self.0.1.swap(0, Ordering::SeqCst)
    }
}

/// A second of work.
fn work(name: &str, gauge: &Gauge) -> ToolDefinition {
    let gauge = gauge.clone();
    free(name)
        .body(move |_, _| {
            let gauge = gauge.clone();
            async move {
                gauge.enter();
                sleep(Duration::from_secs(1)).await;
                gauge.leave();
                "done"
            }
        })
        .build()
}

/// Calls the tools that it is told to, all at once, and says how they ended.
fn caller(name: &str) -> ToolDefinition {
    free(name)
        .body(|arguments, cx| {
            let names: Vec<String> = arguments.to_value()["call"]
                .as_array()
                .map(|names| names.iter().map(|n| n.as_str().unwrap().to_owned()).collect())
                .unwrap_or_default();
            let inner = arguments.to_value()["inner"].clone();
            async move {
                let inner = if inner.is_null() { serde_json::json!({}) } else { inner };
                let calls =
                    names.iter().map(|name| cx.call(name.as_str(), inner.clone()).into_future());
                let results = join_all(calls).await;
                results.iter().map(|r| r.text().into_owned()).collect::<Vec<_>>().join(",")
            }
        })
        .build()
}

async fn seconds<T>(work: impl Future<Output = T>) -> (T, u64) {
    let start = Instant::now();
    let done = timeout(Duration::from_hours(1), work).await.expect("nobody waits for ever");
    (done, start.elapsed().as_secs())
}

fn many(registry: &ToolRegistry, names: &[&str]) -> impl Future<Output = Vec<ToolExecutionResult>> {
    join_all(names.iter().map(|name| registry.execute(call(name, "{}"))).collect::<Vec<_>>())
}

#[tokio::test(start_paused = true)]
async fn so_many_run_at_a_time_and_all_have_their_turn() {
    let gauge = Gauge::default();
    let registry = registry([work("a", &gauge), work("b", &gauge)]);
    let limit = registry.policy(ConcurrencyLimit::new(2));
    let (results, took) = seconds(many(&registry, &["a", "b", "a", "b", "a"])).await;
    assert!(results.iter().all(|result| result.text() == "done"));
    assert_eq!((gauge.most(), took), (2, 3));
    assert!(limit.unregister());
    let (_, took) = seconds(many(&registry, &["a", "b", "a", "b", "a"])).await;
    assert_eq!((gauge.most(), took), (5, 1));
}

#[tokio::test(start_paused = true)]
async fn per_tool_per_scope_and_only_some() {
    let gauge = Gauge::default();
    let registry = registry([work("a", &gauge), work("b", &gauge)]);
    let per_tool = registry.policy(ConcurrencyLimit::new(1).per_tool());
    let (_, took) = seconds(many(&registry, &["a", "b", "a", "b"])).await;
    assert_eq!((gauge.most(), took), (2, 2));
    assert!(per_tool.unregister());

    let only = registry.policy(ConcurrencyLimit::new(1).only(["a"]));
    let (_, took) = seconds(many(&registry, &["a", "a", "b", "b", "b"])).await;
    assert_eq!((gauge.most(), took), (4, 2));
    assert!(only.unregister());

    let per_scope = registry.policy(ConcurrencyLimit::new(1).per_scope());
    let places = [registry.scope("x"), registry.scope("y"), registry.scope("x").child("y")];
    let calls = places
        .iter()
        .flat_map(|scope| [scope.execute(call("a", "{}")), scope.execute(call("b", "{}"))]);
    let (_, took) = seconds(join_all(calls.collect::<Vec<_>>())).await;
    assert_eq!((gauge.most(), took), (3, 2));
    assert!(per_scope.unregister());

    registry.policy(ConcurrencyLimit::new(1).per_scope().per_tool());
    let calls = places
        .iter()
        .flat_map(|scope| [scope.execute(call("a", "{}")), scope.execute(call("b", "{}"))]);
    let (_, took) = seconds(join_all(calls.collect::<Vec<_>>())).await;
    assert_eq!((gauge.most(), took), (6, 1));
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_waiter_leaves_the_queue() {
    let gauge = Gauge::default();
    let registry = registry([work("a", &gauge)]);
    registry.policy(ConcurrencyLimit::new(1));
    let first = tokio::spawn(registry.execute(call("a", "{}")));
    tokio::task::yield_now().await;
    let token = CancellationToken::new();
    let second = tokio::spawn(registry.execute(call("a", "{}").cancellation(token.clone())));
    let dropped = tokio::spawn(registry.execute(call("a", "{}")));
    tokio::task::yield_now().await;
    let last = tokio::spawn(registry.execute(call("a", "{}")));
    sleep(Duration::from_millis(500)).await;
    let before = Instant::now();
    token.cancel();
    let second = second.await.unwrap();
    assert_eq!(code(&second), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(before.elapsed(), Duration::ZERO, "at once");
    dropped.abort();
    assert!(dropped.await.unwrap_err().is_cancelled());
    let (last, took) = seconds(last).await;
    assert_eq!(
        (last.unwrap().text().as_ref(), took),
        ("done", 1),
        "after the first, not after three"
    );
    assert_eq!(first.await.unwrap().text(), "done");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_or_panicking_call_gives_its_place_back() {
    let gauge = Gauge::default();
    let boom = free("boom").body(|_, _| async { crate::support::boom("on purpose") }).build();
    let registry = registry([work("a", &gauge), boom]);
    registry.policy(ConcurrencyLimit::new(1));
    assert!(timeout(Duration::from_millis(1), registry.execute(call("a", "{}"))).await.is_err());
    assert_eq!(code(&registry.execute(call("boom", "{}")).await), "TOOL_PANICKED");
    let (result, took) = seconds(registry.execute(call("a", "{}"))).await;
    assert_eq!((result.text().as_ref(), took), ("done", 1));
}

#[tokio::test(start_paused = true)]
async fn nested_calls_run_inside_their_parents_place() {
    let gauge = Gauge::default();
    let registry = registry([caller("outer"), caller("middle"), work("a", &gauge)]);
    registry.policy(ConcurrencyLimit::new(1).per_tool());
    // The same tool in itself, through another one, and with no place free.
    let deep = r#"{"call":["outer"],"inner":{"call":["middle"],"inner":{"call":["outer"],"inner":{"call":["a"]}}}}"#;
    let (result, took) = seconds(registry.execute(call("outer", deep))).await;
    assert_eq!((result.text().as_ref(), took), ("done", 1));
    // Two calls, each of which wants the place that the other has.
    let (both, took) = seconds(join_all([
        registry.execute(call("outer", r#"{"call":["a","middle"],"inner":{"call":["a"]}}"#)),
        registry.execute(call("middle", r#"{"call":["a","outer"],"inner":{"call":["a"]}}"#)),
    ]))
    .await;
    assert!(both.iter().all(|result| result.text() == "done,done"), "{both:?}");
    assert!(took <= 4, "{took}");
}

#[tokio::test(start_paused = true)]
async fn beyond_the_limit_nested_calls_go_on_one_at_a_time() {
    let gauge = Gauge::default();
    let registry = registry([caller("outer"), work("a", &gauge)]);
    registry.policy(ConcurrencyLimit::new(1));
    let arguments = r#"{"call":["a","a","a","a"]}"#;
    let (result, took) = seconds(registry.execute(call("outer", arguments))).await;
    assert_eq!((result.text().as_ref(), took), ("done,done,done,done", 4));
    assert_eq!(gauge.most(), 1);
}

#[tokio::test(start_paused = true)]
async fn calls_nested_in_one_that_is_not_counted_wait_like_all_others() {
    let gauge = Gauge::default();
    let registry = registry([caller("outer"), work("a", &gauge)]);
    registry.policy(ConcurrencyLimit::new(2).only(["a"]));
    let arguments = r#"{"call":["a","a","a","a"]}"#;
    let (_, took) = seconds(registry.execute(call("outer", arguments))).await;
    assert_eq!((gauge.most(), took), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn failing_instead_of_waiting() {
    let gauge = Gauge::default();
    let registry = registry([work("a", &gauge), caller("outer")]);
    registry.policy(ConcurrencyLimit::new(1).per_tool().failing());
    let running = tokio::spawn(registry.execute(call("a", "{}")));
    tokio::task::yield_now().await;
    let refused = registry.execute(call("a", "{}")).await;
    assert_eq!(code(&refused), ConcurrencyLimit::CODE);
    assert_eq!(
        refused.text(),
        "Error: too many calls of `a` run at the same time: 1 may; try again when one has ended"
    );
    // Names that are no tool need no place, and no memory.
    assert_eq!(code(&registry.execute(call("nonsense", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(running.await.unwrap().text(), "done");
    let nested = registry.execute(call("outer", r#"{"call":["outer"]}"#)).await;
    assert_eq!(nested.text(), "", "inside its parent's place");
    assert!(!nested.is_error());
}

#[tokio::test(start_paused = true)]
async fn one_limit_can_be_for_several_registries() {
    let gauge = Gauge::default();
    let limit = Arc::new(ConcurrencyLimit::new(1));
    let registries = [registry([work("a", &gauge)]), registry([work("a", &gauge)])];
    for registry in &registries {
        registry.policy(Arc::clone(&limit));
    }
    let calls = registries.iter().map(|registry| registry.execute(call("a", "{}")));
    let (_, took) = seconds(join_all(calls.collect::<Vec<_>>())).await;
    assert_eq!((gauge.most(), took), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn one_limit_in_a_registry_and_in_its_scopes_takes_one_place_a_call() {
    let gauge = Gauge::default();
    let limit = Arc::new(ConcurrencyLimit::new(1));
    let registry = registry([work("a", &gauge)]);
    registry.policy(Arc::clone(&limit));
    let scope = registry.scope("x");
    scope.policy(Arc::clone(&limit));
    let calls = (scope.execute(call("a", "{}")), registry.execute(call("a", "{}")));
    let ((inside, beside), took) = seconds(async { tokio::join!(calls.0, calls.1) }).await;
    assert_eq!((inside.text().as_ref(), beside.text().as_ref()), ("done", "done"));
    assert_eq!((gauge.most(), took), (1, 2));
}

/// Runs everything inside it twice: one after the other, or at once.
fn twice(at_once: bool) -> impl Policy {
    struct Twice(bool);
    impl Policy for Twice {
        fn install(self: Arc<Self>, hooks: &mut Hooks) {
            hooks.around_dispatch_fn(move |_, next| {
                let at_once = self.0;
                async move {
                    if at_once {
                        return tokio::join!(next.run(), next.run()).1;
                    }
                    next.run().await?;
                    next.run().await
                }
            });
        }
    }
    Twice(at_once)
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_run_again_between_two_entrances_keeps_its_place() {
    for at_once in [false, true] {
        let gauge = Gauge::default();
        let limit = Arc::new(ConcurrencyLimit::new(1));
        let registry = registry([caller("outer"), work("a", &gauge)]);
        registry.policy(Arc::clone(&limit));
        let scope = registry.scope("x");
        scope.policy(twice(at_once));
        scope.policy(Arc::clone(&limit));
        let nested = scope.execute(call("outer", r#"{"call":["a","a"]}"#));
        let (result, _) = seconds(nested).await;
        assert_eq!(result.text(), "done,done");
    }
}

/// Runs at the same time that come by one entrance are counted each: no more bodies than the limit says.
#[tokio::test(start_paused = true)]
async fn runs_of_one_call_at_the_same_time_have_a_place_each() {
    let gauge = Gauge::default();
    let limit = Arc::new(ConcurrencyLimit::new(1));
    let registry = registry([work("a", &gauge)]);
    registry.policy(twice(true));
    registry.policy(Arc::clone(&limit));
    let scope = registry.scope("x");
    scope.policy(limit);
    let (result, took) = seconds(scope.execute(call("a", "{}"))).await;
    assert_eq!((result.text().as_ref(), gauge.most(), took), ("done", 1, 2));
}
