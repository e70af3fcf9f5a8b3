//! Calls while everything around them changes.

use crate::{Gate, call, code, explore, run, tool};
use dsh_tools::prelude::*;
use futures_util::future::{Either, select};
use shuttle::future::block_on;
use shuttle::sync::atomic::{AtomicBool, Ordering};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;
use std::pin::pin;

fn deny(_: &ToolExecution) -> Option<Denial> {
    Some(Denial::new("no"))
}

#[test]
fn a_guard_that_was_there_before_the_call_denies_it() {
    explore(|| {
        let registry = ToolRegistry::new();
        let scope = registry.scope("agent");
        let runs: Arc<Mutex<u32>> = Arc::default();
        scope.register(tool("a", &runs, None)).unwrap();
        let registered = Arc::new(AtomicBool::new(false));
        let guarding = {
            let (registry, registered) = (registry.clone(), Arc::clone(&registered));
            thread::spawn(move || {
                registry.guard(deny);
                registered.store(true, Ordering::SeqCst);
            })
        };
        let noise = {
            let scope = scope.clone();
            thread::spawn(move || assert!(scope.guard_fn(|_| None).unregister()))
        };
        let before = registered.load(Ordering::SeqCst);
        let result = run(scope.execute(call("a")));
        let ran = *runs.lock().unwrap();
        match code(&result).as_deref() {
            None => assert!(!before && ran == 1),
            Some(code) => assert!(code == "DENIED" && ran == 0, "{code} {ran}"),
        }
        guarding.join().unwrap();
        noise.join().unwrap();
    });
}

#[test]
fn closing_a_scope_lets_nothing_past_its_guards() {
    explore(|| {
        let registry = ToolRegistry::new();
        let (agent, runs) = (registry.scope("agent"), Arc::default());
        let helper = agent.child("helper");
        agent.guard(deny);
        helper.register(tool("a", &runs, None)).unwrap();
        let closing = {
            let agent = agent.clone();
            thread::spawn(move || agent.close())
        };
        let result = run(helper.execute(call("a")));
        assert!(matches!(code(&result).as_deref(), Some("DENIED" | "UNKNOWN_TOOL")), "{result:?}");
        assert_eq!(*runs.lock().unwrap(), 0);
        assert!(closing.join().unwrap());
    });
}

#[test]
fn lifting_a_guard_while_another_is_added_leaves_no_gap() {
    // A guard is replaced by adding the new one first: at every moment one of them denies.
    explore(|| {
        let registry = ToolRegistry::new();
        let runs = Arc::default();
        registry.register(tool("a", &runs, None)).unwrap();
        let old = registry.guard(deny);
        let replacing = {
            let registry = registry.clone();
            thread::spawn(move || {
                registry.guard(deny);
                assert!(old.unregister());
            })
        };
        let result = run(registry.execute(call("a")));
        assert_eq!(code(&result).as_deref(), Some("DENIED"));
        assert_eq!(*runs.lock().unwrap(), 0);
        replacing.join().unwrap();
    });
}

#[test]
fn a_call_that_is_dropped_while_it_ends_has_one_outcome() {
    explore(|| {
        let registry = ToolRegistry::new();
        let (runs, gate, stop) = (Arc::default(), Gate::default(), Gate::default());
        registry.register(tool("a", &runs, Some(gate.clone()))).unwrap();
        let heard: Arc<Mutex<Vec<Option<String>>>> = Arc::default();
        let ears = Arc::clone(&heard);
        registry.observe_fn(move |_, result| ears.lock().unwrap().push(code(result)));
        let opening = thread::spawn({
            let gate = gate.clone();
            move || gate.open()
        });
        let stopping = thread::spawn({
            let stop = stop.clone();
            move || stop.open()
        });
        let result = block_on(async {
            let (running, stop) = (pin!(registry.execute(call("a"))), pin!(stop.wait()));
            match select(running, stop).await {
                Either::Left((result, _)) => Some(result),
                Either::Right(_) => None,
            }
        });
        let heard = heard.lock().unwrap().clone();
        let ran = *runs.lock().unwrap();
        match result {
            Some(result) => assert_eq!(heard, [code(&result)]),
            None => assert_eq!(heard, [Some("ABORTED".to_owned())]),
        }
        assert_eq!(ran, 1);
        opening.join().unwrap();
        stopping.join().unwrap();
    });
}

#[test]
fn a_cancellation_meets_the_end_of_a_body() {
    explore(|| {
        let registry = ToolRegistry::new();
        let (runs, gate) = (Arc::default(), Gate::default());
        registry.register(tool("a", &runs, Some(gate.clone()))).unwrap();
        let token = CancellationToken::new();
        let opening = thread::spawn(move || gate.open());
        let cancelling = thread::spawn({
            let token = token.clone();
            move || token.cancel()
        });
        let result = run(registry.execute(call("a").cancellation(token)));
        let ran = *runs.lock().unwrap();
        match code(&result).as_deref() {
            None | Some("ABORTED") => assert_eq!(ran, 1),
            Some("ABORTED_BEFORE_DISPATCH") => assert_eq!(ran, 0),
            Some(other) => panic!("{other}"),
        }
        opening.join().unwrap();
        cancelling.join().unwrap();
    });
}

#[test]
fn what_a_body_left_running_says_in_time_or_not_at_all() {
    explore(|| {
        let registry = ToolRegistry::new();
        let kept: Arc<Mutex<Option<ToolContext>>> = Arc::default();
        let keep = Arc::clone(&kept);
        let tool = ToolDefinition::builder("a")
            .description("A tool.")
            .no_args()
            .body(move |_, cx| {
                *keep.lock().unwrap() = Some(cx);
                async { "done" }
            })
            .build();
        registry.register(tool).unwrap();
        let heard: Arc<Mutex<Vec<usize>>> = Arc::default();
        let ears = Arc::clone(&heard);
        registry.observe_fn(move |_, result| {
            ears.lock().unwrap().push(result.additional_contexts().len());
        });
        let late = thread::spawn({
            let kept = Arc::clone(&kept);
            move || {
                if let Some(cx) = kept.lock().unwrap().clone() {
                    cx.defer_context(dsh_tools::AdditionalContext::new("late", "late"));
                }
            }
        });
        let result = run(registry.execute(call("a")));
        assert_eq!(*heard.lock().unwrap(), [result.additional_contexts().len()]);
        late.join().unwrap();
        assert_eq!(*heard.lock().unwrap(), [result.additional_contexts().len()]);
    });
}

#[test]
fn who_asks_for_a_token_while_the_call_ends_hears_of_the_end() {
    explore(|| {
        let registry = ToolRegistry::new();
        let left: Arc<Mutex<Option<ToolContext>>> = Arc::default();
        let leaving = Arc::clone(&left);
        let tool =
            ToolDefinition::builder("a").description("A tool.").no_args().body(move |_, cx| {
                *leaving.lock().unwrap() = Some(cx);
                std::future::pending::<String>()
            });
        registry.register(tool.build()).unwrap();
        let mut running = Box::pin(registry.execute(call("a")));
        let waker = std::task::Waker::noop();
        let polled = running.as_mut().poll(&mut std::task::Context::from_waker(waker));
        assert!(polled.is_pending());
        let cx = left.lock().unwrap().take().unwrap();
        let asking =
            [cx.clone(), cx.clone()].map(|cx| thread::spawn(move || cx.cancellation().clone()));
        drop(running);
        for asking in asking {
            assert!(asking.join().unwrap().is_cancelled());
        }
        assert!(cx.check_cancelled().is_err());
    });
}
