//! Parameters by reference are state. The model knows nothing of it; the registry or the call supplies it.
//!
//! `cargo run -p dsh-tools-examples --example shared_state`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Files by their path. Calls share it, so what changes stands behind a lock.
#[derive(Default)]
struct Workspace(Mutex<BTreeMap<String, String>>);

/// On whose behalf a call is made.
struct User(&'static str);

/// Write a file.
#[tool(idempotent)]
async fn write(path: String, content: String, workspace: &Workspace, user: &User) -> String {
    let text = format!("{path}: written by {}", user.0);
    workspace.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path, content);
    text
}

/// List the files.
#[tool(read_only)]
async fn list(workspace: &Workspace) -> String {
    let files = workspace.0.lock().unwrap_or_else(PoisonError::into_inner);
    let paths: Vec<&str> = files.keys().map(String::as_str).collect();
    paths.join(", ")
}

/// The same tools, over a workspace of its own.
fn registry(workspace: Workspace) -> Result<ToolRegistry, RegisterError> {
    ToolRegistry::builder()
        .state(workspace)
        .scoped_state::<User>() // comes with each call
        .tools(tools![write, list])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    let (left, right) = (registry(Workspace::default())?, registry(Workspace::default())?);

    for (registry, user, path) in
        [(&left, "Ada", "notes.md"), (&left, "Bob", "todo.md"), (&right, "Ada", "readme.md")]
    {
        let arguments = serde_json::json!({"path": path, "content": "# Title\n"});
        let call = ToolExecutionInput::new("call_1", "write", arguments).state(User(user));
        println!("{}", registry.execute(call).await.text());
    }
    for (name, registry) in [("left", &left), ("right", &right)] {
        let result = registry.execute(ToolExecutionInput::new("call_2", "list", "{}")).await;
        println!("{name}: {}", result.text());
    }

    // What nothing supplies is found when the tools are registered, not when a model calls them.
    if let Err(error) = ToolRegistry::builder().tools(tools![write, list]).build() {
        println!("\nWithout state:\n{error}");
    }
    Ok(())
}
