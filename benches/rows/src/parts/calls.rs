//! Decoding, validating and mistakes, by shape.

use crate::row::{Part, Row};
use crate::shapes::{BulkUpsert, EditFile, GetWeather, ListMachines, SearchIssues, Shape};
use crate::window::Window;
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, decode, render, validate};
use serde_json::Value;
use std::hint::black_box;

/// Rows are made when they are run: what one needs costs no other.
pub fn rows() -> Vec<Row> {
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
    rows
}

fn row<T: Shape>(what: &'static str, ours: bool, run: impl Fn(&mut Window) + 'static) -> Row {
    let row = Row::new(Part::Calls, T::NAME, what, run).rounds(T::ROUNDS);
    if ours { row.ours() } else { row }
}

/// From text to a struct.
fn decoding<T: Shape>() -> Vec<Row> {
    vec![
        row::<T>("text to struct and document, checked", true, |window| {
            let good = T::good();
            window.of(|| {
                let document = FrozenJson::parse(black_box(good.as_str())).expect("JSON");
                let decoded = T::decode(document.root(), T::NODE).expect("valid");
                black_box((&document, &decoded));
            });
        }),
        row::<T>("serde_json from_str", false, |window| {
            let good = T::good();
            window.of(|| {
                black_box(&serde_json::from_str::<T>(black_box(&good)).expect("valid"));
            });
        }),
        row::<T>("serde_json from_str then garde", false, |window| {
            let good = T::good();
            window.of(|| {
                let decoded = serde_json::from_str::<T>(black_box(&good)).expect("valid");
                decoded.validate().expect("valid");
                black_box(&decoded);
            });
        }),
        row::<T>("serde_json Value then from_value", false, |window| {
            let good = T::good();
            window.of(|| {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                black_box(&serde_json::from_value::<T>(value).expect("valid"));
            });
        }),
        row::<T>("serde_json Value then from_value then garde", false, |window| {
            let good = T::good();
            window.of(|| {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                let decoded = serde_json::from_value::<T>(value).expect("valid");
                decoded.validate().expect("valid");
                black_box(&decoded);
            });
        }),
        row::<T>("jsonschema is_valid then serde", false, |window| {
            let (good, judge) = (T::good(), oracle::<T>());
            window.of(|| {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                assert!(judge.is_valid(&value));
                black_box(&serde_json::from_value::<T>(value).expect("valid"));
            });
        }),
        row::<T>("jsonschema all errors then serde", false, |window| {
            let (good, judge) = (T::good(), oracle::<T>());
            window.of(|| {
                let value: Value = serde_json::from_str(black_box(&good)).expect("JSON");
                let errors: Vec<_> = judge.iter_errors(&value).collect();
                assert!(black_box(&errors).is_empty());
                drop(errors);
                black_box(&serde_json::from_value::<T>(value).expect("valid"));
            });
        }),
        row::<T>("boon then serde", false, |window| {
            let (good, judge) = (T::good(), Boon::of::<T>());
            window.of(|| {
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
        row::<T>("validate only", true, |window| {
            let document = FrozenJson::parse(T::good()).expect("JSON");
            window.of(|| {
                validate(black_box(&document), T::NODE, Direction::Input).expect("valid");
            });
        }),
        row::<T>("jsonschema is_valid only", false, |window| {
            let (value, judge) = (value(&T::good()), oracle::<T>());
            window.of(|| assert!(judge.is_valid(black_box(&value))));
        }),
        row::<T>("boon only", false, |window| {
            let (value, judge) = (value(&T::good()), Boon::of::<T>());
            window.of(|| assert!(judge.is_valid(black_box(&value))));
        }),
    ]
}

/// Mistakes, listed but not printed.
fn mistaken<T: Shape>() -> Vec<Row> {
    let ours = |what, bad: fn() -> String| {
        row::<T>(what, true, move |window| {
            let bad = bad();
            window.of(|| {
                let document = FrozenJson::parse(black_box(bad.as_str())).expect("JSON");
                black_box(&decode::<T>(&document).err().expect("mistakes"));
            });
        })
    };
    let theirs = |what, bad: fn() -> String| {
        row::<T>(what, false, move |window| {
            let (bad, judge) = (bad(), oracle::<T>());
            window.of(|| {
                let value: Value = serde_json::from_str(black_box(&bad)).expect("JSON");
                let errors: Vec<_> = judge.iter_errors(&value).collect();
                assert!(!black_box(&errors).is_empty());
            });
        })
    };
    let walked = |what, bad: fn() -> String| {
        let violations = violations::<T>(&bad());
        row::<T>(what, true, move |window| {
            let document = FrozenJson::parse(bad()).expect("JSON");
            window.of(|| {
                let found = validate(black_box(&document), T::NODE, Direction::Input);
                black_box(&found.expect_err("mistakes"));
            });
        })
        .figure("violations", violations)
    };
    vec![
        ours("one mistake, listed", T::one_mistake),
        theirs("one mistake, jsonschema all errors", T::one_mistake),
        ours("six mistakes, listed", T::six_mistakes),
        theirs("six mistakes, jsonschema all errors", T::six_mistakes),
        walked("first mistake, validate only", T::first_mistake),
        walked("six mistakes, validate only", T::six_mistakes),
    ]
}

fn violations<T: Shape>(bad: &str) -> f64 {
    let document = FrozenJson::parse(bad).expect("JSON");
    let found = validate(&document, T::NODE, Direction::Input);
    found.map_or_else(|violations| violations.len() as f64, |()| 0.0)
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
