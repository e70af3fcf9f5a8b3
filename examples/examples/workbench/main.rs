//! A coding agent's tools to try by hand, or from a script.
//!
//! ```text
//! cargo run -p dsh-tools-examples --example workbench                        a line is a call; `help` says how
//! cargo run -p dsh-tools-examples --example workbench -- --workspace DIR     in a directory of one's own
//! cargo run -p dsh-tools-examples --example workbench -- calls.jsonl         a script
//! cargo run -p dsh-tools-examples --example workbench < calls.jsonl          the same
//! ```
//! Before files are changed and commands are run it asks, with the card shown first; `--yes` says yes to all. Where
//! nobody can be asked, in a script, such calls are denied. `--rules FILE` says otherwise what is denied and what is asked
//! about; `:why CALL` tells which rule decides.
//!
//! A line is a call as a model makes it, `{"id": .., "name": .., "arguments": ".."}`, or as one types it,
//! `read path=a.txt limit=5` or `read {"path":"a.txt"}`. Scripts to try are in `examples/scripts`.
//!
//! The calls of one step of a model run together: a line that is a JSON array of calls, or with `--batch` all lines up to
//! an empty one.
//!
//! `--trace` prints the spans of calls, with the attributes of OpenTelemetry. `--journal FILE` keeps calls and results, a
//! line each; `--replay FILE` shows them again, with the cards that they had, those included that the end of the program
//! left without a result. Options go together.

mod ask;
mod calls;
mod cards;
mod count;
mod help;
mod journal;
mod line;
mod lines;
mod live;
mod options;
mod rules;
mod session;
mod signals;
mod trace;

use anyhow::Context as _;
use ask::Consent;
use cards::Look;
use dsh_tools::bridge::terminal::Terminal;
use dsh_tools::prelude::*;
use dsh_tools_examples::{
    Jobs, Workspace, bash, bash_kill, bash_output, edit, glob, grep, ls, read, write,
};
use journal::{Replay, Written};
use lines::Lines;
use options::{Options, USAGE, Wanted};
use rules::Rules;
use session::{Manner, Session};
use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use tempfile::TempDir;
use trace::Trace;

/// What is told of a start that is refused.
const REFUSED: u8 = 2;

fn registry(workspace: Workspace) -> Result<ToolRegistry, RegisterError> {
    ToolRegistry::builder()
        .state(workspace)
        .state(Jobs::default())
        .tools(tools![read, write, edit, ls, glob, grep, bash, bash_output, bash_kill])
        .build()
}

#[tokio::main]
async fn main() -> ExitCode {
    // What is wrong with a script or an option is told without a trace of this program.
    let failed = |error: &anyhow::Error, code| {
        _ = writeln!(anstream::stderr(), "error: {error:#}");
        code
    };
    let options = match Options::read(std::env::args_os().skip(1)) {
        Ok(Wanted::Run(options)) => options,
        Ok(Wanted::Help) => {
            let written = writeln!(anstream::stdout(), "{USAGE}");
            return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        Err(error) => return failed(&error, ExitCode::from(REFUSED)),
    };
    let start = match Start::of(&options) {
        Ok(start) => start,
        Err(error) => return failed(&error, ExitCode::from(REFUSED)),
    };
    start.go().await.unwrap_or_else(|error| failed(&error, ExitCode::FAILURE))
}

/// All that can be wrong was looked at, and nothing has happened.
struct Start {
    what: What,
    /// Declared after the registry, so that it goes after the jobs that run in it.
    _scratch: Option<TempDir>,
}

enum What {
    Run { lines: Lines, session: Box<Session>, place: String },
    Replay { replay: Replay, registry: ToolRegistry, rules: Option<Rules>, look: Look },
}

impl Start {
    fn of(options: &Options) -> anyhow::Result<Self> {
        let rules = options.rules.as_deref().map(Rules::open).transpose()?;
        let replay = options.replay.as_deref().map(Replay::open).transpose()?;
        let interactive = options.script.is_none() && std::io::stdin().is_terminal();
        let lines = match &options.script {
            Some(file) => {
                let name = || file.display().to_string();
                let text = std::fs::read_to_string(file).with_context(name)?;
                Some(Lines::of(&text, options.batch).with_context(name)?)
            }
            None => None,
        };
        let scratch = if options.place.is_none() { Some(tempfile::tempdir()?) } else { None };
        let place = options.place.as_deref().or(scratch.as_ref().map(TempDir::path));
        let place = place.context(USAGE)?;
        let workspace = Workspace::open(place).with_context(|| place.display().to_string())?;
        let registry = registry(workspace)?;
        let (terminal, show) = (Terminal::detect(), options.show);
        let what = if let Some(replay) = replay {
            // Nobody knows where the files of a journal are.
            let look = Look { terminal: terminal.no_hyperlinks(), show };
            What::Replay { replay, registry, rules, look }
        } else {
            // The path of a directory that is gone afterwards is of use only while one is there to look.
            let told = match (&scratch, interactive) {
                (None, _) => place.display().to_string(),
                (Some(_), false) => String::from("a fresh temporary directory"),
                (Some(_), true) => {
                    format!("{} (temporary)\n`help` says what there is", place.display())
                }
            };
            let consent = match (options.yes, interactive) {
                (true, _) => Consent::Given,
                (false, true) => Consent::Person,
                (false, false) => Consent::Nobody,
            };
            let trace = if options.trace { Some(Trace::start(interactive)?) } else { None };
            // Last, as it is the first that leaves something behind.
            let journal = options.journal.as_deref().map(Written::open).transpose()?;
            let batch = options.batch;
            let terminal = if terminal.has_hyperlinks() {
                terminal.hyperlinks(std::path::absolute(place)?)
            } else {
                terminal
            };
            let look = Look { terminal, show };
            let manner = Manner { look, interactive, consent, batch, rules, trace, journal };
            let session = Box::new(Session::new(registry, manner));
            What::Run { lines: lines.unwrap_or_else(Lines::stdin), session, place: told }
        };
        Ok(Self { what, _scratch: scratch })
    }

    async fn go(self) -> anyhow::Result<ExitCode> {
        let mut out = anstream::stdout();
        match self.what {
            What::Run { lines, session, place } => {
                writeln!(out, "workspace: {place}")?;
                session.introduce(&mut out)?;
                session.run(lines, &mut out).await
            }
            What::Replay { replay, registry, rules, look } => {
                replay.show(&registry, &look, rules.as_ref(), &mut out).await
            }
        }
    }
}
