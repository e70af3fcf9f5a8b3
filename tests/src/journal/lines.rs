//! What is written of calls, and when.

use super::{Paper, outcomes};
use crate::support::{Twice, call, code, free, poll_once, registry};
use dsh_tools::json::ContentBlock;
use dsh_tools::prelude::*;
use dsh_tools::{JournalEntry, JournaledCall, RetryPolicy};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

fn tool(name: &'static str) -> ToolDefinition {
    free(name).body(move |_, _| async move { name }).build()
}

#[tokio::test]
async fn a_call_is_a_line_before_it_runs_and_its_result_before_it_is_given() {
    let paper = Paper::default();
    let seen = paper.clone();
    let inside = free("t").body(move |_, _| {
        let seen = seen.text().lines().count();
        async move { seen.to_string() }
    });
    let registry = registry([inside.build()]);
    registry.policy(paper.journal());
    let result = registry.scope("agent").execute(call("t", r#" {"a": 1.50} "#)).await;
    assert_eq!(result.text(), "2", "call and start stood there");

    let lines: Vec<Value> =
        paper.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let execution = &lines[0]["execution"];
    let time = |line: &Value| line["time"].as_u64().unwrap();
    assert_eq!(
        lines,
        [
            json!({
                "type": "tool/call", "time": time(&lines[0]), "execution": execution, "scope": "agent",
                "callId": "call_1", "name": "t", "arguments": " {\"a\": 1.50} ",
            }),
            json!({"type": "tool/start", "time": time(&lines[1]), "execution": execution, "attempt": 1}),
            json!({
                "type": "tool/result", "time": time(&lines[2]), "execution": execution,
                "callId": "call_1", "content": [{"type": "text", "text": "2"}], "isError": false,
            }),
        ]
    );
    assert!(time(&lines[0]) > 1_700_000_000_000, "milliseconds since 1970");
    assert!(time(&lines[0]) <= time(&lines[2]));
}

#[tokio::test]
async fn s218_a_journal_keeps_metadata_name_and_code_and_no_message_and_no_value() {
    let good = free("good").body(|_, _| async {
        let meta = "{\n  \"exact\": 123456789012345678901234567890.50\n}";
        ToolOutput::text("fine").with_meta(FrozenJson::parse(meta).unwrap())
    });
    let bad = free("bad").body(|_, _| async {
        Err::<String, _>(
            ToolError::new("BUSY", "for the model").with_source(std::io::Error::other("secret")),
        )
    });
    let registry = registry([good.text_output().build(), bad.build()]);
    registry.post_execute_fn(|_, result, next| async move {
        let decision = next.run().await?;
        Ok(if result.is_error() { decision.with_content("withheld") } else { decision })
    });
    let paper = Paper::under(&registry);
    let results =
        [registry.execute(call("good", "{}")).await, registry.execute(call("bad", "{}")).await];
    let journal = paper.read();
    for (journaled, result) in journal.calls().iter().zip(&results) {
        assert_eq!(journaled.result.unwrap().record, result.record("call_1"));
    }
    let text = paper.text();
    assert!(text.contains(r#""meta":{"exact":123456789012345678901234567890.50}"#), "{text}");
    assert!(text.contains(r#""error":{"name":"ToolError","code":"BUSY"}"#), "{text}");
    for absent in ["for the model", "secret", "value", "message"] {
        assert!(!text.contains(absent), "`{absent}` is in {text}");
    }
}

#[tokio::test]
async fn s216_the_call_record_keeps_the_raw_text() {
    let registry = registry([tool("t")]);
    let seen: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
    let keep = Arc::clone(&seen);
    registry
        .observe_fn(move |call, _| keep.lock().unwrap().push(call.arguments_text().into_owned()));
    let paper = Paper::under(&registry);
    let texts = [
        "{\"path\": \"a",
        "",
        " \n",
        " null ",
        "{\"a\" :1}\n",
        "nothing \u{202e} \u{0} \"at\" all",
    ];
    for text in texts {
        registry.execute(call("t", text)).await;
    }
    let batch = texts.map(|text| call("t", text));
    registry.run_batch(batch, BatchOptions::new()).await;
    let input = ToolExecutionInput::new("call_1", "t", json!({"a": [1, 2]}));
    registry.execute(input).await;
    registry.execute(ToolExecutionInput::new("call_1", "t", Value::Null)).await;
    let deep = "[".repeat(200) + &"]".repeat(200);
    registry.execute(call("t", &deep)).await;
    let nan = ToolExecutionInput::serialize("call_1", "t", &f64::NAN);
    registry.execute(nan).await;

    let expected: Vec<&str> =
        texts.into_iter().chain(texts).chain(["{\"a\":[1,2]}", "null", &deep, ""]).collect();
    assert_eq!(*seen.lock().unwrap(), expected);
    let journal = paper.read();
    let calls = journal.calls();
    let written: Vec<&str> = calls.iter().map(|call| &*call.entry.record.arguments).collect();
    assert_eq!(written, expected);
    let unreadable = |call: &&JournaledCall<'_>| call.arguments().is_none();
    assert_eq!(calls.iter().filter(unreadable).count(), 5);
}

#[tokio::test]
async fn calls_that_no_hook_is_asked_about_are_written_with_their_result() {
    let registry = registry([tool("t")]);
    let paper = Paper::under(&registry);
    registry.execute(call("t", "{")).await;
    let token = CancellationToken::new();
    token.cancel();
    registry.execute(call("t", "{}").cancellation(token)).await;
    registry.execute(call("no_such_tool", "{}")).await;
    assert_eq!(
        paper.words(),
        [
            "call call_1",
            "result call_1 INVALID_JSON",
            "call call_1",
            "result call_1 ABORTED_BEFORE_DISPATCH",
            "call call_1",
            "result call_1 UNKNOWN_TOOL",
        ]
    );
}

#[tokio::test]
async fn a_hook_further_out_that_lets_nobody_in_hides_no_call() {
    let registry = registry([tool("t")]);
    let paper = Paper::under(&registry);
    registry.install(|hooks| {
        hooks.prepend().pre_execute_fn(|_, _| async { Ok(PreToolDecision::Allow) });
    });
    registry.execute(call("t", "{}")).await;
    assert_eq!(paper.words(), ["call call_1", "start 1", "result call_1"]);
}

#[tokio::test]
async fn a_call_that_is_denied_does_not_start() {
    let registry = registry([tool("t")]);
    registry.guard_fn(|_| Some(Denial::new("no")));
    let paper = Paper::under(&registry);
    registry.execute(call("t", "{}")).await;
    assert_eq!(paper.words(), ["call call_1", "result call_1 DENIED"]);
    assert!(paper.read().calls()[0].starts.is_empty());
}

#[tokio::test]
async fn each_attempt_is_a_start() {
    let failures = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&failures);
    let flaky = free("t").idempotent(true).body(move |_, _| {
        let failed = counted.fetch_add(1, Ordering::SeqCst);
        async move { if failed < 2 { Err(ToolError::new("BUSY", "later")) } else { Ok("done") } }
    });
    let registry = registry([flaky.build(), tool("twice")]);
    registry.policy(
        RetryPolicy::new()
            .codes(["BUSY"])
            .backoff(std::time::Duration::ZERO, std::time::Duration::ZERO),
    );
    let paper = Paper::under(&registry);
    registry.execute(call("t", "{}")).await;
    assert_eq!(paper.words(), ["call call_1", "start 1", "start 2", "start 3", "result call_1"]);
    assert_eq!(paper.read().calls()[0].starts.len(), 3);
    registry.around_dispatch(Twice);
    registry.execute(call("twice", "{}")).await;
    assert_eq!(paper.words()[5..], ["call call_1", "start 1", "start 2", "result call_1"]);
}

#[tokio::test]
async fn nested_calls_name_the_one_that_made_them() {
    let outer = free("outer").body(|_, cx| async move {
        cx.call("inner", "{}").await;
        cx.call("inner", "{}").await;
        "done"
    });
    let registry = registry([outer.build(), tool("inner")]);
    let paper = Paper::under(&registry);
    registry.execute(call("outer", "{}")).await;
    assert_eq!(
        paper.words(),
        [
            "call call_1",
            "start 1",
            "call call_1/1",
            "start 1",
            "result call_1/1",
            "call call_1/2",
            "start 1",
            "result call_1/2",
            "result call_1",
        ]
    );
    let journal = paper.read();
    let [outer, first, second] = &journal.calls()[..] else { panic!() };
    for inner in [first, second] {
        assert_eq!(inner.entry.parent.as_ref(), Some(&outer.entry.execution));
        assert_eq!(inner.entry.root_call_id.as_deref(), Some("call_1"));
    }
    assert_eq!((&outer.entry.parent, &outer.entry.root_call_id), (&None, &None));
    let history = journal.history();
    assert_eq!(history.len(), 1, "a provider knows nothing of what tools call");
    assert_eq!((&*history[0].0.name, &*history[0].1.data().text()), ("outer", "done"));
}

/// The line says that a call's record is written when it starts, and that its result names that record.
#[tokio::test]
async fn s207_a_started_call_is_written_at_its_start_and_its_result_cites_it() {
    let registry = registry([tool("t")]);
    let paper = Paper::under(&registry);
    // One id twice: what belongs together is told by the execution.
    let calls = [call("t", "{\"n\":1}"), call("t", "{\"n\":2}"), call("nobody", "{}")];
    let options = BatchOptions::new().at_once(1).unwrap();
    let mut batch = registry.run_batch(calls, options);
    batch.next().await.unwrap();
    assert_eq!(paper.text().matches("tool/call").count(), 1, "the others have not started");
    batch.await;
    let journal = paper.read();
    assert_eq!(outcomes(&journal), ["call_1 ok", "call_1 ok", "call_1 UNKNOWN_TOOL"]);
    let arguments: Vec<_> =
        journal.calls().iter().map(|call| call.entry.record.arguments.clone()).collect();
    assert_eq!(arguments, ["{\"n\":1}", "{\"n\":2}", "{}"]);
    for call in journal.calls() {
        assert_eq!(call.result.unwrap().execution, call.entry.execution);
    }
}

/// Cancelled at four points, and dropped at each poll: one result each, in call order.
#[tokio::test]
async fn c120_wherever_a_call_is_given_up_the_journal_has_one_result() {
    // Before policy; in approval; while it runs; after it is done, before anybody has the result.
    for point in 0..4 {
        let token = CancellationToken::new();
        let cancel = |at: usize| {
            let token = token.clone();
            move || {
                if at == point {
                    token.cancel();
                }
            }
        };
        let (in_approval, in_body, in_post) = (cancel(1), cancel(2), cancel(3));
        let body = free("t").body(move |_, _| {
            in_body();
            async { "done" }
        });
        let registry = registry([body.build()]);
        registry.pre_execute_fn(|_, _| async { Ok(PreToolDecision::ask("sure?")) });
        registry.post_execute_fn(move |_, _, next| {
            in_post();
            next.run()
        });
        let agent = registry.scope("agent");
        agent.approver_fn(move |_| {
            in_approval();
            async { Ok(ApprovalDecision::AllowedOnce) }
        });
        let paper = Paper::under(&registry);
        cancel(0)();
        let result = agent.execute(call("t", "{}").cancellation(token)).await;
        let expected = ["ABORTED_BEFORE_DISPATCH", "ABORTED_BEFORE_DISPATCH", "ABORTED", "ABORTED"];
        assert_eq!(code(&result), expected[point]);
        assert_eq!(outcomes(&paper.read()), [format!("call_1 {}", expected[point])]);
        let starts = paper.read().calls()[0].starts.len();
        assert_eq!(starts, usize::from(point >= 2), "at point {point}");
    }
}

#[tokio::test]
async fn c120_a_future_that_is_dropped_at_any_poll_leaves_a_whole_journal() {
    let steps = free("t").body(|_, _| async {
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        "done"
    });
    let registry = registry([steps.build()]);
    registry.pre_execute_fn(|_, next| async move {
        tokio::task::yield_now().await;
        next.run().await
    });
    let paper = Paper::under(&registry);
    let mut finished = 0;
    for polls in 1..8 {
        let mut future = Box::pin(registry.execute(call("t", "{}")));
        for _ in 0..polls {
            if poll_once(future.as_mut()).is_ready() {
                finished += 1;
                break;
            }
        }
        drop(future);
        let journal = paper.read();
        assert_eq!(journal.calls().len(), polls);
        let last = &journal.calls()[polls - 1];
        let code = last.result.unwrap().record.error.as_ref().map(|error| error.code.to_string());
        let expected = match (polls, finished) {
            (_, 1..) => None,
            (1, _) => Some("ABORTED_BEFORE_DISPATCH"),
            _ => Some("ABORTED"),
        };
        assert_eq!(code.as_deref(), expected, "after {polls} polls");
        assert_eq!(last.starts.len(), usize::from(polls > 1));
    }
    assert!(finished > 0);
}

#[tokio::test]
async fn c120_a_parallel_batch_with_one_rejected_has_a_result_each_in_the_journal() {
    let side = free("side").parallel().body(|_, _| async {
        tokio::task::yield_now().await;
        "done"
    });
    let registry = registry([side.build(), tool("asked")]);
    registry.pre_execute_fn(|call, next| async move {
        if call.name() == "asked" { Ok(PreToolDecision::ask("sure?")) } else { next.run().await }
    });
    let agent = registry.scope("agent");
    agent.approver_fn(|_| async { Ok(ApprovalDecision::reject("no")) });
    let paper = Paper::under(&registry);
    let calls = [("1", "side"), ("2", "asked"), ("3", "side"), ("4", "side")]
        .map(|(id, name)| ToolExecutionInput::new(id, name, "{}"));
    agent.run_batch(calls, BatchOptions::new()).await;
    assert_eq!(outcomes(&paper.read()), ["1 ok", "2 DENIED", "3 ok", "4 ok"]);

    // And one that is dropped in the middle: all were accepted.
    let calls = [("5", "side"), ("6", "side"), ("7", "asked")]
        .map(|(id, name)| ToolExecutionInput::new(id, name, "{}"));
    let mut batch = agent.run_batch(calls, BatchOptions::new().at_once(1).unwrap());
    assert!(poll_once(std::pin::pin!(batch.next())).is_pending());
    drop(batch);
    assert_eq!(
        outcomes(&paper.read())[4..],
        ["5 ABORTED", "6 ABORTED_BEFORE_DISPATCH", "7 ABORTED_BEFORE_DISPATCH"]
    );
}

#[tokio::test]
async fn a_journal_that_is_lifted_says_that_it_knows_no_more() {
    let (go, goes) = tokio::sync::oneshot::channel::<()>();
    let goes = std::sync::Mutex::new(Some(goes));
    let waits = free("t").body(move |_, _| {
        let goes = goes.lock().unwrap().take().unwrap();
        async move { goes.await.map_or("dropped", |()| "done") }
    });
    let registry = registry([waits.build()]);
    let paper = Paper::default();
    let installed = registry.policy(paper.journal());
    let mut running = Box::pin(registry.execute(call("t", "{}")));
    assert!(poll_once(running.as_mut()).is_pending());
    assert!(installed.unregister());
    go.send(()).unwrap();
    assert_eq!(running.await.text(), "done");
    assert_eq!(outcomes(&paper.read()), ["call_1 TOOL_OUTCOME_UNKNOWN"]);
}

#[tokio::test]
async fn a_journal_that_comes_during_a_call_writes_its_end() {
    let registry = registry([tool("t")]);
    let paper = Paper::default();
    let late = paper.clone();
    let to = registry.clone();
    registry.around_dispatch_fn(move |_, next| {
        to.policy(late.journal());
        async move { next.run().await }
    });
    registry.execute(call("t", "{}")).await;
    assert_eq!(paper.words(), ["call call_1", "result call_1"]);
}

#[tokio::test]
async fn what_is_taken_out_is_not_written() {
    let registry = registry([tool("t"), tool("login")]);
    let paper = Paper::default();
    registry.policy(paper.journal().redact(|entry| match entry {
        JournalEntry::Call(call) if call.record.name == "login" => {
            call.record.arguments = "{\"password\":\"***\"}".to_owned();
        }
        JournalEntry::Outcome(result) if result.record.call_id == "boom" => panic!("no"),
        _ => {}
    }));
    let login = registry.execute(call("login", "{\"password\":\"1234\"}")).await;
    assert!(!login.is_error());
    let boom = ToolExecutionInput::new("boom", "t", "{}");
    assert_eq!(registry.execute(boom).await.text(), "t", "that is no harm to the call");
    registry.execute(call("t", "{}")).await;
    let text = paper.text();
    assert!(!text.contains("1234") && text.contains("***"), "{text}");
    let journal = paper.read();
    assert_eq!(outcomes(&journal), ["call_1 ok", "boom open", "call_1 ok"]);
    assert!(super::words(&journal).contains(&"lost 1".to_owned()), "{text}");
}

#[tokio::test]
async fn a_result_of_any_content_is_one_line_and_reads_back() {
    let text = "a\nb\r\n\u{2028}\u{2029}\u{85}\u{0}\u{1b}[31m\"\\";
    let block = "{\n \"type\": \"chart\",\n \"points\": [1e400, 0.10,\n -0]}";
    let block: ContentBlock = serde_json::from_str(block).unwrap();
    let content = vec![ContentBlock::text(text), block];
    let body = content.clone();
    let any = free("t").body(move |_, _| {
        let content = body.clone();
        async move { content }
    });
    let registry = registry([any.build()]);
    let paper = Paper::under(&registry);
    let id = "call\n\u{2028}\"1";
    let result = registry.execute(ToolExecutionInput::new(id, "t", "{}")).await;
    assert_eq!(result.content(), content);
    assert_eq!(paper.text().lines().count(), 3);
    let journal = paper.read();
    assert_eq!(journal.calls()[0].call_id(), id);
    assert_eq!(journal.calls()[0].result.unwrap().record, result.record(id));
    assert!(paper.text().contains("1e400"), "{}", paper.text());
}
