//! Narrowed definitions against an independent validator: what they advertise is what they admit, and nothing of it was
//! refused before.

use crate::support::start;
use dsh_tools::prelude::*;
use dsh_tools::{ToolExecutionMode, ToolRefinement};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::cell::RefCell;

fn original() -> ToolDefinition {
    start("t")
        .validated(json!({
            "type": "object",
            "properties": {
                "s": {"type": "string", "minLength": 1, "maxLength": 4},
                "n": {"type": ["number", "null"], "minimum": -2, "exclusiveMaximum": 5},
                "l": {"type": "array", "items": {"$ref": "#/$defs/e"}, "maxItems": 3},
                "o": {"type": "object", "properties": {"k": {"enum": ["a", "b", 1, null]}}},
                "a": true,
                "d": {"type": "integer", "default": 2}
            },
            "required": ["s"],
            "$defs": {"e": {"type": "integer", "maximum": 9}}
        }))
        .body(|_, _| async { "ran" })
        .parallel()
        .build()
}

#[derive(Clone, Debug)]
enum Edit {
    Choices(&'static str, Vec<Value>),
    Range(&'static str, Option<i64>, Option<i64>, bool),
    Length(&'static str, u32, u32),
    Require(&'static str),
    Without(&'static str),
}

const PATHS: [&str; 8] = ["s", "n", "l", "l[]", "o", "/o/k", "a", "d"];

fn value() -> impl Strategy<Value = Value> {
    let scalars = [
        json!(null),
        json!("a"),
        json!("ab"),
        json!("abcde"),
        json!(""),
        json!(-3),
        json!(-2),
        json!(0),
        json!(1.0),
        json!(2),
        json!(4.5),
        json!(5),
        json!(10),
        json!(true),
    ];
    let lists = [
        json!([]),
        json!([1]),
        json!([1, 10]),
        json!([1, 2, 3]),
        json!([0, 0, 0, 0]),
        json!(["a"]),
    ];
    let objects = [
        json!({}),
        json!({"k": "a"}),
        json!({"k": null}),
        json!({"k": 1, "x": 2}),
        json!({"k": "c"}),
    ];
    let all: Vec<Value> = scalars.into_iter().chain(lists).chain(objects).collect();
    proptest::sample::select(all)
}

fn edit() -> impl Strategy<Value = Edit> {
    let path = || proptest::sample::select(PATHS.to_vec());
    let end = || proptest::option::of(-4..8_i64);
    prop_oneof![
        (path(), proptest::collection::vec(value(), 1..4))
            .prop_map(|(path, all)| Edit::Choices(path, all)),
        (path(), end(), end(), any::<bool>())
            .prop_map(|(path, low, high, excluded)| Edit::Range(path, low, high, excluded)),
        (path(), 0..5_u32, 0..5_u32).prop_map(|(path, min, max)| Edit::Length(path, min, max)),
        path().prop_map(Edit::Require),
        path().prop_map(Edit::Without),
    ]
}

fn make(refined: ToolRefinement, edit: &Edit) -> ToolRefinement {
    use std::ops::Bound::{Excluded, Included, Unbounded};
    match edit {
        Edit::Choices(path, values) => refined.choices(path, values.clone()),
        Edit::Range(path, low, high, excluded) => {
            let bound = |end: Option<i64>| match end {
                None => Unbounded,
                Some(end) if *excluded => Excluded(end),
                Some(end) => Included(end),
            };
            refined.range(path, (bound(*low), bound(*high)))
        }
        Edit::Length(path, min, max) => refined.length(path, *min..=*max),
        Edit::Require(path) => refined.require(path),
        Edit::Without(path) => refined.without(path),
    }
}

/// Values that were mostly legal before.
fn entry() -> impl Strategy<Value = (&'static str, Value)> {
    proptest::sample::select(vec![
        ("s", json!("a")),
        ("s", json!("ab")),
        ("s", json!("abcd")),
        ("s", json!("abcde")),
        ("n", json!(-2)),
        ("n", json!(0)),
        ("n", json!(4.5)),
        ("n", json!(null)),
        ("l", json!([])),
        ("l", json!([1, 9])),
        ("l", json!([-1, 2, 3])),
        ("l", json!([1, 2, 3, 4])),
        ("o", json!({})),
        ("o", json!({"k": "a"})),
        ("o", json!({"k": null, "x": 2})),
        ("o", json!({"k": 1, "x": 2, "y": 3})),
        ("a", json!("a")),
        ("a", json!([1])),
        ("a", json!(1.0)),
        ("d", json!(2)),
        ("d", json!(5)),
        ("d", json!(7.5)),
        ("x", json!(null)),
    ])
}

fn document() -> impl Strategy<Value = Value> {
    proptest::collection::vec(entry(), 0..6).prop_map(|entries| {
        let mut all: Map<String, Value> =
            entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        all.entry("s").or_insert_with(|| json!("ab"));
        Value::Object(all)
    })
}

fn admits(tool: &ToolDefinition, document: &Value) -> bool {
    tool.execution_mode(document.clone()) == ToolExecutionMode::Parallel
}

/// What was made of it, if it could be made.
fn refined(of: &ToolDefinition, edits: &[Edit]) -> Option<ToolDefinition> {
    let tool = edits.iter().fold(of.refine(), make).build();
    ToolRegistry::new().register(&tool).is_ok().then_some(tool)
}

#[test]
fn what_is_narrowed_admits_what_it_advertises_and_nothing_that_was_refused() {
    let cases = std::env::var("DSH_CASES").ok().and_then(|cases| cases.parse().ok());
    let config = ProptestConfig {
        cases: cases.unwrap_or(20_000) / 10,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let before = original();
    let edits = (proptest::collection::vec(edit(), 1..3), proptest::collection::vec(edit(), 0..2));
    let documents = proptest::collection::vec(document(), 12);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let counts = RefCell::new((0, 0, 0));
    runner
        .run(&(edits, documents), |((first, second), documents)| {
            let Some(once) = refined(&before, &first) else {
                return Ok(());
            };
            let Some(after) = refined(&once, &second) else {
                return Ok(());
            };
            let advertised = after.schema().parameters.to_value();
            let oracle = jsonschema::validator_for(&advertised).unwrap();
            let hidden = first.iter().chain(&second).any(|edit| matches!(edit, Edit::Without(_)));
            let mut counts = counts.borrow_mut();
            counts.0 += 1;
            for document in &documents {
                let admits_now = admits(&after, document);
                let admitted_before = admits(&once, document) && admits(&before, document);
                prop_assert!(!admits_now || admitted_before, "{document} under {advertised}");
                let by_text = oracle.is_valid(document);
                // What is not told of may not be given, though its absence is no word of the text.
                prop_assert!(
                    admits_now == by_text || hidden && by_text,
                    "{document} under {advertised}: {admits_now}"
                );
                counts.1 += usize::from(admits_now);
                counts.2 += usize::from(admits(&before, document) && !admits_now);
            }
            Ok(())
        })
        .unwrap();
    let (made, admitted, narrowed) = counts.into_inner();
    // What is compared is worth comparing.
    assert!(made > 200 && admitted > 500 && narrowed > 500, "{made} {admitted} {narrowed}");
}
