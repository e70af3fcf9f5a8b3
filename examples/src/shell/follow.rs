//! `bash_output`: what a command in the background wrote.

use super::jobs::Jobs;
use super::shown::{CommandOutput, terminal};
use crate::typed;
use dsh_tools::prelude::*;
use std::time::Duration;

/// Bytes that one call shows.
const SHOWN: usize = 32 * 1024;

/// Which job, and how long to wait.
#[derive(Debug, ToolArgs)]
pub struct OutputArgs {
    /// The job, as `bash` named it.
    #[arg(length(min = 1), example = "job_1")]
    pub job: String,
    /// Seconds to wait at most for the end of the command, or for `until`.
    #[arg(range(min = 0, max = 120), default = 0)]
    pub wait: Duration,
    /// Wait only until the command writes this text.
    #[arg(length(min = 1))]
    pub until: Option<String>,
    /// First byte to show, to look at something again; otherwise what is new since the last call.
    pub since: Option<u64>,
}

/// Show what a command in the background wrote since the last call, and whether it runs. It can wait for the
/// end of the command or for a text that it writes: no need to ask again and again.
#[tool(
    read_only, open_world = false, parallel, timeout = "3m",
    render = CommandOutput::text, meta = typed::whole, present_call = call_card, present_result = terminal
)]
pub async fn bash_output(
    args: OutputArgs,
    cx: &ToolContext,
    jobs: &Jobs,
) -> Result<Json<CommandOutput>, ToolError> {
    let command = jobs.get(&args.job)?.command;
    let since = args.since.unwrap_or(command.seen());
    let wanted =
        command.until(|output| args.until.as_deref().is_some_and(|until| output.has(until, since)));
    tokio::select! {
        biased;
        () = cx.cancellation().cancelled() => return Err(ToolError::aborted()),
        () = wanted => {}
        () = tokio::time::sleep(args.wait) => {}
    }
    let end = command.ended();
    let output = command.output();
    let part = output.part(since, SHOWN, end.is_some());
    command.set_seen(part.next);
    let mut shown = CommandOutput::new(part.text, end.as_ref());
    if part.lost > 0 {
        let lost = format!("{} bytes before this are no longer kept", part.lost);
        shown.notes.push(lost);
    }
    let more = output.total() - part.next;
    if more > 0 {
        let next = part.next;
        shown.notes.push(format!("{more} bytes follow, from `since: {next}` on"));
    }
    if shown.running {
        shown.notes.push(format!("`{}` is running", args.job));
        if let Some(until) = args.until.filter(|until| !output.has(until, since)) {
            shown.notes.push(format!("it did not write `{until}` yet"));
        }
    }
    Ok(Json(shown))
}

fn call_card(args: &OutputArgs) -> ToolCallView {
    ToolCallView::generic(format!("Output of {}", args.job)).kind(ToolCallKind::Read).into()
}
