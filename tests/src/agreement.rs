//! What we advertise is what we enforce: our verdict is that of an independent validator on our own
//! rendered schema, and what validates decodes.

use crate::zoo::{Bounded, Closed, Containers, Empty, Menu, Mode, Odd, Outer, Page, Scalars};
use dsh_tools::schema::{Direction, render, validate};
use dsh_tools::{FrozenJson, ToolValue};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};
use std::cell::Cell;
use std::fmt::Debug;

/// Cases a type: CI asks for more by `DSH_CASES`.
fn cases() -> u32 {
    std::env::var("DSH_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000) / 20
}

/// Values that a model might send in the wrong place.
fn noise() -> BoxedStrategy<Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..400).prop_map(Value::from),
        prop_oneof![Just(0.5), Just(5.0), Just(-1.0), Just(1e3), Just(0.1), Just(70_000.0)]
            .prop_map(Value::from),
        "[a-z0-9é ]{0,9}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([1, 1.0])),
        Just(json!({"a": null})),
    ]
    .boxed()
}

/// Mostly values of the schema, sometimes anything.
fn near(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    let exact = like(schema, defs, depth);
    prop_oneof![12 => exact, 1 => noise()].boxed()
}

fn like(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    if let Some(reference) = schema["$ref"].as_str() {
        if depth == 0 {
            return noise();
        }
        let name = reference.strip_prefix("#/$defs/").unwrap();
        return like(&defs[name], defs, depth - 1);
    }
    if let Some(branches) = schema["anyOf"].as_array() {
        let branches: Vec<_> = branches.iter().map(|branch| like(branch, defs, depth)).collect();
        return proptest::strategy::Union::new(branches).boxed();
    }
    if let Some(values) = schema["enum"].as_array() {
        return proptest::sample::select(values.clone()).boxed();
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds[0].as_str().unwrap().to_owned(),
        _ => return noise(),
    };
    match kind.as_str() {
        "null" => Just(Value::Null).boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "integer" => integers(schema),
        "number" => numbers(schema),
        "string" => strings(schema),
        "array" => arrays(schema, defs, depth),
        _ => objects(schema, defs, depth),
    }
}

fn integers(schema: &Value) -> BoxedStrategy<Value> {
    let lo = schema["minimum"].as_i64().unwrap_or(-1_000_000);
    let hi = schema["maximum"].as_i64().unwrap_or(1_000_000);
    let step = schema["multipleOf"].as_i64().unwrap_or(1);
    prop_oneof![
        6 => (lo..=hi).prop_map(move |x| Value::from(x - x % step)),
        1 => (lo - 1..=hi + 1).prop_map(Value::from),
        1 => (lo..=hi).prop_map(|x| Value::from(f64::from(i32::try_from(x).unwrap_or(7)))),
        1 => prop_oneof![Just(lo - 1), Just(hi + 1), Just(lo), Just(hi)].prop_map(Value::from),
    ]
    .boxed()
}

fn numbers(schema: &Value) -> BoxedStrategy<Value> {
    let bound = |names: [&str; 2], unless: f64| {
        names.iter().find_map(|name| schema[name].as_f64()).unwrap_or(unless)
    };
    let lo = bound(["minimum", "exclusiveMinimum"], -1e6);
    let hi = bound(["maximum", "exclusiveMaximum"], 1e6);
    prop_oneof![
        6 => (lo..=hi).prop_map(Value::from),
        1 => prop_oneof![Just(lo), Just(hi), Just(lo - 0.25), Just(hi + 0.25)].prop_map(Value::from),
        1 => Just(Value::from(1)),
    ]
    .boxed()
}

fn strings(schema: &Value) -> BoxedStrategy<Value> {
    if let Some(pattern) = schema["pattern"].as_str() {
        // The anchors are the generator's own; what it makes is sometimes bent.
        let inner = pattern.trim_start_matches('^').trim_end_matches('$').replace(r"\d", "[0-9]");
        return prop_oneof![
            4 => proptest::string::string_regex(&inner).unwrap().prop_map(Value::from),
            1 => "[a-zA-Z]{0,3}-?[0-9]{0,5}".prop_map(Value::from),
        ]
        .boxed();
    }
    let lo = schema["minLength"].as_u64().unwrap_or(0);
    let hi = schema["maxLength"].as_u64().unwrap_or(lo + 6);
    let exact = proptest::string::string_regex(&format!("[a-zé🙂\"\\\\\n]{{{lo},{hi}}}")).unwrap();
    let over = proptest::string::string_regex(&format!("[aé🙂]{{0,{}}}", hi + 2)).unwrap();
    prop_oneof![6 => exact, 1 => over].prop_map(Value::from).boxed()
}

fn arrays(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    let item = near(&schema["items"], defs, depth);
    let length =
        |key: &str, unless: u64| usize::try_from(schema[key].as_u64().unwrap_or(unless)).unwrap();
    let lo = length("minItems", 0);
    let hi = length("maxItems", lo as u64 + 3);
    prop_oneof![
        8 => proptest::collection::vec(item.clone(), lo..=hi),
        1 => proptest::collection::vec(item, 0..=hi + 2),
    ]
    .prop_map(Value::from)
    .boxed()
}

fn objects(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    let free = match &schema["additionalProperties"] {
        Value::Object(_) => near(&schema["additionalProperties"], defs, depth),
        _ => noise(),
    };
    let Some(properties) = schema["properties"].as_object() else {
        return proptest::collection::btree_map("[a-d]{1,2}", free, 0..4)
            .prop_map(|entries| Value::Object(entries.into_iter().collect()))
            .boxed();
    };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut fields: Vec<BoxedStrategy<Option<(String, Value)>>> = Vec::new();
    for (name, property) in properties {
        let name = name.clone();
        let there = if required.contains(&name.as_str()) { 0.985 } else { 0.6 };
        let value = near(property, defs, depth).prop_map(move |value| (name.clone(), value));
        fields.push(proptest::option::weighted(there, value).boxed());
    }
    let extra = proptest::option::weighted(0.1, ("[x-z]{1,2}", noise()));
    (fields, extra)
        .prop_map(|(fields, extra)| {
            let entries: Map<String, Value> = fields.into_iter().flatten().chain(extra).collect();
            Value::Object(entries)
        })
        .boxed()
}

/// The documented leniency: `null` counts as absent for a property that may be absent.
///
/// Such nulls are taken out before the other validator judges.
fn without_absent(value: &Value, schema: &Value, defs: &Value) -> Value {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => &defs[reference.strip_prefix("#/$defs/").unwrap()],
        None => schema,
    };
    if let Some(branch) = schema["anyOf"].as_array().and_then(|branches| branches.first()) {
        return without_absent(value, branch, defs);
    }
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    match (value, schema["properties"].as_object()) {
        (Value::Object(entries), Some(properties)) => {
            let kept = entries.iter().filter_map(|(key, value)| {
                let Some(property) = properties.get(key) else {
                    return Some((key.clone(), value.clone()));
                };
                if value.is_null() && !required.contains(&key.as_str()) {
                    return None;
                }
                Some((key.clone(), without_absent(value, property, defs)))
            });
            Value::Object(kept.collect())
        }
        (Value::Object(entries), None) if schema["additionalProperties"].is_object() => {
            let inner = &schema["additionalProperties"];
            let entries = entries
                .iter()
                .map(|(key, value)| (key.clone(), without_absent(value, inner, defs)));
            Value::Object(entries.collect())
        }
        (Value::Array(items), _) if schema["items"].is_object() => {
            items.iter().map(|item| without_absent(item, &schema["items"], defs)).collect()
        }
        _ => value.clone(),
    }
}

/// Runs the comparison; a generator that made one kind of value only would have compared nothing.
fn agree<T: ToolValue + Debug + PartialEq>() {
    let schema = render(T::NODE, Direction::Input).unwrap().to_value();
    let defs = schema["$defs"].clone();
    let oracle = jsonschema::validator_for(&schema).unwrap();
    let (valid, invalid) = (Cell::new(0_u32), Cell::new(0_u32));
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    runner
        .run(&near(&schema, &defs, 2), |value| {
            let theirs = oracle.is_valid(&without_absent(&value, &schema, &defs));
            let as_value = FrozenJson::from_value(value.clone()).unwrap();
            let as_text = FrozenJson::parse(value.to_string()).unwrap();
            for document in [&as_text, &as_value] {
                let walked = validate(document, T::NODE, Direction::Input);
                let decoded = T::decode(document.root(), T::NODE);
                prop_assert_eq!(walked.is_ok(), theirs, "walk: {:?} schema: {}", walked, &schema);
                prop_assert_eq!(decoded.is_ok(), theirs, "decode: {:?}", decoded);
            }
            if let Ok(decoded) = T::decode(as_text.root(), T::NODE) {
                let mut out = dsh_tools::json::JsonWriter::new();
                decoded.encode(&mut out).unwrap();
                let written = out.finish().unwrap();
                let output = validate(&written, T::NODE, Direction::Output);
                prop_assert!(output.is_ok(), "output: {output:?} of {written}");
                let again = T::decode(written.root(), T::NODE);
                prop_assert_eq!(again, Ok(decoded), "written: {}", written);
            }
            let count = if theirs { &valid } else { &invalid };
            count.set(count.get() + 1);
            Ok(())
        })
        .unwrap();
    let (valid, invalid, least) = (valid.get(), invalid.get(), cases() / 50);
    assert!(valid >= least && invalid >= least, "{valid} valid, {invalid} invalid");
}

macro_rules! agreement {
    ($($name:ident: $type:ty;)*) => { $(
        #[test]
        fn $name() {
            agree::<$type>();
        }
    )* };
}

agreement! {
    scalars_agree: Scalars;
    bounds_agree: Bounded;
    closed_objects_agree: Closed;
    containers_agree: Containers;
    odd_types_agree: Odd;
    recursive_types_agree: Menu;
    generics_agree: Page<Bounded>;
    nested_types_agree: Outer;
    enums_agree: Mode;
    nullable_elements_agree: Vec<Option<Mode>>;
    empty_objects_agree: Empty;
}
