//! Limits: of what a model reads, of how much runs at a time and how often, and of how long.
//!
//! `cargo run -p dsh-tools-examples --example limits`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use dsh_tools::{ConcurrencyLimit, FileSpillStore, OutputLimit, RateLimit};
use std::future::pending;
use std::time::Duration;

/// Build everything.
#[tool]
async fn build() -> String {
    let mut lines: Vec<String> = (1..=2000).map(|n| format!("compiling crate {n}")).collect();
    lines.push("error: crate 2000 is broken".to_owned());
    lines.join("\n")
}

/// Count the crates.
#[tool(read_only)]
async fn count() -> Json<Vec<u32>> {
    Json((1..=100).collect())
}

/// Search the web.
#[tool(read_only)]
async fn search(query: String) -> String {
    format!("nothing about {query}")
}

/// Run the tests, one run at a time.
#[tool]
async fn test() -> &'static str {
    tokio::task::yield_now().await;
    "all passed"
}

/// Wait for something that never comes.
#[tool(timeout = "20ms")]
async fn wait() -> String {
    pending().await
}

async fn say(scope: &ToolScope, name: &str, arguments: &str) {
    let result = scope.execute(ToolExecutionInput::new("call_1", name, arguments)).await;
    println!("{name}: {}\n", result.text());
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let spill = FileSpillStore::new(folder.path()).shown_as(".spill");
    let registry = ToolRegistry::builder()
        .without_default_policies()
        .policy(OutputLimit::new(240).spill(spill))
        .policy(RateLimit::new(1, Duration::from_hours(1)).only(["search"]))
        .policy(ConcurrencyLimit::new(1).only(["test"]).failing())
        // A body that does not heed its timeout is dropped soon after.
        .around_dispatch(TimeoutPolicy::hard(Duration::from_millis(10)))
        .tools(tools![build, count, search, test, wait])
        .build()?;
    let agent = registry.scope("agent");

    // Head and tail stay; all of it is in a file.
    say(&agent, "build", "{}").await;
    let full = std::fs::read_to_string(folder.path().join("build-call_1.txt"))?;
    println!(".spill/build-call_1.txt: {} lines\n", full.lines().count());
    // JSON that is cut is none.
    say(&agent, "count", "{}").await;

    say(&agent, "search", r#"{"query":"crate 2000"}"#).await;
    let again = ToolExecutionInput::new("call_2", "search", r#"{"query":"crate 2000"}"#);
    let again = agent.execute(again).await;
    println!("search: {}\n", again.error().map_or("", |failure| failure.code().as_str()));

    tokio::join!(say(&agent, "test", "{}"), say(&agent, "test", "{}"));
    say(&agent, "wait", "{}").await;
    Ok(())
}
