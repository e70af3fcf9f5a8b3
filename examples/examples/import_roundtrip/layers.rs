//! The schemas of one place together: their types, values and forms.

use serde_json::{Map, Value, json};

pub(crate) fn union(layers: &[Value]) -> Option<(usize, &'static str)> {
    layers.iter().enumerate().find_map(|(number, layer)| {
        ["anyOf", "oneOf"].into_iter().find(|key| layer.get(key).is_some()).map(|key| (number, key))
    })
}

pub(crate) fn take(layers: &mut [Value], number: usize, keyword: &str) -> Vec<Value> {
    let layer = layers.get_mut(number).and_then(Value::as_object_mut);
    match layer.and_then(|layer| layer.remove(keyword)) {
        Some(Value::Array(members)) => members,
        _ => Vec::new(),
    }
}

pub(crate) fn is_null(schema: &Value) -> bool {
    schema.get("type") == Some(&json!("null"))
        || schema.get("const") == Some(&Value::Null)
        || schema.get("enum") == Some(&json!([null]))
}

/// Strings, and nothing else but a description where it is one.
pub(crate) fn is_word(form: &Value) -> bool {
    let known = |key: &String| ["const", "enum", "type", "description"].contains(&&**key);
    let words = words(form);
    !words.is_empty()
        && words.iter().all(Value::is_string)
        && (words.len() == 1 || form.get("description").is_none())
        && form.as_object().is_some_and(|form| form.keys().all(known))
}

/// The values that are listed.
pub(crate) fn words(form: &Value) -> Vec<Value> {
    values(std::slice::from_ref(form)).unwrap_or_default()
}

pub(crate) fn values(layers: &[Value]) -> Option<Vec<Value>> {
    let mut all: Option<Vec<Value>> = None;
    for layer in layers {
        let list = layer.get("enum").and_then(Value::as_array).cloned();
        for list in list.into_iter().chain(layer.get("const").map(|value| vec![value.clone()])) {
            let known = all.take();
            let kept = list
                .into_iter()
                .filter(|value| known.as_ref().is_none_or(|all| all.contains(value)));
            let mut kept: Vec<Value> = kept.collect();
            kept.dedup();
            all = Some(kept);
        }
    }
    all
}

pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The types that are legal; all but one where none is named.
pub(crate) fn kinds(layers: &[Value]) -> Vec<&'static str> {
    let mut kinds = vec!["null", "boolean", "number", "integer", "string", "array", "object"];
    let mut named = false;
    for layer in layers {
        let list = match layer.get("type") {
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(one)) => vec![one.as_str()],
            _ => continue,
        };
        named = true;
        kinds
            .retain(|kind| list.contains(kind) || (*kind == "integer" && list.contains(&"number")));
    }
    if let Some(values) = values(layers) {
        named = true;
        kinds.retain(|kind| values.iter().any(|value| self::kind(value) == *kind));
    }
    if !named {
        // Nothing is said: no type is one of several.
        return Vec::new();
    }
    if kinds.contains(&"number") {
        kinds.retain(|kind| *kind != "integer");
    }
    kinds
}

/// What a form holds: enough to find it again.
pub(crate) fn label(layers: &[Value]) -> String {
    let kinds =
        kinds(layers).into_iter().filter(|kind| *kind != "null").collect::<Vec<_>>().join("/");
    let mut keys: Vec<String> = Vec::new();
    for layer in layers {
        for (name, schema) in
            layer.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let only = values(std::slice::from_ref(schema)).filter(|values| values.len() == 1);
            keys.push(only.map_or(name.clone(), |values| format!("{name}={}", json!(values))));
        }
    }
    keys.sort();
    keys.dedup();
    let mut required: Vec<String> = layers
        .iter()
        .filter_map(|layer| layer.get("required").and_then(Value::as_array))
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    required.sort();
    required.dedup();
    format!("{kinds}({};{})", keys.join(","), required.join(","))
}

/// The same number in one spelling.
pub(crate) fn number(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().map_or(value.clone(), |number| json!(number)),
        Value::Array(items) => Value::Array(items.iter().map(number).collect()),
        Value::Object(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.clone(), number(value)));
            Value::Object(entries.collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}
