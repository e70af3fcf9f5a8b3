//! Where a capture is seen.

use super::{TOOL, child, giving, names, taken};
use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{CaptureOptions, StructuredCapture};
use serde_json::json;

#[tokio::test]
async fn s253_each_child_sees_its_own_capture_and_nobody_else_sees_any() {
    let registry = registry([free("t").body(|_, _| async { "done" }).build()]);
    let parent = registry.scope("parent");
    let (first, second, plain) = (parent.child("1"), parent.child("2"), parent.child("3"));
    let of = |key: &str| json!({"type": "object", "properties": {key: {"type": "string"}}, "required": [key]});
    let one = StructuredCapture::install(&first, of("one")).unwrap();
    let two = StructuredCapture::install(&second, of("two")).unwrap();
    for (scope, key) in [(&first, "one"), (&second, "two")] {
        assert_eq!(names(scope), [TOOL, "t"]);
        let schemas = scope.schemas();
        assert_eq!(
            schemas[0].parameters.get("required").unwrap().to_string(),
            format!("[{key:?}]")
        );
    }
    for scope in [&parent, &plain, &first.child("helper"), &first.child("helper").child("its")] {
        assert_eq!(names(scope), ["t"]);
        assert!(scope.get(TOOL).is_none());
        let result = scope.execute(call(TOOL, r#"{"one":"x"}"#)).await;
        assert_eq!(code(&result), "UNKNOWN_TOOL");
        assert!(!result.text().contains("`structured_output`, "), "{}", result.text());
    }
    assert_eq!(code(&registry.execute(call(TOOL, r#"{"one":"x"}"#)).await), "UNKNOWN_TOOL");
    assert_eq!(registry.schemas().len(), 1);

    let (a, b) = tokio::join!(
        first.execute(call(TOOL, r#"{"one":"a"}"#)),
        second.execute(call(TOOL, r#"{"two":"b"}"#)),
    );
    assert!(!a.is_error() && !b.is_error());
    assert_eq!(taken(&one).as_deref(), Some(r#"{"one":"a"}"#));
    assert_eq!(taken(&two).as_deref(), Some(r#"{"two":"b"}"#));

    drop(one);
    assert_eq!(names(&first), ["t"]);
    assert_eq!(first.execute(call("t", "{}")).await.text(), "done");
    assert_eq!(code(&first.execute(call(TOOL, r#"{"one":"x"}"#)).await), "UNKNOWN_TOOL");
    assert_eq!(names(&second), [TOOL, "t"], "the other's stays");
}

#[tokio::test]
async fn a_tool_of_the_same_name_further_out_is_shadowed_here_and_seen_below() {
    let registry = registry([free(TOOL).body(|_, _| async { "the registry's" }).build()]);
    let scope = registry.scope("child");
    let helper = scope.child("helper");
    let capture = StructuredCapture::install(&scope, super::schema()).unwrap();
    assert_eq!(names(&scope), [TOOL]);
    assert_eq!(names(&helper), [TOOL]);
    assert_eq!(helper.execute(giving("call_1", 1)).await.text(), "the registry's");
    assert_eq!(taken(&capture), None, "another tool of that name");
    // Restrictions below filter what is handed down, and that is the registry's.
    helper.restrict(ToolRestriction::all().deny([TOOL])).unwrap();
    assert_eq!(code(&helper.execute(giving("call_1", 1)).await), "UNKNOWN_TOOL");
    assert!(!scope.execute(giving("call_2", 2)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":2}"#));
}

#[tokio::test]
async fn a_capture_below_a_capture_is_its_own() {
    let (scope, outer) = child();
    let below = scope.child("helper");
    let inner = StructuredCapture::install(&below, super::schema()).unwrap();
    assert_eq!(code(&below.execute(call(TOOL, "{}")).await), "INVALID_ARGS");
    assert!(!below.execute(giving("call_1", 1)).await.is_error());
    assert_eq!(taken(&inner).as_deref(), Some(r#"{"n":1}"#));
    assert_eq!(taken(&outer), None);
    let why = outer.finish().unwrap_err();
    assert!(why.to_string().contains("without a call"), "the failure was the other's: {why}");
}

#[tokio::test]
async fn a_tool_may_have_another_name_and_description() {
    let scope = registry([]).scope("child");
    let capture = CaptureOptions::new()
        .tool_name("report")
        .description("Report.")
        .install(&scope, super::schema())
        .unwrap();
    let schema = &scope.schemas()[0];
    assert_eq!((&*schema.name, &*schema.description), ("report", "Report."));
    assert!(capture.demand().contains("`report`"));
    assert_eq!(schema.parameters.to_string(), super::schema().to_string());
    let hints = scope.get("report").unwrap().hints();
    assert_eq!((hints.read_only, hints.open_world), (Some(true), Some(false)));
    assert!(scope.get("report").unwrap().is_enforced());
    let error = CaptureOptions::new().tool_name("two words").install(&scope, super::schema());
    assert!(error.unwrap_err().to_string().contains("two words"));
}

#[tokio::test]
async fn who_waits_hears_of_the_value_or_of_the_end() {
    let (scope, capture) = child();
    let waiting = tokio::spawn(capture.wait());
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    scope.execute(giving("call_1", 1)).await;
    assert_eq!(waiting.await.unwrap().unwrap().to_string(), r#"{"n":1}"#);
    assert!(capture.wait().await.is_ok(), "also afterwards");

    for closes in [false, true] {
        let (scope, capture) = child();
        let waiting = tokio::spawn(capture.wait());
        tokio::task::yield_now().await;
        let kept = if closes {
            assert!(scope.close());
            Some(capture)
        } else {
            drop(capture);
            None
        };
        let why = waiting.await.unwrap().unwrap_err();
        assert!(why.to_string().contains("without a call"), "{why}");
        assert_eq!(kept.is_some(), closes);
    }
}
