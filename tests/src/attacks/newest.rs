//! Testing, effective arguments, limits and whatever else came last.

use crate::support::{call, free, registry};
use dsh_tools::json::FrozenJson;
use dsh_tools::prelude::*;
use dsh_tools::schema::{decode, effective};
use dsh_tools::testing::{SchemaSnapshot, assert_accepts, assert_rejects};
use dsh_tools::{OutputLimit, ToolValue};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::panic::catch_unwind;

fn is_breaking(before: &Value, now: &Value) -> bool {
    let snapshot = |schema: &Value| {
        let whole = json!({"type": "object", "properties": {"p": schema}});
        let tools = json!([{"name": "t", "description": "T.", "parameters": whole}]);
        SchemaSnapshot::parse(&tools.to_string()).unwrap()
    };
    let drift = snapshot(before).drift_to(&snapshot(now));
    assert!(!drift.is_empty());
    drift.is_breaking()
}

/// A call that fitted before, and fits no more, of each pair.
#[test]
fn what_breaks_calls_is_not_called_compatible() {
    for (before, now) in [
        // `[]` fits, and then needs one.
        (
            json!({"type": "array", "contains": {"const": 1}, "minContains": 0}),
            json!({"type": "array", "contains": {"const": 1}}),
        ),
        // `[1, 2]` has one that counts, and then two.
        (
            json!({"type": "array", "contains": {"const": 1}, "maxContains": 1}),
            json!({"type": "array", "contains": {"type": "integer"}, "maxContains": 1}),
        ),
        (
            json!({"type": "array", "contains": {"const": 1}, "maxContains": 1}),
            json!({"type": "array", "contains": {}, "maxContains": 1}),
        ),
        // `{"a": 1}`.
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}}),
        ),
        // `3` has two forms then.
        (
            json!({"oneOf": [{"type": "integer"}]}),
            json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}),
        ),
    ] {
        assert!(is_breaking(&before, &now), "{before} to {now}");
    }
    for (before, now) in [
        (
            json!({"type": "array", "contains": {"const": 1}, "minContains": 2}),
            json!({"type": "array", "contains": {"const": 1}}),
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            json!({"type": "object", "properties": {"a": {"type": "number"}}, "additionalProperties": {"type": "integer"}}),
        ),
        (
            json!({"type": "object", "additionalProperties": false}),
            json!({"type": "object", "properties": {"a": {"type": "number"}}, "additionalProperties": false}),
        ),
        (
            json!({"oneOf": [{"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"]}]}),
            json!({"oneOf": [
                {"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"]},
                {"type": "object", "properties": {"t": {"const": "b"}}, "required": ["t"]},
            ]}),
        ),
        (
            json!({"oneOf": [{"type": "integer"}]}),
            json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}),
        ),
    ] {
        assert!(!is_breaking(&before, &now), "{before} to {now}");
    }
}

/// A tool that cannot be registered neither accepts nor rejects anything.
#[test]
fn a_tool_with_defects_passes_no_assertion() {
    let tool = || {
        let schema = json!({"type": "object", "properties": {"a": {"type": "strnig"}}});
        ToolDefinition::builder("bad")
            .description("Bad.")
            .validated(schema)
            .body(|_, _| async { "" })
            .build()
    };
    assert!(ToolRegistry::builder().tool(tool()).build().is_err());
    let rejects = catch_unwind(|| assert_rejects!(tool(), {"a": 1}));
    assert!(rejects.is_err(), "it is no success that a broken tool rejects");
    let accepts = catch_unwind(|| assert_accepts!(tool(), {"a": 1}));
    assert!(accepts.is_err());
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
struct Strict {
    path: String,
    count: u32,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
struct Loose {
    #[arg(alias = "file")]
    path: String,
    #[arg(default = 3)]
    count: u32,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
#[arg(untagged)]
enum Either {
    Strict(Strict),
    Loose(Loose),
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Wrapped {
    it: Either,
}

/// A guard sees the names and values that the body gets, even where they make another form of it.
#[test]
fn what_is_in_effect_has_the_names_and_values_of_the_form_that_was_written() {
    for text in [
        r#"{"it":{"path":"a"}}"#,
        r#"{"it":{"file":"a","count":1}}"#,
        r#"{"it":{"path":"a","count":1}}"#,
    ] {
        let document = FrozenJson::parse(text).unwrap();
        let in_effect = effective(&document, Wrapped::NODE);
        let parts = |document| match decode::<Wrapped>(document).unwrap().it {
            Either::Strict(Strict { path, count }) | Either::Loose(Loose { path, count }) => {
                (path, count)
            }
        };
        assert_eq!(parts(&in_effect), parts(&document), "{text} is {in_effect}");
        assert_eq!(in_effect.get("it").unwrap().get("path").unwrap().as_str().unwrap(), "a");
    }
}

fn texts_of(blocks: &[ContentBlock]) -> String {
    blocks.iter().filter_map(ContentBlock::as_text).collect()
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(
        "[a-c\r\n é漢\u{1f468}\u{200d}\u{1f469}\u{301}\u{fe0f}\u{1f1e9}\u{202e}]{0,60}",
        1..5,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_result_is_longer_than_its_limit(texts in texts(), most in 0_usize..200, fails in any::<bool>()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let blocks = texts.clone();
        let tool = free("t").body(move |_, _| {
            let blocks: Vec<_> = blocks.iter().map(ContentBlock::text).collect();
            async move {
                if fails { Err(ToolError::msg(texts_of(&blocks))) }
                else { Ok(ToolOutput::text("whole").with_content(blocks)) }
            }
        }).text_output().build();
        let registry = registry([tool]);
        let plain = runtime.block_on(registry.execute(call("t", "{}")));
        registry.policy(OutputLimit::new(most));
        let cut = runtime.block_on(registry.execute(call("t", "{}")));
        let size = |result: &ToolExecutionResult| result.content().iter().filter_map(ContentBlock::as_text).map(str::len).sum::<usize>();
        prop_assert!(size(&cut) <= most, "{} of {most}: {:?}", size(&cut), cut.text());
        if size(&plain) <= most {
            prop_assert_eq!(plain.text(), cut.text());
        }
        prop_assert_eq!(plain.is_error(), cut.is_error());
    }
}
