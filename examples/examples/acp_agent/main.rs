//! An agent for editors: it speaks the Agent Client Protocol over standard input and output. There is no model behind it:
//! what one writes to it are calls on the workbench's tools.
//!
//! ```text
//! cargo build -p dsh-tools-examples --example acp_agent      an editor starts target/debug/examples/acp_agent
//! acp_agent                                                  asks before files are changed and commands are run
//! acp_agent --yes                                            asks nothing
//! acp_agent --rules FILE                                     rules of permission, as `.toml`, say what is asked about
//! ```
//! A line of a prompt is a call as one types it in the workbench, `read path=a.txt limit=5`, or `$ COMMAND` for `bash`, or
//! what a model makes, `{"id": .., "name": .., "arguments": ".."}`. Calls of a paragraph run together, an empty line ends a
//! step. Lines that start with `#` are thought aloud, files that are mentioned are read, and a prompt without any call is
//! answered with what there is.

mod agent;
mod options;
mod planner;
mod session;
mod turn;

use agent::Workbench;
use agent_client_protocol::Stdio;
use options::{Options, USAGE, Wanted};
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> ExitCode {
    let options = match Options::read(std::env::args_os().skip(1)) {
        Ok(Wanted::Run(options)) => options,
        Ok(Wanted::Help) => {
            let written = writeln!(anstream::stdout(), "{USAGE}");
            return if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        Err(error) => return failed(&error),
    };
    run(options).await.map_or_else(|error| failed(&error), |()| ExitCode::SUCCESS)
}

/// Standard output belongs to the protocol.
fn failed(error: &anyhow::Error) -> ExitCode {
    _ = writeln!(anstream::stderr(), "error: {error:#}");
    ExitCode::FAILURE
}

/// Serves until the client goes or a signal comes; the commands that still run end with it.
async fn run(options: Options) -> anyhow::Result<()> {
    let workbench = Arc::new(Workbench::new(options));
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    let served = tokio::select! {
        served = agent::serve(&workbench, Stdio::new()) => served,
        _ = interrupt.recv() => Ok(()),
        _ = terminate.recv() => Ok(()),
        _ = hang_up.recv() => Ok(()),
    };
    workbench.end();
    Ok(served?)
}
