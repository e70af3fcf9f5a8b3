//! Values nested too deep to be copied, written or dropped by those who recurse.

use crate::support::{Ears, call, code, free, registry};
use dsh_tools::RegisterProblem;
use dsh_tools::prelude::*;
use serde_json::{Map, Value};

/// Far more levels than a stack has room for.
const LEVELS: usize = 100_000;

fn deep() -> Value {
    (0..LEVELS).fold(Value::Null, |inner, _| Value::Array(vec![inner]))
}

#[tokio::test]
async fn s077_arguments_that_are_too_deep_are_refused_wherever_they_get_to() {
    let registry = registry([free("t").body(|_, _| async { "ran" }).build()]);
    drop(registry.execute(ToolExecutionInput::new("1", "t", deep())));
    let input = ToolExecutionInput::new("1", "t", deep());
    assert_eq!(input.record().arguments, "", "there is no text of them");
    for input in [input.clone(), input] {
        let result = registry.execute(input).await;
        assert_eq!(code(&result), "INVALID_JSON");
        assert!(result.text().contains("nested deeper than 128 levels"), "{}", result.text());
    }
    let map: Map<String, Value> = [("a".to_owned(), deep())].into_iter().collect();
    let result = registry.execute(ToolExecutionInput::new("1", "t", map)).await;
    assert_eq!(code(&result), "INVALID_JSON");
}

#[tokio::test]
async fn s223_metadata_that_is_too_deep_is_invalid_output_and_nothing_worse() {
    let built = free("built").body(|_, _| async { ToolOutput::text("x").with_meta(deep()) });
    let wrong = free("wrong")
        .body(|_, _| async { ToolOutput::document(FrozenJson::null()).with_meta(deep()) });
    let projected = free("projected").body(|_, _| async { "x" }).meta(|_| deep());
    let registry =
        registry([built.text_output().build(), wrong.text_output().build(), projected.build()]);
    let ears = Ears::on(&registry);
    for name in ["built", "wrong", "projected"] {
        let result = registry.execute(call(name, "{}")).await;
        assert_eq!(code(&result), "INVALID_TOOL_OUTPUT", "{name}");
        assert!(result.value().is_none());
    }
    let parent = ears.heard()[0].0.token();
    let nested = registry.execute(call("built", "{}").parent(parent)).await;
    assert_eq!(nested.text(), "x", "S224: nested calls have no metadata");
}

#[tokio::test]
async fn s222_a_value_that_is_too_deep_is_invalid_output_and_taken_apart() {
    let value = free("t").body(|_, _| async { Json(deep()) }).build();
    let map = free("t")
        .body(|_, _| async {
            Json([("a".to_owned(), deep())].into_iter().collect::<Map<String, Value>>())
        })
        .build();
    for tool in [value, map] {
        let result = tool.call("{}").await;
        assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
        assert!(result.text().contains("128 levels"), "{}", result.text());
    }
}

#[test]
fn s039_ours_a_schema_that_is_too_deep_is_refused_when_it_is_registered() {
    let tool = ToolDefinition::builder("t")
        .description("..")
        .unvalidated(deep())
        .body(|_, _| async { "" })
        .build();
    let error = ToolRegistry::new().register(tool).unwrap_err();
    assert!(matches!(error.problems(), [RegisterProblem::Definition { .. }]), "{error}");
}

#[test]
fn metadata_is_given_in_any_form_that_is_json() {
    let frozen = FrozenJson::parse("{\"n\": 12345678901234567890123}").unwrap();
    let map: Map<String, Value> = Map::new();
    let outputs = [
        ToolOutput::text("x").with_meta(frozen),
        ToolOutput::text("x").with_meta(serde_json::json!({"n": 1})),
        ToolOutput::text("x").with_meta(map),
    ];
    assert_eq!(outputs.len(), 3);
}

#[tokio::test]
async fn s077_a_document_that_was_parsed_with_a_limit_of_its_own_is_measured_again() {
    for (depth, code) in [(128, "ok"), (129, "INVALID_JSON"), (1000, "INVALID_JSON")] {
        let text = format!("{}{}", r#"{"a":"#.repeat(depth - 1), "{}") + &"}".repeat(depth - 1);
        let document = FrozenJson::parse_with_depth(text, 1024).unwrap();
        let tool = free("any").body(|_, _| async { "ran" }).build();
        let result = tool.call(document).await;
        let found = match result.outcome() {
            Ok(_) => "ok".to_owned(),
            Err(failure) => failure.code().to_string(),
        };
        assert_eq!(found, code, "{depth}");
    }
}
