//! Extremes of limits.

use crate::support::{call, code, free, registry};
use dsh_tools::{ConcurrencyLimit, RateLimit};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

#[tokio::test(start_paused = true)]
async fn a_rate_of_so_many_for_ever_is_kept() {
    for most in [1, 2, 3, 5, 7, u32::MAX >> 20] {
        let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
        registry.policy(RateLimit::new(most, Duration::MAX));
        for n in 0..most {
            assert!(!registry.execute(call("t", "{}")).await.is_error(), "{n} of {most}");
        }
        let result = registry.execute(call("t", "{}")).await;
        assert!(result.is_error(), "one more than {most}");
        tokio::time::advance(Duration::from_secs(1)).await;
        let result = registry.execute(call("t", "{}")).await;
        assert_eq!(code(&result), "RATE_LIMITED", "{most}");
    }
    for burst in [1, 3, u32::MAX] {
        let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
        registry.policy(RateLimit::new(1, Duration::MAX).burst(burst));
        let ran = async || !registry.execute(call("t", "{}")).await.is_error();
        for _ in 0..burst.min(10) {
            assert!(ran().await);
        }
        assert_eq!(ran().await, burst > 10, "{burst}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_waits_for_ever_sleeps() {
    let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
    registry.policy(RateLimit::new(5, Duration::MAX).waiting());
    for _ in 0..5 {
        assert!(!registry.execute(call("t", "{}")).await.is_error());
    }
    // Were it awake, the clock would never come that far.
    let waits = timeout(Duration::from_hours(1), registry.execute(call("t", "{}"))).await;
    assert!(waits.is_err());
}

/// Tools are nested in each other: `outer` calls `middle` many times at once, and each of these `inner` once.
#[tokio::test]
async fn what_a_limit_does_not_count_is_no_way_around_it() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let outer = free("outer")
        .body(|_, cx| async move {
            let calls = (0..8).map(|_| cx.call("middle", "{}").into_future());
            futures_util::future::join_all(calls).await;
            "done"
        })
        .build();
    let middle = free("middle")
        .body(|_, cx| async move {
            drop(cx.call("inner", "{}").await);
            "done"
        })
        .build();
    let (running, greatest) = (Arc::clone(&now), Arc::clone(&most));
    let inner = free("inner")
        .body(move |_, _| {
            let (running, greatest) = (Arc::clone(&running), Arc::clone(&greatest));
            async move {
                let others = running.fetch_add(1, Ordering::SeqCst);
                greatest.fetch_max(others + 1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                running.fetch_sub(1, Ordering::SeqCst);
                "done"
            }
        })
        .build();
    let registry = registry([outer, middle, inner]);
    registry.policy(ConcurrencyLimit::new(1).only(["outer", "inner"]));
    assert!(!registry.execute(call("outer", "{}")).await.is_error());
    let most = most.load(Ordering::SeqCst);
    assert_eq!(most, 1, "one nested call for the one call that has a place");
}

#[tokio::test(start_paused = true)]
async fn calls_that_want_each_others_places_do_not_wait_for_each_other() {
    let met = Arc::new(Notify::new());
    let tool = |name: &str, other: &'static str, wait: bool| {
        let met = Arc::clone(&met);
        free(name)
            .body(move |_, cx| {
                let met = Arc::clone(&met);
                async move {
                    if cx.execution().depth() == 0 {
                        if wait {
                            met.notified().await;
                        } else {
                            met.notify_one();
                        }
                        tokio::task::yield_now().await;
                        drop(cx.call(other, "{}").await);
                    }
                    "done"
                }
            })
            .build()
    };
    let registry = registry([tool("a", "b", true), tool("b", "a", false)]);
    // Two limits would.
    registry.policy(ConcurrencyLimit::new(1).only(["a", "b"]).per_tool());
    let a = tokio::spawn(registry.execute(call("a", "{}")));
    let b = tokio::spawn(registry.execute(call("b", "{}")));
    let both = async { (a.await.unwrap(), b.await.unwrap()) };
    let ended = timeout(Duration::from_mins(1), both).await;
    assert!(ended.is_ok(), "each has what the other wants");
}
