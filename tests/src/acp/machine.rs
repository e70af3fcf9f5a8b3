//! One machine for a conversation: order, ids, and an end for every card.

use super::{Answer, Client, puppet, scope};
use crate::support::{Twice, call, code, free, poll_once, registry};
use dsh_tools::bridge::acp::{AcpSession, v1};
use dsh_tools::prelude::*;
use dsh_tools::{BatchOptions, Progress};
use futures_util::future::join_all;
use serde_json::json;
use std::future::pending;
use std::sync::{Arc, Mutex, OnceLock};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn calls_at_once_have_cards_of_their_own_and_each_is_in_order() {
    let client = Client::default();
    let scope = scope(&client.answering(true, Answer::Select("allow-once")));
    scope.pre_execute_fn(|call, _| async move {
        Ok(if call.call_id().ends_with('3') {
            PreToolDecision::ask("x")
        } else {
            PreToolDecision::Allow
        })
    });
    let writes: Vec<String> = (0..50).map(|n| format!("{n},")).collect();
    let calls = (0..64).map(|n| {
        let arguments = json!({"card": {"card": "terminal", "title": "t"}, "writes": writes});
        tokio::spawn(scope.execute(ToolExecutionInput::new(format!("c{n}"), "puppet", arguments)))
    });
    join_all(calls).await;
    let cards = client.cards();
    assert_eq!(cards.len(), 64);
    assert!(cards.values().all(|card| card.status == v1::ToolCallStatus::Completed));
    for id in cards.keys() {
        let written: String = client
            .updates()
            .iter()
            .filter(|update| update["toolCallId"] == **id)
            .filter_map(|update| {
                update["_meta"]["terminal_output"]["data"].as_str().map(str::to_owned)
            })
            .collect();
        assert_eq!(written, writes.concat());
    }
}

#[tokio::test]
async fn a_batch_asks_one_after_the_other_and_ends_every_card() {
    let client = Client::default();
    let scope = scope(&client.answering(false, Answer::Select("allow-once")));
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("x")) });
    let calls = (0..3).map(|n| ToolExecutionInput::new(format!("c{n}"), "puppet", "{}"));
    let results = scope.run_batch(calls, BatchOptions::new()).await;
    assert_eq!(results.len(), 3);
    assert_eq!(client.cards().len(), 3);
    assert_eq!(client.questions().len(), 3);
}

#[tokio::test]
async fn a_call_that_runs_twice_begins_once() {
    let client = Client::default();
    let scope = scope(&client.begin(false));
    scope.around_dispatch(Twice);
    scope.execute(call("puppet", "{}")).await;
    assert_eq!(client.course(), ["pending", "in_progress", "completed"]);
}

#[tokio::test]
async fn what_is_denied_has_a_card_and_an_end() {
    let client = Client::default();
    let scope = scope(&client.begin(true));
    scope.guard_fn(|_| Some(Denial::new("not today")));
    scope.execute(call("puppet", r#"{"card":{"card":"terminal","title":"ls"}}"#)).await;
    assert_eq!(client.course(), ["pending", "failed"]);
    let last = client.updates().pop().unwrap();
    assert!(last["content"][0]["content"]["text"].as_str().unwrap().contains("not today"));
    assert!(last["_meta"]["terminal_exit"].is_object(), "the terminal that was announced is over");
}

#[tokio::test]
async fn a_call_that_is_dropped_or_cancelled_while_it_runs_gets_its_end() {
    let waits = free("waits")
        .body(|_, cx| async move {
            cx.cancellation().cancelled().await;
            Err::<String, _>(ToolError::aborted())
        })
        .build();
    for drop_it in [false, true] {
        let client = Client::default();
        let scope = registry([waits.clone()]).scope("agent");
        scope.policy(client.begin(false));
        let token = CancellationToken::new();
        let mut running = Box::pin(scope.execute(call("waits", "{}").cancellation(token.clone())));
        assert!(poll_once(running.as_mut()).is_pending());
        if drop_it {
            drop(running);
        } else {
            token.cancel();
            assert_eq!(code(&running.await), "ABORTED");
        }
        assert_eq!(client.course(), ["pending", "in_progress", "failed"]);
        assert_eq!(client.card().raw_output.unwrap()["error"]["code"], "ABORTED");
    }
}

#[tokio::test]
async fn a_call_that_panics_gets_its_end() {
    let tool = free("bad").body(|_, _| async { crate::support::boom("no") }).build();
    let client = Client::default();
    let scope = registry([tool]).scope("agent");
    scope.policy(client.begin(false));
    scope.execute(call("bad", "{}")).await;
    assert_eq!(client.course(), ["pending", "in_progress", "failed"]);
}

#[tokio::test]
async fn hooks_that_are_lifted_leave_no_card_open() {
    let waits = free("waits").body(|_, _| async { pending::<&str>().await }).build();
    for close_scope in [false, true] {
        let client = Client::default();
        let scope = registry([waits.clone()]).scope("agent");
        let registration = scope.policy(client.begin(false));
        let mut running = Box::pin(scope.execute(call("waits", "{}")));
        assert!(poll_once(running.as_mut()).is_pending());
        if close_scope {
            scope.close();
        } else {
            registration.unregister();
        }
        drop(running);
        drop(scope);
        assert_eq!(client.course(), ["pending", "in_progress", "failed"]);
        client.card();
    }
}

#[tokio::test]
async fn a_session_that_is_installed_twice_shows_each_call_once() {
    let client = Client::default();
    let session = client.begin(false);
    let registry = registry([puppet()]);
    registry.policy(session.clone());
    let scope = registry.scope("agent");
    scope.policy(session);
    scope.execute(call("puppet", r#"{"writes":["x"]}"#)).await;
    scope.execute(ToolExecutionInput::new("call_2", "puppet", "{not json")).await;
    let cards = client.cards();
    assert_eq!(cards.keys().collect::<Vec<_>>(), ["call_1", "call_2"]);
}

#[tokio::test]
async fn nothing_is_sent_of_calls_that_are_unknown_or_over() {
    let client = Client::default();
    let session = client.begin(false);
    let scope = scope(&session);
    session.show("call_1", [ContentBlock::text("too early")]);
    assert!(client.sent().is_empty());
    scope.execute(call("puppet", "{}")).await;
    session.show("call_1", [ContentBlock::text("too late")]);
    assert_eq!(client.course(), ["pending", "in_progress", "completed"]);
    session.close();
    session.close();
    scope.execute(call("puppet", "{}")).await;
    assert_eq!(client.sent().len(), 3, "the client is gone");
}

#[tokio::test]
async fn a_sink_that_panics_or_calls_back_harms_nobody() {
    let back: Arc<OnceLock<AcpSession>> = Arc::default();
    let sent = Arc::new(Mutex::new(Vec::new()));
    let (own, log) = (Arc::clone(&back), Arc::clone(&sent));
    let session = AcpSession::builder("s", "/w").build(move |update| {
        let json = serde_json::to_value(update.update).unwrap();
        let is_first = json["sessionUpdate"] == "tool_call";
        log.lock().unwrap().push(json);
        if is_first {
            own.get().unwrap().show("call_1", [ContentBlock::text("from the sink")]);
            panic!("and it fails");
        }
    });
    back.set(session.clone()).ok().unwrap();
    let scope = scope(&session);
    assert_eq!(scope.execute(call("puppet", r#"{"says":"x"}"#)).await.text(), "x");
    let sent = sent.lock().unwrap();
    assert_eq!(sent.len(), 4, "{sent:?}");
    assert_eq!(sent[1]["content"][0]["content"]["text"], "from the sink");
}

#[tokio::test]
async fn calls_of_a_scope_below_are_shown_and_those_beside_are_not() {
    let client = Client::default();
    let registry = registry([puppet()]);
    let agent = registry.scope("agent");
    agent.policy(client.begin(false));
    agent.child("sub").execute(ToolExecutionInput::new("below", "puppet", "{}")).await;
    registry.scope("other").execute(ToolExecutionInput::new("beside", "puppet", "{}")).await;
    registry.execute(ToolExecutionInput::new("above", "puppet", "{}")).await;
    assert_eq!(client.cards().keys().collect::<Vec<_>>(), ["below"]);
}

#[tokio::test]
async fn a_listener_of_progress_that_panics_harms_nobody() {
    let tool = free("copy")
        .body(|_, cx| async move {
            cx.progress(&Progress::done(1.0).message("x"));
            "copied"
        })
        .build();
    let scope = registry([tool]).scope("agent");
    scope.policy(AcpSession::builder("s", "/w").build(|_: v1::SessionNotification| panic!("no")));
    assert_eq!(scope.execute(call("copy", "{}")).await.text(), "copied");
}
