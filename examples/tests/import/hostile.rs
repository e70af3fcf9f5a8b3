//! Definitions come from anywhere: the work is bounded, and what is too much is told.

use crate::{assert_lines, clean, imported, lost, properties};
use serde_json::{Value, json};

#[test]
fn references_that_lead_back_to_themselves_end() {
    for schema in [
        json!({"$ref": "#/properties/x"}),
        json!({"allOf": [{"$ref": "#/properties/x"}, {"type": "string"}]}),
        json!({"$ref": "#/properties/x/$defs/a", "$defs": {"a": {"$ref": "#/properties/x/$defs/b"}, "b": {"$ref": "#/properties/x/$defs/a"}}}),
    ] {
        for dialect in [
            "http://json-schema.org/draft-07/schema#",
            "https://json-schema.org/draft/2020-12/schema",
        ] {
            let imported = imported(
                &json!({"$schema": dialect, "type": "object", "properties": {"x": schema}}),
            );
            assert!(lost(&imported).iter().any(|(keyword, _)| *keyword == "$ref"), "{schema}");
        }
    }
}

#[test]
fn references_that_double_at_each_step_end() {
    let mut definitions = serde_json::Map::new();
    for number in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", number + 1)});
        definitions.insert(format!("d{number}"), json!({"allOf": [next, {"allOf": [next, {}]}]}));
    }
    definitions.insert("d60".to_owned(), json!({"type": "string"}));
    let imported = imported(&json!({
        "type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": definitions
    }));
    assert_lines(clean(&imported), &["pub x: Option<String>,"]);
}

#[test]
fn unions_that_multiply_end_with_a_loss() {
    let choice = json!({"anyOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": {"type": "string"}}}, {"required": ["c"]}]});
    let many = Value::Array(vec![choice; 14]);
    let imported = properties(&json!({"x": {"type": "object", "allOf": many}}));
    assert!(
        lost(&imported).iter().any(|(keyword, _)| *keyword == "*"),
        "{:?}",
        lost(&imported).len()
    );
}

#[test]
fn long_chains_and_long_lists_are_read() {
    let values: Vec<String> = (0..60_000).map(|number| format!("value {number}")).collect();
    let list = properties(&json!({"x": {"type": "string", "enum": values}}));
    assert!(clean(&list).contains("pub x: Option<String>,"));

    let many: serde_json::Map<String, Value> =
        (0..5_000).map(|number| (format!("key{number}"), json!({"type": "integer"}))).collect();
    assert!(clean(&properties(&Value::Object(many))).contains("pub key4999: Option<i64>,"));

    let mut deep = json!({"type": "string"});
    for _ in 0..50 {
        deep = json!({"type": "array", "items": deep});
    }
    assert!(clean(&properties(&json!({"x": deep}))).contains("Vec<Vec<Vec<"));
}

#[test]
fn numbers_out_of_all_bounds_are_told() {
    let text = r#"{"name":"n","description":"N.","parameters":{"type":"object","properties":{
        "a":{"type":"number","minimum":1e999},"b":{"type":"integer","maximum":1e40},
        "c":{"type":"string","maxLength":99999999999},"d":{"type":"integer","multipleOf":0.3},
        "e":{"type":"array","minItems":5,"maxItems":2},"f":{"type":"number","minimum":2,"exclusiveMaximum":2}}}}"#;
    let definitions = dsh_tools_examples::import::definitions(text).unwrap();
    let imported = dsh_tools_examples::import::import(&definitions).unwrap();
    let keywords: Vec<&str> = lost(&imported).into_iter().map(|(keyword, _)| keyword).collect();
    assert_eq!(keywords, ["minimum", "maxLength", "multipleOf", "maxItems", "minimum"]);
}
