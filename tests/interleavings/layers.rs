//! Hooks that go from one layer to another while calls are made: at every moment one of them denies.

use crate::{call, code, explore, run, tool};
use dsh_tools::prelude::*;
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

#[allow(clippy::unused_async, reason = "hooks are async")]
async fn block(
    _: ToolExecution,
    _: ToolExecutionResult,
    _: PostNext,
) -> Result<PostToolDecision, ToolError> {
    Ok(PostToolDecision::block("withheld"))
}

#[test]
fn a_hook_that_moves_to_another_layer_leaves_no_gap() {
    explore(|| {
        let registry = ToolRegistry::new();
        let scope = registry.scope("agent");
        let changing = scope.clone();
        // The body makes what the scope has put together out of date: hooks are read anew after it.
        let tool = ToolDefinition::builder("a")
            .description("A tool.")
            .no_args()
            .body(move |_, _| {
                changing.state(7_u8);
                async { "done" }
            })
            .build();
        registry.register(tool).unwrap();
        let old = scope.post_execute(block);
        let moving = thread::spawn({
            let registry = registry.clone();
            move || {
                registry.post_execute(block);
                assert!(old.unregister());
            }
        });
        let result = run(scope.execute(call("a")));
        moving.join().unwrap();
        assert!(result.text().contains("withheld"), "{result:?}");
    });
}

#[test]
fn a_guard_that_moves_to_another_layer_leaves_no_gap() {
    for to_farther in [true, false] {
        let scene = move || {
            let registry = ToolRegistry::new();
            let (scope, runs) = (registry.scope("agent"), Arc::<Mutex<u32>>::default());
            registry.register(tool("a", &runs, None)).unwrap();
            let guard = |_: &ToolExecution| Some(Denial::new("no"));
            let old = if to_farther { scope.guard_fn(guard) } else { registry.guard_fn(guard) };
            let moving = thread::spawn({
                let (registry, scope) = (registry.clone(), scope.clone());
                move || {
                    if to_farther {
                        registry.guard_fn(guard);
                    } else {
                        scope.guard_fn(guard);
                    }
                    assert!(old.unregister());
                }
            });
            let result = run(scope.execute(call("a")));
            moving.join().unwrap();
            assert_eq!(
                (code(&result).as_deref(), *runs.lock().unwrap()),
                (Some("DENIED"), 0),
                "to a farther layer: {to_farther}"
            );
        };
        dsh_tools::panic_hook::install();
        shuttle::check_random(scene, 3_000);
        shuttle::check_pct(scene, 3_000, 3);
    }
}
