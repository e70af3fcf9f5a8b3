//! A coding agent's tools to try by hand, or from a script.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example workbench                        a line is a call; `help` says how
//! cargo run -p dsh-tools-examples --example workbench -- --workspace DIR     in a directory of one's own
//! cargo run -p dsh-tools-examples --example workbench -- calls.jsonl         a script
//! cargo run -p dsh-tools-examples --example workbench < calls.jsonl          the same
//! ```
//! Before files are changed and commands are run it asks, with the card shown first; `--yes` says yes to all. Where
//! nobody can be asked, in a script, such calls are denied.
//!
//! A line is a call as a model makes it, `{"id": .., "name": .., "arguments": ".."}`, or as one types it,
//! `read path=a.txt limit=5` or `read {"path":"a.txt"}`. Scripts to try are in `examples/scripts`.

mod ask;
mod help;
mod line;
mod lines;
mod session;
mod signals;

use anyhow::Context as _;
use ask::Consent;
use dsh_tools::prelude::*;
use dsh_tools_examples::{
    Jobs, Workspace, bash, bash_kill, bash_output, edit, glob, grep, ls, read, write,
};
use lines::Lines;
use session::{Session, Show};
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: workbench [--workspace DIR] [--text] [--yes] [FILE]
  --workspace DIR  the directory that the tools work in; otherwise a fresh temporary one
  --text           show what the model reads instead of cards
  --yes            ask nothing; without it `write`, `edit` and `bash` are asked about in a terminal, and
                   denied where nobody can be asked
  FILE             a script; otherwise, or with `-`, calls are read from standard input";

fn registry(workspace: Workspace) -> Result<ToolRegistry, RegisterError> {
    ToolRegistry::builder()
        .state(workspace)
        .state(Jobs::default())
        .tools(tools![read, write, edit, ls, glob, grep, bash, bash_output, bash_kill])
        .build()
}

#[tokio::main]
async fn main() -> ExitCode {
    run().await.unwrap_or_else(|error| {
        // What is wrong with a script or an option is told without a trace of this program.
        _ = writeln!(anstream::stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}

async fn run() -> anyhow::Result<ExitCode> {
    let (mut place, mut script, mut show, mut given) = (None, None, Show::Cards, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--workspace" => place = Some(PathBuf::from(words.next().context(USAGE)?)),
            "--text" => show = Show::Text,
            "--yes" => given = true,
            "--help" | "-h" => {
                writeln!(anstream::stdout(), "{USAGE}")?;
                return Ok(ExitCode::SUCCESS);
            }
            "-" => script = None,
            option if option.starts_with('-') => anyhow::bail!("{option} is unknown\n{USAGE}"),
            file if script.is_none() => script = Some(file.to_owned()),
            _ => anyhow::bail!("one script at a time\n{USAGE}"),
        }
    }
    // Read before anything happens: a missing script changes nothing.
    let interactive = script.is_none() && std::io::stdin().is_terminal();
    let lines = match &script {
        Some(file) => {
            let text = std::fs::read_to_string(file).with_context(|| file.clone())?;
            Lines::of(&text).with_context(|| file.clone())?
        }
        None => Lines::stdin(),
    };
    // Declared before the registry, so that it goes after the jobs that run in it.
    let scratch = if place.is_none() { Some(tempfile::tempdir()?) } else { None };
    let place = place.or_else(|| scratch.as_ref().map(|scratch| scratch.path().to_owned()));
    let place = place.context(USAGE)?;
    let workspace = Workspace::open(&place).with_context(|| format!("{}", place.display()))?;

    let mut out = anstream::stdout();
    // The path of a directory that is gone afterwards is of use only while one is there to look.
    match (&scratch, interactive) {
        (None, _) => writeln!(out, "workspace: {}", place.display())?,
        (Some(_), false) => writeln!(out, "workspace: a fresh temporary directory")?,
        (Some(_), true) => {
            writeln!(out, "workspace: {} (temporary)\n`help` says what there is", place.display())?;
        }
    }
    let consent = match (given, interactive) {
        (true, _) => Consent::Given,
        (false, true) => Consent::Person,
        (false, false) => Consent::Nobody,
    };
    let session = Session::new(registry(workspace)?, show, interactive, consent);
    session.run(lines, &mut out).await
}
