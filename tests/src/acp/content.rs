//! What cards show at their end, beyond the rules.

use super::{Answer, Client, play, puppet};
use crate::support::{call, free, registry};
use dsh_tools::bridge::acp::{AcpSession, v1};
use dsh_tools::prelude::*;
use serde_json::json;
use std::borrow::Cow;

#[tokio::test]
async fn changes_stay_in_sight_where_only_a_text_says_that_they_were_made() {
    let diffs = json!([{"path": "/w/a", "oldText": "1", "newText": "2"}]);
    let card = json!({"card": "diff", "title": "Edit", "diffs": diffs});
    let client = play(false, json!({"card": card, "says": "1 place"})).await;
    let kinds: Vec<_> =
        client.content().as_array().unwrap().iter().map(|b| b["type"].clone()).collect();
    assert_eq!(kinds, ["diff", "content"]);
    // Changes that were not made do not.
    let client = play(false, json!({"card": card, "fails": "no such text"})).await;
    assert_eq!(client.content()[0]["content"]["text"], "Error: no such text");
    assert_eq!(client.content().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_terminal_that_wrote_stays_when_its_call_fails_and_is_ended() {
    let card = json!({"card": "terminal", "title": "make"});
    let client =
        play(true, json!({"card": card, "writes": ["cc a.c\n"], "fails": "timed out"})).await;
    assert_eq!(
        client.content(),
        json!([
            {"type": "terminal", "terminalId": "call_1"},
            {"type": "content", "content": {"type": "text", "text": "Error: timed out"}},
        ])
    );
    let exit = json!({"terminal_id": "call_1", "exit_code": null, "signal": null});
    assert_eq!(client.updates().last().unwrap()["_meta"]["terminal_exit"], exit);
    // One that wrote nothing has nothing to show.
    let client = play(true, json!({"card": card, "fails": "no shell"})).await;
    assert_eq!(client.content()[0]["content"]["text"], "Error: no shell");
    assert_eq!(client.updates().last().unwrap()["_meta"]["terminal_exit"], exit);
}

#[tokio::test]
async fn raw_text_is_fenced_on_demand_and_what_presenters_wrote_is_not() {
    let client = Client::default();
    let scope = registry([puppet()]).scope("agent");
    scope.policy(client.build(AcpSession::builder("s", "/w").fence_raw_text(true)));
    scope.execute(call("puppet", "{\"says\":\"# not a heading\"}")).await;
    assert_eq!(client.content()[0]["content"]["text"], "```\n# not a heading\n```");

    // Neither did a presenter write why a command runs, nor why somebody is asked.
    let client = Client::default();
    let scope = registry([puppet()]).scope("agent");
    let asking = client.clone();
    let builder = AcpSession::builder("s", "/w").fence_raw_text(true);
    scope.policy(client.build(
        builder.ask(move |request| asking.clone().answer(request, Answer::Select("allow-once"))),
    ));
    scope.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("[see](https://example.org)")) });
    let card = json!({"card": "terminal", "title": "ls", "description": "# List"});
    scope.execute(ToolExecutionInput::new("call_1", "puppet", json!({"card": card}))).await;
    let shown = &client.questions()[0]["toolCall"]["content"];
    assert_eq!(shown[0]["content"]["text"], "```\n[see](https://example.org)\n```");
    assert_eq!(shown[1]["content"]["text"], "```\n# List\n```");

    let result = json!({"card": "generic", "content": [{"type": "text", "text": "# a heading"}]});
    let client = play(false, json!({"result": result, "says": "x"})).await;
    assert_eq!(client.content()[0]["content"]["text"], "# a heading");
}

#[tokio::test]
async fn raw_output_is_the_value_but_for_what_is_no_news_and_what_is_too_long() {
    for (value, expected) in [
        (json!({"rows": [1, "b"]}), json!({"rows": [1, "b"]})),
        (json!(false), json!(false)),
        (json!(null), json!(null)),
    ] {
        let client = play(false, json!({"value": value})).await;
        let last = client.updates().pop().unwrap();
        assert_eq!(last.get("rawOutput").is_none(), expected.is_null());
        assert_eq!(last["rawOutput"], expected);
    }
    // The bytes of an image stand in its block.
    let data = "A".repeat(3 << 20);
    let blocks = json!([{"type": "image", "data": data, "mimeType": "image/png"}]);
    let client = play(false, json!({"blocks": blocks})).await;
    assert_eq!(client.content()[0]["content"]["data"], data);
    let raw = serde_json::to_string(&client.card().raw_output).unwrap();
    assert!(raw.len() < 100_000 && raw.contains("bytes are left out"), "{}", raw.len());
    // Many short texts are too long as well.
    let client = play(false, json!({"value": vec!["x".repeat(100); 20_000]})).await;
    assert_eq!(client.card().raw_output, Some(json!("[2060001 bytes of JSON are left out here]")));
}

#[tokio::test]
async fn the_kind_of_a_card_that_said_one_is_kept() {
    let card = json!({"card": "generic", "title": "Look", "kind": "think"});
    let result =
        json!({"card": "search", "shape": "paths", "paths": [], "truncated": false, "total": 0});
    let kind = play(
        false,
        json!({"card": {"card": "generic", "title": "Look", "kind": "fetch"}, "result": result}),
    )
    .await;
    assert_eq!(kind.card().kind, v1::ToolKind::Fetch);
    let client = play(false, json!({"card": card, "result": result})).await;
    assert_eq!(client.content()[0]["content"]["text"], "No paths");
}

#[tokio::test]
async fn a_block_that_the_protocol_has_not_is_shown_as_json() {
    let blocks = json!([{"type": "table", "rows": [[1, 2]]}]);
    let client = play(false, json!({"blocks": blocks})).await;
    let text = client.content()[0]["content"]["text"].as_str().unwrap().to_owned();
    assert_eq!(text, "```json\n{\"type\":\"table\",\"rows\":[[1,2]]}\n```");
}

#[tokio::test]
async fn a_presenter_sees_what_hooks_left_of_a_result() {
    let tool = free("shell")
        .present_call(|_| ToolCallView::terminal("cat key"))
        .present_result(|_, result| {
            let kept = result.meta.and_then(|meta| meta.root().as_str().map(Cow::into_owned));
            ToolResultView::terminal(kept.unwrap_or_else(|| result.text().into_owned()))
                .exit_code(0)
        })
        .body(|_, _| async { ToolOutput::text("hunter2").with_meta(json!("hunter2")) })
        .text_output()
        .build();
    let client = Client::default();
    let scope = registry([tool]).scope("agent");
    scope.policy(client.begin(true));
    scope.post_execute_fn(|_, _, _| async {
        Ok(PostToolDecision::accept().with_content("withheld"))
    });
    scope.execute(call("shell", "{}")).await;
    let sent = serde_json::to_string(&client.updates()).unwrap();
    assert!(sent.contains("withheld") && !sent.contains("hunter2"), "{sent}");
}
