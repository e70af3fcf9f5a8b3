//! Values made of a schema: mostly right, which is where mutations tell something.

use crate::mutate::Random;
use serde_json::{Map, Value, json};

/// How many optional keys a value has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    Required,
    Some,
    All,
}

/// A value that should fit `schema`.
pub(crate) fn sample(
    root: &Value,
    schema: &Value,
    keys: Keys,
    random: &mut Random,
    depth: usize,
) -> Value {
    if depth > 12 {
        return Value::Null;
    }
    let mut again =
        |schema: &Value, random: &mut Random| sample(root, schema, keys, random, depth + 1);
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return target.map_or(Value::Null, |target| again(target, random));
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return random.pick(values).cloned().unwrap_or(Value::Null);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(members) = schema.get(keyword).and_then(Value::as_array)
            && let Some(member) = random.pick(members)
        {
            // What stands around the union counts, too.
            let mut both = schema.as_object().cloned().unwrap_or_default();
            both.remove(keyword);
            for (key, value) in member.as_object().into_iter().flatten() {
                both.insert(key.clone(), value.clone());
            }
            return again(&Value::Object(both), random);
        }
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => random.pick(kinds).and_then(Value::as_str).unwrap_or("null"),
        Some(Value::String(kind)) => kind,
        _ if schema.get("properties").is_some() => "object",
        _ => {
            return random
                .pick(&[json!("any"), json!(7), json!({"a": [null]})])
                .cloned()
                .unwrap_or_default();
        }
    };
    match kind {
        "object" => object(schema, keys, random, &mut again),
        "array" => {
            let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
            let count = least.max(random.below(3));
            let prefix = schema.get("prefixItems").and_then(Value::as_array);
            let any = json!({});
            let items = (0..count.min(20)).map(|at| {
                let own = prefix.and_then(|prefix| prefix.get(usize::try_from(at).unwrap_or(0)));
                again(own.or_else(|| schema.get("items")).unwrap_or(&any), random)
            });
            Value::Array(items.collect())
        }
        "string" => Value::String(text(schema, random)),
        "integer" | "number" => number(schema, kind == "integer", random),
        "boolean" => Value::Bool(random.below(2) == 0),
        _ => Value::Null,
    }
}

fn object(
    schema: &Value,
    keys: Keys,
    random: &mut Random,
    again: &mut impl FnMut(&Value, &mut Random) -> Value,
) -> Value {
    let required: Vec<&str> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut out = Map::new();
    for (key, schema) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let wanted = match keys {
            Keys::Required => false,
            Keys::Some => random.below(2) == 0,
            Keys::All => true,
        };
        if wanted || required.contains(&&**key) {
            out.insert(key.clone(), again(schema, random));
        }
    }
    if let Some(rest @ Value::Object(_)) = schema.get("additionalProperties") {
        for key in ["one", "two"].into_iter().take(usize::try_from(random.below(3)).unwrap_or(0)) {
            out.insert(key.to_owned(), again(rest, random));
        }
    }
    Value::Object(out)
}

fn text(schema: &Value, random: &mut Random) -> String {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let known = match format {
        "date" => "2024-02-29",
        "date-time" => "2024-02-29T12:00:00Z",
        "time" => "12:00:00Z",
        "duration" => "P1DT2H",
        "email" => "a@example.com",
        "uri" => "https://example.com/a",
        "uuid" => "123e4567-e89b-12d3-a456-426614174000",
        "ipv4" => "10.0.0.1",
        "ipv6" => "2001:db8::1",
        "hostname" => "example.com",
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let texts = ["a", "text", "2024-02-29", "x1", "ABC", "a b"];
    let mut text = random.pick(&texts).map(|&text| text.to_owned()).unwrap_or_default();
    let least = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0).min(200);
    while u64::try_from(text.len()).is_ok_and(|length| length < least) {
        text.push('é');
    }
    text
}

fn number(schema: &Value, whole: bool, random: &mut Random) -> Value {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let low = bound("minimum").or(bound("exclusiveMinimum").map(|low| low + 1.0));
    let high = bound("maximum").or(bound("exclusiveMaximum").map(|high| high - 1.0));
    let value = match (low, high) {
        (Some(low), Some(high)) => low + (high - low) / 2.0,
        (Some(low), None) => low,
        (None, Some(high)) => high,
        (None, None) => 3.0,
    };
    match (whole, random.below(3)) {
        (true, 0) => json!(value.floor()),
        #[allow(
            clippy::cast_possible_truncation,
            reason = "`as` saturates, and any integer will do"
        )]
        (true, _) => json!(value.floor() as i64),
        (false, _) => json!(value),
    }
}
