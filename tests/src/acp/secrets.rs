//! Texts that must not leave.

use super::{Answer, Client, capabilities, puppet};
use crate::support::registry;
use dsh_tools::bridge::acp::AcpSession;
use dsh_tools::prelude::*;
use serde_json::{Value, json};

const SECRET: &str = "hunter2";

async fn everything_sent(draws: bool, arguments: Value) -> String {
    let client = Client::default();
    let answering = client.clone();
    let builder = AcpSession::builder("s", "/w")
        .client(&capabilities(draws))
        .ask(move |request| answering.clone().answer(request, Answer::Select("allow-once")))
        .redact(|text| text.replace(SECRET, "***"));
    let scope = registry([puppet()]).scope("agent");
    scope.policy(client.build(builder));
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask(format!("it says {SECRET}"))) });
    scope.execute(ToolExecutionInput::new("call_1", "puppet", arguments)).await;
    client.card();
    serde_json::to_string(&(client.updates(), client.questions())).unwrap()
}

#[tokio::test]
async fn a_secret_leaves_in_no_text_of_any_card() {
    let text = format!("a {SECRET} b");
    let path = format!("/w/{SECRET}/a");
    let block = json!([{"type": "text", "text": text}]);
    let diffs = json!([{"path": path, "oldText": text, "newText": text}]);
    for arguments in [
        json!({"card": {"card": "generic", "title": text, "content": block, "rawInput": {"a": [text], SECRET: 1}, "locations": [{"path": path}]}, "says": text}),
        json!({"card": {"card": "generic", "title": "x"}, "fails": text}),
        json!({"card": {"card": "terminal", "title": text, "description": text, "cwd": path}, "writes": ["x hun", "ter2 y\nz", SECRET],
            "result": {"card": "terminal", "title": text, "output": text, "exitCode": 0}, "value": {"output": text}}),
        json!({"card": {"card": "terminal", "title": "x"}, "writes": ["hun\u{1b}[1mter2\n"]}),
        json!({"card": {"card": "diff", "title": text, "diffs": diffs}, "result": {"card": "diff", "diffs": diffs}}),
        json!({"result": {"card": "search", "shape": "matches", "truncated": false, "total": 1,
            "files": [{"path": path, "matches": [{"lineNumber": 1, "line": text}]}]}}),
        json!({"result": {"card": "search", "shape": "paths", "paths": [path], "truncated": false, "total": 1}}),
        json!({"result": {"card": "read", "path": path, "offset": 1, "totalLines": 1, "lines": [{"number": 1, "text": text}]}}),
        json!({"result": {"card": "web", "kind": "search", "answer": text, "truncated": false,
            "sources": [{"url": format!("https://x.org/{SECRET}"), "title": text, "snippet": text}]}}),
        json!({"result": {"card": "web", "kind": "fetch", "url": format!("https://x.org/{SECRET}"), "statusCode": 200, "truncated": false}}),
        json!({"blocks": [{"type": "resource_link", "uri": format!("file://{path}"), "name": text, "title": text},
            {"type": "resource", "resource": {"uri": format!("file://{path}"), "text": text}}]}),
        json!({"says": text, "extra": text}),
    ] {
        for draws in [true, false] {
            let sent = everything_sent(draws, arguments.clone()).await;
            assert!(!sent.contains(SECRET), "{sent}");
            assert!(sent.contains("***"), "{sent}");
        }
    }
}

#[tokio::test]
async fn what_a_redactor_fails_on_does_not_leave() {
    let client = Client::default();
    let builder = AcpSession::builder("s", "/w").redact(|text| {
        assert!(!text.contains(SECRET), "found one");
        text.to_owned()
    });
    let scope = registry([puppet()]).scope("agent");
    scope.policy(client.build(builder));
    scope.execute(ToolExecutionInput::new("call_1", "puppet", json!({"says": SECRET}))).await;
    assert_eq!(client.content()[0]["content"]["text"], "[redacted]");
    assert!(!serde_json::to_string(&client.updates()).unwrap().contains(SECRET));
}
