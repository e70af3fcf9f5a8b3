//! Captures of types.

use super::{TOOL, taken};
use crate::support::{call, code, registry};
use dsh_tools::prelude::*;
use dsh_tools::schema::RawSchema;
use dsh_tools::{RunEnd, StructuredCapture, StructuredOutputSchema};
use serde_json::json;

/// What was found.
#[derive(Debug, PartialEq, ToolArgs)]
struct Finding {
    /// Where.
    path: String,
    #[arg(range(min = 1, max = 10), default = 5)]
    weight: u8,
    note: Option<String>,
    kind: Kind,
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(tag = "of")]
enum Kind {
    Bug { line: u32 },
    Style,
}

#[tokio::test]
async fn a_type_is_given_checked_and_read() {
    let scope = registry([]).scope("child");
    let capture = StructuredCapture::<Finding>::of(&scope).unwrap();
    let wrong =
        scope.execute(call(TOOL, r#"{"path":"a.rs","weight":11,"kind":{"of":"Bug"}}"#)).await;
    assert_eq!(code(&wrong), "INVALID_ARGS");
    assert!(
        wrong.text().contains("`weight`: expected an integer from 1 to 10"),
        "{}",
        wrong.text()
    );
    assert!(capture.captured().is_none());
    scope.execute(call(TOOL, r#"{"path":"a.rs","kind":{"of":"Bug","line":3}}"#)).await;
    // What the type says of absent keys is in the value.
    assert_eq!(
        taken(&capture).as_deref(),
        Some(r#"{"path":"a.rs","weight":5,"note":null,"kind":{"of":"Bug","line":3}}"#)
    );
    let finding = capture.settle(RunEnd::Finished).unwrap();
    let expected =
        Finding { path: "a.rs".into(), weight: 5, note: None, kind: Kind::Bug { line: 3 } };
    assert_eq!(finding, expected);
}

#[derive(Debug, PartialEq, ToolArgs)]
#[arg(tag = "verdict")]
enum Verdict {
    Good,
    Bad { reason: String },
}

#[tokio::test]
async fn a_union_at_the_root_is_a_type_like_others() {
    let scope = registry([]).scope("child");
    let capture = StructuredCapture::<Verdict>::of(&scope).unwrap();
    assert_eq!(code(&scope.execute(call(TOOL, r#"{"verdict":"Bad"}"#)).await), "INVALID_ARGS");
    let waiting = capture.wait();
    scope.execute(call(TOOL, r#"{"verdict":"Bad","reason":"slow"}"#)).await;
    assert_eq!(waiting.await.unwrap(), Verdict::Bad { reason: "slow".into() });
}

#[tokio::test]
async fn schemas_with_more_words_are_enforced_as_well() {
    let scope = registry([]).scope("child");
    let raw = RawSchema::compile(json!({
        "type": "object",
        "properties": {"id": {"type": "string", "pattern": "^[a-z]+$", "maxLength": 3}},
        "required": ["id"],
    }))
    .unwrap();
    let capture = StructuredCapture::install(&scope, raw).unwrap();
    assert_eq!(code(&scope.execute(call(TOOL, r#"{"id":"ABC"}"#)).await), "INVALID_ARGS");
    assert_eq!(code(&scope.execute(call(TOOL, r#"{"id":"abcd"}"#)).await), "INVALID_ARGS");
    assert!(!scope.execute(call(TOOL, r#"{"id":"abc"}"#)).await.is_error());
    drop(capture);
    // The text of a type's schema, where the type itself is not at hand.
    let capture =
        StructuredCapture::install(&scope, StructuredOutputSchema::wide::<Finding>()).unwrap();
    let wrong = r#"{"path":"a.rs","weight":11,"note":null,"kind":{"of":"Style"}}"#;
    assert_eq!(code(&scope.execute(call(TOOL, wrong)).await), "INVALID_ARGS");
    let result = scope.execute(call(TOOL, &wrong.replace("11", "1"))).await;
    assert!(!result.is_error(), "{}", result.text());
    assert!(capture.is_captured());
    let error =
        StructuredCapture::install(&scope.child("x"), RawSchema::compile(json!({})).unwrap());
    assert!(error.is_err(), "a root that may be anything");
}

#[tokio::test]
async fn numbers_are_taken_as_they_were_written() {
    let scope = registry([]).scope("child");
    let schema = json!({"type": "object", "properties": {"n": {"type": "number"}}});
    let capture = StructuredCapture::install(&scope, schema).unwrap();
    let text = r#"{"n":0.1000000000000000055511151231257827, "m":12345678901234567890123}"#;
    assert!(!scope.execute(call(TOOL, text)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(text));
}
