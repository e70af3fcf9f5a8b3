//! What models see, held against a file.

use dsh_tools::prelude::*;
use dsh_tools::testing::{ChangeEffect, SchemaSnapshot, assert_no_drift};
use serde_json::{Value, json};

/// A snapshot of one tool with this schema.
fn snapshot(schema: &Value) -> SchemaSnapshot {
    let tools = json!([{"name": "t", "description": "T.", "parameters": schema}]);
    SchemaSnapshot::parse(&tools.to_string()).unwrap()
}

/// The lines of what changed, without the tool's name.
fn drift(before: &Value, now: &Value) -> Vec<String> {
    let drift = snapshot(before).drift_to(&snapshot(now));
    let breaking = drift.changes().iter().any(|change| change.effect() == ChangeEffect::Breaking);
    assert_eq!(drift.is_breaking(), breaking);
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    drift.to_string().lines().skip(1).map(words).collect()
}

/// The same of one property `p`, both ways.
#[track_caller]
fn both_ways(before: &Value, now: &Value, there: &[&str], back: &[&str]) {
    let whole = |schema: &Value| json!({"type": "object", "properties": {"p": schema}});
    let lines = |lines: Vec<String>| -> Vec<String> {
        lines.iter().map(|line| line.replace(" `p` ", " ")).collect()
    };
    assert_eq!(lines(drift(&whole(before), &whole(now))), there);
    assert_eq!(lines(drift(&whole(now), &whole(before))), back);
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only its schema is looked at")]
struct ReadArgs {
    /// Path of the file.
    path: String,
    #[arg(range(min = 1, max = 2000), default = 100)]
    limit: u32,
}

/// Read a file.
#[tool(read_only)]
async fn read(args: ReadArgs) -> String {
    args.path
}

/// Count to a number of any size.
#[tool]
async fn count(#[arg(range(min = 0))] to: i128, #[arg(enum("up", "down"))] way: String) -> String {
    format!("{to} {way}")
}

#[test]
fn the_committed_schemas_are_those_of_the_tools() {
    let registry = ToolRegistry::builder().tools(tools![read, count]).build().unwrap();
    assert_no_drift!("src/testing/schemas.json", &registry.schemas());
}

#[test]
fn a_snapshot_is_read_as_it_was_written() {
    let registry = ToolRegistry::builder().tools(tools![read, count]).build().unwrap();
    let snapshot = SchemaSnapshot::of(registry.schemas().iter());
    let text = snapshot.to_string();
    assert_eq!(SchemaSnapshot::parse(&text).unwrap(), snapshot);
    assert_eq!(SchemaSnapshot::parse(&text.replace('\n', "\r\n")).unwrap(), snapshot);
    // Whatever the order in which they come.
    let schemas = registry.schemas();
    assert_eq!(SchemaSnapshot::of(schemas.iter().rev()).to_string(), text);
    assert!(
        text.starts_with("[\n  {\n    \"name\": \"count\",\n") && text.ends_with("]\n"),
        "{text}"
    );

    for (text, why) in [
        ("[", "line 1, column 2"),
        ("[{}]", "`name` of tool 0 is missing, or no string"),
        (r#"[{"name": "a", "description": "b"}]"#, "`parameters` of `a` are missing"),
        (
            r#"[{"name": "a", "description": "b", "parameters": {}}, {"name": "a", "description": "b", "parameters": {}}]"#,
            "`a` is there twice",
        ),
    ] {
        let error = SchemaSnapshot::parse(text).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn tools_that_come_and_go_and_what_is_said_of_them() {
    let of = |tools: Value| SchemaSnapshot::parse(&tools.to_string()).unwrap();
    let before = of(json!([
        {"name": "a", "description": "A.", "parameters": {}},
        {"name": "b", "description": "B.", "parameters": {}},
    ]));
    let now = of(json!([
        {"name": "b", "description": "Bee.", "parameters": {}},
        {"name": "c", "description": "C.", "parameters": {}},
    ]));
    assert_eq!(
        before.drift_to(&now).to_string(),
        "`a`\n\
         \x20 breaking:   is gone\n\
         `b`\n\
         \x20 wording:    its description reads \"Bee.\", was \"B.\"\n\
         `c`\n\
         \x20 compatible: is new"
    );
    assert!(before.drift_to(&before).is_empty());
}

#[test]
fn properties_that_come_and_go() {
    let before = json!({
        "type": "object",
        "properties": {"freed": {"type": "string"}, "gone": {"type": "string"}, "kept": {"type": "string"}},
        "required": ["freed"],
    });
    let now = json!({
        "type": "object",
        "properties": {
            "freed": {"type": "string"}, "kept": {"type": "string"},
            "may": {"type": "string"}, "must": {"type": "string"},
        },
        "required": ["must", "kept"],
    });
    assert_eq!(
        drift(&before, &now),
        [
            "compatible: `freed` is optional now",
            "breaking: `gone` is gone",
            "breaking: `kept` is required now",
            "compatible: `may` is new, and optional",
            "breaking: `must` is new, and required",
        ]
    );
    assert_eq!(
        drift(
            &json!({"required": ["a", "b"]}),
            &json!({"properties": {"b": {"type": "null"}}, "required": ["b", "c"]})
        ),
        [
            "breaking: `b` takes only {\"type\":\"null\"} now",
            "compatible: `a` is optional now",
            "breaking: `c` is required now",
        ]
    );
    // Two orders of the same properties cost a prompt's cache, and nothing else.
    let ordered = |text: &str| {
        let text = format!(
            r#"[{{"name": "t", "description": "T.", "parameters": {{"properties": {text}}}}}]"#
        );
        SchemaSnapshot::parse(&text).unwrap()
    };
    let (ab, ba) = (ordered(r#"{"a": {}, "b": {}}"#), ordered(r#"{"b": {}, "a": {}}"#));
    assert_eq!(
        ab.drift_to(&ba).to_string(),
        "`t`\n  wording:    the arguments come in another order: b, a"
    );
}

#[test]
fn bounds_types_and_values() {
    both_ways(
        &json!({"maximum": 500, "minimum": 1, "type": "integer"}),
        &json!({"maximum": 501, "minimum": 2, "type": "integer"}),
        &[
            "compatible: has a wider `maximum`: 501, was 500",
            "breaking: has a narrower `minimum`: 2, was 1",
        ],
        &[
            "breaking: has a narrower `maximum`: 500, was 501",
            "compatible: has a wider `minimum`: 1, was 2",
        ],
    );
    both_ways(
        &json!({"type": "string"}),
        &json!({"type": "string", "maxLength": 9}),
        &["breaking: has a `maxLength` of 9 now"],
        &["compatible: has no `maxLength` any more, was 9"],
    );
    both_ways(
        &json!({"type": "integer"}),
        &json!({"type": "number"}),
        &["compatible: takes number, took integer"],
        &["breaking: takes integer, took number"],
    );
    both_ways(
        &json!({"type": "string"}),
        &json!({"type": ["string", "null"]}),
        &["compatible: takes string or null, took string"],
        &["breaking: takes string, took string or null"],
    );
    both_ways(
        &json!({"type": "string"}),
        &json!({"type": "integer"}),
        &["breaking: takes integer, took string"],
        &["breaking: takes string, took integer"],
    );
    both_ways(
        &json!({}),
        &json!({"type": "string"}),
        &["breaking: takes string, took anything"],
        &["compatible: takes anything, took string"],
    );
    both_ways(
        &json!({"enum": ["a", "b"]}),
        &json!({"enum": ["b", "c"]}),
        &["breaking: does not take \"a\" any more", "compatible: takes \"c\", too"],
        &["breaking: does not take \"c\" any more", "compatible: takes \"a\", too"],
    );
    both_ways(
        &json!({"const": "a"}),
        &json!({"enum": ["a", "b"]}),
        &["compatible: takes \"b\", too"],
        &["breaking: does not take \"b\" any more"],
    );
    both_ways(
        &json!({}),
        &json!({"enum": ["a"]}),
        &["breaking: takes only \"a\" now"],
        &["compatible: takes more than \"a\" now"],
    );
    both_ways(
        &json!({"enum": ["a", "b"]}),
        &json!({"enum": ["b", "a"]}),
        &["wording: lists its values in another order: \"b\", \"a\""],
        &["wording: lists its values in another order: \"a\", \"b\""],
    );
}

#[test]
fn words_defaults_and_other_keywords() {
    both_ways(
        &json!({"description": "Old."}),
        &json!({"description": "New."}),
        &["wording: has another description: \"New.\", was \"Old.\""],
        &["wording: has another description: \"Old.\", was \"New.\""],
    );
    both_ways(
        &json!({"examples": [1], "title": "A"}),
        &json!({"deprecated": true, "examples": [2]}),
        &[
            "wording: has another `examples`: [2], was [1]",
            "wording: has no title any more, was \"A\"",
            "wording: has `deprecated` now: true",
        ],
        &[
            "wording: has no `deprecated` any more, was true",
            "wording: has another `examples`: [1], was [2]",
            "wording: has a title now: \"A\"",
        ],
    );
    both_ways(
        &json!({}),
        &json!({"default": 1}),
        &["compatible: stands for 1 where it is left out"],
        &["breaking: has no default any more, was 1"],
    );
    both_ways(
        &json!({"default": 1}),
        &json!({"default": 2}),
        &["breaking: stands for 2 where it is left out, was 1"],
        &["breaking: stands for 1 where it is left out, was 2"],
    );
    both_ways(
        &json!({"pattern": "a", "uniqueItems": false}),
        &json!({"pattern": "b", "uniqueItems": true}),
        &[
            "breaking: has another `pattern`: \"b\", was \"a\"",
            "breaking: has `uniqueItems` true now",
        ],
        &[
            "breaking: has another `pattern`: \"a\", was \"b\"",
            "compatible: has no `uniqueItems` any more, was true",
        ],
    );
    both_ways(
        &json!({"not": {"type": "null"}}),
        &json!({}),
        &[
            "breaking: has no `not` any more, was {\"type\":\"null\"}; whether calls still fit cannot be told",
        ],
        &["breaking: has `not` {\"type\":\"null\"} now; whether calls still fit cannot be told"],
    );
    both_ways(
        &json!({"type": "object"}),
        &json!({"type": "object", "additionalProperties": false}),
        &["breaking: `p{}` takes nothing now"],
        &["compatible: `p{}` takes anything now"],
    );
    both_ways(
        &json!({"type": "array", "items": {"type": "string"}}),
        &json!({"type": "array", "items": {"type": "string", "minLength": 1}}),
        &["breaking: `p[]` has a `minLength` of 1 now"],
        &["compatible: `p[]` has no `minLength` any more, was 1"],
    );
    both_ways(
        &json!({"properties": {"in.ner": {"type": "string"}}}),
        &json!({"properties": {"in.ner": {"type": "integer"}}}),
        &["breaking: `p[\"in.ner\"]` takes integer, took string"],
        &["breaking: `p[\"in.ner\"]` takes string, took integer"],
    );
}

#[test]
fn forms_are_told_by_what_tells_them_apart() {
    let form =
        |kind: &str, of: &str| json!({"properties": {"kind": {"const": kind}, "v": {"type": of}}});
    both_ways(
        &json!({"oneOf": [form("a", "string"), form("b", "string")]}),
        &json!({"oneOf": [form("b", "integer"), form("c", "string"), form("a", "string")]}),
        &[
            "breaking: `p<kind: \"b\">.v` takes integer, took string",
            "compatible: takes a new form, <kind: \"c\">",
        ],
        &[
            "breaking: `p<kind: \"b\">.v` takes string, took integer",
            "breaking: has no form <kind: \"c\"> any more",
        ],
    );
    both_ways(
        &json!({"anyOf": [{"minimum": 1}, {"pattern": "a"}]}),
        &json!({"anyOf": [{"minimum": 2}, {"pattern": "a"}, {"maxLength": 1}]}),
        &[
            "breaking: `p<1>` has a narrower `minimum`: 2, was 1",
            "compatible: takes a new form, <3>",
        ],
        &[
            "compatible: `p<1>` has a wider `minimum`: 1, was 2",
            "breaking: has no form <3> any more",
        ],
    );
    both_ways(
        &json!({}),
        &json!({"oneOf": [{"type": "string"}]}),
        &["breaking: takes only 1 form now, by `oneOf`"],
        &["compatible: takes more than the forms of `oneOf` now"],
    );
}

/// Whatever is different is told.
#[test]
fn no_difference_is_silent() {
    let texts = [
        r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}"##,
        r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}}"##,
        r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "number"}}}"##,
        r#"{"type": "object", "required": ["b"]}"#,
        r#"{"type": "object", "if": {"required": ["b"]}, "then": false}"#,
        r#"{"type": "object", "properties": {"a": true}}"#,
        r#"{"type": "object", "properties": {"a": false}}"#,
        r#"{"type": "object", "properties": {"a": {"prefixItems": [{"type": "string"}]}}}"#,
        r#"{"type": "object", "properties": {"a": {"prefixItems": [{"type": "null"}, {}]}}}"#,
        r#"{"type": "object", "allOf": [{"required": ["b"]}]}"#,
        r#"{"type": "object", "patternProperties": {"^x": {}}}"#,
        r#"{"type": "object", "x-order": 1}"#,
        r#"{"type": ["null", "object"]}"#,
        r#"{"type": ["object", "null"]}"#,
        "true",
        r#"{"minimum": 100000000000000000000000000000000000000}"#,
        r#"{"minimum": 100000000000000000000000000000000000001}"#,
    ];
    let all: Vec<SchemaSnapshot> = texts
        .iter()
        .map(|text| {
            let tool = format!(r#"[{{"name": "t", "description": "T.", "parameters": {text}}}]"#);
            SchemaSnapshot::parse(&tool).unwrap()
        })
        .collect();
    for (a, before) in all.iter().enumerate() {
        for (b, now) in all.iter().enumerate() {
            let drift = before.drift_to(now);
            assert_eq!(drift.is_empty(), a == b, "{} -> {}: {drift}", texts[a], texts[b]);
        }
    }
}

/// A definition nests as deep as a document may, and no deeper than is walked.
#[test]
fn deep_schemas_are_walked_to_their_end() {
    let deep = |leaf: &str| {
        let (open, close) = (r#"{"items": "#.repeat(120), "}".repeat(120));
        let text = format!(
            r#"[{{"name": "t", "description": "T.", "parameters": {open}{{"type": "{leaf}"}}{close}}}]"#
        );
        SchemaSnapshot::parse(&text).unwrap()
    };
    let drift = deep("string").drift_to(&deep("integer"));
    assert_eq!(drift.changes().len(), 1);
    assert_eq!(drift.changes()[0].path(), "[]".repeat(120));
}
