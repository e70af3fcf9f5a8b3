//! Scopes: who sees what, and what goes when one is closed.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{RegisterProblem, RestrictError};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier, Mutex, Weak};

/// A tool that says this.
fn says(name: &str, word: &'static str) -> ToolDefinition {
    free(name).body(move |_, _| async move { word }).build()
}

fn names(schemas: &[ToolSchema]) -> Vec<&str> {
    schemas.iter().map(|schema| &*schema.name).collect()
}

fn sees(scope: &ToolScope) -> Vec<String> {
    names(&scope.schemas()).into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn s003_a_name_is_taken_once_in_a_scope() {
    let registry = registry([says("t", "shared")]);
    let agent = registry.scope("agent");
    agent.register(says("t", "own")).unwrap();
    let error = agent.register(says("t", "again")).unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::Duplicate { scope: Some(_), .. }]));
    assert!(error.to_string().contains("registered already in scope `agent`"), "{error}");
    assert_eq!(agent.execute(call("t", "{}")).await.text(), "own");

    let error = registry.register(says("t", "again")).unwrap_err().to_string();
    assert!(error.contains("`registry.scope(id)`"), "{error}");
}

#[tokio::test]
async fn s018_s019_a_scopes_tool_is_nobody_elses() {
    let registry = registry([says("read", "read")]);
    let (a, b) = (registry.scope("a"), registry.scope("b"));
    a.register(says("secret", "of a")).unwrap();
    assert_eq!(sees(&a), ["read", "secret"]);
    assert_eq!(sees(&b), ["read"]);
    assert_eq!(names(&registry.schemas()), ["read"]);

    let made_up = b.execute(call("secrex", "{}")).await;
    for result in
        [b.execute(call("secret", "{}")).await, registry.execute(call("secret", "{}")).await]
    {
        assert_eq!(code(&result), "UNKNOWN_TOOL");
        assert_eq!(result.text().replace("secret", "secrex"), made_up.text());
    }
    assert_eq!(a.execute(call("secret", "{}")).await.text(), "of a");
}

#[tokio::test]
async fn s020_s035_a_scopes_own_tool_shadows_the_inherited_one_whatever_the_order() {
    for scope_first in [true, false] {
        let registry = ToolRegistry::new();
        let agent = registry.scope("agent");
        if scope_first {
            agent.register(says("t", "own")).unwrap();
            registry.register(says("t", "shared")).unwrap();
        } else {
            registry.register(says("t", "shared")).unwrap();
            agent.register(says("t", "own")).unwrap();
        }
        assert_eq!(sees(&agent), ["t"]);
        assert_eq!(agent.execute(call("t", "{}")).await.text(), "own");
        assert_eq!(registry.execute(call("t", "{}")).await.text(), "shared");
        assert_eq!(registry.scope("other").execute(call("t", "{}")).await.text(), "shared");
        // What is presented is what would run.
        let found = agent.get("t").unwrap();
        assert_eq!(found.call("{}").await.text(), "own");
    }
}

#[tokio::test]
async fn s021_closing_a_scope_takes_all_it_had() {
    let registry = registry([says("read", "read")]);
    let agent = registry.scope("agent");
    let tool = Arc::new(());
    let (held, alive): (_, Weak<()>) = (Arc::clone(&tool), Arc::downgrade(&tool));
    drop(tool);
    agent
        .register(
            free("own")
                .body(move |_, _| {
                    let _ = &held;
                    async { "own" }
                })
                .build(),
        )
        .unwrap();
    agent.restrict(ToolRestriction::all().deny(["read"])).unwrap();
    agent.guard_fn(|_| Some(Denial::new("no")));
    let heard = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&heard);
    agent.observe_fn(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
    });
    assert_eq!(code(&agent.execute(call("own", "{}")).await), "DENIED");
    assert_eq!(heard.load(Ordering::SeqCst), 1);

    assert!(agent.close());
    assert!(alive.upgrade().is_none(), "the definition is gone though a handle is held");
    assert_eq!(code(&agent.execute(call("own", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(code(&agent.execute(call("read", "{}")).await), "UNKNOWN_TOOL");
    assert_eq!(heard.load(Ordering::SeqCst), 1, "its observers are gone");
    assert!(agent.schemas().is_empty() && agent.is_closed());

    let anew = registry.scope("agent");
    assert_eq!(anew.execute(call("read", "{}")).await.text(), "read");
    assert_eq!(sees(&anew), ["read"]);
}

#[test]
fn nothing_can_be_registered_in_a_closed_scope() {
    let registry = registry([says("read", "read")]);
    let agent = registry.scope("agent");
    let helper = agent.child("helper");
    let kept = agent.observe_fn(|_, _| {});
    assert!(agent.close());
    assert!(!kept.unregister(), "it went with the scope");
    assert!(!agent.close() && !helper.close(), "they are closed already");
    for scope in [&agent, &helper, &agent.child("new")] {
        assert!(scope.is_closed());
        let error = scope.register(says("t", "t")).unwrap_err();
        assert!(matches!(error.problems(), [RegisterProblem::ScopeClosed { .. }]), "{error}");
        assert!(error.to_string().contains("`registry.scope(id)` opens a new one"), "{error}");
        let error = scope.restrict(ToolRestriction::all().deny(["read"])).unwrap_err();
        assert!(matches!(error, RestrictError::ScopeClosed { .. }));
        assert!(!scope.guard_fn(|_| None).unregister());
        assert!(!scope.state(7_u8).unregister());
    }
}

#[test]
fn ids_are_told_apart_within_a_scope() {
    let registry = ToolRegistry::new();
    let (a, b) = (registry.scope("a"), registry.scope("b"));
    a.child("x").register(says("t", "of a")).unwrap();
    assert!(registry.scope("x").get("t").is_none());
    assert!(b.child("x").get("t").is_none());
    assert!(a.child("x").get("t").is_some(), "it is the one that is open");
    assert_eq!(a.child("x").path(), "a/x");
    assert_eq!(a.child("x").id(), "x");
}

#[tokio::test]
async fn s031_the_nearest_definition_wins() {
    let registry = registry([says("g", "global"), says("t", "global")]);
    let agent = registry.scope("agent");
    let helper = agent.child("helper");
    agent.register_all([says("a", "agent"), says("t", "agent")]).unwrap();
    assert_eq!(sees(&helper), ["a", "g", "t"]);
    assert_eq!(helper.execute(call("t", "{}")).await.text(), "agent");
    let own = helper.register(says("t", "helper")).unwrap();
    assert_eq!(helper.execute(call("t", "{}")).await.text(), "helper");
    assert_eq!(agent.execute(call("t", "{}")).await.text(), "agent");
    assert!(own.unregister());
    assert_eq!(helper.execute(call("t", "{}")).await.text(), "agent");
}

#[tokio::test]
async fn state_comes_from_the_nearest_scope() {
    struct User(&'static str);
    let whoami = || {
        free("whoami")
            .requires::<User>()
            .body(|_, cx| async move { cx.inject::<User>().map(|user| user.0) })
            .build()
    };
    let registry = ToolRegistry::builder().scoped_state::<User>().tool(whoami()).build().unwrap();
    let agent = registry.scope("agent");
    let ada = agent.state(User("ada"));
    let helper = agent.child("helper");
    assert_eq!(helper.execute(call("whoami", "{}")).await.text(), "ada");
    let bob = helper.state(Arc::new(User("bob")));
    assert_eq!(helper.execute(call("whoami", "{}")).await.text(), "bob");
    assert_eq!(agent.execute(call("whoami", "{}")).await.text(), "ada");
    let with = call("whoami", "{}").state(User("the call's"));
    assert_eq!(helper.execute(with).await.text(), "the call's");
    assert!(bob.unregister());
    assert_eq!(helper.execute(call("whoami", "{}")).await.text(), "ada");
    assert!(ada.unregister());
    assert!(helper.execute(call("whoami", "{}")).await.is_error());

    // What a scope has counts when a tool is registered in it or below it, and nowhere else.
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    assert!(agent.register(whoami()).unwrap_err().to_string().contains("`.state(..)`"));
    agent.state(User("ada"));
    agent.child("helper").register(whoami()).unwrap();
    assert!(registry.register(whoami()).is_err());
}

#[test]
fn timeouts_are_honoured_by_what_stands_around_the_scope() {
    let timed =
        || free("t").timeout(std::time::Duration::from_secs(1)).body(|_, _| async {}).build();
    let registry = ToolRegistry::builder().without_default_policies().build().unwrap();
    let agent = registry.scope("agent");
    let helper = agent.child("helper");
    let error = helper.register(timed()).unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::UnhonouredTimeout { .. }]));
    agent.around_dispatch(TimeoutPolicy::new());
    helper.register(timed()).unwrap();
    assert!(registry.register(timed()).is_err(), "the policy is the agent's");
}

#[test]
fn the_same_list_is_given_until_something_changes() {
    let registry = registry([says("a", "a")]);
    let agent = registry.scope("agent");
    let first = agent.schemas();
    agent.guard_fn(|_| None);
    assert!(Arc::ptr_eq(&agent.schemas()[0].name, &first[0].name));
    let first = agent.schemas();
    assert!(Arc::ptr_eq(&first, &agent.schemas()), "nothing was made anew");
    registry.scope("other").register(says("b", "b")).unwrap();
    assert!(Arc::ptr_eq(&first, &agent.schemas()), "that is none of its business");
    registry.register(says("b", "b")).unwrap();
    assert_eq!(sees(&agent), ["a", "b"]);
}

#[tokio::test]
async fn a_definition_goes_at_once_though_scopes_have_looked_at_it() {
    let registry = ToolRegistry::new();
    let held = Arc::new(());
    let alive = Arc::downgrade(&held);
    let tool = free("t")
        .body(move |_, _| {
            let _ = &held;
            async { "t" }
        })
        .build();
    let registration = registry.register(tool).unwrap();
    let scopes: Vec<_> = (0..10).map(|at| registry.scope(format!("agent {at}"))).collect();
    for scope in &scopes {
        assert_eq!(scope.execute(call("t", "{}")).await.text(), "t");
        assert_eq!(scope.schemas().len(), 1);
    }
    assert!(registration.unregister());
    assert!(alive.upgrade().is_none());
}

#[test]
fn scopes_that_are_closed_leave_nothing_behind() {
    let registry = registry([says("a", "a")]);
    let held = Arc::new(());
    for at in 0..2_000 {
        let agent = registry.scope(format!("agent {at}"));
        let helper = agent.child("helper");
        let held = Arc::clone(&held);
        helper.guard_fn(move |_| {
            let _ = &held;
            None
        });
        assert_eq!(helper.schemas().len(), 1);
        assert!(agent.close());
    }
    assert_eq!(Arc::strong_count(&held), 1);
    assert!(format!("{registry:?}").len() < 500);
}

#[test]
fn a_chain_of_scopes_may_be_deep() {
    let registry = registry([says("a", "a")]);
    let mut scope = registry.scope("0");
    for at in 1..300 {
        scope = scope.child(at.to_string());
    }
    scope.register(says("b", "b")).unwrap();
    assert_eq!(sees(&scope), ["a", "b"]);
    assert!(registry.scope("0").close());
    assert!(scope.is_closed() && scope.get("a").is_none());
}

#[test]
fn destructors_may_come_back_to_the_registry() {
    struct Back(ToolRegistry, Arc<AtomicU32>);
    impl Drop for Back {
        fn drop(&mut self) {
            let scope = self.0.scope("agent");
            let _schemas = scope.schemas();
            scope.guard_fn(|_| None);
            self.0.register(says("late", "late")).unwrap().unregister();
            self.1.fetch_add(1, Ordering::SeqCst);
        }
    }
    let (registry, dropped) = (ToolRegistry::new(), Arc::new(AtomicU32::new(0)));
    let back = || Back(registry.clone(), Arc::clone(&dropped));
    let tool = |back: Back| {
        free("t")
            .body(move |_, _| {
                let _ = &back;
                async {}
            })
            .build()
    };
    let agent = registry.scope("agent");
    assert!(agent.register(tool(back())).unwrap().unregister());
    agent.register(tool(back())).unwrap();
    let state = agent.state(back());
    assert!(state.unregister());
    let guard = {
        let back = back();
        agent.guard_fn(move |_| {
            let _ = &back;
            None
        })
    };
    assert!(guard.unregister());
    agent.schemas();
    assert!(agent.close());
    assert_eq!(dropped.load(Ordering::SeqCst), 4);
}

#[test]
fn threads_see_layers_as_a_whole() {
    let registry = registry([says("base", "base")]);
    let (agent, start) = (registry.scope("agent"), Barrier::new(4));
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        threads.spawn(|| {
            start.wait();
            for _ in 0..200 {
                let both = registry.register_all([says("x", "x"), says("y", "y")]).unwrap();
                assert!(both.unregister());
            }
        });
        threads.spawn(|| {
            start.wait();
            for _ in 0..200 {
                let hidden = agent.restrict(ToolRestriction::all().deny(["base"])).unwrap();
                assert!(hidden.unregister());
                let own = agent.register(says("own", "own")).unwrap();
                assert!(own.unregister());
            }
        });
        for _ in 0..2 {
            threads.spawn(|| {
                start.wait();
                for _ in 0..400 {
                    let seen = sees(&agent);
                    let pair = seen.iter().filter(|name| *name == "x" || *name == "y").count();
                    if pair == 1 || !seen.is_sorted() {
                        wrong.lock().unwrap().push(seen);
                    }
                }
            });
        }
    });
    assert_eq!(*wrong.lock().unwrap(), Vec::<Vec<String>>::new());
    assert_eq!(sees(&agent), ["base"]);
}
