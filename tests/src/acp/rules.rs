//! How cards are mapped, rule by rule.

use super::{Answer, Client, play, puppet, scope};
use crate::support::{call, free, registry};
use dsh_tools::bridge::acp::{AcpSession, v1};
use dsh_tools::prelude::*;
use serde_json::{Value, json};

/// The update at this place, without the keys that all have.
fn update(client: &Client, at: usize) -> Value {
    let mut update = client.updates().swap_remove(at);
    let entries = update.as_object_mut().unwrap();
    for key in ["sessionUpdate", "toolCallId", "name"] {
        entries.remove(key);
    }
    update
}

fn text(text: &str) -> Value {
    json!({"type": "content", "content": {"type": "text", "text": text}})
}

#[tokio::test]
async fn rule_1_arguments_are_read_and_what_is_no_json_is_shown_as_text() {
    for (arguments, raw) in [
        (r#" {"b":1,"a":[2]} "#, json!({"b": 1, "a": [2]})),
        ("", json!({})),
        ("  ", json!({})),
        ("null", json!({})),
        (r#"{"b":1"#, json!(r#"{"b":1"#)),
        ("rm -rf", json!("rm -rf")),
    ] {
        let client = Client::default();
        let scope = scope(&client.begin(false));
        scope.execute(call("puppet", arguments)).await;
        assert_eq!(update(&client, 0)["rawInput"], raw, "{arguments}");
        client.cards();
    }
}

#[tokio::test]
async fn rule_2_without_a_presenter_and_with_one_that_panics_the_card_is_generic() {
    let silent = free("silent").body(|_, _| async { "x" }).build();
    let broken = free("broken")
        .present_call(|_| -> ToolCallView { panic!("no card") })
        .present_result(|_, _| -> ToolResultView { panic!("no card") })
        .body(|_, _| async { "x" })
        .build();
    for (name, tool) in [("silent", silent), ("broken", broken)] {
        let client = Client::default();
        let scope = registry([tool]).scope("agent");
        scope.policy(client.begin(false));
        scope.execute(call(name, r#"{"a":1}"#)).await;
        assert_eq!(update(&client, 0), json!({"title": name, "rawInput": {"a": 1}}));
        assert_eq!(client.content(), json!([text("x")]));
    }
}

#[tokio::test]
async fn rule_3_a_result_without_a_card_of_its_own_is_shown_as_the_model_reads_it() {
    let client =
        play(false, json!({"card": {"card": "generic", "title": "Do"}, "says": "done"})).await;
    assert_eq!(
        update(&client, 2),
        json!({"status": "completed", "content": [text("done")], "rawOutput": "done"})
    );
    // A name that is no tool has a card and an end as well.
    let client = Client::default();
    scope(&client.begin(false)).execute(call("nobody", "{}")).await;
    let card = client.card();
    assert_eq!((card.title.as_str(), card.status), ("nobody", v1::ToolCallStatus::Failed));
    assert!(client.content()[0]["content"]["text"].as_str().unwrap().contains("nobody"));
}

#[tokio::test]
async fn rule_4_a_terminals_end_belongs_to_a_terminal() {
    let result = json!({"card": "terminal", "output": "from nowhere", "exitCode": 0});
    for draws in [true, false] {
        let card = json!({"card": "generic", "title": "Job 1"});
        let client = play(draws, json!({"card": card, "result": result, "says": "raw"})).await;
        let last = update(&client, 2);
        assert_eq!(
            last,
            json!({"status": "completed", "content": [text("raw")], "rawOutput": "raw"})
        );
    }
}

#[tokio::test]
async fn rule_5_another_title_alone_does_not_blank_the_card() {
    let card = json!({"card": "generic", "title": "Do"});
    let result = json!({"card": "generic", "title": "Did"});
    let client = play(false, json!({"card": card, "result": result, "says": "done"})).await;
    assert_eq!(client.card().title, "Did");
    assert_eq!(client.content(), json!([text("done")]));

    let card =
        json!({"card": "generic", "title": "Do", "content": [{"type": "text", "text": "plan"}]});
    let arguments = json!({"card": card, "result": result, "blocks": []});
    assert_eq!(play(false, arguments).await.content(), json!([text("plan")]));
}

#[tokio::test]
async fn rule_6_a_call_is_pending_then_in_progress_then_over() {
    let client = play(false, json!({"says": "x"})).await;
    assert_eq!(client.course(), ["pending", "in_progress", "completed"]);
    let client = play(false, json!({"fails": "no disk"})).await;
    assert_eq!(client.course(), ["pending", "in_progress", "failed"]);
    let last = update(&client, 2);
    assert_eq!(last["content"], json!([text("Error: no disk")]));
    assert_eq!(
        last["rawOutput"],
        json!({"error": {"code": "TOOL_ERROR", "message": "Error: no disk"}})
    );
}

#[tokio::test]
async fn rule_7_titles_are_shortened_by_the_cards_path_and_nothing_else_is() {
    let place = |path: &str| json!([{"path": path, "line": 3}]);
    let card = json!({"card": "generic", "title": "Read /w/src/a.rs (/w/src/a.rs)", "locations": place("/w/src/a.rs")});
    let client = play(false, json!({"card": card})).await;
    assert_eq!(client.card().title, "Read src/a.rs (src/a.rs)");
    assert_eq!(update(&client, 0)["locations"], place("/w/src/a.rs"));

    for (title, path) in [
        ("Read /w", "/w"),
        ("Read /w/../etc/x", "/w/../etc/x"),
        ("Read /else/x", "/else/x"),
        ("Read src/a.rs", "src/a.rs"),
    ] {
        let card = json!({"card": "generic", "title": title, "locations": place(path)});
        assert_eq!(play(false, json!({"card": card})).await.card().title, title);
    }
    let card = json!({"card": "generic", "title": "Read /w/a"});
    assert_eq!(
        play(false, json!({"card": card})).await.card().title,
        "Read /w/a",
        "no path is known"
    );

    let diffs = json!([{"path": "/w/..cache/x", "oldText": null, "newText": "1"}]);
    let card = json!({"card": "diff", "title": "Write /w/..cache/x", "diffs": diffs});
    let client = play(false, json!({"card": card})).await;
    assert_eq!(client.card().title, "Write ..cache/x");
    assert_eq!(update(&client, 0)["content"][0]["path"], "/w/..cache/x");
}

#[tokio::test]
async fn rule_8_a_generic_card_says_what_it_was_given() {
    let card = json!({
        "card": "generic", "title": "Find users", "kind": "search", "rawInput": {"q": "a"},
        "content": [{"type": "text", "text": "all of them"}], "locations": [{"path": "/w/users"}],
    });
    let client = play(false, json!({"card": card})).await;
    let mut expected = json!({
        "title": "Find users", "kind": "search", "rawInput": {"q": "a"},
        "content": [text("all of them")], "locations": [{"path": "/w/users"}],
    });
    assert_eq!(update(&client, 0), expected);
    assert_eq!(client.updates()[0]["name"], "puppet");
    let client = play(false, json!({"card": {"card": "generic", "title": "Find users"}})).await;
    expected = json!({"title": "Find users"});
    assert_eq!(update(&client, 0), expected);
    // The kind that is left out is the protocol's default.
    assert_eq!(client.card().kind, v1::ToolKind::Other);
}

#[tokio::test]
async fn rule_9_a_diff_is_a_block_for_each_file() {
    let diffs = json!([
        {"path": "/w/a", "oldText": "1\n", "newText": "2\n"},
        {"path": "/w/b", "oldText": null, "newText": "new"},
    ]);
    let card = json!({"card": "diff", "title": "Edit", "diffs": diffs, "locations": [{"path": "/w/a", "line": 1}]});
    let client = play(false, json!({"card": card})).await;
    assert_eq!(
        update(&client, 0),
        json!({
            "title": "Edit", "kind": "edit", "locations": [{"path": "/w/a", "line": 1}],
            "content": [
                {"type": "diff", "path": "/w/a", "oldText": "1\n", "newText": "2\n"},
                {"type": "diff", "path": "/w/b", "newText": "new"},
            ],
        })
    );
}

#[tokio::test]
async fn rule_10_what_was_changed_replaces_what_was_to_be_changed() {
    let planned = json!([{"path": "/w/a", "oldText": null, "newText": "2"}]);
    let done = json!([{"path": "/w/a", "oldText": "1", "newText": "2"}]);
    let card = json!({"card": "diff", "title": "Edit", "diffs": planned});
    let result = json!({"card": "diff", "title": "Edited /w/a", "diffs": done});
    let client = play(false, json!({"card": card, "result": result, "says": "ok"})).await;
    assert_eq!(
        update(&client, 2),
        json!({
            "title": "Edited a", "status": "completed", "rawOutput": "ok",
            "content": [{"type": "diff", "path": "/w/a", "oldText": "1", "newText": "2"}],
        })
    );
    let result = json!({"card": "diff", "diffs": []});
    let client = play(false, json!({"card": card, "result": result, "says": "ok"})).await;
    assert_eq!(update(&client, 2), json!({"status": "completed", "rawOutput": "ok"}));
}

#[tokio::test]
async fn rule_11_a_command_is_a_terminal_where_the_client_draws_one() {
    let card =
        json!({"card": "terminal", "title": "cargo test", "description": "Check it", "cwd": "sub"});
    let client = play(true, json!({"card": card})).await;
    assert_eq!(
        update(&client, 0),
        json!({
            "title": "cargo test", "kind": "execute", "rawInput": "cargo test",
            "content": [text("Check it"), {"type": "terminal", "terminalId": "call_1"}],
            "_meta": {"terminal_info": {"terminal_id": "call_1", "cwd": "/w/sub"}},
        })
    );
    let client = play(false, json!({"card": card})).await;
    assert_eq!(
        update(&client, 0),
        json!({
            "title": "cargo test", "kind": "execute", "rawInput": "cargo test", "content": [text("Check it")],
        })
    );
    for (cwd, expected) in [(json!("/tmp"), "/tmp"), (json!("./a"), "/w/a"), (Value::Null, "/w")] {
        let mut card = json!({"card": "terminal", "title": "ls"});
        if !cwd.is_null() {
            card["cwd"] = cwd;
        }
        let client = play(true, json!({"card": card})).await;
        assert_eq!(update(&client, 0)["_meta"]["terminal_info"]["cwd"], expected);
    }
}

fn command(result: &Value) -> Value {
    json!({"card": {"card": "terminal", "title": "ls"}, "result": result, "says": "for the model"})
}

#[tokio::test]
async fn rule_12_a_command_ends_in_its_terminal() {
    let result = json!({"card": "terminal", "output": "a\nb\n", "exitCode": 3});
    let client = play(true, command(&result)).await;
    let last = update(&client, 2);
    assert_eq!(last.get("content"), None, "it would replace the terminal");
    assert_eq!(
        last["_meta"],
        json!({
            "terminal_output": {"terminal_id": "call_1", "data": "a\nb\n"},
            "terminal_exit": {"terminal_id": "call_1", "exit_code": 3, "signal": null},
        })
    );
    let result = json!({"card": "terminal", "signal": "SIGKILL"});
    let client = play(true, command(&result)).await;
    assert_eq!(
        update(&client, 2)["_meta"],
        json!({
            "terminal_output": {"terminal_id": "call_1", "data": ""},
            "terminal_exit": {"terminal_id": "call_1", "exit_code": null, "signal": "SIGKILL"},
        })
    );
    // A command that goes on in the background has no end.
    let client = play(true, command(&json!({"card": "terminal", "output": "started"}))).await;
    assert_eq!(update(&client, 2)["_meta"].get("terminal_exit"), None);
    // Exit codes have no sign on the wire.
    let result = json!({"card": "terminal", "exitCode": -1_073_741_510});
    let client = play(true, command(&result)).await;
    let exit = &update(&client, 2)["_meta"]["terminal_exit"]["exit_code"];
    assert_eq!(*exit, json!(3_221_225_786_u32));
}

#[tokio::test]
async fn rule_13_a_command_ends_in_a_fence_where_the_client_draws_no_terminal() {
    let result = json!({"card": "terminal", "output": "a\nb\n\n", "exitCode": 0});
    let client = play(false, command(&result)).await;
    let last = update(&client, 2);
    assert_eq!(last["content"], json!([text("```console\na\nb\n```")]));
    assert_eq!(last.get("_meta"), None);
    let result = json!({"card": "terminal", "output": "```\nout?\n````\n", "exitCode": 0});
    let client = play(false, command(&result)).await;
    assert_eq!(client.content(), json!([text("`````console\n```\nout?\n````\n`````")]));
    let client = play(false, command(&json!({"card": "terminal", "output": "\n"}))).await;
    assert_eq!(update(&client, 2).get("content"), None, "nothing was written");
    // What a terminal would show of the end is said in words.
    let result = json!({"card": "terminal", "output": "a\n", "exitCode": 2});
    let client = play(false, command(&result)).await;
    assert_eq!(client.content(), json!([text("```console\na\n```"), text("exit code 2")]));
    let client = play(false, command(&json!({"card": "terminal", "signal": "SIGKILL"}))).await;
    assert_eq!(client.content(), json!([text("ended by SIGKILL")]));
}

#[tokio::test]
async fn rule_14_blocks_that_are_no_text_stay_what_they_are() {
    let blocks = json!([
        {"type": "text", "text": "a", "annotations": {"audience": ["user"]}},
        {"type": "image", "data": "aGk=", "mimeType": "image/png", "uri": "file:///w/a.png"},
        {"type": "audio", "data": "aGk=", "mimeType": "audio/wav"},
        {"type": "resource_link", "uri": "file:///w/a", "name": "a", "mimeType": "text/plain", "size": 3},
        {"type": "resource", "resource": {"uri": "file:///w/b", "text": "b", "mimeType": "text/plain"}},
        {"type": "resource", "resource": {"uri": "file:///w/c", "blob": "aGk="}},
    ]);
    let client = play(false, json!({"blocks": blocks})).await;
    let shown: Vec<Value> =
        client.content().as_array().unwrap().iter().map(|block| block["content"].clone()).collect();
    assert_eq!(Value::from(shown), blocks);
}

#[tokio::test]
async fn rule_15_what_a_client_can_do_is_looked_at_once() {
    let client = Client::default();
    let mut capabilities = super::capabilities(true);
    let session = client.build(AcpSession::builder("s", "/w").client(&capabilities));
    capabilities.meta = None;
    let scope = scope(&session);
    scope
        .execute(ToolExecutionInput::new("call_1", "puppet", command(&json!({"card": "terminal"}))))
        .await;
    assert!(client.updates()[0]["_meta"]["terminal_info"].is_object());
    assert!(client.updates()[2]["_meta"]["terminal_output"].is_object());
}

#[tokio::test]
async fn rule_16_only_the_choice_that_allows_once_lets_a_call_run() {
    for (answer, expected) in [
        (Answer::Select("allow-once"), "x"),
        (Answer::Select("reject-once"), "Error: the user rejected the call of `puppet`"),
        (Answer::Select("allow-always"), "Error: the user rejected the call of `puppet`"),
        (Answer::Select(""), "Error: the user rejected the call of `puppet`"),
        (Answer::Cancel, "Error: the question whether `puppet` may run was cancelled"),
        (Answer::Fail, "Error: `puppet` needs approval, and nobody who could give it is available"),
    ] {
        let client = Client::default();
        let scope = scope(&client.answering(false, answer));
        scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
        let result = scope.execute(call("puppet", r#"{"says":"x"}"#)).await;
        assert_eq!(result.text(), expected, "{answer:?}");
        let questions = client.questions();
        assert_eq!(
            questions[0]["options"],
            json!([
                {"optionId": "allow-once", "name": "Allow once", "kind": "allow_once"},
                {"optionId": "reject-once", "name": "Reject", "kind": "reject_once"},
            ])
        );
        assert_eq!(questions.len(), 1);
        client.cards();
    }
    // Calls of others are not this client's to answer.
    let client = Client::default();
    let registry = registry([puppet()]);
    registry.scope("agent").policy(client.answering(false, Answer::Select("allow-once")));
    let other = registry.scope("other");
    other.pre_execute_fn(|_, _| async { Ok(PreToolDecision::Ask(None)) });
    assert!(other.execute(call("puppet", "{}")).await.is_error());
    assert!(client.sent().is_empty());
}

#[tokio::test]
async fn rule_17_what_was_found_read_and_fetched_is_shown_by_what_there_is() {
    let result = json!({
        "card": "search", "shape": "matches", "truncated": false, "total": 2,
        "files": [{"path": "/w/a.rs", "matches": [{"lineNumber": 3, "line": "  let a = `x`;"}, {"lineNumber": 12, "line": "b"}]}],
    });
    let client = play(false, json!({"result": result})).await;
    assert_eq!(client.card().kind, v1::ToolKind::Search);
    assert_eq!(
        client.content(),
        json!([text("```\na.rs\n     3    let a = `x`;\n    12  b\n```")])
    );
    assert_eq!(update(&client, 2)["locations"], json!([{"path": "/w/a.rs", "line": 3}]));

    let result = json!({"card": "search", "shape": "paths", "paths": ["b.rs", "/etc/x"], "truncated": true, "total": 9});
    let client = play(false, json!({"result": result})).await;
    assert_eq!(client.content(), json!([text("```\nb.rs\n/etc/x\n```"), text("2 of 9 paths")]));

    let result = json!({
        "card": "read", "path": "/w/a.rs", "offset": 7, "totalLines": 80, "lang": "rust",
        "lines": [{"number": 7, "text": "fn main() {"}, {"number": 8, "text": "}"}],
    });
    let client = play(false, json!({"result": result})).await;
    assert_eq!(client.card().kind, v1::ToolKind::Read);
    assert_eq!(
        client.content(),
        json!([text("```rust\nfn main() {\n}\n```"), text("Lines 7 to 8 of 80")])
    );
    assert_eq!(update(&client, 2)["locations"], json!([{"path": "/w/a.rs", "line": 7}]));
    let mut given = result.clone();
    given["content"] = json!([{"type": "image", "data": "aGk=", "mimeType": "image/png"}]);
    let client = play(false, json!({"result": given})).await;
    assert_eq!(client.content()[0]["content"]["type"], "image", "what the card gives is shown");

    let result = json!({
        "card": "web", "kind": "search", "answer": "42", "truncated": true,
        "sources": [{"url": "https://example.org/a", "title": "A", "snippet": "s", "publishedAt": "2026"}, {"url": "javascript:alert(1)"}],
    });
    let client = play(false, json!({"result": result})).await;
    assert_eq!(client.card().kind, v1::ToolKind::Fetch);
    assert_eq!(
        client.content(),
        json!([
            text("42"),
            {"type": "content", "content": {"type": "resource_link", "uri": "https://example.org/a", "name": "A", "description": "2026: s"}},
            text("```\njavascript:alert(1)\n```"),
            text("There are more"),
        ])
    );

    let result = json!({"card": "web", "kind": "fetch", "url": "https://example.org", "statusCode": 404, "truncated": false});
    let client = play(false, json!({"result": result, "says": "# Not found"})).await;
    assert_eq!(
        client.content(),
        json!([
            {"type": "content", "content": {"type": "resource_link", "uri": "https://example.org", "name": "https://example.org"}},
            text("Status 404"),
            text("```\n# Not found\n```"),
        ])
    );
}
