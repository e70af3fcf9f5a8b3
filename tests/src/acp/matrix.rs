//! Every kind of card, for clients that draw terminals and those that do not, however the call ends.

use super::{Answer, Client, Sent, capabilities, puppet};
use crate::support::{poll_once, registry};
use dsh_tools::bridge::acp::{AcpSession, v1};
use dsh_tools::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;

/// How a call goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    Success,
    Failure,
    Cancelled,
    Dropped,
    Denied,
    Allowed,
    Rejected,
    QuestionCancelled,
    Closed,
}

const COURSES: [Course; 9] = [
    Course::Success,
    Course::Failure,
    Course::Cancelled,
    Course::Dropped,
    Course::Denied,
    Course::Allowed,
    Course::Rejected,
    Course::QuestionCancelled,
    Course::Closed,
];

/// Cards of calls and of results.
fn cards() -> Vec<(&'static str, Value)> {
    let block = json!([{"type": "text", "text": "a"}, {"type": "image", "data": "aGk=", "mimeType": "image/png"}]);
    let generic = json!({
        "card": "generic", "title": "Look at /w/a", "kind": "read", "rawInput": {"path": "/w/a"},
        "content": block, "locations": [{"path": "/w/a", "line": 2}, {"path": "b"}],
    });
    let terminal =
        json!({"card": "terminal", "title": "make\ntest", "description": "Why", "cwd": "sub"});
    let bare = json!({"card": "terminal", "title": "ls"});
    let diffs = json!([
        {"path": "/w/a", "oldText": "1\n", "newText": "2\n"}, {"path": "b", "oldText": null, "newText": "new"},
    ]);
    let diff = json!({"card": "diff", "title": "Edit /w/a", "diffs": diffs, "locations": [{"path": "/w/a"}]});
    let line = json!([{"lineNumber": 1, "line": "x"}]);
    let matches = json!({"card": "search", "shape": "matches", "files": [{"path": "/w/a", "matches": line}], "truncated": true, "total": 9});
    let paths = json!({"card": "search", "shape": "paths", "paths": ["a", "b"], "truncated": false, "total": 2});
    let read = json!({"card": "read", "path": "/w/a", "offset": 1, "lines": [{"number": 1, "text": "x"}], "totalLines": 9, "lang": "rust"});
    let pages = json!({"card": "web", "kind": "search", "sources": [{"url": "https://example.org", "title": "E"}], "answer": "42", "truncated": false});
    let page = json!({"card": "web", "kind": "fetch", "url": "https://example.org", "statusCode": 200, "truncated": false});
    let blocks = json!([
        {"type": "text", "text": "t", "annotations": {"audience": ["user"], "priority": 0.5}},
        {"type": "image", "data": "aGk=", "mimeType": "image/png"},
        {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///w/a", "name": "a", "title": "A", "size": 3},
        {"type": "resource", "resource": {"uri": "file:///w/b", "text": "b"}},
        {"type": "resource", "resource": {"uri": "file:///w/c", "blob": "aGk=", "mimeType": "image/png"}},
        {"type": "table", "rows": []},
    ]);
    vec![
        ("none", json!({"says": "x"})),
        (
            "generic",
            json!({"card": generic, "result": {"card": "generic", "title": "Looked", "content": block}, "says": "x"}),
        ),
        ("generic, written", json!({"card": generic, "writes": ["a\n", "b"], "blocks": blocks})),
        (
            "terminal",
            json!({"card": terminal, "writes": ["a\n", "b\u{1b}[1mc"], "result": {"card": "terminal", "output": "a\nb", "exitCode": 1}, "says": "x"}),
        ),
        (
            "terminal, silent",
            json!({"card": bare, "result": {"card": "terminal", "output": "a", "signal": "SIGTERM"}, "value": {"a": 1}}),
        ),
        ("terminal, endless", json!({"card": bare, "result": {"card": "terminal"}, "says": "x"})),
        (
            "diff",
            json!({"card": diff, "result": {"card": "diff", "title": "Edited /w/a", "diffs": diffs}, "says": "x"}),
        ),
        ("diff, plain", json!({"card": diff, "says": "x"})),
        ("matches", json!({"card": generic, "result": matches, "says": "x"})),
        ("paths", json!({"result": paths, "says": "x"})),
        ("read", json!({"result": read, "says": "x"})),
        ("pages", json!({"result": pages, "says": "x"})),
        ("page", json!({"result": page, "says": "x"})),
    ]
}

fn session(client: &Client, draws: bool, course: Course) -> AcpSession {
    let answer = match course {
        Course::Allowed => Answer::Select("allow-once"),
        Course::Rejected => Answer::Select("reject-once"),
        Course::QuestionCancelled => Answer::Cancel,
        _ => Answer::Never,
    };
    let answering = client.clone();
    let builder = AcpSession::builder("sess_1", "/w").client(&capabilities(draws));
    client.build(builder.ask(move |request| answering.clone().answer(request, answer)))
}

/// Has one call go so.
async fn run(draws: bool, mut arguments: Value, course: Course) -> Client {
    let client = Client::default();
    let session = session(&client, draws, course);
    let waits = puppet();
    let scope = registry([waits]).scope("agent");
    scope.policy(session.clone());
    if course == Course::Denied {
        scope.guard_fn(|_| Some(Denial::new("not today")));
    }
    let asked = matches!(
        course,
        Course::Allowed | Course::Rejected | Course::QuestionCancelled | Course::Closed
    );
    if asked {
        scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("it may harm")) });
    }
    let waits = matches!(course, Course::Cancelled | Course::Dropped);
    if waits {
        // The body is done, and the call is not.
        scope.around_dispatch_fn(|call, next| async move {
            let outcome = next.run().await;
            call.cancellation().cancelled().await;
            outcome
        });
    }
    if course == Course::Failure {
        arguments["fails"] = json!("no disk");
    }
    let token = CancellationToken::new();
    let input = ToolExecutionInput::new("call_1", "puppet", arguments).cancellation(token.clone());
    let mut running = Box::pin(scope.execute(input));
    if waits || course == Course::Closed {
        assert!(poll_once(running.as_mut()).is_pending());
    }
    match course {
        Course::Dropped => {
            drop(running);
            return client;
        }
        Course::Closed => session.close(),
        _ => token_if(waits, &token),
    }
    running.await;
    client
}

fn token_if(cancel: bool, token: &CancellationToken) {
    if cancel {
        token.cancel();
    }
}

#[tokio::test]
async fn every_card_gets_its_end_whatever_client_and_course() {
    let mut lines = String::new();
    for (name, arguments) in cards() {
        for draws in [true, false] {
            for course in COURSES {
                let case =
                    format!("{name}, {} terminals, {course:?}", if draws { "with" } else { "no" });
                let client = run(draws, arguments.clone(), course).await;
                let card = client.card();
                let is_good = matches!(course, Course::Success | Course::Allowed);
                let status = if is_good {
                    v1::ToolCallStatus::Completed
                } else {
                    v1::ToolCallStatus::Failed
                };
                assert_eq!(card.status, status, "{case}");
                assert!(!card.title.is_empty() && card.name.as_deref() == Some("puppet"), "{case}");
                let terminals = card
                    .content
                    .iter()
                    .filter(|block| matches!(block, v1::ToolCallContent::Terminal(_)));
                assert!(draws || terminals.count() == 0, "{case}");
                assert_eq!(
                    client.questions().is_empty(),
                    client.course().iter().all(|step| step != "asked")
                );
                for (number, sent) in client.sent().into_iter().enumerate() {
                    let mut message = match sent {
                        Sent::Update(update) => {
                            json!({"jsonrpc": "2.0", "method": "session/update", "params": update})
                        }
                        Sent::Question(request) => json!({
                            "jsonrpc": "2.0", "id": number, "method": "session/request_permission", "params": request,
                        }),
                    };
                    message["params"]["sessionId"] = json!(case);
                    writeln!(lines, "{message}").unwrap();
                }
            }
        }
    }
    // For a judge that is not of this house.
    if let Some(path) = std::env::var_os("DSH_ACP_LINES") {
        fs::write(path, lines).unwrap();
    }
}
