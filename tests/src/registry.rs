//! What can be registered, and how it is listed and removed.

use crate::support::{Ears, ReadArgs, call, code, free, plain, read, registry, spec};
use dsh_tools::__private::define;
use dsh_tools::prelude::*;
use dsh_tools::{RegisterProblem, ToolExecutionMode};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

#[tokio::test]
async fn s001_a_registered_tool_is_listed_found_and_run() {
    let registry = ToolRegistry::new();
    registry.register(plain("now")).unwrap();
    assert_eq!(registry.schemas().iter().map(|schema| &*schema.name).collect::<Vec<_>>(), ["now"]);
    assert_eq!(registry.get("now").unwrap().name(), "now");
    assert_eq!(registry.execute(call("now", "{}")).await.text(), "done");
}

#[test]
fn s002_c127_a_name_is_taken_once_and_the_error_names_both_places() {
    let registry = ToolRegistry::new();
    let first = plain("notify");
    let second = free("notify").body(|_, _| async { "elsewhere" }).build();
    let places = (first.location(), second.location());
    registry.register(first).unwrap();
    let error = registry.register(second).unwrap_err();
    assert!(matches!(
        error.problems(),
        [RegisterProblem::Duplicate { tool, first, second, .. }] if **tool == *"notify" && (*first, *second) == places
    ));
    let text = error.to_string();
    assert!(
        text.contains(&places.0.to_string())
            && text.contains("unregister the first, or rename one"),
        "{text}"
    );
    assert_eq!(registry.schemas().len(), 1);
}

#[test]
fn c127_two_of_a_name_in_one_list_are_told_too() {
    let error =
        ToolRegistry::builder().tools([plain("a"), plain("b"), plain("a")]).build().unwrap_err();
    assert!(
        matches!(error.problems(), [RegisterProblem::Duplicate { tool, .. }] if **tool == *"a")
    );
}

#[test]
fn s004_s016_a_timeout_of_zero_is_refused_when_it_is_registered() {
    let tool = |timeout| free("slow").timeout(timeout).body(|_, _| async { "" }).build();
    assert_eq!(tool(Duration::from_secs(1)).timeout(), Some(Duration::from_secs(1)));
    assert_eq!(plain("slow").timeout(), None);
    let registry = ToolRegistry::new();
    let error = registry.register(tool(Duration::ZERO)).unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::ZeroTimeout { .. }]));
    assert!(registry.get("slow").is_none());
    registry.register(tool(Duration::MAX)).unwrap();
}

#[tokio::test]
async fn s005_what_is_unregistered_is_gone_at_once_and_nothing_else() {
    let registry = registry([plain("stays")]);
    let registration = registry.register_all([plain("a"), plain("b")]).unwrap();
    assert_eq!(registry.schemas().len(), 3);
    assert!(registration.unregister());
    assert_eq!(registry.schemas().len(), 1);
    assert!(registry.get("a").is_none() && registry.get("stays").is_some());
    assert_eq!(code(&registry.execute(call("b", "{}")).await), "UNKNOWN_TOOL");
    registry.register(plain("a")).unwrap();
}

#[test]
fn a_handle_that_is_dropped_removes_nothing_and_a_guard_does() {
    let registry = ToolRegistry::new();
    drop(registry.register(plain("a")).unwrap());
    assert!(registry.get("a").is_some());
    {
        let _guard = registry.register(plain("b")).unwrap().into_guard();
        assert!(registry.get("b").is_some());
    }
    assert!(registry.get("b").is_none() && registry.get("a").is_some());
}

#[test]
fn unregistering_says_whether_there_was_anything_left() {
    let registry = ToolRegistry::new();
    let nothing = registry.register_all(Vec::<ToolDefinition>::new()).unwrap();
    assert!(!nothing.unregister());
    let late = registry.register(plain("a")).unwrap();
    drop(registry);
    assert!(!late.unregister(), "the registry is gone");
}

#[test]
fn a_later_tool_of_the_name_is_not_removed_by_the_handle_of_an_earlier_one() {
    let registry = ToolRegistry::new();
    let first = registry.register(plain("a")).unwrap();
    assert!(first.unregister());
    let second = registry.register(plain("a")).unwrap();
    assert_eq!(registry.schemas().len(), 1);
    assert!(second.unregister());
}

#[tokio::test]
async fn s009_s010_every_change_of_the_tools_is_told_once_and_hooks_are_none() {
    let registry = ToolRegistry::new();
    let mut changes = registry.subscribe();
    let other = registry.subscribe();
    let registration = registry.register_all([plain("a"), plain("b")]).unwrap();
    assert!(changes.changed().await);
    assert_eq!(changes.count(), 1, "one change for both");
    registry.observe(Ears::default()).unregister();
    registry.around_dispatch(TimeoutPolicy::new()).unregister();
    registry.register(plain("a")).unwrap_err();
    assert_eq!(changes.count(), 1);
    registration.unregister();
    assert_eq!(changes.count(), 2);
    assert_eq!(other.clone().count(), 2);
    drop(registry);
    assert!(!changes.changed().await);
}

#[test]
fn s007_a_subscriber_that_is_gone_or_never_asks_harms_no_registration() {
    let registry = ToolRegistry::new();
    drop(registry.subscribe());
    let _asleep = registry.subscribe();
    registry.register(plain("a")).unwrap();
    assert!(registry.get("a").is_some());
}

#[test]
fn s012_the_name_of_code_mode_is_reserved() {
    let error = ToolRegistry::new().register(plain("run_code")).unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::Reserved { .. }]));
}

#[test]
fn c124_names_that_protocols_do_not_carry_say_what_is_wrong() {
    let registry = ToolRegistry::new();
    let text = |name: &str| registry.register(plain(name)).unwrap_err().to_string();
    assert!(text("two words").contains("this one has ' '"), "{}", text("two words"));
    assert!(text("").contains("this one is empty"));
    assert!(text(&"x".repeat(129)).contains("129 characters"));
    assert!(text("a\nb").contains(r"\n") && !text("a\nb").contains('\n'));
    registry.register(plain(&"x".repeat(128))).unwrap();
    registry.register(plain("mcp/server.tool-2")).unwrap();
}

#[test]
fn all_errors_of_all_tools_are_told_at_once_and_nothing_is_registered() {
    struct Workspace;
    struct Clock;
    let needy = |name: &'static str| {
        define::<ReadArgs, (), _, _>(spec(name), |_, _| async { Ok(ToolOutput::text("")) })
            .inject::<Workspace>()
            .inject::<Clock>()
            .inject::<ToolContext>()
            .inject_optional::<u8>()
            .build()
    };
    let registry = ToolRegistry::builder().state(Clock).build().unwrap();
    let error = registry
        .register_all([plain("ok"), needy("one"), plain("run_code"), needy("two"), plain("ok")])
        .unwrap_err();
    let kinds: Vec<String> = error
        .problems()
        .iter()
        .map(|problem| match problem {
            RegisterProblem::MissingState { tool, types, .. } => {
                assert!(
                    matches!(types.as_slice(), [one] if one.ends_with("Workspace")),
                    "{types:?}"
                );
                format!("state of {tool}")
            }
            RegisterProblem::Reserved { .. } => "reserved".to_owned(),
            RegisterProblem::Duplicate { tool, .. } => format!("two of {tool}"),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(kinds, ["state of one", "reserved", "state of two", "two of ok"]);
    assert!(registry.schemas().is_empty());
    let text = error.to_string();
    assert!(text.starts_with("cannot register, 4 problems:\n- "), "{text}");
    assert!(text.contains("take it by value to make it an argument"), "{text}");
}

#[tokio::test]
async fn state_that_calls_bring_along_is_declared() {
    struct Session(&'static str);
    let tool = || {
        free("who")
            .requires::<Session>()
            .body(|_, cx| async move { cx.inject::<Session>().map(|s| s.0) })
            .build()
    };
    ToolRegistry::builder().tool(tool()).build().unwrap_err();
    let registry = ToolRegistry::builder().scoped_state::<Session>().tool(tool()).build().unwrap();
    assert_eq!(registry.execute(call("who", "{}").state(Session("7"))).await.text(), "7");
    let result = registry.execute(call("who", "{}")).await;
    assert!(result.text().contains("Session"), "{}", result.text());
}

#[test]
fn a_timeout_that_nothing_would_honour_is_refused() {
    let tool = || free("slow").timeout(Duration::from_secs(1)).body(|_, _| async { "" }).build();
    let error =
        ToolRegistry::builder().without_default_policies().tool(tool()).build().unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::UnhonouredTimeout { .. }]));
    ToolRegistry::builder()
        .without_default_policies()
        .around_dispatch(TimeoutPolicy::new())
        .tool(tool())
        .build()
        .unwrap();
    let registry = ToolRegistry::builder().without_default_policies().build().unwrap();
    registry.around_dispatch_fn(|_, next| async move { next.run().await });
    registry.register(tool()).unwrap_err();
    registry.around_dispatch(TimeoutPolicy::new());
    registry.register(tool()).unwrap();
}

#[test]
fn s014_a_schema_that_is_none_is_told_when_it_is_registered() {
    let tool = |schema: Value| {
        ToolDefinition::builder("raw")
            .description("..")
            .unvalidated(schema)
            .body(|_, _| async { "" })
            .build()
    };
    let error = ToolRegistry::new().register(tool(json!("type: object"))).unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::Definition { .. }]), "{error}");
    ToolRegistry::new().register(tool(json!({"type": "object", "x-mine": 1}))).unwrap();
}

#[test]
fn s017_an_unknown_name_is_nothing() {
    assert!(ToolRegistry::new().get("nope").is_none());
}

#[test]
fn s036_s037_a_model_sees_name_description_and_parameters_and_nothing_else() {
    let tool = free("full")
        .title("Title")
        .read_only(true)
        .timeout(Duration::from_secs(3))
        .body(|_, _| async { Json(1_u8) })
        .render(|_| "one")
        .meta(|_| json!({}))
        .parallel()
        .finalize(|_| None)
        .build();
    let schemas = registry([tool]).schemas();
    let Value::Object(entry) = serde_json::to_value(&schemas[0]).unwrap() else {
        panic!("an object")
    };
    let mut keys: Vec<_> = entry.keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["description", "name", "parameters"]);
    assert_eq!(entry["parameters"], json!({"type": "object"}));
}

#[test]
fn s036_a_typed_tool_shows_its_whole_schema() {
    let schemas = registry([read()]).schemas();
    assert_eq!(
        schemas[0].parameters.to_string(),
        r#"{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":2000},"mode":{"type":"string","enum":["fast","slow"]}},"required":["path"]}"#
    );
}

#[test]
fn s038_lists_that_were_given_out_do_not_change() {
    let registry = registry([plain("a")]);
    let before = registry.schemas();
    let mut own: Vec<ToolSchema> = before.to_vec();
    own[0].name = "changed".into();
    registry.register(plain("b")).unwrap();
    assert_eq!(before.len(), 1);
    assert_eq!(&*registry.schemas()[0].name, "a");
}

#[test]
fn s041_ours_the_list_is_ordered_by_name() {
    let names = |order: [&str; 3]| {
        let registry = registry(order.map(plain));
        registry.schemas().iter().map(|schema| schema.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(["b", "c", "a"]), ["a", "b", "c"]);
    assert_eq!(names(["c", "a", "b"]), names(["b", "c", "a"]));
}

#[test]
fn asking_for_the_list_again_gives_the_same_list() {
    let registry = registry([plain("a")]);
    let first = registry.schemas();
    registry.observe(Ears::default());
    assert!(Arc::ptr_eq(&first, &registry.schemas()), "hooks change nothing in it");
}

/// Reads.
#[dsh_tools::tool(parallel = one_line)]
pub(crate) async fn typed(args: ReadArgs) {
    drop(args);
}
fn one_line(args: &ReadArgs) -> bool {
    args.limit == Some(1)
}

#[test]
fn s200_calls_are_exclusive_unless_a_tool_says_otherwise_of_these_arguments() {
    let tool = |name: &str| free(name);
    let registry = registry([
        plain("none"),
        tool("all").body(|_, _| async { "" }).parallel().build(),
        tool("some")
            .body(|_, _| async { "" })
            .parallel_when(|arguments| arguments.get("safe").is_some())
            .build(),
        tool("rude").body(|_, _| async { "" }).parallel_when(|_| panic!("no idea")).build(),
        typed::definition(),
    ]);
    let mode = |name: &str, arguments: &str| {
        registry.execution_mode(name, FrozenJson::parse(arguments).unwrap())
    };
    assert_eq!(mode("none", "{}"), ToolExecutionMode::Exclusive);
    assert_eq!(mode("unknown", "{}"), ToolExecutionMode::Exclusive);
    assert_eq!(mode("all", "{}"), ToolExecutionMode::Parallel);
    assert_eq!(mode("some", "{}"), ToolExecutionMode::Exclusive);
    assert_eq!(mode("some", r#"{"safe":1}"#), ToolExecutionMode::Parallel);
    assert_eq!(mode("rude", "{}"), ToolExecutionMode::Exclusive);
    // S201: a typed tool is asked about valid arguments only.
    assert_eq!(mode("typed", r#"{"path":"a","limit":1}"#), ToolExecutionMode::Parallel);
    assert_eq!(mode("typed", r#"{"limit":1}"#), ToolExecutionMode::Exclusive);
}

#[tokio::test]
async fn s230_a_call_keeps_the_tool_it_started_with() {
    let (started, starts) = tokio::sync::oneshot::channel();
    let (go, gate) = tokio::sync::oneshot::channel::<()>();
    let gates = std::sync::Mutex::new(Some((started, gate)));
    let finalized = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&finalized);
    let tool = free("swap")
        .body(move |_, _| {
            let (started, gate) = gates.lock().unwrap().take().unwrap();
            async move {
                started.send(()).unwrap();
                gate.await.unwrap();
                "old"
            }
        })
        .finalize(move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            None
        })
        .build();
    let registry = ToolRegistry::new();
    let registration = registry.register(tool).unwrap();
    let running = tokio::spawn(registry.execute(call("swap", "{}")));
    starts.await.unwrap();
    assert!(registration.unregister());
    registry.register(free("swap").body(|_, _| async { "new" }).build()).unwrap();
    go.send(()).unwrap();
    assert_eq!(running.await.unwrap().text(), "old");
    assert_eq!(finalized.load(Ordering::SeqCst), 1);
    assert_eq!(registry.execute(call("swap", "{}")).await.text(), "new");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn readers_and_writers_do_not_lose_each_other() {
    let registry = registry([plain("stays")]);
    let mut tasks = Vec::new();
    for worker in 0..8 {
        let registry = registry.clone();
        tasks.push(tokio::spawn(async move {
            for turn in 0..50 {
                let name = format!("t{worker}_{turn}");
                let registration = registry.register(plain(&name)).unwrap();
                assert_eq!(registry.execute(call(&name, "{}")).await.text(), "done");
                assert_eq!(registry.execute(call("stays", "{}")).await.text(), "done");
                if turn % 2 == 0 {
                    assert!(registration.unregister());
                    assert!(registry.get(&name).is_none());
                }
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(registry.schemas().len(), 1 + 8 * 25);
}
