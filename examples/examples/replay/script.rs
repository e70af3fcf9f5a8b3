//! Runs a script and shows the card of every call.

use dsh_tools::bridge::terminal::{Ended, Terminal};
use dsh_tools::prelude::*;
use dsh_tools_examples::script::{Call, lines};
use std::collections::BTreeMap;
use std::process::ExitCode;

pub(crate) async fn replay(registry: &ToolRegistry, text: &str) -> anyhow::Result<ExitCode> {
    let calls: Vec<(usize, Call)> = lines(text)?;
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    let terminal = Terminal::detect();
    for (_, call) in &calls {
        let known = registry.get(&call.name).zip(FrozenJson::parse(call.arguments.as_str()).ok());
        let title = match &known {
            Some((tool, arguments)) => tool.call_card(arguments),
            // No such tool, or nothing to read.
            None => ToolCallView::generic(format!("{} {}", call.name, call.arguments)).into(),
        };
        let input = ToolExecutionInput::new(&*call.id, &*call.name, &*call.arguments);
        let result = registry.execute(input).await;
        let card = match &known {
            Some((tool, arguments)) => tool.result_card(arguments, &result.data()),
            None => ToolResultView::generic().into(),
        };
        println!("{}", terminal.card(&title, &Ended::of(&card, &result)));
        let code = match result.outcome() {
            Ok(_) => String::from("ok"),
            Err(failure) => failure.code().to_string(),
        };
        *codes.entry(code).or_default() += 1;
    }
    let counts: Vec<String> = codes.iter().map(|(code, count)| format!("{count} {code}")).collect();
    println!("{} calls, {} results: {}", calls.len(), calls.len(), counts.join(", "));
    Ok(ExitCode::SUCCESS)
}
