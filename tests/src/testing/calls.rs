//! The observer that keeps calls.

use super::{said, said_in_vain};
use dsh_tools::prelude::*;
use dsh_tools::testing::{ExpectResult, RecordedCalls, StubTool};
use serde_json::json;
use std::time::Duration;

/// Copy a file.
#[tool]
async fn copy(from: String, to: String, cx: &ToolContext) -> Result<String, ToolError> {
    let text = cx.call("read", json!({"path": from})).await;
    let written = cx.call("write", json!({"path": to, "text": text.text()})).await;
    Ok(written.text().into_owned())
}

fn setting(recorded: &RecordedCalls) -> ToolRegistry {
    ToolRegistry::builder()
        .tools(tools![copy])
        .tool(StubTool::new("read").returns("text"))
        .tool(StubTool::new("write").fails("FULL", "no space left"))
        .observe(recorded.clone())
        .build()
        .unwrap()
}

fn copying() -> ToolExecutionInput {
    ToolExecutionInput::new("call_1", "copy", json!({"from": "a", "to": "b"}))
}

#[tokio::test]
async fn calls_are_kept_in_the_order_in_which_they_started() {
    let recorded = RecordedCalls::new();
    let registry = setting(&recorded);
    recorded.assert_no_calls();
    registry.execute(copying()).await.expect_ok();
    registry
        .execute(ToolExecutionInput::new("call_2", "read", "{"))
        .await
        .expect_failure("INVALID_JSON");

    recorded.assert_calls(["copy", "read", "write", "read"]);
    assert_eq!(recorded.names(), ["copy", "read", "write", "read"]);
    let copy = recorded.one("copy");
    assert_eq!((copy.depth(), copy.parent(), copy.code()), (0, None, None));
    let within: Vec<_> = recorded.within(&copy).iter().map(|call| call.name().to_owned()).collect();
    assert_eq!(within, ["read", "write"]);
    let write = recorded.one("write");
    assert_eq!(write.arguments().unwrap(), &json!({"path": "b", "text": "text"}));
    assert_eq!(write.root_call_id(), "call_1");
    assert_eq!(write.code().unwrap(), "FULL");
    write.expect_failure("FULL");
    assert!(recorded.only("read")[1].arguments().is_none());

    assert_eq!(recorded.take().len(), 4);
    recorded.assert_no_calls();
}

#[tokio::test]
async fn calls_that_are_others_are_told_as_a_tree() {
    let recorded = RecordedCalls::new();
    let registry = setting(&recorded);
    assert_eq!(
        said(|| recorded.assert_calls(["copy"])),
        "expected calls of `copy`\n  no call has ended"
    );
    registry.execute(copying()).await.expect_ok();
    registry.execute(ToolExecutionInput::new("call_2", "raed", "")).await;
    let heard = "\n  `copy`: ok {\"from\":\"a\",\"to\":\"b\"}\
                 \n    `read`: ok {\"path\":\"a\"}\
                 \n    `write`: FULL {\"path\":\"b\",\"text\":\"text\"}\
                 \n  `raed`: UNKNOWN_TOOL {}";
    assert_eq!(
        said(|| recorded.assert_calls(["copy", "read"])),
        format!("expected calls of `copy`, `read`{heard}")
    );
    assert_eq!(said(|| recorded.assert_no_calls()), format!("expected no calls{heard}"));
    assert_eq!(
        said(|| recorded.one("bash")),
        format!("expected one call of `bash`, and there were 0 calls{heard}")
    );
    registry.execute(copying()).await.expect_ok();
    let told = said(|| recorded.one("read"));
    assert!(told.starts_with("expected one call of `read`, and there were 2 calls\n"), "{told}");
    let told = said(|| drop(recorded.only("write")[0].expect_ok().clone()));
    assert_eq!(
        told,
        "the call of `write` failed with `FULL`, and was to succeed\n\
         \x20 arguments: {\"path\":\"b\",\"text\":\"text\"}\n\
         \x20 text: Error: no space left"
    );
}

#[tokio::test]
async fn calls_in_other_tasks_are_waited_for_and_not_slept_for() {
    let recorded = RecordedCalls::new();
    let registry = setting(&recorded);
    for round in 1..=3 {
        let call = ToolExecutionInput::new("call_1", "read", json!({"round": round}));
        tokio::spawn(registry.execute(call));
    }
    let calls = recorded.wait_for(3).await;
    let mut rounds: Vec<_> =
        calls.iter().map(|call| call.arguments().unwrap().get("round").unwrap().as_u64()).collect();
    rounds.sort_unstable();
    assert_eq!(rounds, [Some(1), Some(2), Some(3)]);
    // It counts anew.
    recorded.take();
    tokio::spawn(registry.execute(copying()));
    let calls = recorded.wait_for(3).await;
    assert_eq!(calls[0].name(), "copy");
}

#[tokio::test(start_paused = true)]
async fn calls_that_do_not_come_fail_the_test_and_late_ones_do_not() {
    let recorded = RecordedCalls::new();
    let registry = setting(&recorded);
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_hours(7 * 24)).await;
        registry.execute(ToolExecutionInput::new("call_1", "read", "{}")).await
    });
    recorded.wait_for(1).await;
    let told = said_in_vain(recorded.wait_for(2)).await;
    assert!(told.starts_with("2 calls did not end\n  `read`: ok {} (waited for at "), "{told}");
    assert!(told.contains("calls.rs:"), "{told}");
}

/// Without a timer nobody loses patience, and nobody fails for want of one.
#[test]
fn calls_are_waited_for_where_there_is_no_timer() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let recorded = RecordedCalls::new();
        let registry = setting(&recorded);
        let call = ToolExecutionInput::new("call_1", "read", "{}");
        tokio::spawn(async move {
            tokio::task::yield_now().await;
            registry.execute(call).await
        });
        assert_eq!(recorded.wait_for(1).await[0].name(), "read");
    });
}

#[tokio::test]
async fn what_keeps_calls_keeps_nothing_of_where_they_ran() {
    let held = std::sync::Arc::new(());
    let tool = {
        let held = std::sync::Arc::clone(&held);
        ToolDefinition::builder("t").description("Holds.").no_args().body(move |(), _| {
            let held = std::sync::Arc::clone(&held);
            async move { format!("{held:?}") }
        })
    };
    let registry = ToolRegistry::builder().tools([tool.build()]).build().unwrap();
    let calls = RecordedCalls::new();
    // A registry that holds what holds its calls.
    registry.observe(calls.clone());
    let scope = registry.scope("agent");
    let call =
        ToolExecutionInput::new("call_1", "no_such_tool", "{}").state(std::sync::Arc::clone(&held));
    scope.execute(call).await;
    drop((registry, scope));
    assert_eq!(std::sync::Arc::strong_count(&held), 1);
    drop(calls);
}
