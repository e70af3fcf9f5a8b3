//! Who may call what: rules from a file, presets, grants, and agents that nobody watches.
//!
//! `cargo run -p dsh-tools-examples --example permission`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use dsh_tools::{ApprovalPolicy, Calls, Grant, PermissionRule, PermissionRules, StandingGrants};

/// Read a file.
#[tool(read_only)]
async fn read(path: String) -> String {
    format!("{path} was read")
}

/// Write a file.
#[tool]
async fn write(path: String) -> String {
    format!("{path} was written")
}

/// Run a command.
#[tool(destructive)]
async fn bash(command: String) -> String {
    format!("`{command}` was run")
}

/// As a file would hold them.
const RULES: &str = r#"
otherwise = "ask"

[[rules]]
effect = "allow"
calls.readOnly = true

[[rules]]
effect = "allow"
calls = { tool = "bash", arguments = { "/command" = "cargo check --all" } }

[[rules]]
effect = "deny"
calls.arguments."/path" = "*.pem"
reason = "keys stay where they are"
"#;

/// Somebody at a desk, who says what is asked of them, and no.
async fn desk(request: ApprovalRequest) -> Result<ApprovalDecision, ToolError> {
    println!("  asked about `{}`: {}", request.tool(), request.reason().unwrap_or_default());
    Ok(ApprovalDecision::reject("not today"))
}

async fn say(scope: &ToolScope, name: &str, key: &str, argument: &str) {
    let arguments = serde_json::json!({key: argument});
    let result = scope.execute(ToolExecutionInput::new("call_1", name, arguments)).await;
    println!("{name} {argument}: {}", result.text());
}

fn registry() -> Result<ToolRegistry, RegisterError> {
    ToolRegistry::builder().tools(tools![read, write, bash]).build()
}

async fn try_all(scope: &ToolScope) {
    say(scope, "read", "path", "notes.md").await;
    say(scope, "read", "path", "host.pem").await;
    say(scope, "write", "path", "notes.md").await;
    say(scope, "bash", "command", "cargo check --all").await;
    say(scope, "bash", "command", "rm -r target").await;
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("-- rules of a file");
    let rules: PermissionRules = toml::from_str(RULES)?;
    let agent = registry()?.scope("agent");
    agent.policy(rules.clone());
    let grants = StandingGrants::before(desk);
    agent.approver(grants.clone());
    let explained = agent.observe_fn(move |call, _| println!("  {}", rules.explain(call)));
    try_all(&agent).await;
    explained.unregister();

    println!("\n-- what was granted is not asked about");
    let notes = Grant::calls(Calls::of("write")?.argument("/path", "*.md")?);
    println!("granted: {notes}");
    grants.grant(notes)?;
    say(&agent, "write", "path", "notes.md").await;

    println!("\n-- nobody is there");
    let silence = agent.policy(ApprovalPolicy::Never);
    say(&agent, "bash", "command", "rm -r target").await;
    silence.unregister();

    let pems = Calls::all().argument("/path", "*.pem")?;
    let no_keys = PermissionRule::deny(pems).because("keys stay where they are");
    for (name, preset) in [
        ("read_only", PermissionRules::read_only()),
        ("ask_on_write", PermissionRules::ask_on_write()),
        ("trusted, but for keys", PermissionRules::trusted().with([no_keys])),
    ] {
        println!("\n-- {name}");
        let agent = registry()?.scope("agent");
        agent.approver(desk);
        agent.policy(preset);
        try_all(&agent).await;
    }
    Ok(())
}
