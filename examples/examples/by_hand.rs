//! Definitions without a macro: for tools that are only known at run time.
//!
//! `cargo run -p dsh-tools-examples --example by_hand`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use serde_json::json;

#[derive(ToolArgs)]
struct RollArgs {
    /// How many sides the die has.
    #[arg(range(min = 2, max = 100))]
    sides: u32,
}

/// Typed arguments: the schema is made from the type, and every call is held to it.
fn roll(name: &'static str, luck: u32) -> ToolDefinition {
    ToolDefinition::builder(name)
        .description("Roll a die.")
        .args::<RollArgs>()
        .body(move |args, _cx| async move { (luck % args.sides + 1).to_string() })
        .build()
}

/// A schema that came from elsewhere: it is advertised as it is, and the body checks for itself.
fn remote() -> ToolDefinition {
    ToolDefinition::builder("games/flip")
        .description("Flip coins.")
        .unvalidated(json!({
            "type": "object",
            "properties": {"coins": {"type": "integer", "maximum": 10}},
            "required": ["coins"]
        }))
        .body(|arguments: FrozenJson, _cx| async move {
            match arguments.get("coins").and_then(Cursor::as_u64) {
                Some(coins @ 0..=10) => Ok(format!("{} of {coins} are heads", coins / 2)),
                Some(coins) => Err(ToolError::new("TOO_MANY", format!("{coins} coins"))),
                None => Err(ToolError::msg("`coins` is missing")),
            }
        })
        .build()
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    // The names could come from a file, or from a server.
    let registry = ToolRegistry::builder()
        .tools([roll("roll", 41), roll("roll_loaded", 38)])
        .tool(remote())
        .build()?;

    for name in ["roll", "roll_loaded", "games/flip"] {
        let enforced = registry.get(name).is_some_and(|tool| tool.is_enforced());
        println!("{name}: {}", if enforced { "enforced" } else { "the body checks for itself" });
    }
    for (name, arguments) in [
        ("roll", r#"{"sides":6}"#),
        ("roll_loaded", r#"{"sides":6}"#),
        ("roll", r#"{"sides":999}"#),
        ("games/flip", r#"{"coins":3}"#),
        ("games/flip", r#"{"coins":999}"#),
    ] {
        let result = registry.execute(ToolExecutionInput::new("call_1", name, arguments)).await;
        println!("\n> {name} {arguments}\n{}", result.text());
    }
    Ok(())
}
