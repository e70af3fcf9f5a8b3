//! Calls that come too often.

use crate::support::{call, code, free, plain, registry};
use dsh_tools::prelude::*;
use dsh_tools::{RateLimit, RateLimited, RetryPolicy};
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, advance, sleep};

const SECOND: Duration = Duration::from_secs(1);

async fn ok(registry: &ToolRegistry, name: &str) -> bool {
    let result = registry.execute(call(name, "{}")).await;
    assert!(!result.is_error() || code(&result) == RateLimited::CODE);
    !result.is_error()
}

#[tokio::test(start_paused = true)]
async fn a_refusal_says_when_to_come_back_and_then_it_goes() {
    let registry = registry([plain("a")]);
    registry.policy(RateLimit::new(2, SECOND));
    assert!(ok(&registry, "a").await && ok(&registry, "a").await);
    advance(Duration::from_micros(100_500)).await;
    let refused = registry.execute(call("a", "{}")).await;
    assert_eq!(
        refused.text(),
        "Error: calls came too often: 2 in 1000 ms are allowed; try again in 400 ms"
    );
    let why: &RateLimited = refused.error().unwrap().source().unwrap().downcast_ref().unwrap();
    assert_eq!(why.retry_after(), Duration::from_micros(399_500));
    advance(why.retry_after()).await;
    assert!(ok(&registry, "a").await);
    assert!(!ok(&registry, "a").await);
    advance(Duration::from_hours(1)).await;
    assert!(ok(&registry, "a").await && ok(&registry, "a").await && !ok(&registry, "a").await);
}

#[tokio::test(start_paused = true)]
async fn bursts_tools_and_scopes() {
    let registry = registry([plain("a"), plain("b")]);
    let evenly = registry.policy(RateLimit::new(10, SECOND).burst(1));
    assert!(ok(&registry, "a").await && !ok(&registry, "b").await);
    advance(Duration::from_millis(100)).await;
    assert!(ok(&registry, "b").await);
    assert!(evenly.unregister());

    let per_tool = registry.policy(RateLimit::new(1, SECOND).per_tool());
    assert!(ok(&registry, "a").await && ok(&registry, "b").await);
    assert!(!ok(&registry, "a").await);
    assert!(registry.execute(call("a", "{}")).await.text().contains("calls of `a` came too often"));
    assert!(per_tool.unregister());

    let only = registry.policy(RateLimit::new(1, SECOND).only(["a"]));
    assert!(ok(&registry, "a").await && !ok(&registry, "a").await && ok(&registry, "b").await);
    assert!(only.unregister());

    registry.policy(RateLimit::new(1, SECOND).per_scope());
    let (x, y) = (registry.scope("x"), registry.scope("y"));
    assert!(!x.execute(call("a", "{}")).await.is_error());
    assert!(x.execute(call("b", "{}")).await.is_error());
    assert!(!y.execute(call("b", "{}")).await.is_error());
    assert!(ok(&registry, "a").await, "without a scope is a place of its own");
}

#[tokio::test(start_paused = true)]
async fn names_that_are_no_tool_cost_nothing() {
    let registry = registry([plain("a")]);
    registry.policy(RateLimit::new(1, SECOND));
    for _ in 0..3 {
        assert_eq!(code(&registry.execute(call("nonsense", "{}")).await), "UNKNOWN_TOOL");
    }
    assert!(ok(&registry, "a").await);
}

#[tokio::test(start_paused = true)]
async fn waiting_calls_go_in_the_order_of_coming_and_cancelled_ones_leave() {
    let start = Instant::now();
    let stamp = free("stamp")
        .body(move |_, _| async move { format!("{}", start.elapsed().as_millis()) })
        .build();
    let registry = registry([stamp]);
    registry.policy(RateLimit::new(1, SECOND).waiting());
    let token = CancellationToken::new();
    let mut calls = Vec::new();
    for n in 0..5 {
        let mut input = call("stamp", "{}");
        if n == 2 {
            input = input.cancellation(token.clone());
        }
        calls.push(tokio::spawn(registry.execute(input)));
        tokio::task::yield_now().await;
    }
    sleep(Duration::from_millis(1500)).await;
    let before = Instant::now();
    token.cancel();
    let cancelled = calls.remove(2).await.unwrap();
    assert_eq!(code(&cancelled), "ABORTED_BEFORE_DISPATCH");
    assert_eq!(before.elapsed(), Duration::ZERO);
    let results = join_all(calls).await;
    let at: Vec<u64> =
        results.iter().map(|r| r.as_ref().unwrap().text().parse().unwrap()).collect();
    let expected = [0, 1000, 2000, 3000];
    assert!(at.iter().zip(expected).all(|(at, from)| (from..from + 20).contains(at)), "{at:?}");
}

#[tokio::test(start_paused = true)]
async fn a_retry_waits_as_long_as_it_is_told() {
    let registry = ToolRegistry::builder()
        .policy(RetryPolicy::new().backoff(Duration::ZERO, Duration::from_secs(30)))
        .policy(RateLimit::new(1, Duration::from_secs(20)))
        .tools([free("a").read_only(true).body(|_, _| async { "done" }).build()])
        .build()
        .unwrap();
    let start = Instant::now();
    assert!(ok(&registry, "a").await && ok(&registry, "a").await);
    assert!((20..21).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_retry_gives_up_where_it_would_be_too_long() {
    let registry = ToolRegistry::builder()
        .policy(RetryPolicy::new())
        .policy(RateLimit::new(1, Duration::from_mins(1)))
        .tools([free("a").read_only(true).body(|_, _| async { "done" }).build()])
        .build()
        .unwrap();
    let start = Instant::now();
    assert!(ok(&registry, "a").await && !ok(&registry, "a").await);
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn one_limit_can_be_for_several_registries() {
    let limit = Arc::new(RateLimit::new(1, SECOND));
    let (one, two) = (registry([plain("a")]), registry([plain("a")]));
    one.policy(Arc::clone(&limit));
    two.policy(limit);
    assert!(ok(&one, "a").await && !ok(&two, "a").await);
}
