//! Methods as tools: they share the value that they are methods of.
//!
//! `cargo run -p dsh-tools-examples --example toolbox`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A board of tasks. Calls share it, so what changes stands behind a lock.
#[derive(Default)]
struct Board(Mutex<BTreeMap<u32, Task>>);

struct Task {
    title: String,
    done: bool,
}

#[derive(ToolArgs)]
struct AddArgs {
    /// What there is to do.
    #[arg(length(min = 1, max = 80))]
    title: String,
}

// What is said here holds for every tool that does not say otherwise.
#[toolbox(prefix = "board_", timeout = "5s", destructive = false)]
impl Board {
    /// Add a task.
    #[tool]
    async fn add(&self, args: AddArgs) -> String {
        let mut tasks = self.tasks();
        let number = tasks.last_key_value().map_or(1, |(last, _)| last + 1);
        tasks.insert(number, Task { title: args.title, done: false });
        format!("added as #{number}")
    }

    /// Tick a task off.
    #[tool(idempotent)]
    async fn tick(
        &self,
        /// The task's number.
        number: u32,
    ) -> Result<String, ToolError> {
        let mut tasks = self.tasks();
        let task = tasks
            .get_mut(&number)
            .ok_or_else(|| ToolError::new("NO_TASK", format!("there is no task #{number}")))?;
        task.done = true;
        Ok(format!("ticked off: {}", task.title))
    }

    /// List the tasks.
    #[tool(read_only, parallel)]
    async fn list(&self) -> String {
        let line = |(number, task): (&u32, &Task)| {
            format!("[{}] #{number} {}", if task.done { 'x' } else { ' ' }, task.title)
        };
        let lines: Vec<String> = self.tasks().iter().map(line).collect();
        lines.join("\n")
    }

    /// Remove what is done.
    #[tool(destructive)]
    async fn tidy(&self) -> String {
        let mut tasks = self.tasks();
        let before = tasks.len();
        tasks.retain(|_, task| !task.done);
        format!("removed {}", before - tasks.len())
    }

    // What is no tool stays a method.
    fn tasks(&self) -> MutexGuard<'_, BTreeMap<u32, Task>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    let board = Arc::new(Board::default());
    // A list of single tools takes them after two dots: `tools![now, ..Board::definitions(board)]`.
    let registry = ToolRegistry::builder().tools(Board::definitions(Arc::clone(&board))).build()?;

    println!("The tools:");
    for schema in registry.schemas().iter() {
        println!("  {}: {}", schema.name, schema.description);
    }

    for (name, arguments) in [
        ("board_add", r#"{"title":"write the example"}"#),
        ("board_add", r#"{"title":"read it"}"#),
        ("board_add", r#"{"title":""}"#),
        ("board_tick", r#"{"number":1}"#),
        ("board_tick", r#"{"number":7}"#),
        ("board_list", "{}"),
        ("board_tidy", "{}"),
    ] {
        let result = registry.execute(ToolExecutionInput::new("call_1", name, arguments)).await;
        println!("\n> {name} {arguments}\n{}", result.text());
    }

    // The host has the same board, and its methods.
    println!("\nLeft on the board:\n{}", board.list().await);
    Ok(())
}
