//! `bash`: a command, in the foreground or in the background.

use super::command::{Command, Heard};
use super::jobs::{Job, Jobs};
use super::shown::{CommandOutput, terminal};
use crate::{Workspace, typed};
use dsh_tools::Progress;
use dsh_tools::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of the start and of the end of a long output that are shown.
const HEAD: usize = 8 * 1024;
const TAIL: usize = 24 * 1024;

/// The command to run.
#[derive(Debug, ToolArgs)]
pub struct BashArgs {
    /// The command, as `bash -c` takes it.
    #[arg(length(min = 1))]
    pub command: String,
    /// What the command does, in a few words.
    pub description: Option<String>,
    /// Seconds after which a command in the foreground is ended.
    #[arg(range(min = 0.1, max = 600), default = 120)]
    pub timeout: Duration,
    /// Start the command and go on without waiting for its end: for servers and watchers. `bash_output` shows
    /// what it writes, `bash_kill` ends it.
    #[arg(default = false)]
    pub run_in_background: bool,
}

/// Run a shell command that starts in the workspace, and give what it writes and its exit status. It is not
/// confined to the workspace: it can reach whatever this program can. It has no input. Its whole process group
/// ends with it, when its time is up, and when the session ends.
#[tool(
    destructive, open_world, timeout = "11m",
    render = CommandOutput::text, meta = typed::whole, present_call = call_card, present_result = terminal
)]
pub async fn bash(
    args: BashArgs,
    cx: &ToolContext,
    workspace: &Workspace,
    jobs: &Jobs,
) -> Result<Json<CommandOutput>, ToolError> {
    let job = jobs.start(workspace.path(), &args.command)?;
    if args.run_in_background {
        let note =
            format!("`{}` runs in the background; `bash_output` shows what it writes", job.id);
        return Ok(Json(CommandOutput { running: true, notes: vec![note], ..Default::default() }));
    }
    let attended = Attended(Arc::clone(&job.command));
    let timed_out = tokio::select! {
        () = job.command.follow(|heard| tell(cx, heard)) => false,
        () = tokio::time::sleep(args.timeout) => true,
        () = cx.cancellation().cancelled() => {
            // Why is known to whoever cancelled: the timeout policy makes `TOOL_TIMEOUT` of it.
            return Err(job.command.end().await.check().err().unwrap_or_else(ToolError::aborted));
        }
    };
    if timed_out {
        job.command.end().await;
    }
    drop(attended);
    let shown = shown(&job, jobs);
    if timed_out {
        let text = format!(
            "the command was ended after {} s; give it a longer `timeout`, or use `run_in_background`\n{}",
            args.timeout.as_secs_f64(),
            shown.text()
        );
        return Err(ToolError::new("TIMED_OUT", text));
    }
    if let Some(notes) = shown.noted() {
        cx.progress(&Progress::wrote(notes));
    }
    Ok(Json(shown))
}

/// Whoever shows the call shows what the command writes while it runs.
fn tell(cx: &ToolContext, heard: Heard) {
    let Heard { before, lost, text, done } = heard;
    let text = match lost {
        0 => before + &text,
        lost => format!("{before}[{lost} bytes came too fast to be shown]\n{text}"),
    };
    let done = u32::try_from(done).unwrap_or(u32::MAX);
    cx.progress(&Progress::done(done.into()).output(text));
}

/// All of a short output; both ends of a long one, and how to see the middle.
fn shown(job: &Job, jobs: &Jobs) -> CommandOutput {
    let end = job.command.ended();
    let output = job.command.output();
    if output.total() <= (HEAD + TAIL) as u64 {
        jobs.forget(&job.id);
        return CommandOutput::new(output.part(0, HEAD + TAIL, true).text, end.as_ref());
    }
    let (head, tail) = (output.part(0, HEAD, true), output.tail(TAIL));
    let missing = output.total() - head.next - tail.len() as u64;
    let text = format!(
        "{}\n[{missing} bytes are left out here: `bash_output` with `job: {}` and `since: {}` shows them]\n{tail}",
        head.text.trim_end_matches('\n'),
        job.id,
        head.next
    );
    CommandOutput::new(text, end.as_ref())
}

/// A command that somebody waits for: it ends when nobody does any more.
struct Attended(Arc<Command>);

impl Drop for Attended {
    fn drop(&mut self) {
        // It waits for nothing, as whoever dropped the call must not.
        if self.0.ended().is_none() {
            self.0.terminate();
        }
    }
}

fn call_card(args: &BashArgs) -> ToolCallView {
    let card = ToolCallView::terminal(&args.command);
    let description = match (&args.description, args.run_in_background) {
        (Some(description), true) => format!("{description} (in the background)"),
        (Some(description), false) => description.clone(),
        (None, true) => "In the background".to_owned(),
        (None, false) => return card.into(),
    };
    card.description(description).into()
}
