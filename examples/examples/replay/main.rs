//! Replays tool calls, written as a model writes them, through the whole pipeline.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example replay                 the shipped script
//! cargo run -p dsh-tools-examples --example replay -- calls.jsonl  a file of one's own (`-`: standard input)
//! cargo run -p dsh-tools-examples --example replay -- --schemas    what the model sees
//! cargo run -p dsh-tools-examples --example replay -- --corpus     recorded calls of real agents
//! ```
//! A line is `{"id": .., "name": .., "arguments": ..}` with the arguments as the text that the model wrote.
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

mod corpus;
mod script;

use anyhow::Context as _;
use dsh_tools::prelude::*;
use dsh_tools_examples::{Jobs, Workspace, bash, edit, read, write};
use std::io::Read as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Calls of every kind: successes, mistakes that can be mended, a panic, an unknown tool, a timeout.
const SCRIPT: &str = include_str!("script.jsonl");

const USAGE: &str = "usage: replay [--workspace DIR] [--schemas | --corpus | FILE | -]";

enum Input {
    Shipped,
    File(String),
    Corpus,
    Schemas,
}

/// Count for longer than it may, to show what a timeout is.
#[tool(read_only, timeout = "200ms")]
async fn count(cx: &ToolContext) -> Result<String, ToolError> {
    cx.cancellation().cancelled().await;
    Err(ToolError::aborted())
}

/// Panic, to show that a panic is one failed call and nothing more.
#[tool(read_only)]
#[allow(clippy::panic, reason = "it is what the tool is for")]
async fn boom() -> String {
    tokio::task::yield_now().await;
    panic!("the tool's own fault")
}

fn registry(workspace: Workspace) -> anyhow::Result<ToolRegistry> {
    Ok(ToolRegistry::builder()
        .state(workspace)
        .state(Jobs::default())
        .tools(tools![read, write, edit, bash, boom, count])
        .build()?)
}

#[tokio::main]
async fn main() -> ExitCode {
    run().await.unwrap_or_else(|error| {
        // What is wrong with a script or an option is told without a trace of this program.
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

async fn run() -> anyhow::Result<ExitCode> {
    let (mut input, mut place) = (Input::Shipped, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--schemas" => input = Input::Schemas,
            "--corpus" => input = Input::Corpus,
            "--workspace" => place = Some(PathBuf::from(words.next().context(USAGE)?)),
            option if option.starts_with("--") => anyhow::bail!("{option} is unknown\n{USAGE}"),
            file => input = Input::File(file.to_owned()),
        }
    }
    // Without a directory of the user's the calls play in one that is gone afterwards.
    let scratch = tempfile::tempdir()?;
    let place = place.unwrap_or_else(|| scratch.path().to_owned());
    let workspace = Workspace::open(&place).with_context(|| format!("{}", place.display()))?;

    let text = match input {
        Input::Corpus => return corpus::replay(&scratch).await,
        Input::Schemas => {
            for schema in registry(workspace)?.schemas().iter() {
                println!("{}", serde_json::to_string(schema)?);
            }
            return Ok(ExitCode::SUCCESS);
        }
        Input::Shipped => SCRIPT.to_owned(),
        Input::File(file) if file == "-" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text)?;
            text
        }
        Input::File(file) => std::fs::read_to_string(&file).with_context(|| file.clone())?,
    };
    // The panic is part of the show: its message goes into the result, not over the cards.
    std::panic::set_hook(Box::new(|_| {}));
    script::replay(&registry(workspace)?, &text).await
}
