//! What a client is asked.

use super::{Answer, Client, puppet};
use crate::support::{call, registry};
use dsh_tools::StandingGrants;
use dsh_tools::bridge::acp::AcpApprover;
use dsh_tools::prelude::*;
use serde_json::json;

#[tokio::test]
async fn a_question_shows_the_card_and_why_it_is_asked() {
    let client = Client::default();
    let scope = super::scope(&client.answering(true, Answer::Select("allow-once")));
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes\u{1b}[2J")) });
    let arguments = json!({"card": {"card": "terminal", "title": "rm a", "description": "Clean"}});
    scope.execute(ToolExecutionInput::new("call_1", "puppet", arguments)).await;
    let block = |text: &str| json!({"type": "content", "content": {"type": "text", "text": text}});
    let terminal = json!({"type": "terminal", "terminalId": "call_1"});
    assert_eq!(
        client.questions()[0]["toolCall"],
        json!({
            "toolCallId": "call_1", "title": "rm a", "kind": "execute", "status": "pending", "rawInput": "rm a",
            "content": [block("it writes"), block("Clean"), terminal],
        })
    );
    // What was said for the question goes with it.
    let started = &client.updates()[1];
    assert_eq!(started["status"], "in_progress");
    assert_eq!(started["content"], json!([block("Clean"), terminal]));
}

#[tokio::test]
async fn a_question_without_a_reason_leaves_the_content_alone() {
    let client = Client::default();
    let scope = super::scope(&client.answering(false, Answer::Select("allow-once")));
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    scope.execute(call("puppet", "{}")).await;
    assert_eq!(client.questions()[0]["toolCall"].get("content"), None);
    assert_eq!(client.updates()[1].get("content"), None);
}

#[tokio::test]
async fn who_was_granted_before_is_not_asked_about() {
    let client = Client::default();
    let session = client.begin(false);
    let scope = registry([puppet()]).scope("agent");
    scope.policy(session.clone());
    let answering = client.clone();
    let asks = AcpApprover::new(&session, move |request| {
        answering.clone().answer(request, Answer::Select("allow-once"))
    });
    let grants = StandingGrants::before(asks);
    scope.approver(grants);
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    assert!(!scope.execute(call("puppet", "{}")).await.is_error());
    assert_eq!(client.course(), ["pending", "asked", "in_progress", "completed"]);
}

#[tokio::test]
async fn another_approver_answers_where_the_client_cannot() {
    let client = Client::default();
    let scope = registry([puppet()]).scope("agent");
    scope.approver(|_: ApprovalRequest| async { Ok(ApprovalDecision::AllowedOnce) });
    scope.policy(client.answering(false, Answer::Fail));
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    assert!(!scope.execute(call("puppet", "{}")).await.is_error());
    assert_eq!(client.course(), ["pending", "asked", "in_progress", "completed"]);
}
