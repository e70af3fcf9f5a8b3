//! What is measured.

use crate::shapes::{MEDIUM, MEDIUM_SIX, Medium, SMALL, SMALL_SIX, Small};
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render, validate};
use futures_util::future::{BoxFuture, FutureExt};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use std::hint::black_box;

/// One measured thing.
pub struct Row {
    pub shape: &'static str,
    pub what: &'static str,
    /// Others below it are compared with it.
    pub ours: bool,
    pub run: Box<dyn Fn(u32)>,
}

impl Row {
    pub fn name(&self) -> String {
        format!("{}/{}", self.shape, self.what).replace(' ', "-")
    }
}

/// A shape: its name, a valid text and one with mistakes.
struct Shape {
    name: &'static str,
    good: &'static str,
    bad: &'static str,
}

pub fn all() -> Vec<Row> {
    let small = Shape { name: "small", good: SMALL, bad: SMALL_SIX };
    let medium = Shape { name: "medium", good: MEDIUM, bad: MEDIUM_SIX };
    let mut rows = of::<Small>(&small, take_small::definition());
    rows.extend(of::<Medium>(&medium, take_medium::definition()));
    rows
}

/// Take the small shape.
#[tool]
async fn take_small(args: Small) -> String {
    drop(black_box(args));
    String::from("done")
}

/// Take the medium shape.
#[tool]
async fn take_medium(args: Medium) -> String {
    drop(black_box(args));
    String::from("done")
}

fn of<T: ToolArgs + DeserializeOwned + Send>(shape: &Shape, tool: ToolDefinition) -> Vec<Row> {
    let Shape { name, good, bad } = *shape;
    let schema = render(T::NODE, Direction::Input).expect("renders").to_value();
    let oracle = || jsonschema::validator_for(&schema).expect("a schema");
    let (is_valid, all_errors, judge) = (oracle(), oracle(), oracle());
    let document = FrozenJson::parse(good).expect("JSON");
    let value: Value = serde_json::from_str(good).expect("JSON");
    let registry = ToolRegistry::builder().tools([tool]).build().expect("a registry");
    let called = tool_name(&registry);
    let bare = bare_tools::<T>();
    let row = |what, ours, run: Box<dyn Fn(u32)>| Row { shape: name, what, ours, run };
    vec![
        row("text to struct and document, checked", true, each(move || {
            let document = FrozenJson::parse(black_box(good)).expect("JSON");
            let decoded = T::decode(document.root(), T::NODE).expect("valid");
            black_box((&document, &decoded));
        })),
        row("serde_json from_str", false, each(move || {
            black_box(&serde_json::from_str::<T>(black_box(good)).expect("valid"));
        })),
        row("serde_json Value then from_value", false, each(move || {
            let value: Value = serde_json::from_str(black_box(good)).expect("JSON");
            black_box(&serde_json::from_value::<T>(value).expect("valid"));
        })),
        row("jsonschema is_valid then serde", false, each(move || {
            let value: Value = serde_json::from_str(black_box(good)).expect("JSON");
            assert!(is_valid.is_valid(&value));
            black_box(&serde_json::from_value::<T>(value).expect("valid"));
        })),
        row("validate only", true, each(move || {
            validate(black_box(&document), T::NODE, Direction::Input).expect("valid");
        })),
        row("jsonschema is_valid only", false, each(move || {
            assert!(judge.is_valid(black_box(&value)));
        })),
        row("mistakes, listed", true, each(move || {
            let document = FrozenJson::parse(black_box(bad)).expect("JSON");
            assert!(T::decode(document.root(), T::NODE).is_err());
            let found = validate(&document, T::NODE, Direction::Input);
            black_box(&found.expect_err("mistakes"));
        })),
        row("jsonschema all errors", false, each(move || {
            let value: Value = serde_json::from_str(black_box(bad)).expect("JSON");
            assert!(serde_json::from_value::<T>(value.clone()).is_err());
            let errors: Vec<_> = all_errors.iter_errors(&value).collect();
            black_box(&errors);
        })),
        row("pipeline from text", true, each(move || {
            let input = ToolExecutionInput::new("call_1", called.as_str(), black_box(good));
            let result = registry.execute(input).now_or_never().expect("nothing waits");
            assert!(!result.is_error());
        })),
        row("bare boxed call through a map", false, each(move || {
            let call = bare.get(black_box("take")).expect("a tool");
            let text = call(black_box(good)).now_or_never().expect("nothing waits").expect("valid");
            black_box(&text);
        })),
    ]
}

fn each(mut once: impl FnMut() + 'static) -> Box<dyn Fn(u32)> {
    let once = std::cell::RefCell::new(move || once());
    Box::new(move |rounds| {
        let mut once = once.borrow_mut();
        for _ in 0..rounds {
            once();
        }
    })
}

fn tool_name(registry: &ToolRegistry) -> String {
    registry.schemas().first().expect("a tool").name.to_string()
}

type Bare = Box<dyn Fn(&str) -> BoxFuture<'static, Result<String, serde_json::Error>>>;

/// The floor of any pipeline: a map, a boxed future, arguments by serde.
fn bare_tools<T: DeserializeOwned + Send + 'static>() -> HashMap<&'static str, Bare> {
    let call = |text: &str| -> BoxFuture<'static, Result<String, serde_json::Error>> {
        let args = serde_json::from_str::<T>(text);
        Box::pin(async move {
            drop(black_box(args?));
            Ok(String::from("done"))
        })
    };
    HashMap::from([("take", Box::new(call) as Bare)])
}
