//! Random schemas of the subset, against another validator.

use dsh_tools::{FrozenJson, StructuredOutputSchema};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Few names and few scalars, so that schemas and values meet.
const NAMES: [&str; 4] = ["a", "b", "a.b", "toString"];

const TYPES: [&str; 5] = ["string", "number", "integer", "boolean", "null"];

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..3).prop_map(Value::from),
        prop_oneof![Just(0.5), Just(1.0), Just(-2.0), Just(1e300)].prop_map(Value::from),
        prop_oneof![Just(9_007_199_254_740_993_i64), Just(i64::MAX)].prop_map(Value::from),
        prop_oneof![Just(""), Just("x"), Just("1"), Just("\u{e9}")].prop_map(Value::from),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            entries(inner).prop_map(Value::from),
        ]
    })
}

fn entries(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let entry = (prop::sample::select(&NAMES[..]), inner);
    prop::collection::vec(entry, 0..4)
        .prop_map(|entries| entries.into_iter().map(|(name, it)| (name.to_owned(), it)).collect())
}

/// A schema of one type, whose `enum` and `const` are of that type.
fn leaf() -> impl Strategy<Value = Value> {
    let listed = prop::collection::vec(scalar(), 1..4);
    (prop::sample::select(&TYPES[..]), listed, 0..4_u8).prop_map(|(name, listed, form)| {
        let is = |value: &Value| match name {
            "string" => value.is_string(),
            "number" => value.is_number(),
            "integer" => value.is_i64() || value.as_f64().is_some_and(|it| it.fract() == 0.0),
            "boolean" => value.is_boolean(),
            _ => value.is_null(),
        };
        let listed: Vec<Value> = listed.into_iter().filter(is).collect();
        match (form, listed.first().cloned()) {
            (0, Some(_)) => json!({"type": name, "enum": listed}),
            (1, Some(first)) => json!({"type": name, "const": first}),
            (2, Some(first)) => json!({"type": name, "enum": listed, "const": first}),
            _ => json!({"type": name}),
        }
    })
}

fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![4 => leaf(), 1 => Just(json!({})), 1 => Just(json!({"type": "object"}))];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let object = (entries(inner.clone()), any::<[bool; 4]>(), any::<Option<bool>>());
        let object = object.prop_map(|(properties, required, more)| {
            let required = properties.keys().zip(required).filter(|(_, is)| *is);
            let required: Vec<&String> = required.map(|(name, _)| name).collect();
            let mut schema = json!({"type": "object", "required": required});
            schema["properties"] = Value::from(properties.clone());
            if let Some(more) = more {
                schema["additionalProperties"] = Value::from(more);
            }
            schema
        });
        prop_oneof![
            3 => object,
            2 => inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            2 => prop::collection::vec(inner, 2..4).prop_map(|forms| json!({"oneOf": forms})),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_schema_of_the_subset_takes_what_another_validator_takes(
        schema in schema(),
        values in prop::collection::vec(value(), 6),
    ) {
        let ours = StructuredOutputSchema::parse(schema.clone()).unwrap();
        let theirs = jsonschema::validator_for(&schema).unwrap();
        for value in values {
            let document = FrozenJson::from_value(value.clone()).unwrap();
            let verdict = ours.validate(&document);
            prop_assert_eq!(verdict.is_ok(), theirs.is_valid(&value), "{} {:?}", value, verdict);
        }
    }
}
