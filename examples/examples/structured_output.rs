//! A parent agent's tool runs a child agent, which gives back a checked value.
//!
//! `cargo run -p dsh-tools-examples --example structured_output`
//!
//! Both models are scripts, so that this runs without a network.
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::prelude::*;
use dsh_tools::{BatchOptions, StructuredCapture};

/// What came of a review.
#[derive(ToolArgs)]
struct Verdict {
    /// Whether the change can be merged.
    good: bool,
    /// From 1, hardly, to 5, fully.
    #[arg(range(min = 1, max = 5))]
    sure: u8,
    /// What is to be mended.
    #[arg(default)]
    mend: Vec<String>,
}

/// Read a file.
#[tool(read_only)]
async fn read_file(path: String) -> Result<String, ToolError> {
    match path.as_str() {
        "src/lib.rs" => Ok("pub fn half(n: u32) -> u32 { n / 2 }".to_owned()),
        _ => Err(ToolError::new("NOT_FOUND", "there is no such file")),
    }
}

/// Let somebody else review a file, and get the verdict.
#[tool(render = in_words)]
async fn review(
    /// The file.
    path: String,
    registry: &ToolRegistry,
    cx: &ToolContext,
) -> Result<Json<Verdict>, ToolError> {
    // The child's scope is its own: its tools, its hooks, and the tool that takes its answer.
    let child = registry.scope("reviewer").child(cx.call_id());
    child.register(read_file::definition())?;
    let capture = StructuredCapture::<Verdict>::of(&child)?;
    let prompt = format!("Review `{path}`.\n\n{}", capture.demand());
    let ended = run(&child, &prompt, &CHILD).await;
    // The value, or why there is none: the parent's model reads that.
    let verdict = capture.settle(ended);
    child.close();
    verdict.map(Json)
}

fn in_words(verdict: &Verdict) -> String {
    let word = if verdict.good { "good" } else { "not good" };
    let mut text = format!("It is {word} ({} of 5 sure).", verdict.sure);
    for what in &verdict.mend {
        text.push_str("\n- ");
        text.push_str(what);
    }
    text
}

/// A turn of a model: what it calls, or what it says when it calls nothing.
type Turn<'a> = (&'a [(&'a str, &'a str)], &'a str);

const CHILD: [Turn<'_>; 4] = [
    (&[("read_file", r#"{"path":"src/lib.rs"}"#)], ""),
    // Not all keys, and a value out of bounds.
    (&[("structured_output", r#"{"sure":9}"#)], ""),
    // It does not stop after its answer.
    (
        &[
            (
                "structured_output",
                r#"{"good":false,"sure":4,"mend":["say what is done with odd numbers"]}"#,
            ),
            ("read_file", r#"{"path":"src/main.rs"}"#),
        ],
        "",
    ),
    (&[], "It is not good."), // never asked for
];

/// Asks the model until it calls nothing more, or a tool ends the turn.
async fn run(scope: &ToolScope, prompt: &str, script: &[Turn<'_>]) -> Result<(), ToolError> {
    let who = scope.path();
    for line in prompt.lines().filter(|line| !line.is_empty()) {
        println!("{who} <- {line}");
    }
    for (calls, text) in script {
        if calls.is_empty() {
            println!("{who} -> {text}");
            return Ok(());
        }
        let input = calls.iter().enumerate().map(|(at, (name, arguments))| {
            println!("{who} -> {name} {arguments}");
            ToolExecutionInput::new(format!("call_{at}"), *name, *arguments)
        });
        let results = scope.run_batch(input.collect::<Vec<_>>(), BatchOptions::new()).await;
        for (call, result) in &results {
            println!("{who} <- {}: {}", call.name(), result.text());
        }
        if results.iter().any(|(_, result)| result.concludes_turn()) {
            return Ok(());
        }
    }
    Err(ToolError::new("STEPS", "the model had no more steps"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = ToolRegistry::new();
    let parent = registry.scope("agent");
    parent.state(registry.clone());
    parent.register(review::definition())?;
    let script: [Turn<'_>; 2] = [
        (&[("review", r#"{"path":"src/lib.rs"}"#)], ""),
        (&[], "The reviewer asks for a word about odd numbers."),
    ];
    run(&parent, "Have src/lib.rs reviewed.", &script).await?;

    // Another child says it in words only: nobody asks again, and the parent gets an error.
    let child = registry.scope("talker");
    let capture = StructuredCapture::<Verdict>::of(&child)?;
    let ended = run(&child, "Review it.", &[(&[], "Looks good to me!")]).await;
    if let Err(error) = capture.settle(ended) {
        println!("{}: {error}", error.code());
    }
    Ok(())
}
