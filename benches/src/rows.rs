//! What is measured. Each row makes its outputs and drops them inside the window, on both sides of a comparison.

use crate::shapes::{BulkUpsert, EditFile, GetWeather, ListMachines, SearchIssues, Shape};
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render, validate};
use dsh_tools::{Denial, PostToolDecision};
use futures_util::future::{BoxFuture, FutureExt};
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
        format!("{}/{}", self.shape, self.what).replace(' ', "-").replace(',', "")
    }

    /// Rounds of the shorter measured run.
    pub fn few(&self) -> u32 {
        self.many() / 6
    }

    /// Rounds of the longer one.
    pub fn many(&self) -> u32 {
        if self.is_long() { 120 } else { 1_200 }
    }

    /// Rounds that are timed.
    pub fn timed(&self) -> u32 {
        if self.is_long() { 1_000 } else { 20_000 }
    }

    fn is_long(&self) -> bool {
        [BulkUpsert::NAME, EditFile::NAME].contains(&self.shape)
    }
}

/// Rows are made when they are run: what one needs costs no other.
pub fn all() -> Vec<Row> {
    let mut rows = of::<GetWeather>();
    rows.extend(of::<SearchIssues>());
    rows.extend(of::<BulkUpsert>());
    rows.extend(of::<EditFile>());
    rows.extend(of::<ListMachines>());
    rows
}

fn of<T: Shape>() -> Vec<Row> {
    let mut rows = decoding::<T>();
    rows.extend(validating::<T>());
    rows.extend(mistaken::<T>());
    rows.extend(calling::<T>());
    rows
}

fn row<T: Shape>(what: &'static str, ours: bool, run: impl Fn(u32) + 'static) -> Row {
    Row { shape: T::NAME, what, ours, run: Box::new(run) }
}

fn repeat(rounds: u32, mut once: impl FnMut()) {
    for _ in 0..rounds {
        once();
    }
}

/// From text to a struct.
fn decoding<T: Shape>() -> Vec<Row> {
    vec![
        row::<T>("text to struct and document, checked", true, |rounds| {
            let good = T::good();
            repeat(rounds, || {
                let document = FrozenJson::parse(black_box(good.as_str())).expect("JSON");
                let decoded = T::decode(document.root(), T::NODE).expect("valid");
                black_box((&document, &decoded));
            });
        }),
        row::<T>("serde_json from_str", false, |rounds| {
            let good = T::good();
            repeat(rounds, || {
                black_box(&serde_json::from_str::<T>(black_box(&good)).expect("valid"));
            });
        }),
        row::<T>("serde_json Value then from_value", false, |rounds| {
            let good = T::good();
            repeat(rounds, || {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                black_box(&serde_json::from_value::<T>(value).expect("valid"));
            });
        }),
        row::<T>("serde_json Value then from_value then garde", false, |rounds| {
            let good = T::good();
            repeat(rounds, || {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                let decoded = serde_json::from_value::<T>(value).expect("valid");
                decoded.validate().expect("valid");
                black_box(&decoded);
            });
        }),
        row::<T>("jsonschema is_valid then serde", false, |rounds| {
            let (good, judge) = (T::good(), oracle::<T>());
            repeat(rounds, || {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                assert!(judge.is_valid(&value));
                black_box(&serde_json::from_value::<T>(value).expect("valid"));
            });
        }),
        row::<T>("boon then serde", false, |rounds| {
            let (good, judge) = (T::good(), Boon::of::<T>());
            repeat(rounds, || {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                assert!(judge.is_valid(&value));
                black_box(&serde_json::from_value::<T>(value).expect("valid"));
            });
        }),
    ]
}

/// What is parsed already.
fn validating<T: Shape>() -> Vec<Row> {
    vec![
        row::<T>("validate only", true, |rounds| {
            let document = FrozenJson::parse(T::good()).expect("JSON");
            repeat(rounds, || {
                validate(black_box(&document), T::NODE, Direction::Input).expect("valid");
            });
        }),
        row::<T>("jsonschema is_valid only", false, |rounds| {
            let (value, judge) = (value(&T::good()), oracle::<T>());
            repeat(rounds, || assert!(judge.is_valid(black_box(&value))));
        }),
        row::<T>("boon only", false, |rounds| {
            let (value, judge) = (value(&T::good()), Boon::of::<T>());
            repeat(rounds, || assert!(judge.is_valid(black_box(&value))));
        }),
    ]
}

/// Mistakes, listed but not printed.
fn mistaken<T: Shape>() -> Vec<Row> {
    let ours = |what, bad: fn() -> String| {
        row::<T>(what, true, move |rounds| {
            let bad = bad();
            repeat(rounds, || {
                let document = FrozenJson::parse(black_box(bad.as_str())).expect("JSON");
                assert!(T::decode(document.root(), T::NODE).is_err());
                let found = validate(&document, T::NODE, Direction::Input);
                black_box(&found.expect_err("mistakes"));
            });
        })
    };
    let theirs = |what, bad: fn() -> String| {
        row::<T>(what, false, move |rounds| {
            let (bad, judge) = (bad(), oracle::<T>());
            repeat(rounds, || {
                let value: Value = serde_json::from_str(black_box(&bad)).expect("JSON");
                let errors: Vec<_> = judge.iter_errors(&value).collect();
                assert!(!black_box(&errors).is_empty());
            });
        })
    };
    vec![
        ours("one mistake, listed", T::one_mistake),
        theirs("one mistake, jsonschema all errors", T::one_mistake),
        ours("six mistakes, listed", T::six_mistakes),
        theirs("six mistakes, jsonschema all errors", T::six_mistakes),
    ]
}

/// A call, from text to its result; polled once, by no runtime.
fn calling<T: Shape>() -> Vec<Row> {
    let ours = |what, prepare: fn(&ToolRegistry)| {
        row::<T>(what, true, move |rounds| {
            let (good, tool) = (T::good(), T::tool());
            let name = tool.name().to_owned();
            let registry = ToolRegistry::builder().tools([tool]).build().expect("a registry");
            prepare(&registry);
            repeat(rounds, || {
                let input =
                    ToolExecutionInput::new("call_1", name.as_str(), black_box(good.as_str()));
                let result = registry.execute(input).now_or_never().expect("nothing waits");
                assert!(!result.is_error());
            });
        })
    };
    vec![
        ours("pipeline from text", |_| {}),
        row::<T>("bare boxed call through a map", false, |rounds| {
            let (good, bare) = (T::good(), bare_tools::<T>());
            repeat(rounds, || {
                let call = bare.get(black_box("take")).expect("a tool");
                let done = call(black_box(&good)).now_or_never().expect("nothing waits");
                black_box(&done.expect("valid"));
            });
        }),
        ours("pipeline, a hook of each stage", |registry| hooks(registry, 1)),
        ours("pipeline, three hooks of each stage", |registry| hooks(registry, 3)),
    ]
}

fn hooks(registry: &ToolRegistry, of_each: u32) {
    for _ in 0..of_each {
        registry.pre_execute_fn(|_, next| next.run());
        registry.guard_fn(|_| None::<Denial>);
        registry.around_dispatch_fn(|_, next| async move { next.run().await });
        registry.post_execute_fn(|_, _, next| async move {
            next.run().await.or(Ok(PostToolDecision::accept()))
        });
        registry.observe_fn(|_, result| {
            black_box(result.is_error());
        });
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn schema<T: Shape>() -> Value {
    render(T::NODE, Direction::Input).expect("renders").to_value()
}

fn oracle<T: Shape>() -> jsonschema::Validator {
    jsonschema::validator_for(&schema::<T>()).expect("a schema")
}

struct Boon {
    schemas: boon::Schemas,
    root: boon::SchemaIndex,
}

impl Boon {
    fn of<T: Shape>() -> Self {
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.add_resource("schema.json", schema::<T>()).expect("a schema");
        let root = compiler.compile("schema.json", &mut schemas).expect("a schema");
        Self { schemas, root }
    }

    fn is_valid(&self, value: &Value) -> bool {
        self.schemas.validate(value, self.root).is_ok()
    }
}

type Bare = Box<dyn Fn(&str) -> BoxFuture<'static, Result<String, serde_json::Error>>>;

/// The floor of any pipeline: a map, a boxed future, arguments by serde.
fn bare_tools<T: Shape>() -> HashMap<&'static str, Bare> {
    let call = |text: &str| -> BoxFuture<'static, Result<String, serde_json::Error>> {
        let args = serde_json::from_str::<T>(text);
        Box::pin(async move {
            drop(black_box(args?));
            Ok(String::from("done"))
        })
    };
    HashMap::from([("take", Box::new(call) as Bare)])
}
