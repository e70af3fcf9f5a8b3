//! What a schema of our own types never holds, whatever they are made of.

use crate::values::schema_of;
use crate::zoo_fields::{
    FlattenedMap, FlattenedTwice, Lists, Maps, Newtypes, Page, Ping, Tree, Tuples,
};
use dsh_tools::schema::Direction;
use dsh_tools::{FrozenJson, ToolArgs};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Every schema within a schema, with its path.
fn all(schema: &Value) -> Vec<(String, &Value)> {
    let mut found = vec![(String::from("#"), schema)];
    let mut at = 0;
    while let Some((path, schema)) = found.get(at).cloned() {
        at += 1;
        for key in ["items", "additionalProperties", "propertyNames", "not"] {
            if let Some(inner) = schema.get(key).filter(|inner| **inner != Value::Bool(false)) {
                found.push((format!("{path}/{key}"), inner));
            }
        }
        for key in ["anyOf", "oneOf", "prefixItems"] {
            let inner = schema.get(key).and_then(Value::as_array).into_iter().flatten();
            found.extend(inner.map(|inner| (format!("{path}/{key}"), inner)));
        }
        for key in ["properties", "$defs"] {
            let inner = schema.get(key).and_then(Value::as_object).into_iter().flatten();
            found.extend(inner.map(|(name, inner)| (format!("{path}/{key}/{name}"), inner)));
        }
    }
    found
}

fn everything() -> Vec<Value> {
    let of = |direction| {
        [
            schema_of::<Lists>(direction),
            schema_of::<Maps>(direction),
            schema_of::<Newtypes>(direction),
            schema_of::<Tuples>(direction),
            schema_of::<Tree>(direction),
            schema_of::<Ping>(direction),
            schema_of::<FlattenedMap>(direction),
            schema_of::<FlattenedTwice>(direction),
            schema_of::<Page<FlattenedTwice>>(direction),
            schema_of::<Free>(direction),
        ]
    };
    [of(Direction::Input), of(Direction::Output)].concat()
}

/// Anything at all, in every place.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "only the schema is of interest")]
struct Free {
    raw: Value,
    /// With a word about it.
    list: Vec<Value>,
    opt: Option<FrozenJson>,
    map: HashMap<String, Value>,
    pair: (Value, u8),
    #[arg(flatten)]
    rest: Map<String, Value>,
}

#[test]
fn c009_c011_references_are_into_definitions_and_resolve() {
    for schema in everything() {
        for (path, inner) in all(&schema) {
            let Some(reference) = inner.get("$ref").and_then(Value::as_str) else { continue };
            let name =
                reference.strip_prefix("#/$defs/").unwrap_or_else(|| panic!("{path}: {reference}"));
            assert!(schema["$defs"].get(name).is_some(), "{path}: {reference} in {schema}");
        }
    }
}

#[test]
fn c014_no_schema_within_is_a_boolean() {
    for schema in everything() {
        for (path, inner) in all(&schema) {
            assert!(inner.is_object(), "{path} of {schema}");
        }
    }
}

/// Arrays say what is in them, objects what they have; strict readers of schemas ask for both.
#[test]
fn arrays_and_objects_always_say_what_is_in_them() {
    for schema in everything() {
        for (path, inner) in all(&schema) {
            if inner["type"] == "array" {
                assert!(inner["items"].is_object(), "{path} of {schema}");
            }
            let is_map = inner.get("additionalProperties").is_some()
                || path.ends_with("/map")
                || path.ends_with("/object");
            if inner["type"] == "object" {
                assert!(inner["properties"].is_object() || is_map, "{path} of {schema}");
            }
        }
    }
}

mod my {
    pub(super) type Map<K, V> = std::collections::BTreeMap<K, V>;
}
type Extra = HashMap<String, Value>;
type Maybe<T> = Option<T>;

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only the schema is of interest")]
struct Job {
    extra: Extra,
    #[arg(inner(range(max = 9)))]
    m: my::Map<String, u8>,
    maybe: Maybe<Maybe<u8>>,
}

#[test]
fn c016_c022_a_type_is_what_it_is_and_not_how_it_is_called() {
    assert_eq!(
        schema_of::<Job>(Direction::Input),
        json!({
            "type": "object",
            "properties": {
                "extra": {"type": "object"},
                "m": {
                    "type": "object",
                    "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 9},
                },
                "maybe": {"type": ["integer", "null"], "minimum": 0, "maximum": 255},
            },
            "required": ["extra", "m"],
        })
    );
}
