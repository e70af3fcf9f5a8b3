//! Runs a script and shows every call: its card, its result, its code.

use dsh_tools::prelude::*;
use dsh_tools::view::ToolCallView;
use dsh_tools_examples::script::{Call, lines};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Lines of a result that are shown.
const SHOWN: usize = 12;

pub(crate) async fn replay(registry: &ToolRegistry, text: &str) -> anyhow::Result<ExitCode> {
    let calls: Vec<(usize, Call)> = lines(text)?;
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for (_, call) in &calls {
        println!("● {}", card(registry, call).one_line());
        let input = ToolExecutionInput::new(&*call.id, &*call.name, &*call.arguments);
        let result = registry.execute(input).await;
        let code = match result.outcome() {
            Ok(_) => String::from("ok"),
            Err(failure) => failure.code().to_string(),
        };
        show(&code, &result.text());
        *codes.entry(code).or_default() += 1;
    }
    let counts: Vec<String> = codes.iter().map(|(code, count)| format!("{count} {code}")).collect();
    println!("{} calls, {} results: {}", calls.len(), calls.len(), counts.join(", "));
    Ok(ExitCode::SUCCESS)
}

/// The tool's card, or a plain one where there is no tool or nothing to read.
fn card(registry: &ToolRegistry, call: &Call) -> ToolCallView {
    let known = registry.get(&call.name).zip(FrozenJson::parse(call.arguments.as_str()).ok());
    match known {
        Some((tool, arguments)) => tool.call_card(&arguments),
        None => ToolCallView::generic(format!("{} {}", call.name, call.arguments)).into(),
    }
}

fn show(code: &str, text: &str) {
    println!("  {code}");
    let lines: Vec<&str> = text.lines().collect();
    for line in lines.iter().take(SHOWN) {
        println!("  | {line}");
    }
    if lines.len() > SHOWN {
        println!("  | .. {} more lines", lines.len() - SHOWN);
    }
    println!();
}
