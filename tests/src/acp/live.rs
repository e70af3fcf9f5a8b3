//! What bodies write while they run.

use super::{Client, capabilities, play, puppet, scope};
use crate::support::{call, free, registry};
use dsh_tools::Progress;
use dsh_tools::bridge::acp::{AcpSession, v1};
use dsh_tools::prelude::*;
use serde_json::{Value, json};

/// What a client's terminal holds, and how it was ended.
fn terminal(client: &Client, key: &str) -> (String, Option<Value>) {
    let mut text = String::new();
    let mut end = None;
    for update in client.updates() {
        let meta = &update["_meta"];
        if let Some(output) = meta.get(key) {
            assert_eq!(output["terminal_id"], "call_1");
            assert!(end.is_none(), "it has ended");
            text.push_str(output["data"].as_str().unwrap());
        }
        end = meta.get("terminal_exit").cloned().or(end);
    }
    (text, end)
}

fn command(writes: &[&str], output: &str) -> Value {
    json!({
        "card": {"card": "terminal", "title": "make"}, "writes": writes,
        "result": {"card": "terminal", "output": output, "exitCode": 0}, "says": "x",
    })
}

#[tokio::test]
async fn each_chunk_is_sent_once_and_the_end_adds_what_is_missing() {
    let client = play(true, command(&["one\n", "tw", "o\n"], "one\ntwo\n[done]\n")).await;
    assert_eq!(
        client.course(),
        ["pending", "in_progress", "output", "output", "output", "completed"]
    );
    let (text, end) = terminal(&client, "terminal_output");
    assert_eq!(text, "one\ntwo\n[done]\n");
    assert_eq!(end.unwrap()["exit_code"], 0);
    // Nothing is missing.
    let client = play(true, command(&["one\n"], "one\n")).await;
    assert_eq!(client.updates().pop().unwrap()["_meta"].get("terminal_output"), None);
    // What the result says is another text: the terminal has what was written.
    let client = play(true, command(&["one\ntwo\n"], "one\n[4 bytes are left out]")).await;
    assert_eq!(terminal(&client, "terminal_output").0, "one\ntwo\n");
}

#[tokio::test]
async fn why_a_command_failed_stands_below_what_it_wrote() {
    // The presenter makes a terminal of whatever the model reads.
    let fails = json!({
        "card": {"card": "terminal", "title": "make"}, "writes": ["FAIL 1\n"], "fails": "no space",
        "result": {"card": "terminal", "output": "Error: no space"},
    });
    let client = play(true, fails.clone()).await;
    let (text, end) = terminal(&client, "terminal_output");
    assert_eq!(text, "FAIL 1\n");
    assert_eq!(end.unwrap()["exit_code"], Value::Null, "the terminal has ended");
    let content = client.content();
    assert_eq!(content[0]["type"], "terminal");
    assert!(content[1].to_string().contains("Error: no space"), "{content}");
    assert!(play(false, fails).await.content().to_string().contains("Error: no space"));
}

#[tokio::test]
async fn a_client_that_appends_by_another_name_is_told_by_that_name() {
    let client = Client::default();
    let meta = json!({"terminal_output": true, "terminal_output_delta": true});
    let capabilities = v1::ClientCapabilities::new().meta(meta.as_object().cloned());
    let scope = scope(&client.build(AcpSession::builder("s", "/w").client(&capabilities)));
    scope.execute(ToolExecutionInput::new("call_1", "puppet", command(&["a", "b"], "abc"))).await;
    assert_eq!(terminal(&client, "terminal_output_delta").0, "abc");
    assert_eq!(terminal(&client, "terminal_output").0, "");
}

#[tokio::test]
async fn other_cards_show_the_end_of_what_is_written() {
    let client = play(false, command(&["one\n", "two\n"], "one\ntwo\n")).await;
    let contents: Vec<Value> = client
        .updates()
        .iter()
        .map(|update| update["content"][0]["content"]["text"].clone())
        .collect();
    assert_eq!(
        contents,
        [
            Value::Null,
            Value::Null,
            json!("```console\none\n```"),
            json!("```console\none\ntwo\n```"),
            json!("```console\none\ntwo\n```"),
        ]
    );
    // What a card showed before is still there, and what passes is gone at the end.
    let card =
        json!({"card": "generic", "title": "Do", "content": [{"type": "text", "text": "plan"}]});
    let client = play(true, json!({"card": card, "writes": ["x"], "blocks": []})).await;
    let updates = client.updates();
    assert_eq!(updates[2]["content"].as_array().unwrap().len(), 2);
    assert_eq!(
        client.content(),
        json!([{"type": "content", "content": {"type": "text", "text": "plan"}}])
    );
}

#[tokio::test]
async fn what_is_sent_of_an_endless_output_stays_in_proportion() {
    let chunk = "x".repeat(99) + "\n";
    let writes = vec![chunk.as_str(); 20_000];
    for draws in [true, false] {
        let client =
            play(draws, json!({"card": {"card": "terminal", "title": "yes"}, "writes": writes}))
                .await;
        let sent: usize = client
            .updates()
            .iter()
            .map(|update| serde_json::to_string(update).unwrap().len())
            .sum();
        assert!(sent < 20 * 2_000_000, "{sent}");
        client.card();
    }
    // One chunk is cut into pieces, none of which breaks a character.
    let client = play(true, command(&[&"ß".repeat(200_000)], "")).await;
    assert_eq!(terminal(&client, "terminal_output").0.chars().count(), 200_000);
    assert!(client.updates().len() > 5);
}

#[tokio::test]
async fn colours_stay_in_a_terminal_also_where_a_sequence_is_torn() {
    let client = play(true, command(&["\u{1b}[3", "1mred\u{1b}", "[0m\u{1b}[2", "J"], "")).await;
    assert_eq!(terminal(&client, "terminal_output").0, "\u{1b}[31mred\u{1b}[0m");
    let client =
        play(false, command(&["\u{1b}[3", "1mred\u{1b}", "[0m"], "\u{1b}[31mred\u{1b}[0m")).await;
    assert_eq!(client.content()[0]["content"]["text"], "```console\nred\n```");
}

#[tokio::test]
async fn how_far_a_body_is_stands_in_its_card() {
    let tool = free("copy")
        .body(|_, cx| async move {
            for done in [1.0, 1.0, 2.0] {
                cx.progress(&Progress::of(done, 3.0).message("copying"));
            }
            cx.progress(&Progress::done(3.0));
            "copied"
        })
        .build();
    let client = Client::default();
    let scope = registry([tool]).scope("agent");
    scope.policy(client.begin(false));
    // Whoever listens at the input hears it as well.
    let heard = std::sync::Arc::new(std::sync::Mutex::new(0));
    let count = std::sync::Arc::clone(&heard);
    let input = call("copy", "{}").on_progress(move |_, _| *count.lock().unwrap() += 1);
    scope.execute(input).await;
    let texts: Vec<_> =
        client.updates().iter().map(|u| u["content"][0]["content"]["text"].clone()).collect();
    let expected = [json!("copying (1 of 3)"), json!("copying (2 of 3)"), json!("copied")];
    assert_eq!(texts[2..], expected);
    assert_eq!(*heard.lock().unwrap(), 4);
}

#[tokio::test]
async fn nobody_hears_of_a_body_that_outlives_its_call() {
    let kept = std::sync::Arc::new(std::sync::Mutex::new(None));
    let keep = std::sync::Arc::clone(&kept);
    let tool = free("keep")
        .body(move |_, cx| {
            *keep.lock().unwrap() = Some(cx);
            async { "x" }
        })
        .build();
    let client = Client::default();
    let scope = registry([tool, puppet()]).scope("agent");
    scope.policy(client.build(AcpSession::builder("s", "/w").client(&capabilities(true))));
    scope.execute(call("keep", "{}")).await;
    kept.lock().unwrap().take().unwrap().progress(&Progress::done(1.0).output("late"));
    assert_eq!(client.course(), ["pending", "in_progress", "completed"]);
}
