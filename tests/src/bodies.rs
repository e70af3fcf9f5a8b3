//! Bodies: what they return, what they get, and what they say beside their result.

use crate::support::{Ears, ReadArgs, call, code, free, registry, spec, start};
use dsh_tools::__private::{Cursor, Invalid, JsonWriter, LossyError, Node, blocking, define};
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, Progress, ToolHints};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[tokio::test]
async fn c078_bodies_return_what_they_like() {
    #[derive(Debug)]
    struct Mine;
    impl std::fmt::Display for Mine {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("mine")
        }
    }
    impl std::error::Error for Mine {}

    let text =
        |definition: ToolDefinition| async move { definition.call("{}").await.text().into_owned() };
    assert_eq!(text(free("t").body(|_, _| async { "str" }).build()).await, "str");
    assert_eq!(
        text(free("t").body(|_, _| async { String::from("string") }).build()).await,
        "string"
    );
    assert_eq!(text(free("t").body(|_, _| async { Json(vec![1, 2]) }).build()).await, "[1,2]");
    assert_eq!(text(free("t").body(|_, _| async { anyhow::Ok("anyhow") }).build()).await, "anyhow");
    let result = free("t").body(|_, _| async {}).build().call("{}").await;
    assert_eq!(result.content(), [ContentBlock::text("null")], "C133: never missing");
    assert_eq!(result.value().unwrap(), &Value::Null);

    let blocks = free("t").body(|_, _| async {
        vec![ContentBlock::text("a"), ContentBlock::image("aGk=", "image/png")]
    });
    let result = blocks.build().call("{}").await;
    assert_eq!(result.content().len(), 2);
    assert_eq!(result.value().unwrap().root().len(), 2);

    let fails = |definition: ToolDefinition| async move {
        let result = definition.call("{}").await;
        (result.text().into_owned(), code(&result))
    };
    let plain = |text: &str| (text.to_owned(), "TOOL_ERROR".to_owned());
    let body = free("t").body(|_, _| async { Err::<String, _>(anyhow::anyhow!("no")) });
    assert_eq!(fails(body.build()).await, plain("Error: no"));
    let body = free("t").body(|_, _| async { Err::<String, _>("text".to_owned()) });
    assert_eq!(fails(body.build()).await, plain("Error: text"));
    let body = free("t").body(|_, _| async { Err::<(), _>(Mine) });
    assert_eq!(fails(body.build()).await, plain("Error: mine"));
    let body = free("t").body(|_, _| async { Err::<Json<u8>, _>(ToolError::new("BUSY", "later")) });
    assert_eq!(fails(body.build()).await, ("Error: later".to_owned(), "BUSY".to_owned()));
}

#[tokio::test]
async fn a_blocking_body_runs_where_it_may_block_and_can_inject() {
    let tool = define::<ReadArgs, Result<String, ToolError>, _, _>(spec("read"), |args, cx| {
        blocking(cx, move |cx: &ToolContext| {
            let thread = std::thread::current().id();
            let root: &String = cx.inject()?;
            IntoToolOutput::into_tool_output(Ok::<_, ToolError>(format!(
                "{root}/{} {thread:?}",
                args.path
            )))
        })
    })
    .inject::<ToolContext>()
    .inject::<String>()
    .build();
    let text = tool.call(r#"{"path":"a"}"#).state(String::from("base")).await.text().into_owned();
    assert!(text.starts_with("base/a "), "{text}");
    assert!(!text.ends_with(&format!("{:?}", std::thread::current().id())), "{text}");
}

#[tokio::test]
async fn a_blocking_body_that_panics_is_a_panic_like_any() {
    let tool = define::<ReadArgs, String, _, _>(spec("read"), |_, cx| {
        blocking(cx, |_| panic!("on the pool"))
    })
    .build();
    let result = tool.call(r#"{"path":"a"}"#).await;
    assert_eq!(code(&result), "TOOL_PANICKED");
    assert!(!result.text().contains("on the pool"));
}

#[tokio::test]
async fn state_of_the_call_comes_before_that_of_the_registry() {
    let body = |_: FrozenJson, cx: ToolContext| async move {
        let name = cx.inject::<String>()?.clone();
        let number = cx.inject_optional::<u32>().copied();
        Ok::<_, ToolError>(format!("{name} {number:?}"))
    };
    let tool = free("who").requires::<String>().body(body).build();
    let registry =
        ToolRegistry::builder().state(String::from("registry")).tool(tool).build().unwrap();
    assert_eq!(registry.execute(call("who", "{}")).await.text(), "registry None");
    assert_eq!(registry.execute(call("who", "{}").state(7_u32)).await.text(), "registry Some(7)");
    let with_state = call("who", "{}").state(String::from("call")).state(7_u32);
    assert_eq!(registry.execute(with_state).await.text(), "call Some(7)");
}

#[tokio::test]
async fn a_state_given_in_an_arc_is_found_as_what_it_holds() {
    let tool = free("who")
        .requires::<String>()
        .body(|_, cx| async move { cx.inject::<String>().cloned() })
        .build();
    let shared = Arc::new(String::from("shared"));
    let registry = ToolRegistry::builder().state(Arc::clone(&shared)).tool(tool).build().unwrap();
    assert_eq!(registry.execute(call("who", "{}")).await.text(), "shared");
}

#[tokio::test]
async fn missing_state_of_a_lone_call_is_a_failure_that_names_all_of_it() {
    let tool =
        free("who").requires::<String>().requires::<u32>().body(|_, _| async { "ran" }).build();
    let result = tool.call("{}").await;
    let text = result.text();
    assert!(text.contains("String") && text.contains("u32"), "{text}");
}

#[tokio::test]
async fn s170_contexts_ride_on_the_result_and_late_ones_do_not() {
    let (send, receive) = tokio::sync::oneshot::channel::<ToolContext>();
    let send = Mutex::new(Some(send));
    let tool = free("note")
        .body(move |_, cx| {
            cx.defer_context(AdditionalContext::new("note", "first"));
            cx.defer_context(AdditionalContext::new("note", "second"));
            let _ = send.lock().unwrap().take().unwrap().send(cx);
            async { Err::<String, _>("failed all the same") }
        })
        .build();
    let registry = registry([tool]);
    let ears = Ears::on(&registry);
    let result = registry.execute(call("note", "{}")).await;
    let late = receive.await.unwrap();
    late.defer_context(AdditionalContext::new("note", "late"));
    late.conclude_turn();
    let texts: Vec<_> = result
        .additional_contexts()
        .iter()
        .map(|context| context.content[0].as_text().unwrap())
        .collect();
    assert_eq!(texts, ["first", "second"]);
    assert!(result.is_error() && !result.concludes_turn());
    assert_eq!(ears.one().1.additional_contexts().len(), 2);
}

#[tokio::test]
async fn s233_s234_a_turn_is_concluded_by_success_only() {
    let tool = |fails: bool| {
        free("submit")
            .body(move |_, cx| async move {
                cx.conclude_turn();
                if fails { Err("no") } else { Ok("yes") }
            })
            .build()
    };
    assert!(tool(false).call("{}").await.concludes_turn());
    assert!(!tool(true).call("{}").await.concludes_turn());
}

#[tokio::test]
async fn progress_reaches_who_asked_and_a_panic_there_harms_nobody() {
    let tool = free("copy")
        .body(|_, cx| async move {
            cx.progress(&Progress::of(1.0, 2.0).message("half"));
            cx.progress(&Progress::done(2.0));
            "done"
        })
        .build();
    let registry = registry([tool]);
    let heard: Arc<Mutex<Vec<(String, Progress)>>> = Arc::default();
    let keep = Arc::clone(&heard);
    let input = call("copy", "{}").on_progress(move |call, progress| {
        keep.lock().unwrap().push((call.call_id().to_owned(), progress.clone()));
        assert!(progress.total.is_some(), "the second one panics");
    });
    assert_eq!(registry.execute(input).await.text(), "done");
    let heard = heard.lock().unwrap().clone();
    assert_eq!(heard[0], ("call_1".to_owned(), Progress::of(1.0, 2.0).message("half")));
    assert_eq!(heard.len(), 2);
    assert_eq!(registry.execute(call("copy", "{}")).await.text(), "done", "nobody needs to listen");
}

#[tokio::test]
async fn a_spec_becomes_what_hosts_read() {
    let mut spec = spec("read");
    spec.title = Some("Read a file");
    spec.read_only = Some(true);
    spec.timeout = Some(Duration::from_secs(10));
    let tool =
        define::<ReadArgs, String, _, _>(spec, |_, _| async { Ok(ToolOutput::text("")) }).build();
    assert_eq!((tool.name(), tool.title()), ("read", Some("Read a file")));
    let mut hints = ToolHints::default();
    hints.read_only = Some(true);
    assert_eq!(tool.hints(), hints);
    assert_eq!(tool.timeout(), Some(Duration::from_secs(10)));
    assert!(tool.is_enforced());
    assert!(tool.location().to_string().contains("support.rs:"));
    assert!(!free("f").body(|_, _| async { "" }).build().is_enforced());
}

#[tokio::test]
async fn s015_unvalidated_tools_get_what_came_and_validate_for_themselves() {
    let tool = start("raw")
        .unvalidated(
            json!({"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}),
        )
        .body(|arguments, _| async move {
            match arguments.get("x").and_then(Cursor::as_i64) {
                Some(x) => Ok(x.to_string()),
                None => Err(format!("x, please, not {arguments}")),
            }
        })
        .build();
    assert_eq!(tool.call(r#"{"x": 3}"#).await.text(), "3");
    assert_eq!(tool.call(r#"{"y": 3}"#).await.text(), "Error: x, please, not {\"y\": 3}");
    assert_eq!(tool.call("[]").await.text(), "Error: x, please, not []");
}

#[tokio::test]
async fn a_body_can_inject_its_own_context() {
    let tool = free("me")
        .body(|_, cx| async move { cx.inject::<ToolContext>().map(|cx| cx.call_id().to_owned()) })
        .build();
    assert_eq!(registry([tool]).execute(call("me", "{}")).await.text(), "call_1");
}

#[tokio::test]
async fn progress_after_the_result_reaches_nobody() {
    let (send, receive) = tokio::sync::oneshot::channel::<ToolContext>();
    let send = Mutex::new(Some(send));
    let tool = free("t")
        .body(move |_, cx| {
            let _ = send.lock().unwrap().take().unwrap().send(cx);
            async { "" }
        })
        .build();
    let told = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&told);
    let input = call("t", "{}").on_progress(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
    });
    registry([tool]).execute(input).await;
    receive.await.unwrap().progress(&Progress::done(1.0));
    assert_eq!(told.load(Ordering::SeqCst), 0);
}

/// Reads nothing although its schema takes everything.
#[derive(Debug)]
struct Stubborn;

impl ToolValue for Stubborn {
    const NODE: &'static Node = <FrozenJson as ToolValue>::NODE;

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        assert!(cursor.get("panic").is_none(), "while reading");
        <() as ToolValue>::decode(cursor, node).map(|()| Self)
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}

impl ToolArgs for Stubborn {}

#[tokio::test]
async fn arguments_that_reading_refuses_and_the_walker_does_not_are_still_an_error() {
    let tool = start("odd").args::<Stubborn>().body(|_, _| async { "ran" }).build();
    let result = tool.call(r#"{"a":1}"#).await;
    assert_eq!(code(&result), "INVALID_ARGS");
    assert_eq!(
        result.text(),
        "Error: invalid arguments for `odd`: 1 violation\n\
         `arguments`: is refused by a check that the schema does not show"
    );
    assert_eq!(code(&tool.call(r#"{"panic":1}"#).await), "TOOL_PANICKED");
}

#[tokio::test]
async fn c064_the_nearest_of_very_many_tools_is_found() {
    let names: Vec<String> =
        (0..1000).map(|n| format!("a{n}_widget")).chain(["read_file".to_owned()]).collect();
    let registry = registry(names.iter().map(|name| free(name).body(|_, _| async { "" }).build()));
    let result = registry.execute(call("readfile", "{}")).await;
    assert!(result.text().contains("did you mean `read_file`"), "{}", result.text());
}
