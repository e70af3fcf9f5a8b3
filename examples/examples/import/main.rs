//! Tool definitions in JSON become Rust source.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example import -- tools.json                    the source, to standard output
//! cargo run -p dsh-tools-examples --example import -- - < tools.json                the same, from standard input
//! cargo run -p dsh-tools-examples --example import -- --report lost.jsonl tools.json  and a line for each finding
//! ```
//! A definition is `{"name": .., "description": .., "parameters": {..}}`, or has MCP's `inputSchema`, or OpenAI's
//! `{"type": "function", "function": {..}}` around it; one of them, an array, JSON lines, or the result of `tools/list`.
//!
//! Exit codes: 0 when everything is said by the types, 3 when something is lost, 2 when the input cannot be read.

use anyhow::Context as _;
use dsh_tools_examples::import::{Imported, Weight, definitions, import};
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

const USAGE: &str = "usage: import [--report FILE] FILE|-";

/// Something is lost.
const LOST: u8 = 3;

/// The input cannot be read.
const UNREADABLE: u8 = 2;

fn main() -> ExitCode {
    match run() {
        Ok(clean) => ExitCode::from(if clean { 0 } else { LOST }),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(UNREADABLE)
        }
    }
}

fn run() -> anyhow::Result<bool> {
    let (mut input, mut report) = (None, None);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--report" => report = Some(words.next().context(USAGE)?),
            option if option.starts_with("--") => anyhow::bail!("{option} is unknown\n{USAGE}"),
            _ if input.is_some() => anyhow::bail!(USAGE),
            _ => input = Some(word),
        }
    }
    let input = input.context(USAGE)?;
    let mut text = String::new();
    if input == "-" {
        std::io::stdin().read_to_string(&mut text)?;
    } else {
        text = std::fs::read_to_string(&input).with_context(|| input.clone())?;
    }
    let imported = import(&definitions(&text)?)?;
    std::io::stdout().write_all(imported.source.as_bytes())?;
    if let Some(file) = report {
        std::fs::write(&file, imported.report()).with_context(|| file.clone())?;
    }
    tell(&imported);
    Ok(imported.tools.iter().all(dsh_tools_examples::import::Tool::is_clean))
}

/// What was lost and noted, for people.
fn tell(imported: &Imported) {
    for tool in &imported.tools {
        for finding in &tool.findings {
            eprintln!("{}: {finding}", tool.original);
        }
    }
    let lost = imported.tools.iter().filter(|tool| !tool.is_clean()).count();
    let findings = || imported.tools.iter().flat_map(|tool| &tool.findings);
    let keywords = findings().filter(|finding| finding.weight == Weight::Lost).count();
    let all = imported.tools.len();
    match lost {
        0 => eprintln!("{all} of {all} tools imported, nothing lost"),
        _ => eprintln!("{all} tools imported, {lost} of them lost something: {keywords} keywords"),
    }
}
