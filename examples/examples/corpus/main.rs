//! Real tools and real calls through raw schemas: what compiles, and whether each verdict is that of an
//! independent validator.
//!
//! ```text
//! cargo run --release -p dsh-tools-examples --example corpus
//! ```
//! The corpus is no part of the project: it is looked for in `DSH_CORPUS`, else beside the workspace. Without it
//! there is nothing to do, which is a failure only where `CI` is set.
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

mod calls;
mod tools;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The directory with the recorded tools and calls.
fn place() -> PathBuf {
    std::env::var_os("DSH_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"),
        PathBuf::from,
    )
}

#[tokio::main]
async fn main() -> ExitCode {
    run().await.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

async fn run() -> anyhow::Result<ExitCode> {
    let place = place();
    let read = |name: &str| std::fs::read_to_string(place.join(name));
    let (Ok(tools), Ok(calls)) = (read("tools.jsonl"), read("calls.jsonl")) else {
        println!(
            "no corpus at {}: set DSH_CORPUS to the directory that holds tools.jsonl and calls.jsonl",
            place.display()
        );
        let needed = std::env::var_os("CI").is_some();
        return Ok(if needed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    };
    let tools = tools::compile(&tools)?;
    println!("{tools}");
    let calls = calls::replay(&tools, &calls).await?;
    println!("{calls}");
    Ok(if calls.unexplained() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
