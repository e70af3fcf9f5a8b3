//! Enums of every representation: what the model sees of them, and what their forms are.

use crate::support::{call, registry};
use crate::zoo_enums::{
    Beside, BesideStrict, Data, Either, Expr, Inner, Op, Operand, Outer, Strict,
};
use dsh_tools::prelude::*;
use dsh_tools::schema::{Code, Direction, render, validate};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(crate) fn schema<T: ToolValue>() -> Value {
    render(T::NODE, Direction::Input).unwrap().to_value()
}

/// What a model sees of a tool that takes the enum as its arguments.
fn arguments<T: ToolArgs>() -> Value {
    let tool = ToolDefinition::builder("t").description("d").args::<T>();
    tool.body(|_: T, _| async { "" }).build().schema().parameters.to_value()
}

pub(crate) fn read<T: ToolValue>(text: &str) -> Option<T> {
    T::decode(FrozenJson::parse(text).unwrap().root(), T::NODE).ok()
}

/// What a model is told of a document; decoding refuses it, too.
pub(crate) fn told<T: ToolValue>(text: &str) -> String {
    let document = FrozenJson::parse(text).unwrap();
    assert!(T::decode(document.root(), T::NODE).is_err(), "{text} was read");
    validate(&document, T::NODE, Direction::Input).unwrap_err().to_string()
}

pub(crate) fn codes<T: ToolValue>(text: &str) -> Vec<(String, Code)> {
    let document = FrozenJson::parse(text).unwrap();
    let found = validate(&document, T::NODE, Direction::Input).unwrap_err();
    found.iter().map(|violation| (violation.pointer(), violation.code())).collect()
}

#[test]
fn c006_an_enum_as_arguments_is_one_object() {
    assert_eq!(
        arguments::<Op>(),
        json!({
            "type": "object",
            "description": "What to do with a file.",
            "properties": {
                "op": {
                    "type": "string",
                    "description": "`read`: Read it.\n`write_all`: Write it.\n`list`: List all.",
                    "enum": ["read", "write_all", "list"]
                },
                "path": {
                    "type": "string",
                    "description": "Only for `read`, `write_all`, and required there. Which file."
                },
                "line": {
                    "type": "integer",
                    "description": "Only for `read`.",
                    "minimum": 1,
                    "maximum": u32::MAX
                },
                "body": {
                    "type": "string",
                    "description": "Only for `write_all`, and required there. The text.",
                    "maxLength": 5
                }
            },
            "required": ["op"]
        })
    );
    for root in [
        arguments::<Op>(),
        arguments::<Strict>(),
        arguments::<Inner>(),
        arguments::<Beside>(),
        arguments::<BesideStrict>(),
        arguments::<Data>(),
        arguments::<Either>(),
        arguments::<Recursive>(),
    ] {
        assert_eq!(root["type"], "object");
        for keyword in ["oneOf", "anyOf", "allOf", "not", "enum", "const", "$ref"] {
            assert_eq!(root.get(keyword), None, "{root}");
        }
    }
}

#[derive(Debug, PartialEq, ToolArgs)]
#[arg(tag = "node")]
pub(crate) enum Recursive {
    Leaf { value: u8 },
    Two { left: Box<Recursive>, right: Box<Recursive> },
}

#[test]
fn c006_arguments_are_held_to_the_form_they_name() {
    // The one object would take it: `body` alone is of another form, and one of the forms does without `path`.
    assert_eq!(
        told::<Op>(r#"{"op": "read", "body": "a"}"#),
        "`path`: is missing, expected a string; `body` is not a declared field"
    );
    assert_eq!(
        read::<Op>(r#"{"path": 1, "op": "list"}"#),
        Some(Op::List),
        "`path` is none of its own"
    );
    assert_eq!(
        told::<Op>(r#"{"path": "p", "body": "too long", "op": "write_all"}"#),
        "`body`: expected a string of at most 5 characters, got 8 characters"
    );
}

/// Do one of several things.
#[tool]
async fn act(args: Op) -> String {
    match args {
        Op::Read { path, line } => format!("read {path} {line:?}"),
        Op::WriteAll { path, body } => format!("write {path} {body}"),
        Op::List => "list".to_owned(),
    }
}

#[tokio::test]
async fn c006_a_tool_takes_an_enum() {
    let registry = registry(tools![act]);
    assert_eq!(
        registry.execute(call("act", r#"{"path": "a", "op": "read"}"#)).await.text(),
        "read a None"
    );
    assert_eq!(registry.execute(call("act", r#"{"op": "ls"}"#)).await.text(), "list");
    let refused = registry.execute(call("act", r#"{"op": "reed", "path": "a"}"#)).await;
    assert!(refused.is_error());
    assert!(refused.text().contains(
        r#"`op`: expected one of "read", "write_all", "list", got the string "reed"; did you mean "read"?"#
    ));
}

#[tokio::test]
async fn arguments_that_are_an_enum_can_be_narrowed() {
    let narrowed = act::definition()
        .refine()
        .choices("op", ["read", "list"])
        .describe("path", "Which file, below the folder.")
        .range("line", 1..=9)
        .build();
    let shown = narrowed.schema().parameters.to_value();
    assert_eq!(shown["properties"]["op"]["enum"], json!(["read", "list"]));
    assert_eq!(shown["properties"]["line"]["maximum"], 9);
    assert_eq!(shown.get("oneOf"), None);
    let registry = registry([narrowed]);
    for (arguments, expected) in [
        (r#"{"op": "read", "path": "a", "line": 9}"#, "read a Some(9)"),
        (r#"{"op": "list"}"#, "list"),
        // What is still one of the choices is so by its other names.
        (r#"{"op": "dir"}"#, "list"),
    ] {
        let result = registry.execute(call("act", arguments)).await;
        assert_eq!(result.text(), expected, "{arguments}");
    }
    for (arguments, expected) in [
        (r#"{"op": "read", "path": "a", "line": 10}"#, "`line`: expected an integer from 1 to 9"),
        (r#"{"op": "write_all", "path": "a", "body": "b"}"#, "`op`: expected one of"),
        (r#"{"op": "read"}"#, "`path`: is missing"),
    ] {
        let result = registry.execute(call("act", arguments)).await;
        assert!(result.is_error() && result.text().contains(expected), "{}", result.text());
    }
}

/// Names of the properties of an object, or of all objects that a value may be.
fn names(schema: &Value, into: &mut BTreeSet<String>) {
    into.extend(schema["properties"].as_object().into_iter().flat_map(|map| map.keys().cloned()));
    for branches in [&schema["oneOf"], &schema["anyOf"]] {
        branches.as_array().into_iter().flatten().for_each(|branch| names(branch, into));
    }
}

#[test]
fn c007_no_property_is_lost_at_the_root() {
    fn compare<T: ToolArgs>() {
        let (mut exact, mut lowered) = (BTreeSet::new(), BTreeSet::new());
        names(&schema::<T>(), &mut exact);
        names(&arguments::<T>(), &mut lowered);
        assert_eq!(exact, lowered);
        assert!(!exact.is_empty());
    }
    compare::<Op>();
    compare::<Strict>();
    compare::<Inner>();
    compare::<Beside>();
    compare::<BesideStrict>();
    compare::<Data>();
    compare::<Either>();
}

#[test]
fn c007_a_key_of_several_forms_is_one_property() {
    let inner = arguments::<Inner>();
    // Two enums that share the object: each key that holds a name is one.
    assert_eq!(inner["properties"]["op"]["enum"], json!(["read", "write_all", "list"]));
    assert_eq!(
        inner["properties"]["op"]["description"],
        "Only for `Deep`, and required there.\n`read`: Read it.\n`write_all`: Write it.\n`list`: List all."
    );
    assert_eq!(inner["properties"]["line"]["description"], "Only for `Deep` with `read`.");
    assert_eq!(
        inner["properties"]["x"],
        json!({
            "description": "Only for `Open`, `Own`, and required there.",
            "anyOf": [
                {"type": "integer", "description": "For `Open`.", "minimum": i32::MIN, "maximum": i32::MAX},
                {"type": "integer", "description": "For `Own`.", "minimum": 0, "maximum": 255}
            ]
        })
    );
    assert_eq!(inner.get("additionalProperties"), None, "one of the forms is a map");
    assert_eq!(arguments::<Strict>()["additionalProperties"], json!(false));
    assert_eq!(
        arguments::<Beside>()["properties"]["c"]["description"],
        "Only for `One`, `Maybe`, `Two`, `Zero`, `Named`, `Of`. Required for `One`, `Two`, `Zero`, `Named`, `Of`."
    );
}

#[test]
fn forms_that_nothing_tells_are_listed_at_the_root() {
    assert_eq!(
        arguments::<Either>(),
        json!({
            "type": "object",
            "description": "Give the properties of one of these forms:\n- `path`, optionally `depth`\n- `url`\n- `a`, optionally `b`",
            "properties": {
                "path": {"type": "string"},
                "depth": {"type": "integer", "minimum": 0, "maximum": 255},
                "url": {"type": "string"},
                "a": {"type": "string"},
                "b": {"type": "boolean"}
            }
        })
    );
    let data = arguments::<Data>();
    assert_eq!(
        (&data["minProperties"], &data["maxProperties"], &data["additionalProperties"]),
        (&json!(1), &json!(1), &json!(false))
    );
}

#[test]
fn c013_a_recursive_enum_is_a_definition() {
    let lowered = arguments::<Recursive>();
    assert_eq!(lowered["properties"]["left"]["$ref"], "#/$defs/Recursive");
    assert_eq!(lowered["$defs"]["Recursive"]["oneOf"][1]["properties"]["node"]["const"], "Two");
    let expr = schema::<Expr>();
    assert_eq!(
        expr["$defs"].as_object().unwrap().len(),
        1,
        "what stands beside a tag is spread out"
    );
    let text = r#"{"node": "add", "left": {"of": {"node": "lit", "value": 1}, "node": "neg"}, "right": {"node": "all", "of": []}}"#;
    let expected = Expr::Add {
        left: Box::new(Expr::Neg(Operand { of: Box::new(Expr::Lit { value: 1 }) })),
        right: Box::new(Expr::All { of: Vec::new() }),
    };
    assert_eq!(read::<Expr>(text), Some(expected));
    assert_eq!(
        codes::<Expr>(
            r#"{"node": "neg", "of": {"node": "add", "left": {"node": "lit"}, "right": 1}}"#
        ),
        [("/of/left/value".to_owned(), Code::Missing), ("/of/right".to_owned(), Code::Type)]
    );
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Find {
    /// Which one.
    target: Target,
}

#[derive(Debug, PartialEq, ToolValue)]
#[serde(untagged)]
enum Target {
    Id(u64),
    Named { name: String },
}

#[test]
fn c008_alternatives_are_shown_as_they_are() {
    assert_eq!(
        schema::<Find>()["properties"]["target"],
        json!({
            "description": "Which one.",
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
            ]
        })
    );
    assert_eq!(read::<Find>(r#"{"target": 7}"#), Some(Find { target: Target::Id(7) }));
    assert_eq!(
        told::<Find>(r#"{"target": {"nam": "a"}}"#),
        "`target.name`: is missing, expected a string; `nam` is not a declared field: did you mean `name`?"
    );
    assert!(
        told::<Find>(r#"{"target": "7"}"#).starts_with(
            "`target`: expected an integer of at least 0 or an object, got the string"
        )
    );
    // The same as a text that came from elsewhere.
    let raw = dsh_tools::schema::RawSchema::compile(schema::<Find>()).unwrap();
    assert!(raw.validate(&FrozenJson::parse(r#"{"target": {"name": "a"}}"#).unwrap()).is_ok());
    assert!(raw.validate(&FrozenJson::parse(r#"{"target": "a"}"#).unwrap()).is_err());
}

#[derive(Debug, PartialEq, ToolArgs)]
struct How {
    /// How to go about it.
    mode: Mode,
}

#[derive(Debug, PartialEq, ToolValue)]
enum Mode {
    /// quick, lossy
    Fast,
    /// slow, exact
    Exact,
    Plain,
}

#[test]
fn c019_documented_variants_are_a_plain_list() {
    assert_eq!(
        schema::<How>()["properties"]["mode"],
        json!({
            "type": "string",
            "description": "How to go about it.\n`Fast`: quick, lossy\n`Exact`: slow, exact",
            "enum": ["Fast", "Exact", "Plain"]
        })
    );
    // Beside variants that hold something the plain ones are one list, too.
    assert_eq!(
        schema::<Outer>()["oneOf"][0],
        json!({"type": "string", "description": "`as-is`: As it was.", "enum": ["as-is", "not-at-all"]})
    );
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

#[derive(Debug, PartialEq, ToolValue)]
struct Chain<T> {
    value: T,
    next: Option<OneOrMany<Box<Chain<T>>>>,
}

#[derive(Debug, PartialEq, ToolValue)]
struct Chains {
    numbers: Chain<u8>,
    flags: Chain<bool>,
}

#[test]
fn c075_generic_alternatives() {
    assert_eq!(
        schema::<OneOrMany<u8>>(),
        json!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": 255},
            {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}}
        ]})
    );
    assert_eq!(read::<OneOrMany<u8>>("[1]"), Some(OneOrMany::Many(vec![1])));
    let pair = schema::<Chains>();
    let names: Vec<&String> = pair["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["Chain", "Chain2"], "a name each");
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(untagged)]
enum Amount {
    Whole { q: i32 },
    Part { q: f64 },
}

#[test]
fn c084_names_are_strings_and_order_decides_what_overlaps() {
    assert_eq!(
        told::<Op>(r#"{"op": 0}"#),
        r#"`op`: expected one of "read", "write_all", "list", got the number 0"#
    );
    assert_eq!(read::<Amount>(r#"{"q": 1}"#), Some(Amount::Whole { q: 1 }));
    assert_eq!(
        read::<Amount>(r#"{"q": 1.0}"#),
        Some(Amount::Whole { q: 1 }),
        "an integer, as in all schemas"
    );
    assert_eq!(read::<Amount>(r#"{"q": 1.5}"#), Some(Amount::Part { q: 1.5 }));
    let shown = schema::<Amount>();
    assert_eq!(shown["anyOf"][0]["properties"]["q"]["type"], "integer");
    assert_eq!(shown["anyOf"][1]["properties"]["q"]["type"], "number");
}
