//! What values are held to beyond the single keyword: unions, unconstrained places, what JSON cannot hold.

use dsh_tools::json::LossyErrorKind;
use dsh_tools::schema::{Code, Violations};
use dsh_tools::{FrozenJson, StructuredOutputSchema};
use serde_json::{Value, json};

fn found(schema: Value, value: &str) -> Result<(), Violations> {
    let schema = StructuredOutputSchema::parse(schema).unwrap();
    schema.validate(&FrozenJson::parse(value).unwrap())
}

fn only(schema: Value, value: &str) -> (String, Code, String) {
    let found = found(schema, value).unwrap_err();
    assert_eq!(found.len(), 1, "{found}");
    let violation = found.iter().next().unwrap();
    (violation.path(), violation.code(), violation.to_string())
}

#[test]
fn s259_exactly_one_form_fits_and_a_union_is_one_violation() {
    let overlap = json!({"oneOf": [{"type": "integer"}, {"type": "number"}]});
    assert!(found(overlap.clone(), "1.5").is_ok());
    let (path, code, _) = only(overlap.clone(), "1");
    assert_eq!((path.as_str(), code), ("value", Code::OneOf));
    let (_, code, _) = only(overlap, "\"1\"");
    assert_eq!(code, Code::OneOf);

    // Also where a key tells the form: every form is one of the union, and the union is one violation.
    let file = json!({"type": "object", "properties": {
        "kind": {"type": "string", "const": "file"}, "path": {"type": "string"},
    }, "required": ["kind", "path"], "additionalProperties": false});
    let url = json!({"type": "object", "properties": {
        "kind": {"type": "string", "const": "url"}, "href": {"type": "string"},
    }, "required": ["kind", "href"], "additionalProperties": false});
    let source = json!({"type": "object", "properties": {"from": {"oneOf": [file, url]}}});
    let (path, code, _) = only(source.clone(), r#"{"from": {"kind": "file", "href": 1}}"#);
    assert_eq!((path.as_str(), code), ("from", Code::OneOf));
    assert!(found(source, r#"{"from": {"kind": "url", "href": "x"}}"#).is_ok());
}

#[test]
fn an_unmatched_union_tells_what_the_nearest_form_lacks() {
    let point = json!({"type": "object", "properties": {
        "x": {"type": "number"}, "y": {"type": "number"},
    }, "required": ["x", "y"]});
    let schema = json!({"oneOf": [{"type": "string"}, point]});
    let (_, _, line) = only(schema, r#"{"x": 1, "y": "2"}"#);
    assert!(line.contains("`y`") && line.contains("expected a number"), "{line}");
    assert!(!line.contains("a string\n"), "{line}");
}

#[test]
fn s260_a_place_without_a_type_takes_any_document() {
    let schema = StructuredOutputSchema::parse(json!({"description": "anything"})).unwrap();
    // -0 is legal: it is kept as it is.
    for text in ["null", "-0", "1e400", "\"\\u0000\"", "[[], {\"\": [0.1]}]"] {
        let document = FrozenJson::parse(text).unwrap();
        assert!(schema.validate(&document).is_ok(), "{text}");
        assert_eq!(document.to_string(), text);
    }
    // What is not finite is no document, so that no schema is asked.
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = FrozenJson::from_serialize(&value).unwrap_err();
        assert_eq!(error.kind(), LossyErrorKind::NonFinite);
    }
}

#[test]
fn s261_what_a_container_would_lose_is_told_once_where_it_is() {
    let value = std::collections::BTreeMap::from([("rows", vec![vec![0.5], vec![1.0, f64::NAN]])]);
    let error = FrozenJson::from_serialize(&value).unwrap_err();
    assert_eq!(error.path().to_string(), "rows[1][1]");
}

#[test]
fn absent_keys_are_told_as_required_lists_them() {
    let schema = json!({"type": "object", "properties": {"a": {}, "b": {}, "c": {}},
        "required": ["c", "a", "c"], "additionalProperties": false});
    let found = found(schema, r#"{"z": 1, "b": 2}"#).unwrap_err();
    let told: Vec<_> = found.iter().map(|violation| (violation.path(), violation.code())).collect();
    let missing = |path: &str| (path.to_owned(), Code::Missing);
    let undeclared = (String::from("z"), Code::UnknownField);
    assert_eq!(told, [missing("c"), missing("a"), missing("c"), undeclared]);
}

#[test]
fn every_keyword_of_the_subset_is_enforced() {
    let schema = r#"{
        "type": "object",
        "properties": {
            "name": {"type": "string", "const": "n"},
            "mood": {"type": "string", "enum": ["good", "bad"]},
            "count": {"type": "integer", "enum": [1, 9007199254740993]},
            "share": {"type": "number"},
            "flag": {"type": "boolean"},
            "none": {"type": "null"},
            "rows": {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "null"}]}}
        },
        "required": ["name"],
        "additionalProperties": false
    }"#;
    let schema = StructuredOutputSchema::parse(FrozenJson::parse(schema).unwrap()).unwrap();
    let check = |text: &str| schema.validate(&FrozenJson::parse(text).unwrap());
    let legal = r#"{"name": "n", "mood": "bad", "count": 9007199254740993, "share": 1,
        "flag": false, "none": null, "rows": ["a", null]}"#;
    assert!(check(legal).is_ok());
    let illegal = r#"{"mood": "so so", "count": 9007199254740992, "share": "1", "flag": 0,
        "none": "null", "rows": ["a", 1], "more": 1}"#;
    let found = check(illegal).unwrap_err();
    let told: Vec<_> = found.iter().map(|violation| (violation.path(), violation.code())).collect();
    let expected = [
        ("name", Code::Missing),
        ("mood", Code::Enum),
        ("count", Code::Enum),
        ("share", Code::Type),
        ("flag", Code::Type),
        ("none", Code::Type),
        ("rows[1]", Code::OneOf),
        ("more", Code::UnknownField),
    ];
    assert_eq!(told, expected.map(|(path, code)| (path.to_owned(), code)));
}
