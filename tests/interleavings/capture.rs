//! Several that give the one value of a run.

use crate::{code, explore, run};
use dsh_tools::prelude::*;
use dsh_tools::{StructuredCapture, StructuredOutputSchema};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;
use std::sync::LazyLock;

/// Read once: nothing of it depends on who runs when.
static SCHEMA: LazyLock<StructuredOutputSchema> = LazyLock::new(|| {
    let schema = serde_json::json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    StructuredOutputSchema::parse(schema).unwrap()
});

fn child() -> (ToolScope, StructuredCapture) {
    let scope = ToolRegistry::new().scope("child");
    let capture = StructuredCapture::install(&scope, SCHEMA.clone()).unwrap();
    (scope, capture)
}

fn giving(n: u32) -> ToolExecutionInput {
    ToolExecutionInput::new("call", "structured_output", format!("{{\"n\":{n}}}"))
}

#[test]
fn of_two_calls_one_gives_the_value() {
    explore(|| {
        let (scope, capture) = child();
        let other = {
            let scope = scope.clone();
            thread::spawn(move || run(scope.execute(giving(1))))
        };
        let results = [run(scope.execute(giving(0))), other.join().unwrap()];
        let won: Vec<_> = (0..2).filter(|at| !results[*at].is_error()).collect();
        assert_eq!(won.len(), 1, "{results:?}");
        assert_eq!(code(&results[1 - won[0]]).as_deref(), Some("DENIED"));
        let value = capture.finish().unwrap();
        assert_eq!(value.to_string(), format!("{{\"n\":{}}}", won[0]));
    });
}

#[test]
fn a_blocked_value_and_one_that_stands() {
    explore(|| {
        let (scope, capture) = child();
        scope.post_execute_fn(|call: ToolExecution, _, next: PostNext| async move {
            let blocked = call.arguments().is_some_and(|given| given.to_string().contains('0'));
            if blocked { Ok(PostToolDecision::block("no")) } else { next.run().await }
        });
        let blocked = {
            let scope = scope.clone();
            thread::spawn(move || run(scope.execute(giving(0))))
        };
        let result = run(scope.execute(giving(1)));
        assert!(blocked.join().unwrap().is_error());
        // It is refused only where the other had given a value that was not decided yet: then it is tried again.
        let result = if result.is_error() { run(scope.execute(giving(1))) } else { result };
        assert!(result.concludes_turn(), "{result:?}");
        assert_eq!(capture.finish().unwrap().to_string(), "{\"n\":1}");
    });
}

#[test]
fn closing_the_scope_ends_the_wait_with_what_the_call_says() {
    explore(|| {
        let (scope, capture) = child();
        let closing = {
            let scope = scope.clone();
            thread::spawn(move || scope.close())
        };
        let heard: Arc<Mutex<Option<bool>>> = Arc::default();
        let waiting = {
            let (wait, heard) = (capture.wait(), Arc::clone(&heard));
            thread::spawn(move || {
                *heard.lock().unwrap() = Some(shuttle::future::block_on(wait).is_ok());
            })
        };
        let result = run(scope.execute(giving(1)));
        assert!(closing.join().unwrap());
        waiting.join().unwrap();
        assert!(matches!(code(&result).as_deref(), None | Some("UNKNOWN_TOOL")), "{result:?}");
        assert_eq!(*heard.lock().unwrap(), Some(!result.is_error()));
        assert_eq!(capture.is_captured(), !result.is_error());
    });
}
