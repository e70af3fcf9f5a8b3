//! Values near a schema: mostly legal, sometimes bent, sometimes anything.

use super::branches;
use dsh_tools::schema::Format;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

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
pub(super) fn near(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    let exact = like(schema, defs, depth);
    prop_oneof![12 => exact, 1 => noise()].boxed()
}

fn like(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    if let Some(reference) = schema["$ref"].as_str() {
        if depth == 0 {
            let least = least(schema, defs, 4).unwrap_or(Value::Null);
            return prop_oneof![60 => Just(least), 1 => noise()].boxed();
        }
        let name = reference.strip_prefix("#/$defs/").unwrap();
        return like(&defs[name], defs, depth - 1);
    }
    if let Some(value) = schema.get("const") {
        return Just(value.clone()).boxed();
    }
    if let Some(branches) = branches(schema) {
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

/// A small legal value, where one is found within so many levels: what recursion ends with.
fn least(schema: &Value, defs: &Value, levels: u32) -> Option<Value> {
    let levels = levels.checked_sub(1)?;
    if let Some(reference) = schema["$ref"].as_str() {
        return least(&defs[reference.strip_prefix("#/$defs/")?], defs, levels);
    }
    if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return Some(value.clone());
    }
    if let Some(branches) = branches(schema) {
        return branches.iter().find_map(|branch| least(branch, defs, levels));
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("null");
    Some(match kind {
        "boolean" => json!(true),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "string" => {
            json!("a".repeat(usize::try_from(schema["minLength"].as_u64().unwrap_or(0)).ok()?))
        }
        "array" if schema["minItems"].as_u64().unwrap_or(0) == 0 => json!([]),
        "array" => {
            let places = schema["prefixItems"].as_array()?;
            places.iter().map(|place| least(place, defs, levels)).collect::<Option<_>>()?
        }
        "object" => {
            let required = schema["required"].as_array().map_or(&[][..], |required| required);
            let entries = required.iter().map(|key| {
                let key = key.as_str()?;
                Some((key.to_owned(), least(&schema["properties"][key], defs, levels)?))
            });
            Value::Object(entries.collect::<Option<_>>()?)
        }
        _ => Value::Null,
    })
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
    if let Some(format) = schema["format"].as_str().and_then(Format::named) {
        let example = Value::from(format.example());
        return prop_oneof![8 => Just(example), 1 => "[0-9.:-]{0,10}".prop_map(Value::from)]
            .boxed();
    }
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
    if let Some(places) = schema["prefixItems"].as_array() {
        let places: Vec<_> = places.iter().map(|place| near(place, defs, depth)).collect();
        return (places, 0..12_u8)
            .prop_map(|(mut items, slip)| {
                match slip {
                    0 => drop(items.pop()),
                    1 => items.push(json!(1)),
                    _ => {}
                }
                Value::from(items)
            })
            .boxed();
    }
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

/// Keys of a map: mostly legal ones.
fn keys(names: &Value) -> BoxedStrategy<String> {
    if let Some(names) = names["enum"].as_array() {
        let names = names.iter().map(|name| name.as_str().unwrap().to_owned()).collect::<Vec<_>>();
        return proptest::sample::select(names).boxed();
    }
    match names["maxLength"].as_u64() {
        Some(1) => prop_oneof![20 => "[a-d]", 1 => "[a-d]{2}"].boxed(),
        _ => prop_oneof![20 => "[a-c]{1,2}", 1 => "[a-d]{0,4}"].boxed(),
    }
}

fn objects(schema: &Value, defs: &Value, depth: u32) -> BoxedStrategy<Value> {
    let free = match &schema["additionalProperties"] {
        Value::Object(_) => near(&schema["additionalProperties"], defs, depth),
        _ => noise(),
    };
    let Some(properties) = schema["properties"].as_object() else {
        return proptest::collection::btree_map(keys(&schema["propertyNames"]), free, 0..4)
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
