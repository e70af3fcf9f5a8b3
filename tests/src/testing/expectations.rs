//! Expectations about results.

use super::said;
use dsh_tools::prelude::*;
use dsh_tools::testing::{ExpectResult, assert_failure, assert_success};
use dsh_tools::{AdditionalContext, Progress};
use serde_json::json;
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

type Files = HashMap<&'static str, &'static str>;

/// Read a file.
#[tool(read_only, timeout = "10s")]
async fn read(
    path: String,
    #[arg(range(min = 1))] limit: Option<u32>,
    files: &Files,
    cx: &ToolContext,
) -> Result<String, ToolError> {
    cx.progress(&Progress::of(1.0, 2.0).message("opening"));
    cx.defer_context(AdditionalContext::new("notes", "It has unsaved changes."));
    let text = files.get(&*path).ok_or_else(|| ToolError::new("NOT_FOUND", "no such file"))?;
    let limit = limit.map_or(usize::MAX, |limit| limit as usize);
    Ok(text.lines().take(limit).collect::<Vec<_>>().join("\n"))
}

#[derive(Debug, PartialEq, ToolValue)]
struct Size {
    rows: u32,
    columns: Option<u32>,
}

/// Measure a table.
#[tool]
async fn measure(rows: u32) -> Json<Size> {
    Json(Size { rows, columns: None })
}

fn files() -> Files {
    Files::from([("a.txt", "one\ntwo\nthree")])
}

#[tokio::test]
async fn what_holds_passes_and_gives_what_there_is() {
    let result = read::definition().call(json!({"path": "a.txt", "limit": 2})).state(files()).await;
    assert_eq!(result.expect_ok().value(), &json!("one\ntwo"));
    result.expect_text("one\ntwo");
    result.expect_text_with("two");
    assert_eq!(result.expect_value::<String>(), "one\ntwo");
    assert_success(&result);

    let result = measure::definition().call(json!({"rows": 3})).await;
    result.expect_json(json!({"columns": null, "rows": 3.0}));
    assert_eq!(result.expect_value::<Size>(), Size { rows: 3, columns: None });

    let result = read::definition().call(json!({"path": "b.txt"})).state(files()).await;
    assert_eq!(result.expect_failure("NOT_FOUND").message(), "no such file");
    assert_failure(&result, ErrorCode::custom("NOT_FOUND"));
}

#[tokio::test]
async fn a_failure_that_was_to_be_a_success_is_told_with_the_call() {
    let call = read::definition().call(json!({"path": "b.txt"})).state(files());
    let report = call.recorded().await;
    let told = "the call of `read` failed with `NOT_FOUND`, and was to succeed\n\
                \x20 arguments: {\"path\":\"b.txt\"}\n\
                \x20 text: Error: no such file\n\
                \x20 context: notes: It has unsaved changes.\n\
                \x20 progress: 1 of 2, opening";
    assert_eq!(said(|| report.expect_ok()), told);
    assert_eq!(said(|| report.expect_text("one")), told);
    assert_eq!(said(|| report.expect_text_with("one")), told);
    assert_eq!(said(|| report.expect_json(json!(1))), told);
    assert_eq!(said(|| report.expect_value::<String>()), told);
    assert_eq!(said(|| assert_success(&report)), told);
    // Of a result that was handed on, the call is not known.
    assert_eq!(
        said(|| report.result().expect_ok()),
        "the call failed with `NOT_FOUND`, and was to succeed\n\
         \x20 text: Error: no such file\n\
         \x20 context: notes: It has unsaved changes."
    );
}

#[tokio::test]
async fn violations_are_in_the_failure() {
    let call = read::definition().call(json!({"limit": 0, "path": 7})).state(files());
    let report = call.recorded().await;
    assert_eq!(
        said(|| report.expect_ok()),
        "the call of `read` failed with `INVALID_ARGS`, and was to succeed\n\
         \x20 arguments: {\"limit\":0,\"path\":7}\n\
         \x20 text:\n\
         \x20   Error: invalid arguments for `read`: 2 violations\n\
         \x20   `path`: expected a string, got the number 7\n\
         \x20   `limit`: expected an integer from 1 to 4294967295, got the number 0"
    );
    // Arguments that are no JSON are shown as they were written.
    let report = read::definition().call("{\"path\"").state(files()).recorded().await;
    assert!(said(|| report.expect_ok()).contains("\n  arguments: {\"path\"\n"));
}

#[tokio::test]
async fn what_a_panic_said_is_told_to_the_test() {
    let tool = ToolDefinition::builder("risky")
        .description("Panics.")
        .no_args()
        .body(|(), _cx| async move {
            assert!(Vec::<u8>::new().len() > 7, "seven are missing");
            String::new()
        })
        .build();
    let report = tool.call("{}").recorded().await;
    assert_eq!(
        said(|| report.expect_ok()),
        "the call of `risky` failed with `TOOL_PANICKED`, and was to succeed\n\
         \x20 arguments: {}\n\
         \x20 text: Error: the tool panicked in call `call`\n\
         \x20 cause: seven are missing"
    );
}

#[tokio::test]
async fn texts_that_differ_are_told_by_line() {
    let call = read::definition().call(json!({"path": "a.txt"})).state(files());
    let report = call.recorded().await;
    let rest = "\n  context: notes: It has unsaved changes.\n  progress: 1 of 2, opening";
    assert_eq!(
        said(|| report.expect_text("one\nTwo\nthree")),
        format!(
            "the text of the call of `read` is not as expected\n\
             \x20 line 2, expected: \"Two\"\n\
             \x20 line 2, found: \"two\"\n\
             \x20 arguments: {{\"path\":\"a.txt\"}}{rest}"
        )
    );
    assert!(
        said(|| report.expect_text("one\ntwo"))
            .contains("\n  line 3, expected: no such line\n  line 3, found: \"three\"\n")
    );
    let part = said(|| report.expect_text_with("four"));
    assert!(part.starts_with("the text of the call of `read` has no part \"four\"\n"), "{part}");
    assert!(part.contains("\n  text:\n    one\n    two\n    three\n"), "{part}");

    let short = read::definition().call(json!({"path": "a.txt", "limit": 1})).state(files()).await;
    assert!(said(|| short.expect_text("one ")).starts_with(
        "the text of the call is not as expected\n  expected: \"one \"\n  found: \"one\"\n"
    ));
}

#[tokio::test]
async fn values_that_differ_are_told_by_place() {
    let report = measure::definition().call(json!({"rows": 3})).recorded().await;
    assert_eq!(
        said(|| report.expect_json(json!({"rows": 4, "width": 1}))),
        "the value of the call of `measure` is not as expected: 3 differences\n\
         \x20 `rows`: expected 4, is 3\n\
         \x20 `width`: is missing, expected 1\n\
         \x20 `columns`: is not expected, is null\n\
         \x20 arguments: {\"rows\":3}\n\
         \x20 text: {\"rows\":3,\"columns\":null}\n\
         \x20 value: {\"rows\":3,\"columns\":null}"
    );
    let told = said(|| report.expect_value::<Vec<u8>>());
    assert!(
        told.starts_with(
            "the value of the call of `measure` is no `Vec<u8>`\n\
         \x20 violations: `value`: expected an array, got an object of 2 entries\n"
        ),
        "{told}"
    );
}

#[tokio::test]
async fn a_success_or_another_failure_that_was_to_be_a_failure() {
    let call = read::definition().call(json!({"limit": 1, "path": "a.txt"})).state(files());
    let report = call.recorded().await;
    assert_eq!(
        said(|| report.expect_failure("NOT_FOUND")),
        "the call of `read` succeeded, and was to fail with `NOT_FOUND`\n\
         \x20 arguments: {\"limit\":1,\"path\":\"a.txt\"}\n\
         \x20 text: one\n\
         \x20 context: notes: It has unsaved changes.\n\
         \x20 progress: 1 of 2, opening"
    );
    let report = read::definition().call("{}").recorded().await;
    let told = said(|| assert_failure(&report, "NOT_FOUND"));
    assert!(
        told.starts_with(
            "the call of `read` failed with `TOOL_ERROR`, and was to fail with `NOT_FOUND`\n"
        ),
        "{told}"
    );
}

#[tokio::test]
async fn long_texts_are_cut_and_hidden_characters_shown() {
    let text = format!("\u{202e}{}", "x".repeat(5000));
    let tool = ToolDefinition::builder("long").description("Long.").no_args();
    let tool = tool.body(move |(), _cx| std::future::ready(text.clone())).build();
    let report = tool.call("{}").recorded().await;
    let told = said(|| report.expect_failure("X"));
    assert!(told.contains("text: \\u{202e}xxx"), "{told}");
    assert!(told.ends_with("… (5001 characters)"), "{told}");
}

#[tokio::test]
async fn a_report_keeps_the_call_and_what_was_said_on_the_way() {
    let (send, heard) = std::sync::mpsc::channel();
    let call = read::definition().call(json!({"path": "a.txt"})).state(files());
    let report =
        call.on_progress(move |_, progress| send.send(progress.done).unwrap()).recorded().await;
    assert_eq!(report.call().arguments, r#"{"path":"a.txt"}"#);
    assert_eq!(report.progress(), [Progress::of(1.0, 2.0).message("opening")]);
    assert_eq!(report.contexts(), ["notes: It has unsaved changes."]);
    assert_eq!(heard.try_iter().collect::<Vec<_>>(), [1.0], "whoever listened before still does");
    assert_eq!(report.text(), "one\ntwo\nthree", "it is the result, too");
}

/// Wait for something that does not come.
#[tool(timeout = "10s")]
async fn wait(cx: &ToolContext) -> Result<String, ToolError> {
    cx.cancellation().cancelled().await;
    Err(ToolError::aborted())
}

#[tokio::test(start_paused = true)]
async fn a_paused_clock_makes_timeouts_exact() {
    let start = Instant::now();
    wait::definition().call("{}").recorded().await.expect_failure("TOOL_TIMEOUT");
    assert_eq!(start.elapsed(), Duration::from_secs(10));

    let stop = CancellationToken::new();
    stop.cancel();
    let call = wait::definition().call("{}").cancellation(stop).recorded();
    call.await.expect_failure("ABORTED_BEFORE_DISPATCH");
}
