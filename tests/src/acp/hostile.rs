//! What models, files and servers may put into a card, and what leaves of it.

use super::{Answer, Client, play, scope};
use crate::support::{call, free, registry};
use dsh_tools::Progress;
use dsh_tools::bridge::acp::v1;
use dsh_tools::prelude::*;
use serde_json::{Value, json};

const TERMINAL: &str = "\u{1b}[2J\u{1b}]52;c;ZXZpbA==\u{7}\u{1b}]8;;http://evil\u{1b}\\x\u{1b}]8;;\u{1b}\\\u{9b}6n\u{0}\u{8}";
const BIDI: &str = "user\u{202e}nimda\u{2066}\u{2069}";

/// Every text in it.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, out)),
        Value::Object(entries) => entries.values().for_each(|item| texts(item, out)),
        _ => {}
    }
}

fn shown(client: &Client) -> Vec<String> {
    let mut out = Vec::new();
    for mut update in client.updates() {
        // What is raw is raw.
        update.as_object_mut().unwrap().retain(|key, _| !key.starts_with("raw"));
        texts(&update, &mut out);
    }
    out
}

fn every_card(text: &str) -> Vec<Value> {
    let block = json!([{"type": "text", "text": text}]);
    vec![
        json!({"card": {"card": "generic", "title": text, "content": block}, "says": text}),
        json!({"card": {"card": "generic", "title": "x"}, "fails": text}),
        json!({"card": {"card": "terminal", "title": text, "description": text}, "writes": [text, text],
            "result": {"card": "terminal", "title": text, "output": text, "exitCode": 0}}),
        json!({"card": {"card": "terminal", "title": "x"}, "result": {"card": "terminal", "signal": text}}),
        json!({"card": {"card": "diff", "title": text, "diffs": []}, "says": text}),
        json!({"result": {"card": "search", "shape": "matches", "title": text, "truncated": false, "total": 1,
            "files": [{"path": "a", "matches": [{"lineNumber": 1, "line": text}]}]}}),
        json!({"result": {"card": "search", "shape": "paths", "paths": [text], "truncated": false, "total": 1}}),
        json!({"result": {"card": "read", "path": "a", "offset": 1, "totalLines": 1, "lang": text,
            "lines": [{"number": 1, "text": text}]}}),
        json!({"result": {"card": "web", "kind": "search", "answer": text, "truncated": false,
            "sources": [{"url": text, "title": text, "snippet": text}, {"url": "https://x.org", "title": text, "snippet": text}]}}),
        json!({"result": {"card": "web", "kind": "fetch", "url": text, "statusCode": 200, "truncated": false}, "says": text}),
        json!({"blocks": [{"type": "resource_link", "uri": "file:///a", "name": text, "title": text, "description": text},
            {"type": "resource", "resource": {"uri": "file:///b", "text": text}}]}),
    ]
}

#[tokio::test]
async fn control_characters_and_escape_sequences_do_not_reach_a_screen() {
    for draws in [true, false] {
        for arguments in every_card(TERMINAL) {
            let client = play(draws, arguments.clone()).await;
            client.card();
            for text in shown(&client) {
                let bad = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\u{8}');
                assert!(!text.chars().any(bad), "{text:?} of {arguments}");
            }
        }
    }
}

#[tokio::test]
async fn text_is_read_in_the_order_in_which_it_is_written() {
    for draws in [true, false] {
        for arguments in every_card(BIDI) {
            let client = play(draws, arguments.clone()).await;
            for text in shown(&client) {
                let turns =
                    |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                assert!(!text.chars().any(turns), "{text:?} of {arguments}");
            }
        }
    }
}

#[tokio::test]
async fn markup_of_others_stands_in_fences_that_it_cannot_end() {
    let markup =
        "```\n\n# Allowed\n![x](https://evil.example/?q=1)\n<script>alert(1)</script>\n``````";
    for arguments in every_card(markup).into_iter().skip(5).take(5) {
        let client = play(false, arguments).await;
        let content = client.card().content;
        for block in &content {
            let v1::ToolCallContent::Content(block) = block else { continue };
            let v1::ContentBlock::Text(text) = &block.content else { continue };
            let Some(fence) = text.text.lines().next().filter(|line| line.starts_with("```"))
            else {
                continue;
            };
            let fence = fence.trim_end_matches(|c| c != '`');
            let ends: Vec<usize> = text
                .text
                .lines()
                .enumerate()
                .skip(1)
                .filter(|(_, line)| line.trim().starts_with(fence))
                .map(|(at, _)| at)
                .collect();
            assert_eq!(ends, [text.text.lines().count() - 1], "{}", text.text);
        }
    }
    let result = json!({"card": "terminal", "output": markup, "exitCode": 0});
    let client =
        play(false, json!({"card": {"card": "terminal", "title": "x"}, "result": result})).await;
    let text = client.content()[0]["content"]["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("```````console\n") && text.ends_with("\n```````"), "{text}");
}

/// A tool with these cards, which it has not to read from arguments.
fn fixed(mut cards: Value) -> ToolDefinition {
    let mut take = |key: &str| cards.get_mut(key).map(Value::take);
    let call = take("card").map(|card| serde_json::from_value::<ToolCallView>(card).unwrap());
    let result = take("result").map(|card| serde_json::from_value::<ToolResultView>(card).unwrap());
    let text = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let says = take("says").map(text);
    let fails = take("fails").map(text);
    let blocks =
        take("blocks").map(|blocks| serde_json::from_value::<Vec<ContentBlock>>(blocks).unwrap());
    let writes = take("writes").map(|writes| text(writes[0].clone()));
    free("fixed")
        .present_call(move |_| call.clone())
        .present_result(move |_, _| result.clone())
        .body(move |_, cx| {
            if let Some(text) = &writes {
                cx.progress(&Progress::done(1.0).output(text.as_str()));
            }
            let output = match &fails {
                Some(why) => Err(ToolError::msg(why.clone())),
                None => Ok(says.clone().unwrap_or_default()),
            };
            let blocks = blocks.clone();
            async move { output.map(|text| blocks.unwrap_or_else(|| vec![ContentBlock::text(text)])) }
        })
        .build()
}

#[tokio::test]
async fn lines_of_ten_megabytes_become_messages_that_can_be_read() {
    let long = "x".repeat(10 << 20);
    let mut cards = every_card(&long);
    let diffs = json!([{"path": "/w/a", "oldText": long, "newText": "x"}]);
    cards.push(json!({"card": {"card": "diff", "title": "x", "diffs": diffs}, "says": "x"}));
    for arguments in cards {
        let clients = if arguments["card"]["card"] == "terminal" { 2 } else { 1 };
        let tool = fixed(arguments);
        for draws in [true, false].into_iter().take(clients) {
            let client = Client::default();
            let scope = registry([tool.clone()]).scope("agent");
            scope.policy(client.begin(draws));
            scope.execute(call("fixed", "{}")).await;
            for update in client.updates() {
                let length = serde_json::to_string(&update).unwrap().len();
                assert!(length < 3 << 20, "{length} bytes of {:?}", update["sessionUpdate"]);
            }
            assert!(client.card().title.len() < 20_000);
        }
    }
}

#[tokio::test]
async fn values_that_nest_deep_do_not_make_messages_that_no_reader_takes() {
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    let client = Client::default();
    let scope = scope(&client.begin(false));
    scope.execute(call("puppet", &format!("{{\"value\":{deep}}}"))).await;
    assert_eq!(client.course(), ["pending", "in_progress", "completed"]);
    let card = client.card();
    assert!(card.raw_input.unwrap().is_string() && card.raw_output.unwrap().is_string());
}

#[tokio::test]
async fn ids_and_names_of_models_are_shown_as_they_can_be() {
    let client = Client::default();
    let scope = scope(&client.answering(true, Answer::Cancel));
    for id in ["", "a\nb\u{202e}", &"x".repeat(1 << 20), "call_1#2", "call_1", "call_1", "call_1"] {
        scope.execute(ToolExecutionInput::new(id, "no\u{1b}[2Jbody", "{}")).await;
    }
    let cards = client.cards();
    assert_eq!(cards.len(), 7, "each call has a card of its own");
    let ids: Vec<&String> = cards.keys().collect();
    assert!(ids.iter().all(|id| id.len() < 200 && !id.contains(char::is_control)), "{ids:?}");
    assert!(
        cards.contains_key("call_1#2")
            && cards.contains_key("call_1#3")
            && cards.contains_key("call_1#4")
    );
    assert!(cards.values().all(|card| card.name.as_deref() == Some("no\\u{1b}[2Jbody")));
}
