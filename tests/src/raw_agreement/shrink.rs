//! The least schema and value for which two validators still disagree.

use serde_json::{Map, Value};

/// Takes away from either as long as `differs` says that the rest still shows the same.
pub(super) fn smallest(
    mut schema: Value,
    mut value: Value,
    differs: impl Fn(&Value, &Value) -> bool,
) -> (Value, Value) {
    loop {
        let less = smaller(&schema).into_iter().find(|schema| differs(schema, &value));
        if let Some(less) = less {
            schema = less;
            continue;
        }
        let less = smaller(&value).into_iter().find(|value| differs(&schema, value));
        match less {
            Some(less) => value = less,
            None => return (schema, value),
        }
    }
}

/// Every value that is one step simpler.
fn smaller(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => {
            if number.as_u64() != Some(0) {
                out.push(Value::from(0));
            }
            if let Some(whole) = number.as_i64().filter(|number| number.abs() > 1) {
                out.extend([Value::from(whole / 2), Value::from(whole - whole.signum())]);
            }
        }
        Value::String(text) => {
            let chars: Vec<char> = text.chars().collect();
            for at in 0..chars.len() {
                let mut fewer = chars.clone();
                fewer.remove(at);
                out.push(Value::from(fewer.into_iter().collect::<String>()));
            }
        }
        Value::Array(items) => {
            out.extend(items.iter().cloned());
            for at in 0..items.len() {
                let mut fewer = items.clone();
                fewer.remove(at);
                out.push(Value::from(fewer));
            }
            for (at, item) in items.iter().enumerate() {
                for less in smaller(item) {
                    let mut changed = items.clone();
                    changed[at] = less;
                    out.push(Value::from(changed));
                }
            }
        }
        Value::Object(entries) => {
            out.extend(entries.values().cloned());
            for key in entries.keys() {
                let fewer: Map<String, Value> = entries
                    .iter()
                    .filter(|(other, _)| *other != key)
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect();
                out.push(Value::Object(fewer));
            }
            for (key, entry) in entries {
                for less in smaller(entry) {
                    let mut changed = entries.clone();
                    changed.insert(key.clone(), less);
                    out.push(Value::Object(changed));
                }
            }
        }
    }
    out
}
