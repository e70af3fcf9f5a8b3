//! The approver with a script.

use super::{said, said_in_vain};
use dsh_tools::CancellationToken;
use dsh_tools::prelude::*;
use dsh_tools::testing::{ExpectResult, FakeApprover, StubTool};

/// Every call is asked about.
fn asking(approver: &FakeApprover) -> ToolScope {
    let tools = ["write", "bash"].map(|name| StubTool::new(name).returns("done"));
    let registry = ToolRegistry::builder()
        .tools(tools)
        .pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("policy")) })
        .approver(approver.clone())
        .build()
        .unwrap();
    registry.scope("agent")
}

fn call(name: &str) -> ToolExecutionInput {
    ToolExecutionInput::new("call_1", name, "{}")
}

#[tokio::test]
async fn answers_come_in_their_order() {
    let approver = FakeApprover::new()
        .allow()
        .reject("not now")
        .cancel()
        .unavailable()
        .answer(ApprovalDecision::Rejected(None));
    let agent = asking(&approver);
    agent.execute(call("write")).await.expect_text("done");
    for end in [
        "rejected the call of `write`: not now",
        "the question whether `write` may run was cancelled",
        "nobody who could give it is available",
        "rejected the call of `write`",
    ] {
        let result = agent.execute(call("write")).await;
        let message = result.expect_failure("DENIED").message();
        assert!(message.ends_with(end), "{message}");
    }
    approver.assert_asked(["write"; 5]);
    approver.assert_finished();
    assert_eq!(approver.requests()[0].reason(), Some("policy"));
}

#[tokio::test]
async fn answers_for_a_tool_go_before_those_for_any() {
    let approver = FakeApprover::new().reject("first").of("bash").allow().of_any().reject("second");
    let agent = asking(&approver);
    agent.execute(call("bash")).await.expect_ok();
    for words in ["first", "second"] {
        let result = agent.execute(call("bash")).await;
        assert!(result.expect_failure("DENIED").message().ends_with(words));
    }
    approver.assert_finished();
}

#[tokio::test]
async fn what_is_asked_beyond_the_script_is_denied_in_words() {
    let approver = FakeApprover::new().allow().of("bash").allow();
    let agent = asking(&approver);
    agent.execute(call("write")).await.expect_ok();
    let result = agent.execute(call("write")).await;
    assert_eq!(
        result.expect_failure("DENIED").message(),
        "the user rejected the call of `write`: \
         the fake approver has no answer for question 2, which is about `write`"
    );
    assert_eq!(
        said(|| approver.assert_finished()),
        "no answer was scripted for questions about `write`"
    );
    let approver = FakeApprover::new().otherwise(ApprovalDecision::AllowedOnce);
    let agent = asking(&approver);
    for _ in 0..3 {
        agent.execute(call("write")).await.expect_ok();
    }
    approver.assert_finished();
}

#[tokio::test]
async fn what_was_not_asked_as_expected_is_told() {
    let approver = FakeApprover::new().allow().allow();
    approver.assert_not_asked();
    let agent = asking(&approver);
    agent.execute(call("bash")).await.expect_ok();
    assert_eq!(said(|| approver.assert_not_asked()), "expected no question; asked was `bash`");
    assert_eq!(
        said(|| approver.assert_asked(["write", "bash"])),
        "expected questions about `write`, `bash`; asked was `bash`"
    );
    assert_eq!(
        said(|| approver.assert_finished()),
        "1 scripted answer not asked for; asked was `bash`"
    );
    assert_eq!(
        said(|| approver.release(ApprovalDecision::AllowedOnce)),
        "no question is held; asked was `bash`"
    );
}

#[tokio::test]
async fn a_question_is_held_until_it_is_released() {
    let approver = FakeApprover::new().hold().hold();
    let agent = asking(&approver);
    let stop = CancellationToken::new();
    let given_up = tokio::spawn(agent.execute(call("write").cancellation(stop.clone())));
    approver.wait_for(1).await;
    let waiting = tokio::spawn(agent.execute(call("bash")));
    let requests = approver.wait_for(2).await;
    assert_eq!(requests[1].tool(), "bash");
    stop.cancel();
    given_up.await.unwrap().expect_failure("ABORTED_BEFORE_DISPATCH");
    // The one that nobody waits for is passed over.
    approver.release(ApprovalDecision::reject("no"));
    waiting.await.unwrap().expect_failure("DENIED");
}

#[tokio::test(start_paused = true)]
async fn a_question_that_does_not_come_is_waited_for_in_vain() {
    let approver = FakeApprover::new().allow();
    let agent = asking(&approver);
    agent.execute(call("bash")).await.expect_ok();
    let line = line!() + 1;
    let told = said_in_vain(approver.wait_for(2)).await;
    let at = format!("{}:{line}:38", file!());
    assert_eq!(told, format!("2 questions did not come; asked was `bash` (waited for at {at})"));
}
