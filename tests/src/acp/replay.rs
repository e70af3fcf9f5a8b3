//! Calls of before, shown again.

use super::{Client, puppet};
use crate::support::registry;
use dsh_tools::prelude::*;
use dsh_tools::{ToolCallRecord, ToolResultRecord};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

#[tokio::test]
async fn s242_a_replay_shows_the_card_of_the_live_run() {
    let terminal = json!({
        "card": {"card": "terminal", "title": "ls"}, "says": "x",
        "result": {"card": "terminal", "output": "a\n", "exitCode": 0},
    });
    let diff =
        json!({"card": {"card": "diff", "title": "Edit", "diffs": []}, "fails": "no such text"});
    for arguments in [terminal.to_string(), diff.to_string(), "{broken".to_owned(), "{}".to_owned()]
    {
        for draws in [true, false] {
            let live = Client::default();
            let registry = registry([puppet()]);
            let records: Arc<Mutex<Vec<(ToolCallRecord, ToolResultRecord)>>> = Arc::default();
            let keep = Arc::clone(&records);
            registry.observe_fn(move |call, result| {
                keep.lock().unwrap().push((call.into(), result.record(call.call_id())));
            });
            let scope = registry.scope("agent");
            scope.policy(live.begin(draws));
            scope.execute(ToolExecutionInput::new("call_1", "puppet", arguments.as_str())).await;

            let again = Client::default();
            let session = again.begin(draws);
            for (call, result) in records.lock().unwrap().iter() {
                session.replay(call, registry.get(&call.name).as_ref(), Some(result));
            }
            // It does not run, and what a success gave is not kept.
            let without = |client: &Client| -> Vec<Value> {
                let updates = client.updates().into_iter();
                let updates = updates.filter(|update| update["status"] != "in_progress");
                updates
                    .map(|mut update| {
                        let has_failed = update["status"] == "failed";
                        update
                            .as_object_mut()
                            .unwrap()
                            .retain(|key, _| key != "rawOutput" || has_failed);
                        update
                    })
                    .collect()
            };
            let mut before = without(&live);
            // A failure without a code of its own has none in a record.
            let known = before[1]["rawOutput"]["error"]["code"] != "TOOL_ERROR";
            before[1].as_object_mut().unwrap().retain(|key, _| key != "rawOutput" || known);
            assert_eq!(without(&again), before);
        }
    }
}

#[tokio::test]
async fn a_call_that_was_interrupted_and_a_tool_that_is_gone_have_cards() {
    let client = Client::default();
    let session = client.begin(true);
    let call = ToolCallRecord::new("call_1", "gone", r#"{"a":1}"#);
    session.replay(&call, None, None);
    let card = client.card();
    assert_eq!((card.title.as_str(), card.raw_input), ("gone", Some(json!({"a": 1}))));
    assert_eq!(client.course(), ["pending", "failed"]);
    // A live call of the same id has a card of its own.
    session.replay(&call, None, None);
    assert_eq!(client.cards().len(), 2);
    session.close();
    session.replay(&call, None, None);
    assert_eq!(client.cards().len(), 2);
}
