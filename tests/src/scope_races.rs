//! Threads that register, restrict, close and read at once.

use crate::support::{plain, registry};
use dsh_tools::RegisterProblem;
use dsh_tools::prelude::*;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const THREADS: usize = 8;

fn sees(scope: &ToolScope) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
}

/// Runs it in several threads that start together.
fn together(run: impl Fn(usize) + Sync) {
    let start = Barrier::new(THREADS);
    std::thread::scope(|threads| {
        for at in 0..THREADS {
            let (start, run) = (&start, &run);
            threads.spawn(move || {
                start.wait();
                run(at);
            });
        }
    });
}

#[test]
fn a_name_goes_to_one_of_those_who_want_it() {
    for _ in 0..50 {
        let agent = ToolRegistry::new().scope("agent");
        let taken = AtomicUsize::new(0);
        together(|_| match agent.register(plain("t")) {
            Ok(_) => {
                taken.fetch_add(1, Ordering::SeqCst);
            }
            Err(error) => {
                assert!(matches!(error.problems(), [RegisterProblem::Duplicate { .. }]), "{error}");
            }
        });
        assert_eq!(taken.into_inner(), 1);
    }
}

#[test]
fn nothing_that_different_threads_register_is_lost() {
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    together(|at| {
        for number in 0..20 {
            agent.child("shared").register(plain(&format!("t{at}_{number}"))).unwrap();
        }
    });
    assert_eq!(agent.child("shared").schemas().len(), THREADS * 20);
    assert!(agent.schemas().is_empty());
}

#[test]
fn whoever_opens_an_id_opens_the_same_scope() {
    for _ in 0..50 {
        let registry = ToolRegistry::new();
        together(|at| {
            let scope = registry.scope("agent").child("helper");
            scope.register(plain(&format!("t{at}"))).unwrap();
        });
        assert_eq!(registry.scope("agent").child("helper").schemas().len(), THREADS);
    }
}

#[test]
fn a_scope_is_closed_by_one_of_those_who_close_it() {
    for _ in 0..50 {
        let agent = ToolRegistry::new().scope("agent");
        let closed = AtomicUsize::new(0);
        together(|at| {
            let _below = agent.child(at.to_string());
            closed.fetch_add(usize::from(agent.close()), Ordering::SeqCst);
        });
        assert_eq!(closed.into_inner(), 1);
        assert!(agent.is_closed() && agent.child("0").is_closed());
    }
}

#[test]
fn what_is_registered_is_registered_in_an_open_scope_or_refused() {
    for _ in 0..50 {
        let registry = ToolRegistry::new();
        let agent = registry.scope("agent");
        together(|at| {
            if at == 0 {
                agent.close();
                return;
            }
            // Whichever came first: a closed scope has nothing, and its handles remove nothing.
            match agent.child("helper").register(plain(&format!("t{at}"))) {
                Ok(registration) => drop(registration),
                Err(error) => assert!(
                    matches!(error.problems(), [RegisterProblem::ScopeClosed { .. }]),
                    "{error}"
                ),
            }
        });
        assert!(agent.child("helper").schemas().is_empty());
        assert!(registry.scope("agent").child("helper").schemas().is_empty());
    }
}

#[test]
fn what_a_scope_hides_nobody_sees_while_it_is_closed() {
    let registry = registry([plain("read"), plain("secret")]);
    for _ in 0..100 {
        let agent = registry.scope("agent");
        agent.restrict(ToolRestriction::allow(["read"])).unwrap();
        let helper = agent.child("helper");
        together(|at| {
            if at == 0 {
                assert!(agent.close());
                return;
            }
            for scope in [&agent, &helper] {
                let seen = sees(scope);
                assert!(seen.is_empty() || seen == ["read"], "{seen:?}");
                assert!(scope.get("secret").is_none());
                assert!(!format!("{scope:?}").contains("secret"));
            }
        });
    }
}

#[test]
fn a_tool_that_moves_between_layers_is_always_somewhere() {
    let registry = registry([plain("moves")]);
    let helper = registry.scope("agent").child("helper");
    let (agent, done) = (registry.scope("agent"), AtomicBool::new(false));
    together(|at| {
        if at > 0 {
            while !done.load(Ordering::SeqCst) {
                assert_eq!(sees(&helper), ["moves"]);
            }
            return;
        }
        // It is registered in the next place before it goes from the last: nobody is without it.
        let mut last = agent.register(plain("moves")).unwrap();
        for turn in 0..100 {
            let next = if turn % 2 == 0 { &helper } else { &agent };
            let registration = next.register(plain("moves")).unwrap();
            assert!(last.unregister());
            last = registration;
        }
        done.store(true, Ordering::SeqCst);
    });
}

#[test]
fn all_kinds_of_changes_at_once_end_where_they_began() {
    let registry = registry([plain("base")]);
    let mut changes = registry.subscribe();
    let before = changes.count();
    together(|at| {
        let scope = registry.scope("agent").child((at % 3).to_string());
        for _ in 0..30 {
            let hidden = scope.restrict(ToolRestriction::all().deny(["base"])).unwrap();
            let own = scope.register(plain(&format!("own{at}"))).unwrap();
            let shared = registry.register(plain(&format!("shared{at}"))).unwrap();
            let state = scope.state(at);
            let guard = scope.guard_fn(|_| None);
            assert!(sees(&scope).is_sorted());
            assert!(scope.get(&format!("own{at}")).is_some());
            assert!(scope.get("base").is_none());
            for registration in [guard, own, hidden, state, shared] {
                assert!(registration.unregister());
            }
        }
    });
    assert_eq!(sees(&registry.scope("agent").child("0")), ["base"]);
    // Two each for the restriction, the own tool and the shared one.
    assert_eq!(changes.count() - before, (THREADS * 30 * 6) as u64);
}
