//! The cards of calls, from the journal.

use super::{Paper, called, done, read};
use crate::support::{call, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::{Json, ToolCallView, ToolOutput, ToolResultData, ToolResultView};
use std::sync::{Arc, Mutex};

#[derive(ToolArgs)]
struct WriteArgs {
    /// Where.
    path: String,
    /// What.
    text: String,
    #[arg(default = 1)]
    times: u8,
}

fn write_card(args: &WriteArgs) -> ToolCallView {
    ToolCallView::generic(format!("Write {} times {}", args.times, args.path)).into()
}

fn write_result(_: &WriteArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let code = result.meta?.get("exitCode")?.as_i64()?;
    Some(ToolResultView::terminal(result.text()).exit_code(i32::try_from(code).ok()?).into())
}

/// Write a file.
#[tool(present_call = write_card, present_result = write_result)]
async fn write(args: WriteArgs) -> ToolOutput {
    ToolOutput::text(format!("{} bytes\n", args.text.len()))
        .with_meta(serde_json::json!({"exitCode": 3}))
}

/// Tools with and without presenters, and with one that panics.
fn tools() -> Vec<ToolDefinition> {
    vec![
        write::definition(),
        free("plain").title("A plain one").body(|_, _| async { Json(vec![1, 2]) }).build(),
        free("rude")
            .present_call(|_: &FrozenJson| -> Option<ToolCallView> { panic!("a presenter") })
            .present_result(|_: &FrozenJson, _: &ToolResultData<'_>| -> Option<ToolResultView> {
                panic!("a presenter")
            })
            .body(|_, _| async { Err::<String, _>(ToolError::new("BUSY", "later")) })
            .build(),
    ]
}

type Cards = (ToolCallView, Option<ToolResultView>);

fn replayed(journal: &dsh_tools::Journal, tools: &ToolRegistry) -> Vec<Cards> {
    let calls = journal.replay(|call| tools.get(&call.record.name));
    calls.into_iter().map(|replayed| (replayed.call, replayed.result)).collect()
}

#[tokio::test]
async fn cards_of_a_journal_are_those_of_the_live_calls() {
    let registry = registry(tools());
    let live: Arc<Mutex<Vec<Cards>>> = Arc::default();
    let seen = Arc::clone(&live);
    registry.observe_fn(move |call, result| {
        let (tool, arguments) = (call.definition().unwrap(), call.arguments().unwrap());
        let cards = (tool.call_card(arguments), Some(tool.result_card(arguments, &result.data())));
        seen.lock().unwrap().push(cards);
    });
    let paper = Paper::under(&registry);
    for (name, arguments) in [
        ("write", "{\"path\":\"a\",\"text\":\"grün\"}"),
        ("write", "{\"path\":\"a\",\"text\":\"b\",\"times\":1e0}"),
        ("write", "{\"path\":7}"),
        ("plain", ""),
        ("plain", "null"),
        ("plain", "{\"exact\": 1.000000000000000000000000000001}"),
        ("rude", "{}"),
    ] {
        registry.execute(call(name, arguments)).await;
    }
    let cards = replayed(&paper.read(), &registry);
    let live = live.lock().unwrap();
    assert_eq!(cards, *live);
    assert_eq!(cards[0].0.title(), "Write 1 times a");
    assert!(matches!(&cards[0].1, Some(ToolResultView::Terminal(_))), "{:?}", cards[0].1);
    assert!(matches!(&cards[2].1, Some(ToolResultView::Generic(_))), "it was refused");
    assert_eq!(cards[3].0.title(), "A plain one");
    let text = paper.text();
    assert!(text.contains("1.000000000000000000000000000001"), "{text}");
}

#[tokio::test]
async fn cards_are_made_for_calls_that_nobody_presents_any_more() {
    let registry = registry(tools());
    let paper = Paper::under(&registry);
    registry.execute(call("write", "{\"path\":\"a\",\"text\":\"b\"}")).await;
    registry.execute(call("write", "{\"path\":")).await;
    registry.execute(call("gone", "{}")).await;
    let journal = paper.read();

    // The tool is gone: generic cards, with the content.
    let nothing = ToolRegistry::new();
    for (at, title) in ["write", "write", "gone"].into_iter().enumerate() {
        let (card, result) = &replayed(&journal, &nothing)[at];
        assert_eq!(card.title(), title);
        let Some(ToolResultView::Generic(result)) = result else { panic!("{result:?}") };
        let content = &journal.calls()[at].result.unwrap().record.content;
        assert_eq!(result.content.as_ref(), Some(content));
    }
    // It is there, and the arguments never were readable.
    let (card, result) = &replayed(&journal, &registry)[1];
    assert_eq!(card.title(), "write");
    assert!(matches!(result, Some(ToolResultView::Generic(_))));
    // It takes other arguments by now.
    let later = crate::support::registry([free("write")
        .present_call(|arguments: &FrozenJson| {
            let file = arguments.get("file")?.as_str()?.into_owned();
            Some(ToolCallView::from(ToolCallView::generic(file)))
        })
        .body(|_, _| async { "done" })
        .build()]);
    assert_eq!(replayed(&journal, &later)[0].0.title(), "write");
}

#[test]
fn a_call_without_a_result_has_a_card_and_its_repair_has_one() {
    let mut journal =
        read(&[called("a-1", "one"), called("a-2", "two"), done("a-2", "two")].concat());
    let results: Vec<_> =
        journal.replay(|_| None).iter().map(|call| call.result.is_some()).collect();
    assert_eq!(results, [false, true]);
    journal.repair();
    assert!(journal.replay(|_| None).iter().all(|call| call.result.is_some()));
}
