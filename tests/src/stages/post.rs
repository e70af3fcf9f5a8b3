//! Hooks that look at results.

use super::{Diary, brief, words};
use crate::support::{Ears, call, code, free};
use dsh_tools::json::ContentBlock;
use dsh_tools::prelude::*;
use dsh_tools::{AdditionalContext, PostToolDecision as Decision};
use serde_json::json;

#[derive(ToolValue)]
struct Count {
    #[arg(range(max = 10))]
    count: u8,
}

/// Gives a count with content and metadata made of it; fails when told to.
fn count() -> ToolDefinition {
    free("t")
        .body(|arguments: FrozenJson, cx| async move {
            cx.defer_context(AdditionalContext::new("t", "deferred"));
            match arguments.get("fail") {
                Some(_) => Err(ToolError::new("EMPTY", "nothing to count")),
                None => Ok(Json(Count { count: 3 })),
            }
        })
        .render(|count: &Count| format!("{} of them", count.count))
        .meta(|count: &Count| json!({"n": count.count}))
        .build()
}

/// A registry where every result is decided about so.
fn deciding(decision: Decision) -> ToolRegistry {
    let registry = crate::support::registry([count()]);
    registry.post_execute_fn(move |_, _, _| std::future::ready(Ok(decision.clone())));
    registry
}

async fn of_success(decision: Decision) -> ToolExecutionResult {
    deciding(decision).execute(call("t", "{}")).await
}

async fn of_failure(decision: Decision) -> ToolExecutionResult {
    deciding(decision).execute(call("t", r#"{"fail":true}"#)).await
}

#[tokio::test]
async fn s142_with_no_hook_a_result_stands() {
    let result = crate::support::registry([count()]).execute(call("t", "{}")).await;
    assert_eq!(result.text(), "3 of them");
    assert_eq!(result.meta().unwrap().to_string(), r#"{"n":3}"#);
    let accepted = of_success(Decision::accept()).await;
    assert_eq!(accepted.text(), result.text());
    assert_eq!(accepted.meta(), result.meta());
}

#[tokio::test]
async fn s143_other_content_changes_nothing_else() {
    let result = of_success(Decision::accept().with_content("a few")).await;
    assert_eq!(result.text(), "a few");
    assert_eq!(result.value().unwrap().to_string(), r#"{"count":3}"#);
    assert_eq!(result.meta().unwrap().to_string(), r#"{"n":3}"#);
}

#[tokio::test]
async fn s144_other_content_of_a_failure_leaves_it_one() {
    let result = of_failure(Decision::accept().with_content("try another")).await;
    assert_eq!(result.text(), "try another");
    assert_eq!(brief(&result), "EMPTY nothing to count");
}

#[tokio::test]
async fn s145_what_is_blocked_is_an_error_with_the_feedback_and_nothing_else() {
    for result in [
        of_success(Decision::block("not for you")).await,
        of_failure(Decision::block("not for you")).await,
    ] {
        assert_eq!(result.text(), "not for you", "verbatim, with no prefix");
        assert!(result.is_error() && result.value().is_none() && result.meta().is_none());
        assert!(result.error().unwrap().info().is_none(), "the tool's own code is gone");
    }
}

#[tokio::test]
async fn s146_feedback_is_the_errors_message() {
    let message = |blocks: Vec<ContentBlock>| async move {
        of_success(Decision::block(blocks)).await.error().unwrap().message().to_owned()
    };
    let (text, image) = (ContentBlock::text, || ContentBlock::image("aGk=", "image/png"));
    assert_eq!(message(vec![text("a"), image(), text("b")]).await, "a\n[image]\nb");
    assert_eq!(message(Vec::new()).await, "the result was blocked by policy");
}

#[tokio::test]
async fn s147_another_value_is_checked_and_everything_is_made_from_it() {
    let value = |text| Decision::accept().with_value(FrozenJson::parse(text).unwrap());
    let result = of_success(value(r#"{"count":7}"#)).await;
    assert_eq!(result.text(), "7 of them");
    assert_eq!(result.meta().unwrap().to_string(), r#"{"n":7}"#);
    let result = of_success(value(r#"{"count":70}"#)).await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    assert!(result.value().is_none());
    assert!(result.text().contains("`count`"), "{}", result.text());
    assert_eq!(words(&result), ["deferred"]);
}

/// Value and content at once cannot be said: the last one that was is the decision.
#[tokio::test]
async fn s148_value_or_content() {
    let both = Decision::accept()
        .with_content("a few")
        .with_value(FrozenJson::parse(r#"{"count":7}"#).unwrap());
    let Decision::Accept { replacement: Some(dsh_tools::Replacement::Value(_)), .. } = &both else {
        panic!("{both:?}");
    };
    assert_eq!(of_success(both).await.text(), "7 of them");
}

#[tokio::test]
async fn s149_a_failure_has_no_value_to_replace() {
    let value = Decision::accept().with_value(FrozenJson::parse(r#"{"count":7}"#).unwrap());
    let result = of_failure(value).await;
    assert!(result.is_error());
    assert!(result.text().contains("of a failure only the content can be replaced"));
}

#[tokio::test]
async fn s150_the_tool_that_the_call_started_with_makes_the_new_result() {
    let registry = ToolRegistry::new();
    let registration = registry.register(count()).unwrap();
    let slot = std::sync::Arc::new(std::sync::Mutex::new(Some(registration)));
    registry.post_execute_fn(move |_, _, _| {
        assert!(slot.lock().unwrap().take().unwrap().unregister());
        let value = FrozenJson::parse(r#"{"count":7}"#).unwrap();
        async move { Ok(Decision::accept().with_value(value)) }
    });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "7 of them");
    assert!(registry.get("t").is_none());
}

#[tokio::test]
async fn s151_a_hook_that_fails_stands_in_the_results_place() {
    let registry = crate::support::registry([count()]);
    let ears = Ears::on(&registry);
    let plain = registry.post_execute_fn(|_, _, _| async { Err(ToolError::msg("no ledger")) });
    assert_eq!(registry.execute(call("t", "{}")).await.text(), "Error: no ledger");
    assert!(plain.unregister());
    registry.post_execute_fn(|_, _, _| async { Err(ToolError::new("LEDGER", "locked")) });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.error().unwrap().info().unwrap().code, "LEDGER");
    assert!(result.value().is_none());
    assert_eq!(ears.heard().len(), 2);
}

#[tokio::test]
async fn s152_hooks_nest_after_the_dispatch() {
    let diary = Diary::default();
    let registry = diary.registry();
    for name in ["outer", "inner"] {
        let diary = diary.clone();
        registry.post_execute_fn(move |_, _, next| {
            let diary = diary.clone();
            async move {
                diary.note(format!("{name} in"));
                let decision = next.run().await;
                diary.note(format!("{name} out"));
                decision
            }
        });
    }
    registry.execute(call("t", "{}")).await;
    diary.reads(&["body of t", "outer in", "inner in", "inner out", "outer out", "observed ok t"]);
}

#[tokio::test]
async fn s153_other_content_of_a_denial_leaves_it_one() {
    let registry = deciding(Decision::accept().with_content("ask ada"));
    registry.guard_fn(|_| Some(Denial::new("no")));
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(result.text(), "ask ada");
    assert_eq!(brief(&result), "DENIED no");
}

#[tokio::test]
async fn s154_no_content_is_content() {
    let result = of_success(Decision::accept().with_content(Vec::new())).await;
    assert!(result.content().is_empty() && !result.is_error());
}

/// Content cannot hold what JSON does not: it is made of text and frozen documents.
#[tokio::test]
async fn s155_s232_feedback_is_lossless_by_its_type() {
    let result = of_success(Decision::block("a\u{0}b\u{202e}\u{1f600}")).await;
    let written = serde_json::to_string(&result).unwrap();
    let read: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert_eq!(read["content"][0]["text"], "a\u{0}b\u{202e}\u{1f600}");
}

#[tokio::test]
async fn s073_a_hook_cannot_hand_out_what_json_does_not_hold() {
    // The one way in is a document, and none is made of it.
    assert!(FrozenJson::from_serialize(&f64::NAN).is_err());
    let result = of_success(Decision::accept().with_value(FrozenJson::parse("[1]").unwrap())).await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
}
