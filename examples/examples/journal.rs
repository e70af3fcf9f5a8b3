//! A journal of calls that outlives the process: what was called, what became of it, and the same cards again.
//!
//! `cargo run -p dsh-tools-examples --example journal`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use dsh_tools::{CallJournal, Journal, ToolCallView, ToolResultData, ToolResultView};
use std::fs::OpenOptions;

#[derive(ToolArgs)]
struct RunArgs {
    /// What to run.
    command: String,
}

fn run_card(args: &RunArgs) -> ToolCallView {
    ToolCallView::terminal(&*args.command).into()
}

fn run_result(_: &RunArgs, result: &ToolResultData<'_>) -> Option<ToolResultView> {
    let code = result.meta?.get("exitCode")?.as_i64()?;
    Some(ToolResultView::terminal(result.text()).exit_code(i32::try_from(code).ok()?).into())
}

/// Run a command.
#[tool(present_call = run_card, present_result = run_result)]
async fn run(args: RunArgs) -> ToolOutput {
    let meta = serde_json::json!({"exitCode": i32::from(args.command.starts_with("false"))});
    ToolOutput::text(format!("ran {}", args.command)).with_meta(meta)
}

fn print(journal: &Journal, registry: &ToolRegistry) {
    for replayed in journal.replay(|call| registry.get(&call.record.name)) {
        let result = replayed.result.map_or_else(|| "no result".into(), |card| card.one_line());
        println!("  {}: {}\n    {result}", replayed.journaled.call_id(), replayed.call.one_line());
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("calls.jsonl");
    let registry = ToolRegistry::builder().tools(tools![run]).build()?;

    // A process makes calls.
    let installed = registry.policy(CallJournal::open(&path)?);
    for (id, arguments) in [
        ("call_1", r#"{"command": "make check"}"#),
        ("call_2", r#"{"command": "false"}"#),
        ("call_3", r#"{"comand": "ls"}"#),
        ("call_4", r#"{"command": "make install"}"#),
    ] {
        registry.execute(ToolExecutionInput::new(id, "run", arguments)).await;
    }
    installed.unregister();

    // It ends while it writes the last result: that line is torn.
    let file = OpenOptions::new().write(true).open(&path)?;
    file.set_len(file.metadata()?.len() - 40)?;
    let crashed = Journal::read(&path)?;
    println!("after the crash, line {} is torn:", crashed.torn().map_or(0, |torn| torn.number));
    print(&crashed, &registry);

    // The next process repairs the file and goes on.
    let (journal, before) = CallJournal::resume(&path)?;
    registry.policy(journal);
    println!("\nresumed:");
    print(&before, &registry);
    registry.execute(ToolExecutionInput::new("call_5", "run", r#"{"command": "date"}"#)).await;

    println!("\nfor a provider:");
    for (call, result) in Journal::read(&path)?.history() {
        let kind = result.error.map_or_else(|| "ok".to_owned(), |error| error.code.to_string());
        println!("  {} {} -> {kind}", call.call_id, call.arguments);
    }
    Ok(())
}
