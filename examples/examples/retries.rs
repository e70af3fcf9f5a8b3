//! Calls that are made again: by the host, where that is safe, and by a model that is stuck; and how they are counted.
//!
//! `cargo run -p dsh-tools-examples --example retries`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use dsh_tools::{Metrics, RepeatReminder, RetryPolicy};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A line that is busy for a while.
#[derive(Default)]
struct Line(AtomicU32);

impl Line {
    /// Every third attempt gets through.
    fn dial(&self) -> Result<(), ToolError> {
        match (self.0.fetch_add(1, Ordering::Relaxed) + 1) % 3 {
            0 => Ok(()),
            _ => Err(ToolError::new("BUSY", "the line is busy")),
        }
    }
}

/// Look up a number.
#[tool(read_only)]
async fn look_up(name: String, line: &Line) -> Result<String, ToolError> {
    line.dial()?;
    Ok(format!("{name}: 555-0100"))
}

/// Send a message. Nobody knows whether a second one would be a second message.
#[tool]
async fn send(text: String, line: &Line) -> Result<String, ToolError> {
    line.dial()?;
    Ok(format!("sent: {text}"))
}

async fn say(scope: &ToolScope, name: &str, arguments: &str) {
    let result = scope.execute(ToolExecutionInput::new("call_1", name, arguments)).await;
    println!("{name}: {}", result.text());
    for context in result.additional_contexts() {
        for block in &context.content {
            println!("  beside it: {}", block.as_text().unwrap_or_default());
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    let metrics = Metrics::new();
    let registry = ToolRegistry::builder()
        .policy(metrics.clone())
        .policy(RepeatReminder::new().at([2, 3]))
        .policy(
            RetryPolicy::new()
                .codes(["BUSY"])
                .backoff(Duration::from_millis(1), Duration::from_millis(2)),
        )
        .state(Line::default())
        .tools(tools![look_up, send])
        .build()?;
    let agent = registry.scope("agent");

    // Two attempts fail, and nobody notices.
    say(&agent, "look_up", r#"{"name":"Ada"}"#).await;
    for _ in 0..2 {
        say(&agent, "send", r#"{"text":"hi"}"#).await;
    }
    // The host makes the call once, and the model the same one over and over.
    for _ in 0..3 {
        say(&agent, "look_up", r#"{"name":"Bob"}"#).await;
    }

    println!();
    for (tool, figures) in metrics.snapshot().tools {
        println!(
            "{tool}: {} calls, {} attempts, {} succeeded, failures: {:?}",
            figures.started, figures.attempts, figures.succeeded, figures.codes
        );
    }
    Ok(())
}
