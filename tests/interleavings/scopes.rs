//! Scopes while they are closed, restricted and read.

use crate::{call, explore, run, tool};
use dsh_tools::prelude::*;
use shuttle::sync::Arc;
use shuttle::thread;

fn names(scope: &ToolScope) -> Vec<String> {
    scope.schemas().iter().map(|schema| schema.name.to_string()).collect()
}

#[test]
fn what_a_scope_hides_stays_hidden_while_it_is_closed() {
    explore(|| {
        let registry = ToolRegistry::new();
        let runs = Arc::default();
        registry.register(tool("secret", &runs, None)).unwrap();
        let agent = registry.scope("agent");
        agent.restrict(ToolRestriction::all().deny(["secret"])).unwrap();
        let closing = {
            let agent = agent.clone();
            thread::spawn(move || agent.close())
        };
        assert!(agent.get("secret").is_none());
        assert_eq!(names(&agent), Vec::<String>::new());
        let result = run(agent.execute(call("another")));
        assert!(!result.text().contains("secret"), "{}", result.text());
        assert!(closing.join().unwrap());
    });
}

#[test]
fn a_scope_is_seen_with_all_it_has_or_as_closed() {
    explore(|| {
        let registry = ToolRegistry::new();
        let runs = Arc::default();
        registry.register(tool("shared", &runs, None)).unwrap();
        let agent = registry.scope("agent");
        let helper = agent.child("helper");
        agent.register(tool("plan", &runs, None)).unwrap();
        helper.register(tool("own", &runs, None)).unwrap();
        let closing = thread::spawn(move || agent.close());
        for _ in 0..2 {
            let seen = names(&helper);
            assert!(seen.is_empty() || seen == ["own", "plan", "shared"], "{seen:?}");
        }
        assert!(closing.join().unwrap());
        assert!(names(&helper).is_empty());
    });
}

#[test]
fn what_is_seen_was_so_at_one_moment() {
    // At every moment the tool is hidden or not there; and the other is there in one of two places.
    explore(|| {
        let registry = ToolRegistry::new();
        let runs = Arc::default();
        let secret = registry.register(tool("secret", &runs, None)).unwrap();
        let agent = registry.scope("agent");
        let hidden = agent.restrict(ToolRestriction::all().deny(["secret"])).unwrap();
        let own = agent.register(tool("moves", &runs, None)).unwrap();
        let writing = {
            let (registry, tool) = (registry.clone(), tool("moves", &runs, None));
            thread::spawn(move || {
                assert!(secret.unregister());
                assert!(hidden.unregister());
                registry.register(tool).unwrap();
                assert!(own.unregister());
            })
        };
        for _ in 0..2 {
            assert_eq!(names(&agent), ["moves"]);
        }
        writing.join().unwrap();
    });
}

/// Registers in the scope again when it is dropped.
struct Back(ToolScope, ToolDefinition);

impl Drop for Back {
    fn drop(&mut self) {
        if let Ok(registration) = self.0.register(self.1.clone()) {
            registration.unregister();
        }
        self.0.registry().scope("another").child("helper").close();
    }
}

#[test]
fn what_was_removed_is_dropped_where_nothing_is_locked_and_nothing_keeps_it() {
    explore(|| {
        let registry = ToolRegistry::new();
        let runs = Arc::default();
        let agent = registry.scope("agent");
        let back = Back(agent.clone(), tool("late", &runs, None));
        let held = Arc::new(());
        let alive = Arc::downgrade(&held);
        let tool_with_back = ToolDefinition::builder("held")
            .description("A tool.")
            .no_args()
            .body(move |_, _| {
                let _kept = (&back, &held);
                async { "done" }
            })
            .build();
        let registration = registry.register(tool_with_back).unwrap();
        let removing = thread::spawn(move || assert!(registration.unregister()));
        let registering = {
            let (agent, tool) = (agent.clone(), tool("own", &runs, None));
            thread::spawn(move || assert!(agent.register(tool).unwrap().unregister()))
        };
        let reading = {
            let agent = agent.clone();
            thread::spawn(move || drop(agent.schemas()))
        };
        drop(agent.get("held"));
        for thread in [removing, registering, reading] {
            thread.join().unwrap();
        }
        assert!(alive.upgrade().is_none(), "a scope that looked at it keeps it");
    });
}

#[test]
fn a_closed_scope_keeps_nothing_for_those_who_looked_at_it_meanwhile() {
    explore(|| {
        let registry = ToolRegistry::new();
        let agent = registry.scope("agent");
        let held = Arc::new(());
        let alive = Arc::downgrade(&held);
        agent.guard_fn(move |_| {
            let _held = &held;
            None
        });
        let reading = {
            let agent = agent.clone();
            thread::spawn(move || drop(agent.schemas()))
        };
        assert!(agent.close());
        reading.join().unwrap();
        assert!(alive.upgrade().is_none(), "the handle keeps it");
    });
}
