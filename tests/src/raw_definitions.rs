//! Definitions whose schemas came as text: what arguments and outputs are held to, and what is told of bad ones.

use crate::support::{Ears, call, code, registry, start};
use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use dsh_tools::schema::RawSchema;
use dsh_tools::tool::{PromisedOutput, Undeclared, Validated};
use dsh_tools::{
    ErrorCode, RegisterProblem, StructuredOutputSchema, ToolDefinitionBuilder, ToolExecutionMode,
};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Spaces as a server may send them.
const SEARCH: &str = r#"{ "type":"object", "properties": {
    "query": {"type": "string", "minLength": 1}, "limit": {"type": "integer", "maximum": 50},
    "in": {"enum": ["code", "issues", null]} },
  "required": ["query"], "additionalProperties": false }"#;

fn search() -> ToolDefinition {
    start("search")
        .validated(SEARCH)
        .body(|arguments: FrozenJson, _| async move {
            arguments.get("query").and_then(Cursor::as_str).map_or_else(String::new, String::from)
        })
        .build()
}

#[tokio::test]
async fn arguments_are_walked_before_the_body_runs() {
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let tool = start("search")
        .validated(SEARCH)
        .body(move |arguments, _| {
            counted.fetch_add(1, Ordering::SeqCst);
            async move { arguments.to_string() }
        })
        .build();
    assert!(tool.is_enforced());
    let text = r#"{"query": "x",  "limit": 5.0}"#;
    assert_eq!(tool.call(text).await.text(), text, "as the model wrote it");
    let refused = tool.call(r#"{"query":"","limit":51,"in":"cod","depth":1}"#).await;
    assert_eq!(code(&refused), "INVALID_ARGS");
    assert_eq!(
        refused.text(),
        "Error: invalid arguments for `search`: 4 violations\n\
         `query`: expected a string of at least 1 character, got 0 characters\n\
         `limit`: expected an integer of at most 50, got the number 51\n\
         `in`: expected one of \"code\", \"issues\", null, got the string \"cod\"\n\
         `depth`: is not a declared field; declared fields: `query`, `limit`, `in`"
    );
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[test]
fn what_is_advertised_is_what_came_byte_for_byte() {
    assert_eq!(search().schema().parameters.to_string(), SEARCH);
}

#[tokio::test]
async fn a_schema_is_taken_in_every_form_that_it_comes_in() {
    let value: Value = serde_json::from_str(SEARCH).unwrap();
    let entries: Map<String, Value> = value.as_object().unwrap().clone();
    let frozen = FrozenJson::parse(SEARCH).unwrap();
    let raw = RawSchema::compile(frozen.clone()).unwrap();
    let build = |builder: ToolDefinitionBuilder<_>| builder.body(|_, _| async { "ran" }).build();
    for tool in [
        build(start("t").validated(SEARCH)),
        build(start("t").validated(SEARCH.to_owned())),
        build(start("t").validated(value)),
        build(start("t").validated(Arc::new(entries.clone()))),
        build(start("t").validated(entries)),
        build(start("t").validated(&frozen)),
        build(start("t").validated(frozen)),
        build(start("t").validated(&raw)),
        build(start("t").validated(raw)),
        build(start("t").validated(RawSchema::options().formats(false).compile(json!({
            "properties": {"query": {"minLength": 1, "format": "colour"}}, "required": ["query"]
        })))),
    ] {
        assert_eq!(tool.call(r#"{"query":"x"}"#).await.text(), "ran");
        assert_eq!(code(&tool.call(r#"{"query":""}"#).await), "INVALID_ARGS");
        registry([tool]);
    }
}

#[tokio::test]
async fn arguments_are_an_object_whatever_the_root_says() {
    for schema in ["true", "{}", r#"{"minProperties":0}"#, r#"{"type":["object","array"]}"#] {
        let tool = start("t").validated(schema).body(|_, _| async { "ran" }).build();
        assert_eq!(registry([tool.clone()]).execute(call("t", "{}")).await.text(), "ran");
        for text in ["[]", "7", r#""x""#] {
            let refused = tool.call(text).await;
            assert_eq!(code(&refused), "INVALID_ARGS", "{schema} {text}");
            assert!(refused.text().contains("`arguments`: expected an object"), "{refused:?}");
        }
    }
    for schema in [
        json!({"type": "string"}),
        json!({"type": ["array", "null"], "items": {}}),
        json!({"$ref": "#/$defs/S", "$defs": {"S": {"type": "integer"}}}),
        json!({"enum": [1, 2]}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    ] {
        let tool = start("t").validated(schema.clone()).body(|_, _| async { "" }).build();
        let error = ToolRegistry::new().register(tool).unwrap_err().to_string();
        assert!(error.contains("`t`") && error.contains("admits no object"), "{schema}: {error}");
    }
}

#[test]
fn a_schema_that_is_not_understood_is_told_with_every_reason_and_nothing_is_registered() {
    let schema = json!({
        "type": "objekt",
        "properties": {
            "a": {"type": "string", "pattern": "("},
            "b": {"$ref": "#/$defs/nowhere"},
            "c": {"colour": "red"},
            "d": {"unevaluatedProperties": false}
        }
    });
    let bad = start("bad").validated(schema).body(|_, _| async { "" }).build();
    let registry = ToolRegistry::new();
    let error = registry.register_all([search(), bad]).unwrap_err();
    let [problem] = error.problems() else { panic!("{error}") };
    assert_eq!(problem.code(), Some(ErrorCode::UnsupportedSchema));
    let RegisterProblem::Parameters { error: reasons, .. } = problem else { panic!("{error}") };
    let places: Vec<_> =
        reasons.defects().map(|defect| (defect.pointer(), defect.keyword())).collect();
    assert_eq!(
        places,
        [
            ("", Some("type")),
            ("/properties/a", Some("pattern")),
            ("/properties/b", Some("$ref")),
            ("/properties/c", Some("colour")),
            ("/properties/d", Some("unevaluatedProperties")),
        ]
    );
    let text = error.to_string();
    assert!(text.contains("`bad` (tests/src/"), "{text}");
    assert!(text.contains("with the feature `jsonschema` of this library it is"), "{text}");
    assert!(registry.schemas().is_empty());
}

#[tokio::test]
async fn a_definition_that_cannot_be_registered_runs_with_nothing() {
    let schema = json!({"type": "object", "if": 7});
    let tool = start("t").validated(schema).body(|_, _| async { "ran" }).build();
    assert!(tool.is_enforced());
    assert_eq!(code(&tool.call("{}").await), "UNSUPPORTED_SCHEMA");
    assert_eq!(tool.execution_mode("{}"), ToolExecutionMode::Exclusive);
}

#[tokio::test]
async fn presenters_and_classifier_get_what_is_valid_and_nothing_else() {
    let query = |arguments: &FrozenJson| {
        arguments.get("query").and_then(Cursor::as_str).unwrap().into_owned()
    };
    let tool = start("search")
        .validated(SEARCH)
        .body(|_, _| async { "found" })
        .present_call(move |arguments| ToolCallView::generic(query(arguments)))
        .present_result(move |arguments, _| ToolResultView::terminal(query(arguments)))
        .parallel_when(|arguments| arguments.get("limit").is_none())
        .finalize(|result| Some(vec![ContentBlock::text(format!("[{}]", result.text()))]))
        .build();
    let (good, bad) = (r#"{"query":"x"}"#, r#"{"limit":1}"#);
    let parsed = |text| FrozenJson::parse(text).unwrap();
    let result = tool.call(good).await;
    assert_eq!(result.text(), "[found]");
    assert_eq!(tool.present_call(&parsed(good)).unwrap().one_line(), "[other] x");
    assert!(tool.present_result(&parsed(good), &result.data()).is_some());
    assert_eq!(tool.execution_mode(good), ToolExecutionMode::Parallel);
    let refused = tool.call(bad).await;
    assert!(refused.text().starts_with("[Error: invalid arguments"), "{}", refused.text());
    assert!(tool.present_call(&parsed(bad)).is_none());
    assert!(tool.present_result(&parsed(bad), &result.data()).is_none());
    assert_eq!(tool.execution_mode(bad), ToolExecutionMode::Exclusive);
    // What cannot be read has no presenter, and never panics in one.
    assert!(tool.present_call(&parsed("[]")).is_none());
}

#[tokio::test]
async fn null_is_a_value_like_others_in_a_schema_that_came_as_text() {
    let tool = search();
    assert!(!tool.call(r#"{"query":"x","in":null}"#).await.is_error());
    let refused = tool.call(r#"{"query":"x","limit":null}"#).await;
    assert!(
        refused.text().ends_with("`limit`: expected an integer of at most 50, got null"),
        "{}",
        refused.text()
    );
}

#[tokio::test]
async fn hooks_and_observers_see_refused_arguments_as_they_came() {
    let registry = registry([search()]);
    let ears = Ears::on(&registry);
    let result = registry.execute(call("search", r#"{"limit": 1}"#)).await;
    let error = result.outcome().unwrap_err().source().unwrap();
    let error = error.downcast_ref::<dsh_tools::ToolArgsError>().unwrap();
    assert_eq!(error.violations().iter().next().unwrap().pointer(), "/query");
    assert_eq!(ears.one().0.arguments().unwrap().to_string(), r#"{"limit": 1}"#);
}

// --- outputs

fn rows() -> Value {
    json!({
        "type": "object",
        "properties": {"rows": {"type": "array", "items": {"type": "integer"}}},
        "required": ["rows"],
        "additionalProperties": false
    })
}

fn giving(text: &'static str) -> ToolDefinitionBuilder<Validated, Undeclared> {
    start("count")
        .validated(r#"{"type":"object"}"#)
        .body(move |_, _| async move { ToolOutput::document(FrozenJson::parse(text).unwrap()) })
}

fn counted(value: &FrozenJson) -> String {
    format!("{} rows", value.get("rows").map_or(0, Cursor::len))
}

#[tokio::test]
async fn an_output_is_held_to_its_schema_and_rendered_from_the_value() {
    let tool = giving(r#"{"rows":[1,2]}"#).output(rows(), counted).build();
    let result = tool.call("{}").await;
    assert_eq!(result.text(), "2 rows");
    assert_eq!(result.value().unwrap(), &json!({"rows": [1, 2]}));
    assert_eq!(tool.output_schema().unwrap(), &rows());
    let wrong =
        giving(r#"{"rows":[1,"2"],"more":0}"#).output(rows(), counted).build().call("{}").await;
    assert_eq!(code(&wrong), "INVALID_TOOL_OUTPUT");
    assert_eq!(
        wrong.text(),
        "Error: the tool's output does not fit its schema:\n\
         `rows[1]`: expected an integer, got the string \"2\"; write it without quotes\n\
         `more`: is not a declared field; declared fields: `rows`"
    );
    let meta = giving(r#"{"rows":[]}"#).output(rows(), counted).meta(|_| json!({"seen": true}));
    assert_eq!(meta.build().call("{}").await.meta().unwrap(), &json!({"seen": true}));
}

#[tokio::test]
async fn an_output_schema_that_says_more_comes_compiled() {
    let wide = json!({"type": "object", "properties": {"rows": {"minItems": 1}}});
    let raw = RawSchema::compile(wide.clone()).unwrap();
    let tool = giving(r#"{"rows":[]}"#).output(raw, counted).build();
    assert_eq!(code(&registry([tool]).execute(call("count", "{}")).await), "INVALID_TOOL_OUTPUT");
    let structured = StructuredOutputSchema::wide::<Vec<u8>>();
    let tool = giving("[1]").output(structured, |_| "bytes").build();
    assert_eq!(registry([tool]).execute(call("count", "{}")).await.text(), "bytes");
    let text = FrozenJson::parse(r#"{ "type": "null" }"#).unwrap();
    let tool = giving("null").output(text, |_| "nothing").build();
    assert_eq!(tool.output_schema().unwrap().to_string(), r#"{ "type": "null" }"#);
}

/// Of what does not promise an output, one of these is meant; of what does, nobody can tell which.
trait Told<By> {
    fn is_open() -> bool {
        true
    }
}

struct Itself;
struct Promise;

impl<O> Told<Itself> for O {}
impl<O: PromisedOutput> Told<Promise> for O {}

/// Whether a builder could be built does not depend on values: that this compiles is half of the test.
fn is_open<I, O: Told<By>, By>(_: &ToolDefinitionBuilder<I, O>) -> bool {
    O::is_open()
}

#[test]
fn s013_a_body_that_promises_nothing_makes_no_definition() {
    assert!(is_open(&giving("{}")));
    assert!(is_open(&start("t").validated("{}")));
    let finished: ToolDefinition = giving("{}").output(rows(), counted).build();
    assert_eq!(finished.name(), "count");
}

#[test]
fn s014_an_output_schema_outside_of_the_subset_is_refused_with_all_violations() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": ["string", "null"]},
            "b": {"type": "string", "minLength": 1},
            "c": {"type": "array", "items": {"$ref": "#/$defs/x"}}
        },
        "required": ["d"]
    });
    let registry = ToolRegistry::new();
    let tool = giving("{}").output(schema, counted).build();
    let error = registry.register(tool).unwrap_err();
    let [problem] = error.problems() else { panic!("{error}") };
    assert_eq!(problem.code().unwrap(), "UNSUPPORTED_SCHEMA");
    let RegisterProblem::OutputSchema { error: violations, .. } = problem else {
        panic!("{error}")
    };
    let paths: Vec<String> = violations.violations().map(|violation| violation.path()).collect();
    assert_eq!(
        paths,
        [
            "schema.properties.a.type",
            "schema.properties.b.minLength",
            "schema.properties.c.items.$ref",
            "schema.required",
        ]
    );
    let text = error.to_string();
    assert!(text.contains("`count` (tests/src/") && text.contains("4 violations"), "{text}");
    assert!(registry.schemas().is_empty());
}

// --- hostile

/// A chain of definitions, each twice what the next one is.
fn doubling(levels: usize) -> Value {
    let twice = |at: usize| json!({"allOf": [{"$ref": format!("#/$defs/{at}")}, {"$ref": format!("#/$defs/{at}")}]});
    let mut defs: Map<String, Value> =
        (0..levels).map(|at| (at.to_string(), twice(at + 1))).collect();
    defs.insert(levels.to_string(), json!({"type": "object"}));
    json!({"$ref": "#/$defs/0", "$defs": defs})
}

#[tokio::test]
async fn c058_cyclic_and_exploding_foreign_schemas_end_with_a_diagnostic() {
    let tool = |schema: Value| start("t").validated(schema).body(|_, _| async { "ran" }).build();
    let ring = json!({"$ref": "#/$defs/a", "$defs": {
        "a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}
    }});
    for (schema, told) in [
        (json!({"$ref": ""}), "refers to itself without going into a value"),
        (json!({"$ref": "#"}), "refers to itself without going into a value"),
        (ring, "refers to itself without going into a value"),
        (json!({"$ref": "https://example.com/tool.json"}), "nothing is fetched"),
        (doubling(60), "schemas of the same value within each other"),
    ] {
        let error = ToolRegistry::new().register(tool(schema)).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
    // A short chain is a schema: whoever is called by it gets an answer.
    let registry = registry([tool(doubling(10))]);
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "ran");
    // What doubles further is refused before it takes long; the neighbour is not affected.
    let exploding = doubling(28);
    registry
        .register(start("u").validated(exploding).body(|_, _| async { "ran" }).build())
        .unwrap();
    assert!(registry.execute(call("u", "{}")).await.text().contains("takes too long"));
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "ran");
    // Five megabytes of properties.
    let many: Map<String, Value> = (0..16_000)
        .map(|at| {
            (format!("property_{at}"), json!({"type": "string", "description": "x".repeat(280)}))
        })
        .collect();
    let large = serde_json::to_string(&json!({"type": "object", "properties": many})).unwrap();
    assert!(large.len() > 5 << 20);
    registry.register(start("v").validated(large).body(|_, _| async { "ran" }).build()).unwrap();
    let refused = registry.execute(call("v", r#"{"property_9999":1}"#)).await;
    assert!(refused.text().contains("`property_9999`: expected a string"), "{}", refused.text());
}

#[test]
fn what_may_be_null_in_a_result_is_told_to_be_so() {
    #[derive(ToolValue)]
    struct Verdict {
        _label: Option<String>,
        _score: Option<u8>,
    }
    let schema = StructuredOutputSchema::wide::<Verdict>().unwrap();
    let found = schema.validate(&FrozenJson::parse(r#"{"_score":"x"}"#).unwrap()).unwrap_err();
    assert_eq!(
        found.to_string(),
        "`_label`: is missing, expected a string or null\n\
         `_score`: expected an integer from 0 to 255 or null, got the string \"x\""
    );
}
