//! `Json<T>`: a value for programs, with an output schema, beside the text for the model.
//!
//! `cargo run -p dsh-tools-examples --example typed_output`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use serde_json::json;

/// How a build ended.
#[derive(Clone, Copy, ToolValue)]
#[arg(rename_all = "snake_case")]
enum Status {
    Passed,
    Failed,
}

/// One step of a build.
#[derive(ToolValue)]
struct Step {
    name: String,
    status: Status,
    /// How many of its tests passed.
    #[arg(range(max = 100))]
    percent: u8,
}

#[derive(ToolValue)]
struct Report {
    status: Status,
    steps: Vec<Step>,
    /// Where the log is, if there is one.
    log: Option<String>,
}

/// What the model reads; without `render`, it is the JSON text.
fn summary(report: &Report) -> String {
    let failed: Vec<&str> = report
        .steps
        .iter()
        .filter(|step| matches!(step.status, Status::Failed))
        .map(|step| step.name.as_str())
        .collect();
    if failed.is_empty() { "all passed".into() } else { format!("failed: {}", failed.join(", ")) }
}

/// What presenters get besides; the model does not see it.
fn facts(report: &Report) -> serde_json::Value {
    json!({"steps": report.steps.len()})
}

/// Build the project and run its tests.
#[tool(render = summary, meta = facts)]
async fn build(
    /// How many tests pass, of a hundred.
    passing: u8,
) -> Json<Report> {
    let status = if passing == 100 { Status::Passed } else { Status::Failed };
    let steps = vec![
        Step { name: "compile".into(), status: Status::Passed, percent: 100 },
        Step { name: "test".into(), status, percent: passing },
    ];
    Json(Report { status, steps, log: None })
}

#[tokio::main]
async fn main() -> serde_json::Result<()> {
    let tool = build::definition();
    if let Some(schema) = tool.output_schema() {
        println!("The output schema:\n{}\n", serde_json::to_string_pretty(schema)?);
    }

    let result = tool.call(r#"{"passing":97}"#).await;
    println!("the model reads: {}", result.text());
    if let Ok(success) = result.outcome() {
        println!("programs get:    {}", success.value());
        println!(
            "presenters get:  {}",
            success.meta().map(ToString::to_string).unwrap_or_default()
        );
    }

    // The output schema is enforced as well: a tool cannot give what it promised not to give.
    println!("\n{}", tool.call(r#"{"passing":110}"#).await.text());
    Ok(())
}
