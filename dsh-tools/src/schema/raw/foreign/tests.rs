//! What the other validator is asked, and how its answers are told.

use crate::json::FrozenJson;
use crate::schema::{Code, RawSchema, Violations};
use serde_json::{Value, json};

fn schema(schema: &Value) -> RawSchema {
    RawSchema::compile(schema.clone()).unwrap()
}

fn check(of: &RawSchema, text: &str) -> Result<(), Violations> {
    of.validate(&FrozenJson::parse(text).unwrap())
}

#[track_caller]
fn told(of: &Value, text: &str) -> String {
    check(&schema(of), text).unwrap_err().to_string()
}

/// One that says what it extends.
fn extended() -> Value {
    json!({
        "type": "object",
        "allOf": [{"properties": {"id": {"type": "integer"}}, "required": ["id"]}],
        "properties": {"name": {"type": "string"}},
        "unevaluatedProperties": false
    })
}

#[test]
fn keys_that_no_keyword_speaks_of_are_undeclared() {
    assert!(check(&schema(&extended()), r#"{"id":1,"name":"x"}"#).is_ok());
    assert_eq!(
        told(&extended(), r#"{"id":1,"nam":"x","more":2}"#),
        "`nam`: is not a declared field\n`more`: is not a declared field"
    );
    let found = check(&schema(&extended()), r#"{"id":1,"more":2}"#).unwrap_err();
    let violation = found.iter().next().unwrap();
    assert_eq!((violation.pointer().as_str(), violation.code()), ("/more", Code::UnknownField));
}

#[test]
fn what_our_own_words_can_tell_they_tell_and_it_alone() {
    assert_eq!(
        told(&extended(), r#"{"id":"1","more":2}"#),
        "`id`: expected an integer, got the string \"1\"; write it without quotes"
    );
}

#[test]
fn what_is_said_of_other_keys_is_told_in_our_words() {
    let of = json!({"properties": {"a": {}}, "unevaluatedProperties": {"type": "string", "minLength": 2}});
    assert!(check(&schema(&of), r#"{"a":1,"b":"xx"}"#).is_ok());
    assert_eq!(
        told(&of, r#"{"a":1,"b":1,"c":"x"}"#),
        "`b`: expected a string of at least 2 characters, got the number 1\n`c`: expected a string of at least 2 characters, got 1 character"
    );
}

#[test]
fn branches_that_hold_are_looked_into() {
    let of = json!({
        "properties": {"kind": {"enum": ["a", "b"]}},
        "if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]},
        "then": {"properties": {"x": {}}},
        "else": {"properties": {"y": {}}},
        "unevaluatedProperties": false
    });
    assert!(check(&schema(&of), r#"{"kind":"a","x":1}"#).is_ok());
    assert!(check(&schema(&of), r#"{"kind":"b","y":1}"#).is_ok());
    assert_eq!(told(&of, r#"{"kind":"b","x":1}"#), "`x`: is not a declared field");
}

#[test]
fn elements_that_no_keyword_speaks_of() {
    let of = json!({"prefixItems": [{"type": "integer"}], "unevaluatedItems": false});
    assert!(check(&schema(&of), "[1]").is_ok());
    assert_eq!(
        told(&of, "[1, 2]"),
        "`value`: expected an array whose items all keep to what its schema says of items, got 2 items"
    );
    assert!(check(&schema(&of), r#"{"no":"array"}"#).is_ok());
}

#[test]
fn places_within_a_schema_refer_to_the_rest_of_it() {
    let of = json!({
        "type": "object",
        "properties": {"p~/%": {"$ref": "#/$defs/base", "properties": {"b": {}}, "unevaluatedProperties": false}},
        "$defs": {"base": {"properties": {"a": {"type": "integer"}}}}
    });
    assert!(check(&schema(&of), r#"{"p~/%":{"a":1,"b":2},"q":0}"#).is_ok());
    let found = check(&schema(&of), r#"{"p~/%":{"a":1,"c":2}}"#).unwrap_err();
    assert_eq!(found.iter().next().unwrap().pointer(), "/p~0~1%/c");
}

/// A tree, and one that extends it: `children` are of the extension.
fn strict_tree() -> Value {
    json!({
        "$id": "https://example.com/strict-tree",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": false,
        "$defs": {"tree": {
            "$id": "tree",
            "$dynamicAnchor": "node",
            "type": "object",
            "properties": {
                "data": {"type": "integer"},
                "children": {"type": "array", "items": {"$dynamicRef": "#node"}}
            }
        }}
    })
}

#[test]
fn references_that_are_told_by_the_way_they_are_come_to() {
    let of = json!({
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {"data": {"type": "integer"}, "children": {"type": "array", "items": {"$dynamicRef": "#node"}}},
        "required": ["data"],
        "unevaluatedProperties": false
    });
    assert!(check(&schema(&of), r#"{"data":1,"children":[{"data":2}]}"#).is_ok());
    assert_eq!(
        told(&of, r#"{"data":1,"children":[{"data":2},{"daat":3}]}"#),
        "`children[1].data`: is missing, expected any JSON value\n`children[1].daat`: is not a declared field"
    );
    assert_eq!(
        told(&of, r#"{"data":1,"children":[{"data":"2"}]}"#),
        "`children[0].data`: expected an integer, got the string \"2\""
    );
}

#[test]
fn an_edition_that_lacks_a_keyword_lacks_it_still() {
    let of = json!({"$schema": "http://json-schema.org/draft-07/schema#", "unevaluatedProperties": false});
    let error = RawSchema::compile(of).unwrap_err().to_string();
    assert!(error.contains("`unevaluatedProperties` is no keyword of the edition"), "{error}");
    let of = json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true,
        "type": "object", "properties": {"k": {"$recursiveRef": "#"}}, "unevaluatedProperties": false});
    assert!(check(&schema(&of), r#"{"k":{"k":{}}}"#).is_ok());
    assert!(check(&schema(&of), r#"{"k":{"k":{"j":1}}}"#).is_err());
}

#[test]
fn what_nobody_knows_is_refused_as_ever() {
    let of = json!({"unevaluatedProperties": false, "colour": "red", "properties": {"a": {"$ref": "https://example.com/a"}}});
    let error = RawSchema::compile(of).unwrap_err();
    let keywords: Vec<_> = error.defects().map(|defect| defect.keyword().unwrap()).collect();
    assert_eq!(keywords, ["colour", "$ref"]);
    let of = json!({"unevaluatedProperties": false, "properties": {"a": {"type": "string", "nullable": true}}});
    assert!(RawSchema::compile(of).unwrap_err().to_string().contains("`nullable` is not known"));
    // What its author calls an annotation is one.
    let of = json!({"type": "object", "unevaluatedProperties": false});
    let of = RawSchema::options().annotations(["unevaluatedProperties"]).compile(of).unwrap();
    assert!(check(&of, r#"{"a":1}"#).is_ok());
}

#[test]
fn nothing_is_fetched() {
    for uri in ["https://example.com/x", "file:///etc/passwd", "other.json"] {
        let of = json!({"$id": "https://example.com/root", "unevaluatedProperties": {"$ref": uri}});
        let error = RawSchema::compile(of).unwrap_err().to_string();
        assert!(error.contains("nothing is fetched"), "{error}");
    }
}

#[test]
fn what_could_take_for_ever_is_refused() {
    let endless = json!({"$dynamicAnchor": "a", "allOf": [{"$dynamicRef": "#a"}]});
    assert!(RawSchema::compile(endless).unwrap_err().to_string().contains("refers to itself"));
    // Twice at every level of the schema.
    let twice = |at: usize| json!({"allOf": [{"$ref": format!("#/$defs/{at}")}, {"$ref": format!("#/$defs/{at}")}]});
    let mut defs: serde_json::Map<String, Value> =
        (0..20).map(|at| (at.to_string(), twice(at + 1))).collect();
    defs.insert("20".into(), json!({"type": "object"}));
    let of = json!({"$ref": "#/$defs/0", "$defs": defs, "unevaluatedProperties": false});
    let error = RawSchema::compile(of).unwrap_err().to_string();
    assert!(error.contains("things of the same value"), "{error}");
    // Twice at every level of the document.
    let node = json!({"properties": {"a": {"$ref": "#"}}});
    let of = schema(&json!({"allOf": [node.clone(), node], "unevaluatedProperties": false}));
    let deep = |levels: usize| r#"{"a":"#.repeat(levels) + "{}" + &"}".repeat(levels);
    assert!(check(&of, &deep(5)).is_ok());
    let found = check(&of, &deep(100)).unwrap_err();
    assert!(
        found.iter().all(|violation| matches!(violation.code(), Code::Depth | Code::Limit)),
        "{found}"
    );
}

#[test]
fn too_many_places_are_refused() {
    let many: serde_json::Map<String, Value> = (0..100)
        .map(|at| {
            (at.to_string(), json!({"unevaluatedProperties": false, "title": at.to_string()}))
        })
        .collect();
    let error = RawSchema::compile(json!({ "properties": many })).unwrap_err().to_string();
    assert!(error.contains("at most 64 places"), "{error}");
}

#[test]
fn values_stay_out_of_logs() {
    let found = check(&schema(&json!({"$dynamicAnchor": "n", "properties": {"k": {"$dynamicRef": "#n"}}, "type": ["object", "string"], "maxLength": 3})), r#"{"k":{"k":"secret"}}"#).unwrap_err();
    assert!(!found.without_values().to_string().contains("secret"));
    assert!(
        found.to_string().contains("`k.k`: expected a string of at most 3 characters"),
        "{found}"
    );
}

#[test]
fn embedded_resources_extend_each_other() {
    // The way that the specification shows (2020-12 core, section 7.7.1.1 and following).
    let of = RawSchema::compile(strict_tree());
    let Ok(of) = of else { panic!("{}", of.unwrap_err()) };
    assert!(check(&of, r#"{"children":[{"data":1}]}"#).is_ok());
    assert!(check(&of, r#"{"children":[{"daat":1}]}"#).is_err());
}

#[test]
fn depth_is_limited_as_calls_are() {
    let of = schema(
        &json!({"$dynamicAnchor": "n", "type": "object", "properties": {"a": {"$dynamicRef": "#n"}}, "unevaluatedProperties": false}),
    );
    let deep = |levels: usize, inner: &str| {
        let text = r#"{"a":"#.repeat(levels) + inner + &"}".repeat(levels);
        FrozenJson::parse_with_depth(text, 512).unwrap()
    };
    assert!(of.validate(&deep(127, "{}")).is_ok());
    let found = of.validate(&deep(127, r#"{"b":1}"#)).unwrap_err();
    assert_eq!(found.iter().next().unwrap().code(), Code::UnknownField);
    let found = of.validate(&deep(300, "{}")).unwrap_err();
    assert_eq!(found.iter().next().unwrap().code(), Code::Depth);
}

#[test]
fn patterns_are_searched_by_our_engines_in_bounded_time() {
    // Quadratic where each place of the text is looked at anew.
    let text = format!("[\"{}b\"]", "a".repeat(200_000));
    let of = json!({"items": {"not": {"pattern": "(?=a)a*$"}}, "unevaluatedItems": false});
    assert!(check(&schema(&of), &text).is_ok());
    // Exponential where alternatives are come back to.
    let text = format!("[\"{}b\"]", "a".repeat(40));
    let of = json!({"items": {"not": {"pattern": "^(?:(?=a)a|a)*$"}}, "unevaluatedItems": false});
    assert!(check(&schema(&of), &text).is_ok());
    let of =
        json!({"$dynamicRef": "#n", "$defs": {"n": {"$dynamicAnchor": "n", "pattern": "^a$"}}});
    assert_eq!(
        told(&of, r#""b""#),
        "`value`: expected a string that matches `^a$`, got the string \"b\""
    );
    // What is said of keys is searched by the other validator itself.
    let of = json!({"patternProperties": {"(?=a)a*$": {}}, "unevaluatedProperties": false});
    assert!(RawSchema::compile(of).is_err());
}

#[test]
fn many_undeclared_keys_take_time_in_proportion() {
    let keys: Vec<String> = (0..100_000).map(|key| format!("\"k{key}\":1")).collect();
    let found = check(&schema(&extended()), &format!("{{\"id\":1,{}}}", keys.join(",")));
    let found = found.unwrap_err();
    assert_eq!(found.iter().count() + found.omitted(), 100_000);
}
