//! Results that hooks and wrappers put in the place of the tool's own.

use super::{child, giving, taken};
use crate::support::{Twice, code};
use dsh_tools::prelude::*;

fn document(text: &str) -> FrozenJson {
    FrozenJson::parse(text).unwrap()
}

#[tokio::test]
async fn a_value_that_a_hook_replaces_is_the_one_that_is_taken() {
    let (scope, capture) = child();
    scope.post_execute_fn(|_, _, next| async move {
        Ok(next.run().await?.with_value(document(r#"{"n":100}"#)))
    });
    let result = scope.execute(giving("call_1", 1)).await;
    assert_eq!(result.value().unwrap().to_string(), r#"{"n":100}"#);
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":100}"#));
}

#[tokio::test]
async fn a_replacement_that_does_not_fit_is_no_value() {
    let (scope, capture) = child();
    let replacing = scope.post_execute_fn(|_, _, next| async move {
        Ok(next.run().await?.with_value(document(r#"{"n":"many"}"#)))
    });
    let result = scope.execute(giving("call_1", 1)).await;
    assert_eq!(code(&result), "INVALID_TOOL_OUTPUT");
    assert_eq!(taken(&capture), None);
    replacing.unregister();
    assert!(!scope.execute(giving("call_2", 2)).await.is_error());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":2}"#));
}

#[tokio::test]
async fn a_success_that_a_wrapper_makes_up_gives_nothing_unless_the_tool_ran() {
    let (scope, capture) = child();
    let answering = scope.around_dispatch_fn(|_, _| async {
        Ok(ToolExecutionResult::success(document(r#"{"n":50}"#)))
    });
    let result = scope.execute(giving("call_1", 1)).await;
    assert!(!result.is_error() && !result.concludes_turn());
    assert_eq!(taken(&capture), None);
    answering.unregister();
    let replacing = scope.around_dispatch_fn(|_, next| async move {
        next.run().await?;
        Ok(ToolExecutionResult::success(document(r#"{"n":50}"#)))
    });
    let result = scope.execute(giving("call_2", 2)).await;
    assert!(result.concludes_turn());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":50}"#));
    replacing.unregister();
}

#[tokio::test]
async fn a_success_that_is_made_up_is_told_as_a_call_in_vain() {
    let (scope, capture) = child();
    scope.around_dispatch_fn(|_, _| async {
        Ok(ToolExecutionResult::success(document(r#"{"n":50}"#)))
    });
    scope.execute(giving("call_1", 1)).await;
    let why = capture.finish().unwrap_err().to_string();
    assert!(why.ends_with("it was answered without being run"), "{why}");
}

#[tokio::test]
async fn a_body_that_is_run_again_gives_once() {
    let (scope, capture) = child();
    scope.around_dispatch(Twice);
    let result = scope.execute(giving("call_1", 1)).await;
    assert!(result.concludes_turn(), "{}", result.text());
    assert_eq!(taken(&capture).as_deref(), Some(r#"{"n":1}"#));
}
