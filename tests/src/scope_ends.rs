//! What happens to scopes that end, to calls in them, and to what they held; and scopes by the thousand.

use crate::support::{Bomb, call, code, free, plain, registry};
use dsh_tools::prelude::*;
use dsh_tools::{PostToolDecision, RegisterProblem};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};

fn sees(scope: &ToolScope) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
}

/// A tool that says when it runs, and waits.
fn waits(name: &str, started: oneshot::Sender<()>, go_on: &Arc<Notify>) -> ToolDefinition {
    let (started, go_on) = (Mutex::new(Some(started)), Arc::clone(go_on));
    free(name)
        .body(move |_, _| {
            let (started, go_on) = (started.lock().unwrap().take(), Arc::clone(&go_on));
            async move {
                let _ = started.map(|started| started.send(()));
                go_on.notified().await;
                "to its end"
            }
        })
        .build()
}

#[tokio::test]
async fn a_body_that_runs_when_its_scope_is_closed_runs_to_its_end() {
    let (started, runs) = oneshot::channel();
    let go_on = Arc::new(Notify::new());
    let agent = ToolRegistry::new().scope("agent");
    agent.register(waits("t", started, &go_on)).unwrap();
    let running = tokio::spawn(agent.execute(call("t", "{}")));
    runs.await.unwrap();
    assert!(agent.close());
    go_on.notify_one();
    assert_eq!(running.await.unwrap().text(), "to its end");
    assert_eq!(code(&agent.execute(call("t", "{}")).await), "UNKNOWN_TOOL");
}

#[tokio::test]
async fn a_call_that_is_decided_about_when_its_scope_is_closed_does_not_run() {
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    let ran = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&ran);
    agent
        .register(
            free("t")
                .body(move |_, _| {
                    count.fetch_add(1, Ordering::SeqCst);
                    async {}
                })
                .build(),
        )
        .unwrap();
    // It closes the scope that it stands in, and delegates.
    let closing = agent.clone();
    registry.pre_execute_fn(move |call, next| {
        closing.close();
        drop(call);
        next.run()
    });
    assert_eq!(code(&agent.execute(call("t", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(ran.load(Ordering::SeqCst), 0);
}

#[test]
fn dropping_handles_closes_nothing() {
    let registry = ToolRegistry::new();
    {
        let agent = registry.scope("agent");
        agent.child("helper").register(plain("t")).unwrap();
        drop(agent.clone());
    }
    assert_eq!(sees(&registry.scope("agent").child("helper")), ["t"]);
}

#[test]
fn handles_of_what_was_closed_stay_apart_from_what_was_opened_by_the_same_id() {
    let registry = ToolRegistry::new();
    let old = registry.scope("agent");
    let registration = old.register(plain("t")).unwrap();
    assert!(old.close());
    let new = registry.scope("agent");
    new.register(plain("t")).unwrap();
    assert!(!registration.unregister(), "its tool went with the scope");
    assert!(!old.close());
    assert!(old.child("helper").register(plain("u")).is_err());
    assert_eq!(sees(&new), ["t"]);
    assert!(sees(&old).is_empty() && old.get("t").is_none());
}

#[test]
fn closing_a_scope_leaves_its_parent_and_siblings() {
    let registry = registry([plain("g")]);
    let agent = registry.scope("agent");
    agent.register(plain("a")).unwrap();
    let (one, two) = (agent.child("1"), agent.child("10"));
    let below = one.child("x").child("y");
    one.register(plain("one")).unwrap();
    two.register(plain("two")).unwrap();
    assert!(one.close());
    assert!(below.is_closed() && !two.is_closed() && !agent.is_closed());
    assert_eq!(sees(&two), ["a", "g", "two"]);
    assert_eq!(sees(&agent), ["a", "g"]);
}

/// What is captured says when it is gone.
fn holding(name: &str, held: &Arc<()>) -> ToolDefinition {
    let held = Arc::clone(held);
    free(name)
        .body(move |_, _| {
            let _ = &held;
            async {}
        })
        .build()
}

#[test]
fn ten_thousand_scopes_leave_nothing_though_their_handles_are_alive() {
    let registry = registry([plain("g")]);
    let mut kinds: [Vec<Weak<()>>; 3] = Default::default();
    let mut handles = Vec::new();
    for at in 0..10_000 {
        let agent = registry.scope(format!("agent {}", at % 7));
        let [tool, guard, state] = [(); 3].map(Arc::new);
        for (alive, held) in kinds.iter_mut().zip([&tool, &guard, &state]) {
            alive.push(Arc::downgrade(held));
        }
        let kept = agent.register(holding("t", &tool)).unwrap();
        agent.restrict(ToolRestriction::all().deny(["g"])).unwrap();
        agent.state(state);
        agent.child("helper").guard_fn(move |_| {
            let _ = &guard;
            None
        });
        assert_eq!(agent.child("helper").schemas().len(), 1);
        drop(tool);
        assert!(agent.close());
        handles.push((agent, kept));
    }
    for alive in &kinds {
        assert_eq!(alive.iter().filter(|held| held.strong_count() > 0).count(), 0);
    }
    assert!(handles.into_iter().all(|(agent, kept)| agent.is_closed() && !kept.unregister()));
}

#[test]
fn a_closed_scope_that_is_asked_again_keeps_nothing_of_the_registry() {
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    let held = Arc::new(());
    let alive = Arc::downgrade(&held);
    let registration = registry.register(holding("t", &held)).unwrap();
    drop(held);
    assert!(agent.close());
    assert!(agent.schemas().is_empty() && agent.get("t").is_none());
    assert!(!format!("{agent:?}").contains("\"t\""), "what is printed is what is seen");
    assert!(registration.unregister());
    assert!(alive.upgrade().is_none());
}

#[test]
fn a_registry_that_is_dropped_takes_its_scopes_along() {
    let registry = ToolRegistry::new();
    let held = Arc::new(());
    let alive = Arc::downgrade(&held);
    let kept = registry.scope("a").child("b").register(holding("t", &held)).unwrap();
    drop(held);
    assert!(alive.upgrade().is_some());
    drop(registry);
    assert!(alive.upgrade().is_none());
    assert!(!kept.unregister());
}

#[test]
fn a_thousand_scopes_follow_every_change_of_the_registry() {
    let registry = registry([plain("bash"), plain("read")]);
    let scopes: Vec<_> = (0..1_000).map(|at| registry.scope(format!("agent {at}"))).collect();
    for (at, scope) in scopes.iter().enumerate() {
        match at % 3 {
            0 => drop(scope.restrict(ToolRestriction::all().deny(["bash"])).unwrap()),
            1 => drop(scope.restrict(ToolRestriction::allow(["read"])).unwrap()),
            _ => drop(scope.register(plain("own")).unwrap()),
        }
    }
    for _ in 0..5 {
        let late = registry.register(plain("late")).unwrap();
        for (at, scope) in scopes.iter().enumerate() {
            let expected: &[&str] = match at % 3 {
                0 => &["late", "read"],
                1 => &["read"],
                _ => &["bash", "late", "own", "read"],
            };
            assert_eq!(sees(scope), expected);
        }
        assert!(late.unregister());
        assert!(scopes.iter().all(|scope| scope.get("late").is_none()));
    }
}

#[tokio::test]
async fn a_chain_of_two_hundred_scopes_is_one_view() {
    struct Depth(usize);
    let depth = free("depth")
        .requires::<Depth>()
        .body(|_, cx| async move { cx.inject::<Depth>().map(|depth| depth.0.to_string()) })
        .build();
    let registry = registry([plain("g")]);
    let heard = Arc::new(AtomicU32::new(0));
    let mut scope = registry.scope("0");
    scope.state(Depth(0));
    scope.register(depth).unwrap();
    let mut all = vec![scope.clone()];
    for at in 1..200 {
        scope = scope.child(at.to_string());
        scope.state(Depth(at));
        scope.register(plain(&format!("t{at}"))).unwrap();
        let heard = Arc::clone(&heard);
        scope.observe_fn(move |_, _| {
            heard.fetch_add(1, Ordering::SeqCst);
        });
        all.push(scope.clone());
    }
    assert_eq!(scope.execute(call("depth", "{}")).await.text(), "199");
    assert_eq!(heard.load(Ordering::SeqCst), 199, "each level is told once");
    assert_eq!(scope.schemas().len(), 201);
    // Half-way up all that stands above is hidden: from there on down, and not further up.
    let nothing: [&str; 0] = [];
    all[100].restrict(ToolRestriction::allow(nothing)).unwrap();
    assert_eq!(scope.schemas().len(), 100);
    assert_eq!(all[99].schemas().len(), 101);
    assert!(all[100].close());
    assert!(scope.is_closed() && !all[99].is_closed());
    assert_eq!(all[99].schemas().len(), 101);
}

#[test]
fn deep_chains_end_on_a_small_stack() {
    let deep = || {
        let registry = ToolRegistry::new();
        let mut scope = registry.scope("0");
        for at in 1..1_000 {
            scope = scope.child(at.to_string());
        }
        scope.register(plain("t")).unwrap();
        assert_eq!(sees(&scope), ["t"]);
        (registry, scope)
    };
    let small = std::thread::Builder::new().stack_size(128 * 1024).spawn(move || {
        let (registry, scope) = deep();
        assert!(registry.scope("0").close());
        assert!(scope.is_closed());
        // And one that is dropped while it is open.
        drop(deep());
    });
    small.unwrap().join().unwrap();
}

#[test]
fn a_destructor_may_close_the_scope_that_it_is_dropped_from() {
    struct Closes(ToolScope, Arc<AtomicU32>);
    impl Drop for Closes {
        fn drop(&mut self) {
            self.1.fetch_add(u32::from(self.0.close()), Ordering::SeqCst);
        }
    }
    let registry = ToolRegistry::new();
    let closed = Arc::new(AtomicU32::new(0));
    let agent = registry.scope("agent");
    let state = agent.state(Closes(agent.clone(), Arc::clone(&closed)));
    agent.child("helper").schemas();
    assert!(state.unregister());
    assert!(agent.is_closed());
    assert_eq!(closed.load(Ordering::SeqCst), 1);
}

#[test]
fn a_destructor_that_panics_ends_a_scope_all_the_same() {
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    let (below, bomb) = (agent.child("helper"), Bomb);
    agent
        .register(
            free("t")
                .body(move |_, _| {
                    let _bomb = &bomb;
                    async {}
                })
                .build(),
        )
        .unwrap();
    below.register(plain("u")).unwrap();
    let closing = agent.clone();
    let closed = std::panic::catch_unwind(move || closing.close());
    std::mem::forget(closed);
    assert!(agent.is_closed() && below.is_closed());
    assert!(below.get("u").is_none());
    registry.scope("agent").register(plain("t")).unwrap();
}

#[test]
fn what_scopes_lack_is_told_along_the_chain() {
    struct A;
    struct B;
    let needs = || free("t").requires::<A>().requires::<B>().body(|_, _| async {}).build();
    let lacks = |scope: &ToolScope| match scope.register(needs()).unwrap_err().problems() {
        [RegisterProblem::MissingState { types, .. }] => types.len(),
        other => panic!("{other:?}"),
    };
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    let (helper, other) = (agent.child("helper"), agent.child("other"));
    assert_eq!(lacks(&helper), 2);
    let a = agent.state(A);
    assert_eq!(lacks(&helper), 1);
    other.state(B);
    assert_eq!(lacks(&helper), 1, "a sibling's state is its own");
    helper.state(Arc::new(B));
    helper.register(needs()).unwrap();
    assert!(a.unregister());
    assert_eq!(lacks(&other), 1);
    let call_brings = ToolRegistry::builder().scoped_state::<A>().build().unwrap();
    assert_eq!(lacks(&call_brings.scope("agent")), 1);
}

#[tokio::test(start_paused = true)]
async fn a_timeout_of_a_scopes_tool_ends_it_whatever_layer_the_policy_is_of() {
    let slow = || {
        free("slow")
            .timeout(Duration::from_secs(1))
            .body(|_, _| async {
                tokio::time::sleep(Duration::from_hours(1)).await;
                "late"
            })
            .build()
    };
    let bare = || ToolRegistry::builder().without_default_policies().build().unwrap();
    let (default, own, above) = (ToolRegistry::new(), bare().scope("a"), bare().scope("a"));
    own.around_dispatch(TimeoutPolicy::new());
    above.around_dispatch(TimeoutPolicy::new());
    for scope in [default.scope("a"), own, above.child("helper")] {
        scope.register(slow()).unwrap();
        assert_eq!(code(&scope.execute(call("slow", "{}")).await), "TOOL_TIMEOUT");
    }
    // A policy that stands below, or beside, honours nothing further up.
    let registry = bare();
    let agent = registry.scope("a");
    agent.child("helper").around_dispatch(TimeoutPolicy::new());
    registry.scope("b").around_dispatch(TimeoutPolicy::new());
    assert!(agent.register(slow()).is_err());
}

#[tokio::test]
async fn what_comes_of_a_call_is_seen_by_the_hooks_it_found_though_their_scope_is_closed() {
    let (started, runs) = oneshot::channel();
    let go_on = Arc::new(Notify::new());
    let registry = ToolRegistry::new();
    registry.register(waits("t", started, &go_on)).unwrap();
    let agent = registry.scope("agent");
    let heard = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&heard);
    agent.observe_fn(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
    });
    agent.post_execute_fn(|_, _, _| async { Ok(PostToolDecision::block("withheld")) });
    let running = tokio::spawn(agent.execute(call("t", "{}")));
    runs.await.unwrap();
    assert!(agent.close());
    go_on.notify_one();
    let result = running.await.unwrap();
    assert!(result.is_error() && result.text() == "withheld", "{}", result.text());
    assert_eq!(heard.load(Ordering::SeqCst), 1);
    // Whoever comes later finds none of it.
    assert_eq!(code(&agent.execute(call("t", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(heard.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_hook_that_was_lifted_before_its_scope_was_closed_is_not_asked() {
    let (started, runs) = oneshot::channel();
    let go_on = Arc::new(Notify::new());
    let agent = ToolRegistry::new().scope("agent");
    agent.register(waits("t", started, &go_on)).unwrap();
    let lifted = agent.post_execute_fn(|_, _, _| async { Ok(PostToolDecision::block("withheld")) });
    let running = tokio::spawn(agent.execute(call("t", "{}")));
    runs.await.unwrap();
    assert!(lifted.unregister() && agent.close());
    go_on.notify_one();
    assert_eq!(running.await.unwrap().text(), "to its end");
}
