//! Faults that other bridges had.

use super::{Answer, Client, puppet, scope};
use crate::support::{call, free, poll_once, registry};
use dsh_tools::prelude::*;
use serde_json::json;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

fn asked(scope: &ToolScope) {
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it writes")) });
}

#[tokio::test]
async fn c138_a_card_is_there_before_its_question_and_gets_its_end() {
    for (answer, course) in [
        (Answer::Select("allow-once"), ["pending", "asked", "in_progress", "completed"].as_slice()),
        (Answer::Select("reject-once"), &["pending", "asked", "failed"]),
        (Answer::Cancel, &["pending", "asked", "failed"]),
        (Answer::Fail, &["pending", "asked", "failed"]),
    ] {
        for draws in [true, false] {
            let client = Client::default();
            let scope = scope(&client.answering(draws, answer));
            asked(&scope);
            let arguments = json!({"card": {"card": "terminal", "title": "rm a"}});
            scope.execute(ToolExecutionInput::new("call_1", "puppet", arguments)).await;
            assert_eq!(client.course(), course, "{answer:?}");
            assert_eq!(client.questions()[0]["toolCall"]["toolCallId"], "call_1");
            client.card();
        }
    }
}

#[tokio::test]
async fn c138_a_call_that_is_cancelled_while_it_is_asked_about_gets_its_end() {
    for drop_it in [false, true] {
        let client = Client::default();
        let scope = scope(&client.answering(true, Answer::Never));
        asked(&scope);
        let token = CancellationToken::new();
        let mut running = Box::pin(scope.execute(call("puppet", "{}").cancellation(token.clone())));
        assert!(poll_once(running.as_mut()).is_pending());
        assert_eq!(client.course(), ["pending", "asked"]);
        if drop_it {
            drop(running);
        } else {
            token.cancel();
            assert!(running.await.is_error());
        }
        assert_eq!(client.course(), ["pending", "asked", "failed"]);
        client.card();
    }
}

#[tokio::test]
async fn c139_what_is_shown_meanwhile_leaves_the_question_alone() {
    let client = Client::default();
    let session = client.answering(false, Answer::Never);
    let scope = scope(&session);
    asked(&scope);
    let mut running =
        pin!(scope.execute(call("puppet", r#"{"card":{"card":"generic","title":"Do"}}"#)));
    assert!(poll_once(running.as_mut()).is_pending());
    session.show("call_1", [ContentBlock::text("while you wait")]);
    session.show("another", [ContentBlock::text("of nobody")]);
    assert_eq!(client.course(), ["pending", "asked", "content"]);
    let update = client.updates().pop().unwrap();
    let keys: Vec<&str> = update.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["sessionUpdate", "toolCallId", "content"], "only what changes is said");
    let shown = update["content"].as_array().unwrap();
    assert_eq!(shown[0]["content"]["text"], "it writes", "why it is asked stays in sight");
    assert_eq!(shown[1]["content"]["text"], "while you wait");
    assert_eq!(client.card().title, "Do");
}

/// A tool that calls another, and tells how far it is while that one is asked about.
fn outer(step: Arc<Notify>) -> ToolDefinition {
    free("outer")
        .body(move |_, cx| {
            let step = Arc::clone(&step);
            async move {
                let mut inner = pin!(cx.call("puppet", "{}").into_future());
                assert!(poll_once(inner.as_mut()).is_pending());
                cx.progress(&dsh_tools::Progress::of(1.0, 2.0).message("waiting"));
                step.notify_one();
                inner.await.text().into_owned()
            }
        })
        .build()
}

#[tokio::test]
async fn c139_what_others_report_leaves_the_question_alone() {
    let step = Arc::new(Notify::new());
    let answered = Arc::new(Notify::new());
    let client = Client::default();
    let wait = Arc::clone(&answered);
    let (own, builder) = (client.clone(), dsh_tools::bridge::acp::AcpSession::builder("s", "/w"));
    let session = client.build(builder.ask(move |request| {
        let (client, wait) = (own.clone(), Arc::clone(&wait));
        async move {
            let answer = client.answer(request, Answer::Select("allow-once")).await;
            wait.notified().await;
            answer
        }
    }));
    let scope = registry([puppet(), outer(Arc::clone(&step))]).scope("agent");
    scope.policy(session);
    scope.pre_execute_fn(|call, next| async move {
        if call.name() == "puppet" {
            Ok(PreToolDecision::ask("it writes"))
        } else {
            next.run().await
        }
    });
    let running = tokio::spawn(scope.execute(call("outer", "{}")));
    step.notified().await;
    assert_eq!(client.course(), ["pending", "in_progress", "pending", "asked", "content"]);
    let content = client.updates().pop().unwrap();
    assert_eq!(content["toolCallId"], "call_1", "the inner call's card is left alone");
    answered.notify_one();
    assert!(!running.await.unwrap().is_error());
    let cards = client.cards();
    assert_eq!(cards.keys().collect::<Vec<_>>(), ["call_1", "call_1/1"]);
    assert!(cards.values().all(|card| word(card.status) == "completed"));
}

fn word(status: dsh_tools::bridge::acp::v1::ToolCallStatus) -> String {
    super::word(status)
}

#[tokio::test(start_paused = true)]
async fn c139_a_question_ends_by_its_deadline() {
    let client = Client::default();
    let registry = ToolRegistry::builder()
        .tool(puppet())
        .approval_deadline(Duration::from_mins(1))
        .build()
        .unwrap();
    let scope = registry.scope("agent");
    scope.policy(client.answering(false, Answer::Never));
    asked(&scope);
    let result = scope.execute(call("puppet", "{}")).await;
    assert_eq!(crate::support::code(&result), "DENIED");
    assert_eq!(client.course(), ["pending", "asked", "failed"]);
}

#[tokio::test]
async fn c139_a_question_ends_when_the_editor_goes() {
    let client = Client::default();
    let session = client.answering(false, Answer::Never);
    let scope = scope(&session);
    asked(&scope);
    let mut running = Box::pin(scope.execute(call("puppet", "{}")));
    assert!(poll_once(running.as_mut()).is_pending());
    session.close();
    let result = running.await;
    assert_eq!(crate::support::code(&result), "DENIED");
    assert_eq!(
        client.course(),
        ["pending", "asked", "failed"],
        "the card got its end, and nothing follows"
    );
    assert!(scope.execute(call("puppet", "{}")).await.is_error(), "nobody is asked any more");
    assert_eq!(client.sent().len(), 3);
}

#[tokio::test]
async fn c140_kind_places_and_raw_values_are_in_the_first_update() {
    let tool = free("read")
        .present_call(|arguments| {
            let path = arguments.get("path")?.as_str()?.into_owned();
            let card = ToolCallView::generic(format!("Read {path}")).kind(ToolCallKind::Read);
            Some(card.location(FileLocation::new(path).line(2)).raw_input(arguments.clone()).into())
        })
        .body(|_, _| async { "hunter2 is the password" })
        .build();
    let client = Client::default();
    let scope = registry([tool]).scope("agent");
    scope.policy(client.begin(false));
    // Whoever withholds a text withholds it from all.
    scope.post_execute_fn(|_, result, _| async move {
        Ok(PostToolDecision::accept().with_content(result.text().replace("hunter2", "***")))
    });
    scope.execute(call("read", r#"{"path":"/w/key"}"#)).await;
    let updates = client.updates();
    assert_eq!(updates[0]["kind"], "read");
    assert_eq!(updates[0]["locations"], json!([{"path": "/w/key", "line": 2}]));
    assert_eq!(updates[0]["rawInput"], json!({"path": "/w/key"}));
    assert_eq!(updates[2]["rawOutput"], "*** is the password");
    assert!(!serde_json::to_string(&updates).unwrap().contains("hunter2"));
}
