//! Calls that never run.

use super::{Bench, calls, outcomes};
use dsh_tools::prelude::*;

#[tokio::test]
async fn s216_text_that_is_no_json_is_told_and_empty_text_is_no_arguments() {
    let bench = Bench::default();
    let registry = bench.registry();
    let notes = bench.clone();
    registry.pre_execute_fn(move |call, next| {
        notes.note(format!("pre {}", call.call_id()));
        async move { next.run().await }
    });
    bench.release("empty");
    let batch = [
        ToolExecutionInput::new("torn", "side", r#"{"p": tr"#),
        ToolExecutionInput::new("empty", "side", ""),
    ];
    assert_eq!(batch[0].record().arguments, r#"{"p": tr"#, "a log keeps the text");
    let handed = registry.run_batch(batch, BatchOptions::new()).await;
    assert_eq!(outcomes(&handed), ["torn=INVALID_JSON", "empty=ok"]);
    assert!(handed[0].0.arguments().is_none());
    assert_eq!(bench.news(), ["torn=INVALID_JSON", "pre empty", "+empty", "-empty", "empty=ok"]);
}

#[tokio::test]
async fn s217_of_a_message_that_was_cut_off_nothing_runs() {
    let bench = Bench::default();
    let registry = bench.registry();
    registry.pre_execute_fn(|_, _| async { panic!("nobody decides about it") });
    let mut batch = calls(&["side", "alone"]);
    batch.push(ToolExecutionInput::new("3", "side", r#"{"text": "fn ma"#));
    let handed = registry.run_batch(batch, BatchOptions::new().cut_off(true)).await;
    let expected =
        ["1=ABORTED_BEFORE_DISPATCH", "2=ABORTED_BEFORE_DISPATCH", "3=ABORTED_BEFORE_DISPATCH"];
    assert_eq!(outcomes(&handed), expected);
    assert_eq!(bench.news(), expected, "observers hear of each once");
    for (_, result) in &handed {
        assert!(result.text().contains("cut off by its token limit"), "{}", result.text());
    }
}
