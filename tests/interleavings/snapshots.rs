//! What readers see while the registry changes.

use crate::{call, code, explore, run, tool};
use dsh_tools::prelude::*;
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

#[test]
fn tools_that_are_registered_together_are_seen_together() {
    explore(|| {
        let registry = ToolRegistry::new();
        let scope = registry.scope("agent");
        let runs = Arc::default();
        let writer = {
            let (registry, tools) =
                (registry.clone(), [tool("a", &runs, None), tool("b", &runs, None)]);
            thread::spawn(move || {
                let both = registry.register_all(tools).unwrap();
                assert!(both.unregister());
            })
        };
        let other = {
            let (scope, tool) = (scope.clone(), tool("c", &runs, None));
            thread::spawn(move || {
                scope.register(tool).unwrap();
            })
        };
        for _ in 0..3 {
            let names: Vec<_> =
                scope.schemas().iter().map(|schema| schema.name.to_string()).collect();
            let shared: Vec<_> = names.iter().filter(|name| *name != "c").collect();
            assert!(shared.is_empty() || shared == ["a", "b"], "{names:?}");
        }
        writer.join().unwrap();
        other.join().unwrap();
        assert_eq!(scope.schemas().len(), 1);
        assert!(scope.get("c").is_some() && registry.get("a").is_none());
    });
}

#[test]
fn a_name_is_taken_once() {
    explore(|| {
        let registry = ToolRegistry::new();
        let runs = Arc::default();
        let register = |registry: &ToolRegistry| {
            let (registry, tool) = (registry.clone(), tool("a", &runs, None));
            thread::spawn(move || registry.register(tool).is_ok())
        };
        let threads = [register(&registry), register(&registry), register(&registry)];
        let taken = threads.map(|thread| thread.join().unwrap());
        assert_eq!(taken.into_iter().filter(|taken| *taken).count(), 1);
    });
}

#[test]
fn a_scope_is_opened_once_and_closed_once() {
    explore(|| {
        let registry = ToolRegistry::new();
        let runs: Arc<Mutex<u32>> = Arc::default();
        let open = |registry: &ToolRegistry| {
            let (registry, tool) = (registry.clone(), tool("a", &runs, None));
            thread::spawn(move || registry.scope("agent").child("helper").register(tool).is_ok())
        };
        let threads = [open(&registry), open(&registry)];
        let closing = {
            let registry = registry.clone();
            thread::spawn(move || registry.scope("agent").close())
        };
        let closed = closing.join().unwrap();
        let registered = threads.map(|thread| thread.join().unwrap());
        // Whoever registered did so in the old scope or in the new one, and never twice in one.
        assert!(closed || registered.iter().filter(|registered| **registered).count() <= 1);
        let result = run(registry.scope("agent").child("helper").execute(call("a")));
        let alive = registry.scope("agent").child("helper").get("a").is_some();
        assert_eq!(code(&result).is_none(), alive);
    });
}
