//! `bash_kill`: the end of a command in the background.

use super::jobs::Jobs;
use super::shown::{CommandOutput, terminal};
use crate::typed;
use dsh_tools::ProcessRest;
use dsh_tools::prelude::*;

/// Which job.
#[derive(Debug, ToolArgs)]
pub struct KillArgs {
    /// The job, as `bash` named it.
    #[arg(length(min = 1), example = "job_1")]
    pub job: String,
}

/// End a command in the background with everything that it started: it is asked to end, and killed when it
/// does not. What it wrote can be read afterwards.
#[tool(
    destructive, idempotent, open_world = false, timeout = "10s",
    render = CommandOutput::text, meta = typed::whole, present_call = call_card, present_result = terminal
)]
pub async fn bash_kill(args: KillArgs, jobs: &Jobs) -> Result<Json<CommandOutput>, ToolError> {
    let command = jobs.get(&args.job)?.command;
    let ended_already = command.ended().is_some();
    let end = command.end().await;
    let unseen = command.output().total().saturating_sub(command.seen());
    let mut shown = CommandOutput::new(String::new(), Some(&end));
    if ended_already {
        shown.notes.push(format!("`{}` had ended before", args.job));
    } else if end.rest() == ProcessRest::Running {
        let text = format!("`{}` does not end: the system holds a process of it", args.job);
        return Err(ToolError::new("STILL_RUNNING", text));
    }
    if unseen > 0 {
        shown.notes.push(format!("`bash_output` shows the last {unseen} bytes that it wrote"));
    }
    Ok(Json(shown))
}

fn call_card(args: &KillArgs) -> ToolCallView {
    ToolCallView::generic(format!("End {}", args.job)).kind(ToolCallKind::Execute).into()
}
