//! Many calls, and everything at once.

use crate::support::{Ears, call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{
    ApprovalBroker, BatchOptions, BrokerEvent, CancellationToken, ConcurrencyLimit, FailOpen,
    Metrics, PermissionRules, RateLimit, RetryPolicy, TimeoutPolicy, ToolExecutionToken,
    TracingPolicy, pre_execute_fn,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Chances, the same each time.
#[derive(Clone)]
struct Chance(Arc<Mutex<u64>>);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)))
    }

    fn below(&self, most: u64) -> u64 {
        let mut state = self.0.lock().unwrap();
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state % most
    }

    /// Whatever a hook may do: nothing, wait, panic with something that panics when it is dropped.
    async fn whim(&self) {
        match self.below(24) {
            0 => std::panic::panic_any(crate::support::Bomb),
            1 => panic!("a whim"),
            2..8 => sleep(Duration::from_millis(self.below(40))).await,
            8..12 => tokio::task::yield_now().await,
            _ => {}
        }
    }
}

fn tools_of(chance: &Chance) -> Vec<ToolDefinition> {
    let body = |name: &str| {
        let chance = chance.clone();
        free(name).idempotent(true).timeout(Duration::from_millis(30)).body(move |_, cx| {
            let chance = chance.clone();
            async move {
                chance.whim().await;
                match chance.below(6) {
                    0 => drop(cx.call("b", "{}").await),
                    1 => drop(cx.call("none", "{}").await),
                    2 => return Err(ToolError::new("BUSY", "busy")),
                    3 => cx.cancellation().cancelled().await,
                    _ => {}
                }
                chance.whim().await;
                Ok("done")
            }
        })
    };
    let classify = chance.clone();
    vec![
        body("a").parallel().build(),
        body("b").parallel().build(),
        body("c").build(),
        body("d")
            .parallel_when(move |_| {
                assert!(classify.below(9) > 0);
                classify.below(2) == 0
            })
            .build(),
    ]
}

/// One storm; what observers were told of the calls.
async fn storm(seed: u64) {
    let chance = Chance::new(seed);
    let registry = ToolRegistry::builder()
        .without_default_policies()
        .hook_deadline(Duration::from_millis(35))
        .approval_deadline(Duration::from_millis(50))
        .policy(TracingPolicy::new())
        .policy(
            RetryPolicy::new()
                .codes(["BUSY"])
                .backoff(Duration::from_millis(5), Duration::from_millis(9)),
        )
        .around_dispatch(TimeoutPolicy::hard(Duration::from_millis(5)))
        .tools(tools_of(&chance))
        .build()
        .unwrap();
    let metrics = Metrics::new();
    registry.policy(metrics.clone());
    let rate = RateLimit::new(1000, Duration::from_millis(100));
    registry.policy(if seed.is_multiple_of(2) { rate.waiting() } else { rate });
    let limit = Arc::new(ConcurrencyLimit::new(2).per_tool());
    registry.policy(Arc::clone(&limit));
    let agent = registry.scope("agent");
    let broker = ApprovalBroker::new();
    agent.approver(broker.clone());
    agent.policy(Arc::clone(&limit));
    if chance.below(2) == 0 {
        agent.policy(PermissionRules::ask_on_write());
    }
    let hooks = chance.clone();
    agent.pre_execute(FailOpen(pre_execute_fn(move |_, next| {
        let chance = hooks.clone();
        async move {
            chance.whim().await;
            let decision = next.run().await;
            chance.whim().await;
            decision
        }
    })));
    let wrappers = chance.clone();
    agent.around_dispatch_fn(move |_, next| {
        let chance = wrappers.clone();
        async move {
            chance.whim().await;
            match chance.below(6) {
                0 => futures_util::future::join(next.run(), next.run()).await.0,
                1 => timeout(Duration::from_millis(3), next.run())
                    .await
                    .unwrap_or_else(|_| Err(ToolError::msg("too slow"))),
                2 => {
                    drop(next.run().await);
                    next.run().await
                }
                _ => next.run().await,
            }
        }
    });
    let after = chance.clone();
    agent.post_execute_fn(move |_, _, next| {
        let chance = after.clone();
        async move {
            chance.whim().await;
            next.run().await
        }
    });
    let told: Arc<Mutex<HashMap<ToolExecutionToken, u32>>> = Arc::default();
    let (keep, watch) = (Arc::clone(&told), chance.clone());
    registry.observe_fn(move |call, _| {
        *keep.lock().unwrap().entry(call.token()).or_default() += 1;
        assert!(watch.below(7) > 0, "an observer panics");
    });
    // One who watches outcomes and changes everything around them.
    let (own, meddles, answers) = (registry.clone(), chance.clone(), broker.clone());
    agent.observe_fn(move |_, _| match meddles.below(8) {
        0 => drop(own.guard_fn(|_| None).unregister()),
        1 => drop(own.scope("other").close()),
        2 => drop(own.register(
            free(&format!("new{}", meddles.below(1000))).body(|_, _| async { "" }).build(),
        )),
        3 => {
            for request in answers.pending() {
                let _late = answers.answer(request.key(), ApprovalDecision::AllowedOnce);
            }
        }
        4 if meddles.below(9) == 0 => drop(own.scope("agent").close()),
        _ => {}
    });
    let mut events = broker.subscribe();
    let (person, decides) = (broker.clone(), chance.clone());
    let person = tokio::spawn(async move {
        while let Some(event) = events.next().await {
            let BrokerEvent::Asked(request) = event else { continue };
            sleep(Duration::from_millis(decides.below(70))).await;
            let answer = match decides.below(3) {
                0 => ApprovalDecision::Rejected(None),
                _ => ApprovalDecision::AllowedOnce,
            };
            let _late = person.answer(request.key(), answer);
        }
    });

    let stop = CancellationToken::new();
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let name = ["a", "b", "c", "d", "none"][usize::try_from(chance.below(5)).unwrap()];
            let input = call(name, if chance.below(9) == 0 { "{" } else { "{}" })
                .state(crate::support::Fuse);
            if chance.below(3) == 0 { input.cancellation(stop.child_token()) } else { input }
        })
        .collect();
    let mut options = BatchOptions::new().at_once(3).unwrap().fail_fast(chance.below(8) == 0);
    if chance.below(2) == 0 {
        options = options.cancellation(stop.clone());
    }
    let mut batch = agent.run_batch(calls, options);
    let mut got = 0;
    let ends = [None, Some(5), Some(40), Some(200)][usize::try_from(chance.below(4)).unwrap()];
    let take = async {
        while batch.next().await.is_some() {
            got += 1;
            if chance.below(40) == 0 {
                stop.cancel();
            }
        }
    };
    match ends {
        // A body that waits for its cancellation has a timeout: all of it ends.
        None => {
            timeout(Duration::from_mins(10), take).await.expect("the batch ends");
            assert_eq!(got, 20);
        }
        Some(time) => drop(timeout(Duration::from_millis(time), take).await),
    }
    drop(batch);
    let told = told.lock().unwrap().clone();
    assert!(told.values().all(|times| *times == 1), "seed {seed}: {told:?}");
    assert!(told.len() >= 20, "seed {seed}: {}", told.len());
    let total = metrics.snapshot().total();
    assert_eq!((total.running, total.ended()), (0, told.len() as u64), "seed {seed}");
    assert!(broker.pending().is_empty(), "seed {seed}");
    assert!(format!("{metrics:?}").contains("running: 0"), "seed {seed}: {metrics:?}");
    person.abort();
    // Every place was given back.
    for name in ["a", "b", "c", "d"] {
        let calls = (0..2).map(|_| registry.execute(call(name, "{}")));
        let free = timeout(Duration::from_mins(1), futures_util::future::join_all(calls)).await;
        assert!(free.is_ok(), "seed {seed}: {name}");
    }
}

#[test]
fn storms_lose_nothing_and_double_nothing() {
    let seeds = std::env::var("STORMS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    for seed in 0..seeds {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(storm(seed));
    }
}

#[tokio::test]
async fn a_batch_of_ten_thousand_calls_with_one_id() {
    let registry = registry([free("t").body(|_, _| async { "ran" }).parallel().build()]);
    let ears = Ears::on(&registry);
    let calls =
        (0..10_000).map(|n| if n % 7 == 0 { call("nobody", "{}") } else { call("t", "{}") });
    let results = registry.run_batch(calls, BatchOptions::new()).await;
    assert_eq!((results.len(), ears.heard().len()), (10_000, 10_000));
    for (n, (_, result)) in results.iter().enumerate() {
        if n % 7 == 0 {
            assert_eq!(code(result), "UNKNOWN_TOOL");
        } else {
            assert_eq!(result.text(), "ran");
        }
    }
}

#[test]
fn hundreds_of_hooks_fit_a_stack() {
    let hooks = std::env::var("HOOKS").map_or(300, |n| n.parse().unwrap());
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
            for _ in 0..hooks {
                registry.pre_execute_fn(|_, next| async move { next.run().await });
                registry.around_dispatch_fn(|_, next| async move { next.run().await });
                registry.post_execute_fn(|_, _, next| async move { next.run().await });
            }
            registry.execute(call("t", "{}")).await.text().into_owned()
        })
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap();
    assert_eq!(thread.join().unwrap(), "ran");
}
