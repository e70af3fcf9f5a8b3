//! User code that panics anywhere: one outcome, and no harm to neighbours.

use crate::support::{Bomb, Ears, Fuse, ReadArgs, boom, call, code, free, read, registry, start};
use dsh_tools::__private::{Cursor, Invalid, JsonWriter, LossyError, Node};
use dsh_tools::AdditionalContext;
use dsh_tools::prelude::*;
use std::panic::panic_any;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn c113_a_panic_anywhere_in_a_body_is_that_calls_failure() {
    let body = |name: &str| free(name);
    let tools = [
        body("at_once").body(|_, _| async { boom("at once") }).build(),
        body("before_its_future")
            .body(|arguments: FrozenJson, _| {
                assert!(arguments.get("never").is_some(), "before its future");
                async { "" }
            })
            .build(),
        body("after_an_await")
            .body(|_, _| async {
                tokio::task::yield_now().await;
                boom("after an await")
            })
            .build(),
        body("in_drop")
            .body(|_, _| async {
                let bomb = Bomb;
                tokio::task::yield_now().await;
                drop(bomb);
            })
            .build(),
        body("odd_payload").body(|_, _| async { if true { panic_any(Fuse) } else { "" } }).build(),
        body("in_a_task")
            .body(|_, _| async {
                let task = tokio::spawn(async { boom("in a task") });
                task.await.map_err(|_| ToolError::new("TASK", "the task panicked"))
            })
            .build(),
        body("captures_a_bomb")
            .body(|_, _| {
                let bomb = Bomb;
                async move {
                    let _held = bomb;
                    "ended, then its locals did"
                }
            })
            .build(),
    ];
    let names: Vec<String> = tools.iter().map(|tool| tool.name().to_owned()).collect();
    let registry = registry(tools.into_iter().chain([read()]));
    let ears = Ears::on(&registry);
    for name in &names {
        let before = ears.heard().len();
        let result = registry
            .execute(ToolExecutionInput::new(format!("id_{name}"), name.as_str(), "{}"))
            .await;
        let expected = if name == "in_a_task" { "TASK" } else { "TOOL_PANICKED" };
        assert_eq!(code(&result), expected, "{name}");
        if expected == "TOOL_PANICKED" {
            assert!(
                result.text().contains(&format!("id_{name}")),
                "the call is named: {}",
                result.text()
            );
            for secret in ["at once", "before its future", "after an await"] {
                assert!(!result.text().contains(secret), "{}", result.text());
            }
        }
        assert_eq!(ears.heard().len(), before + 1, "{name}");
        assert!(
            !registry.execute(call("read", r#"{"path":"a"}"#)).await.is_error(),
            "the next call works"
        );
    }
}

#[tokio::test]
async fn a_panic_keeps_the_contexts_that_the_body_had_deferred() {
    let tool = free("t")
        .body(|_, cx| async move {
            cx.defer_context(AdditionalContext::new("body", "kept"));
            boom("..")
        })
        .build();
    assert_eq!(tool.call("{}").await.additional_contexts().len(), 1);
}

#[tokio::test]
async fn s156_s157_observers_that_panic_harm_neither_result_nor_each_other() {
    let registry = registry([read()]);
    let first = Ears::on(&registry);
    registry.observe_fn(|_, _| panic!("deaf"));
    registry.observe_fn(|_, _| panic_any(Fuse));
    let last = Ears::on(&registry);
    let cancelled = CancellationToken::new();
    cancelled.cancel();
    let inputs = [
        call("read", r#"{"path":"a"}"#),
        call("read", "{}"),
        call("read", "{"),
        call("nope", "{}"),
        call("read", "{}").cancellation(cancelled),
    ];
    for (count, input) in inputs.into_iter().enumerate() {
        let result = registry.execute(input).await;
        for ears in [&first, &last] {
            let heard = ears.heard();
            assert_eq!(heard.len(), count + 1);
            assert_eq!(heard[count].1.text(), result.text());
        }
    }
}

/// Counts its drops, and panics.
struct Rude(Arc<AtomicU32>);
impl Drop for Rude {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
        panic_any(Fuse);
    }
}

/// The same as another type of state.
struct Ruder {
    _inner: Rude,
}

#[tokio::test]
async fn what_is_dropped_with_a_call_may_panic() {
    let states: Arc<AtomicU32> = Arc::default();
    let registry = registry([read()]);
    let input = call("read", r#"{"path":"a"}"#)
        .state(Rude(Arc::clone(&states)))
        .state(Ruder { _inner: Rude(Arc::clone(&states)) });
    assert!(!registry.execute(input).await.is_error());
    assert_eq!(states.load(Ordering::SeqCst), 2);
    drop(registry.execute(call("read", "{}").state(Rude(Arc::clone(&states)))));
    assert_eq!(states.load(Ordering::SeqCst), 3, "never polled");
    let lone =
        ToolRegistry::builder().state(Rude(Arc::clone(&states))).tool(read()).build().unwrap();
    let future = lone.execute(call("read", r#"{"path":"a"}"#));
    drop(lone);
    assert!(!future.await.is_error(), "the registry ended with the call");
    assert_eq!(states.load(Ordering::SeqCst), 4);
}

#[tokio::test]
async fn hooks_and_tools_whose_destructors_panic_can_be_removed_during_a_call() {
    let registry = ToolRegistry::new();
    let bomb = Bomb;
    let tool = free("t")
        .body(move |_, _| {
            let _ = &bomb;
            async { "ran" }
        })
        .build();
    let bomb = Bomb;
    let wrapper = registry.around_dispatch_fn(move |_, next| {
        let _ = &bomb;
        async move { next.run().await }
    });
    let handles = Mutex::new(Some((registry.register(tool).unwrap(), wrapper)));
    registry.around_dispatch_fn(move |_, next| {
        let (tool, wrapper) = handles.lock().unwrap().take().unwrap();
        assert!(tool.unregister() && wrapper.unregister());
        async move { next.run().await }
    });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "ran");
}

#[tokio::test]
async fn c122_one_failure_does_not_touch_its_siblings() {
    let registry = registry([
        free("ok").body(|_, _| async { "fine" }).build(),
        free("panic").body(|_, _| async { boom("..") }).build(),
        start("typed").args::<ReadArgs>().body(|_, _| async { "" }).build(),
    ]);
    let (a, b, c) = tokio::join!(
        registry.execute(call("ok", "{}")),
        registry.execute(call("panic", "{}")),
        registry.execute(call("typed", "{}")),
    );
    assert_eq!(a.text(), "fine");
    assert_eq!((code(&b), code(&c)), ("TOOL_PANICKED".to_owned(), "INVALID_ARGS".to_owned()));
}

/// Arguments whose destructor panics, and so does the payload's.
#[derive(ToolArgs)]
struct Volatile {
    #[arg(default = 1)]
    n: u32,
}

impl Drop for Volatile {
    fn drop(&mut self) {
        panic_any(Fuse);
    }
}

/// Shows, and panics.
#[tool(present_call = shown, present_result = shown_done, parallel = aside)]
async fn volatile(args: Volatile) -> Json<u32> {
    let args = std::mem::ManuallyDrop::new(args);
    Json(args.n)
}

fn shown(_: &Volatile) -> ToolCallView {
    panic!("a presenter")
}

fn shown_done(_: &Volatile, _: &ToolResultData<'_>) -> ToolResultView {
    panic!("a presenter")
}

fn aside(_: &Volatile) -> bool {
    panic!("a classifier")
}

#[tokio::test]
async fn s200_s240_arguments_that_panic_when_they_are_dropped_while_a_callback_panics() {
    let tool = volatile::definition();
    let arguments = FrozenJson::empty_object();
    assert!(tool.present_call(&arguments).is_none());
    assert!(tool.present_result(&arguments, &tool.call("{}").await.data()).is_none());
    assert_eq!(tool.execution_mode("{}"), dsh_tools::ToolExecutionMode::Exclusive);
}

/// A value whose destructor panics when it was read back: the body's own would end the body.
struct VolatileValue {
    read_back: bool,
}

impl ToolValue for VolatileValue {
    const NODE: &'static Node = <() as ToolValue>::NODE;

    fn decode(_: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        Ok(Self { read_back: true })
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}

impl Drop for VolatileValue {
    fn drop(&mut self) {
        if self.read_back {
            panic_any(Fuse);
        }
    }
}

#[tokio::test]
async fn s223_a_value_that_panics_when_it_is_dropped_while_its_renderer_panics() {
    let value = |_: FrozenJson, _: ToolContext| async { Json(VolatileValue { read_back: false }) };
    let tool = free("t").body(value).render(|_| -> String { panic!("a renderer") }).build();
    assert_eq!(code(&tool.call("{}").await), "INVALID_TOOL_OUTPUT");
    let tool = free("t").body(value).render(|_| "rendered").build();
    assert_eq!(tool.call("{}").await.text(), "rendered", "nothing was wrong with it");
}

#[tokio::test]
async fn a_panic_is_the_cause_of_its_failure_and_the_text_names_the_call_alone() {
    let tools = [
        free("body").body(|_, _| async { boom("said so") }).build(),
        free("render").body(|_, _| async { "x" }).render(|_| boom("said so")).build(),
        free("finalize")
            .body(|_, _| async { "x" })
            .finalize(|_| -> Option<Vec<ContentBlock>> { panic!("said so") })
            .build(),
    ];
    for tool in tools {
        let result = tool.call("{}").await;
        let failure = result.outcome().unwrap_err();
        assert_eq!(failure.source().unwrap().to_string(), "said so", "{}", tool.name());
        assert!(!result.text().contains("said so") && !result.text().contains("log"));
    }
    let result = free("t").body(|_, _| async { boom("..") }).build().call("{}").await;
    assert_eq!(result.text(), "Error: the tool panicked in call `call`");
}
