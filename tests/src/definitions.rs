//! What definitions bring into a registry, and what is told of them when they come.

use crate::support::{Ears, call, code, free, plain, registry, start};
use dsh_tools::__private::{Cursor, Invalid, JsonWriter, Link, LossyError, Node, Shape};
use dsh_tools::prelude::*;
use dsh_tools::{Progress, ToolExecutionMode};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[test]
fn c127_the_same_place_twice_is_no_two_places() {
    let registry = registry([plain("report")]);
    let text = registry.register(plain("report")).unwrap_err().to_string();
    assert!(text.contains("is registered already") && !text.contains("twice"), "{text}");
}

#[test]
fn what_main_prints_of_an_error_is_its_text() {
    let error = ToolRegistry::new().register(plain("two words")).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
}

#[test]
fn several_missing_states_are_spoken_of_as_several() {
    struct Workspace;
    struct Clock;
    let tool = free("t").requires::<Workspace>().requires::<Clock>().body(|_, _| async { "" });
    let text = ToolRegistry::new().register(tool.build()).unwrap_err().to_string();
    let words = "hand them over with `.state(..)`, or take them by value to make them arguments";
    assert!(text.contains(words), "{text}");
}

#[tokio::test]
async fn a_type_and_the_same_type_in_an_arc_are_one_state() {
    let tool = || {
        free("t")
            .requires::<String>()
            .body(|_, cx| async move { cx.inject::<String>().cloned() })
            .build()
    };
    let (plain, shared) = (String::from("plain"), Arc::new(String::from("shared")));
    let later = ToolRegistry::builder().state(plain.clone()).state(Arc::clone(&shared));
    let later = later.tool(tool()).build().unwrap();
    assert_eq!(later.execute(call("t", "{}")).await.text(), "shared", "the later one replaces");
    let later = ToolRegistry::builder().state(Arc::clone(&shared)).state(plain.clone());
    let later = later.tool(tool()).build().unwrap();
    assert_eq!(later.execute(call("t", "{}")).await.text(), "plain");
    let input = call("t", "{}").state(plain).state(shared);
    assert_eq!(later.execute(input).await.text(), "shared");
    ToolRegistry::builder().scoped_state::<Arc<String>>().tool(tool()).build().unwrap();
    ToolRegistry::builder().scoped_state::<Arc<u8>>().tool(tool()).build().unwrap_err();
}

#[tokio::test]
async fn a_bodys_own_context_is_never_missing() {
    let tool = free("t")
        .requires::<ToolContext>()
        .body(|_, cx| async move { cx.inject::<ToolContext>().map(|cx| cx.name().to_owned()) });
    assert_eq!(registry([tool.build()]).execute(call("t", "{}")).await.text(), "t");
}

#[test]
fn s200_the_mode_is_asked_with_whatever_the_host_has() {
    let registry = registry([crate::registry::typed::definition()]);
    let text = r#"{"path":"a","limit":1}"#;
    let input = call("typed", text);
    let document = FrozenJson::parse(text).unwrap();
    assert_eq!(registry.execution_mode("typed", &input), ToolExecutionMode::Parallel);
    assert_eq!(registry.execution_mode("typed", text), ToolExecutionMode::Parallel);
    assert_eq!(registry.execution_mode("typed", &document), ToolExecutionMode::Parallel);
    assert_eq!(registry.execution_mode("typed", document.to_value()), ToolExecutionMode::Parallel);
    assert_eq!(registry.execution_mode("typed", "{"), ToolExecutionMode::Exclusive);
}

/// A byte behind a link that no constant can follow.
struct Byte(u8);

impl ToolValue for Byte {
    const NODE: &'static Node = &Node::new(Shape::Link(Link::Lazy(|| u8::NODE)));
    fn decode(cursor: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        u8::decode(cursor, u8::NODE).map(Self)
    }
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        self.0.encode(out)
    }
}

/// A value whose example is none of its own.
#[derive(ToolValue)]
struct Wrong {
    #[arg(example = 300)]
    byte: Byte,
}

/// A value whose table panics where it is written.
struct Rude;

impl ToolValue for Rude {
    const NODE: &'static Node = &Node::new(Shape::Link(Link::Lazy(|| panic!("no table"))));
    fn decode(_: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        Ok(Self)
    }
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}

#[test]
fn what_is_wrong_with_an_output_is_told_when_it_is_registered() {
    let wrong = free("wrong").body(|_, _| async { Json(Wrong { byte: Byte(1) }) });
    let rude = free("rude").body(|_, _| async { Json(Rude) }).build();
    let error = ToolRegistry::builder().tools([wrong.build(), rude.clone()]).build().unwrap_err();
    let text = error.to_string();
    assert!(text.contains("an example of `byte`, 300, violates its own rules"), "{text}");
    assert!(text.contains("writing its output schema panicked: no table"), "{text}");
    assert!(rude.output_schema().is_none(), "asked alone, it panics nowhere");
}

#[test]
fn definitions_and_registries_may_be_taken_across_a_caught_panic() {
    let tool = plain("t");
    let registry = registry([tool.clone()]);
    let name = std::panic::catch_unwind(|| (tool.name().to_owned(), registry.schemas().len()));
    assert_eq!(name.unwrap(), ("t".to_owned(), 1));
}

#[tokio::test]
async fn a_tool_without_arguments_takes_any_object_and_nothing_else() {
    let tool = start("now").no_args().body(|(), _| async { "12:00" }).build();
    assert!(tool.is_enforced());
    for text in ["", "null", "{}", r#"{"reason":"curious"}"#] {
        assert_eq!(tool.call(text).await.text(), "12:00", "{text:?}");
    }
    assert_eq!(code(&tool.call("[]").await), "INVALID_ARGS");
    let schema = registry([tool]).schemas()[0].parameters.to_string();
    assert_eq!(schema, r#"{"type":"object","properties":{}}"#);
}

#[tokio::test]
async fn a_lone_call_can_be_a_nested_one_and_be_listened_to() {
    let tool = free("t")
        .body(|_, cx| async move {
            cx.progress(&Progress::done(1.0));
            if cx.execution().parent().is_some() { "nested" } else { "direct" }
        })
        .build();
    let registry = registry([tool.clone()]);
    let ears = Ears::on(&registry);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "direct");
    let heard = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&heard);
    let nested = tool.call("{}").parent(ears.one().0.token()).on_progress(move |_, _| {
        count.fetch_add(1, Ordering::SeqCst);
    });
    assert_eq!(nested.await.text(), "nested");
    assert_eq!(heard.load(Ordering::SeqCst), 1);
}
