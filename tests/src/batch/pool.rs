//! Which calls run beside which.

use super::{Bench, Stepped, calls, outcomes};
use crate::support::free;
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use std::sync::{Arc, Mutex};

fn stepped(registry: &ToolRegistry, tools: &[&'static str], at_once: usize) -> Stepped {
    Stepped(registry.run_batch(calls(tools), BatchOptions::new().at_once(at_once).unwrap()))
}

#[test]
fn s202_calls_that_may_run_beside_others_all_start_before_one_ends() {
    let bench = Bench::default();
    let mut batch = stepped(&bench.registry(), &["side"; 4], 10);
    assert_eq!(batch.step(), (vec![], false));
    assert_eq!(bench.news(), ["+1", "+2", "+3", "+4"]);
}

#[test]
fn s203_an_exclusive_call_is_a_barrier() {
    let bench = Bench::default();
    let mut batch = stepped(&bench.registry(), &["side", "side", "alone", "side", "side"], 10);
    batch.step();
    assert_eq!(bench.news(), ["+1", "+2"]);
    bench.release("2");
    assert_eq!(batch.step(), (vec![], false));
    assert_eq!(bench.news(), ["-2"], "one of two is not all");
    bench.release("1");
    assert_eq!(batch.step().0, ["1", "2"]);
    assert_eq!(bench.news(), ["-1", "1=ok", "2=ok", "+3"]);
    bench.release("3");
    assert_eq!(batch.step().0, ["3"]);
    assert_eq!(bench.news(), ["-3", "3=ok", "+4", "+5"]);
    bench.release("5");
    bench.release("4");
    assert_eq!(batch.step(), (vec!["4".to_owned(), "5".to_owned()], true));
}

#[test]
fn s204_the_pool_rolls_and_what_is_next_is_concluded_before_another_starts() {
    let bench = Bench::default();
    let mut batch = stepped(&bench.registry(), &["side"; 5], 2);
    batch.step();
    assert_eq!(bench.news(), ["+1", "+2"]);
    bench.release("2");
    assert_eq!(batch.step(), (vec![], false));
    assert_eq!(bench.news(), ["-2", "+3"], "a result that waits for its turn keeps no place");
    bench.release("1");
    assert_eq!(batch.step().0, ["1", "2"]);
    assert_eq!(bench.news(), ["-1", "1=ok", "2=ok", "+4"]);
    bench.release("3");
    bench.release("4");
    batch.step();
    // What is next is concluded before anything starts, all of it.
    assert_eq!(bench.news(), ["-3", "3=ok", "-4", "4=ok", "+5"]);
    bench.release("5");
    assert_eq!(batch.step(), (vec!["5".to_owned()], true));
}

#[test]
fn s204_room_for_one_is_one_after_the_other() {
    let bench = Bench::default();
    let mut batch = stepped(&bench.registry(), &["side"; 3], 1);
    for id in ["1", "2", "3"] {
        bench.release(id);
    }
    assert!(batch.step().1);
    assert_eq!(bench.news(), ["+1", "-1", "1=ok", "+2", "-2", "2=ok", "+3", "-3", "3=ok"]);
}

#[test]
fn s205_room_for_none_is_refused_and_ten_is_the_default() {
    assert!(BatchOptions::new().at_once(0).is_err());
    let bench = Bench::default();
    let mut batch = Stepped(bench.registry().run_batch(calls(&["side"; 12]), BatchOptions::new()));
    batch.step();
    assert_eq!(bench.news().len(), 10);
}

#[tokio::test]
async fn s201_a_typed_tool_is_asked_about_arguments_that_fit_and_a_raw_one_about_any() {
    #[derive(ToolArgs)]
    struct Named {
        name: String,
    }
    let (bench, asked) = (Bench::default(), Arc::new(Mutex::new(Vec::new())));
    let (of_typed, of_raw) = (Arc::clone(&asked), Arc::clone(&asked));
    let typed = ToolDefinition::builder("typed")
        .description("A tool of the tests.")
        .args::<Named>()
        .parallel_when(move |args: &Named| {
            of_typed.lock().unwrap().push(args.name == "n");
            true
        })
        .body(|args: Named, _| async move { args.name })
        .build();
    let raw = free("raw")
        .parallel_when(move |arguments| {
            of_raw.lock().unwrap().push(arguments.get("n").and_then(Cursor::as_u64) == Some(7));
            true
        })
        .body(|_, _| async { "raw" })
        .build();
    let registry = bench.registry();
    let _typed = registry.register_all([typed, raw]).unwrap();
    let batch = registry.run_batch(
        [
            ToolExecutionInput::new("bad", "typed", r#"{"name": 1}"#),
            ToolExecutionInput::new("good", "typed", r#"{"name": "n"}"#),
            ToolExecutionInput::new("raw", "raw", r#"{"n": 7}"#),
        ],
        BatchOptions::new(),
    );
    assert_eq!(outcomes(&batch.await), ["bad=INVALID_ARGS", "good=ok", "raw=ok"]);
    let asked = asked.lock().unwrap();
    assert!(asked.len() == 2 && asked.iter().all(|fits| *fits), "{asked:?}");
}

#[test]
fn s200_the_mode_is_asked_of_each_calls_arguments_and_what_is_unknown_runs_alone() {
    let bench = Bench::default();
    let registry = bench.registry();
    let either =
        |id: &'static str, p| ToolExecutionInput::new(id, "either", serde_json::json!({"p": p}));
    let mut batch = Stepped(registry.run_batch(
        [
            either("1", serde_json::json!(true)),
            either("2", serde_json::json!(true)),
            either("3", serde_json::json!(1)),
            ToolExecutionInput::new("4", "unknown", "{}"),
            either("5", serde_json::json!(true)),
        ],
        BatchOptions::new(),
    ));
    batch.step();
    assert_eq!(bench.news(), ["+1", "+2"]);
    bench.release("1");
    bench.release("2");
    batch.step();
    assert_eq!(bench.news(), ["-1", "1=ok", "-2", "2=ok", "+3"]);
    bench.release("3");
    assert_eq!(batch.step().0, ["3", "4"]);
    assert_eq!(bench.news(), ["-3", "3=ok", "4=UNKNOWN_TOOL", "+5"]);
}

/// Swaps `side` for one that runs alone.
fn swap(bench: &Bench, registry: &ToolRegistry, held: &Mutex<Option<Registration>>) {
    held.lock().unwrap().take().unwrap().unregister();
    let swapped = registry.register(bench.tool("side", Some(false))).unwrap();
    *held.lock().unwrap() = Some(swapped);
}

#[test]
fn s210_calls_that_wait_are_asked_again_after_an_exclusive_one_replaced_their_tool() {
    let bench = Bench::default();
    let registry = ToolRegistry::new();
    let held =
        Arc::new(Mutex::new(Some(registry.register(bench.tool("side", Some(true))).unwrap())));
    let (inner, replaced, at) = (bench.clone(), Arc::clone(&held), registry.clone());
    let swaps = free("swaps")
        .body(move |_, _| {
            swap(&inner, &at, &replaced);
            async { "swapped" }
        })
        .build();
    let _swaps = registry.register(swaps).unwrap();
    let mut batch = stepped(&registry, &["side", "swaps", "side", "side"], 10);
    bench.release("1");
    batch.step();
    assert_eq!(bench.news(), ["+1", "-1", "+3"], "the fourth waits for the third");
    bench.release("3");
    batch.step();
    assert_eq!(bench.news(), ["-3", "+4"]);
}

#[test]
fn s211_nothing_joins_the_pool_after_an_observer_made_the_tool_exclusive() {
    let bench = Bench::default();
    let registry = ToolRegistry::new();
    let held =
        Arc::new(Mutex::new(Some(registry.register(bench.tool("side", Some(true))).unwrap())));
    let (inner, replaced, at) = (bench.clone(), Arc::clone(&held), registry.clone());
    registry.observe_fn(move |call: &ToolExecution, _: &ToolExecutionResult| {
        if call.call_id() == "1" {
            swap(&inner, &at, &replaced);
        }
    });
    let mut batch = stepped(&registry, &["side"; 5], 2);
    batch.step();
    assert_eq!(bench.news(), ["+1", "+2"]);
    bench.release("1");
    assert_eq!(batch.step().0, ["1"]);
    assert_eq!(bench.news(), ["-1"], "there is room, but the third is to run alone now");
    bench.release("2");
    batch.step();
    assert_eq!(bench.news(), ["-2", "+3"]);
    bench.release("3");
    bench.release("4");
    batch.step();
    assert_eq!(bench.news(), ["-3", "+4", "-4", "+5"]);
}

#[test]
fn s219_models_see_nothing_of_the_mode() {
    let bench = Bench::default();
    let json = |tool: ToolDefinition| serde_json::to_value(tool.schema()).unwrap();
    let without = free("side").body(|_, _| async { "" }).build();
    assert_eq!(json(bench.tool("side", Some(true))), json(without));
}
