//! `bash`: a command in the workspace. It starts there and is not confined to it.

use crate::Workspace;
use dsh_tools::prelude::*;
use dsh_tools::view::ToolCallView;
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
use std::fmt::Write as _;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};

/// Bytes of each stream that are kept.
const KEPT: usize = 64 * 1024;
/// How long a group may take to end after it was asked to.
const GRACE: Duration = Duration::from_millis(200);

/// The command to run.
#[derive(Debug, ToolArgs)]
pub struct BashArgs {
    /// The command, as `bash -c` takes it.
    #[arg(length(min = 1))]
    pub command: String,
    /// What the command does, in a few words.
    pub description: Option<String>,
}

/// Run a shell command that starts in the workspace. It is not confined: it can reach whatever this program
/// can. Its whole process group is killed when its time is up.
#[tool(destructive, open_world, timeout = "2s", present_call = bash_card)]
pub async fn bash(
    args: BashArgs,
    cx: &ToolContext,
    workspace: &Workspace,
) -> Result<String, ToolError> {
    let mut child = Command::new("bash")
        .arg("-c")
        .arg(&args.command)
        .current_dir(workspace.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let group = Group::of(&child);
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let run = async {
        let (out, err, status) = tokio::join!(kept(out), kept(err), child.wait());
        Ok::<_, ToolError>((out, err, status?))
    };
    tokio::select! {
        done = run => {
            let (out, err, status) = done?;
            match status.code() {
                Some(0) => Ok(format!("{out}{err}")),
                Some(code) => Err(ToolError::new("EXIT", format!("exit status {code}\n{out}{err}"))),
                None => Err(ToolError::new("KILLED", format!("ended by a signal\n{out}{err}"))),
            }
        }
        () = cx.cancellation().cancelled() => {
            group.end().await;
            // Why is known to whoever cancelled: the timeout policy makes `TOOL_TIMEOUT` of it.
            Err(ToolError::aborted())
        }
    }
}

fn bash_card(args: &BashArgs) -> ToolCallView {
    let card = ToolCallView::terminal(&args.command);
    match &args.description {
        Some(description) => card.description(description).into(),
        None => card.into(),
    }
}

/// The process group of a command: what it started ends with it, also when nobody waits any more.
struct Group(Option<Pid>);

impl Group {
    fn of(child: &Child) -> Self {
        Self(child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)))
    }

    /// Asks the group to end, and ends it when it does not.
    async fn end(&self) {
        let Some(group) = self.0 else { return };
        let _ = kill_process_group(group, Signal::TERM);
        tokio::time::sleep(GRACE).await;
        if test_kill_process_group(group).is_ok() {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// The first bytes of a stream as text; the rest is read and thrown away, so that the writer never waits.
async fn kept(stream: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut stream) = stream else {
        return String::new();
    };
    let (mut kept, mut buffer, mut lost) = (Vec::new(), vec![0; 8192], 0);
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        let room = count.min(KEPT - kept.len());
        kept.extend(buffer.iter().take(room));
        lost += count - room;
    }
    let mut text = String::from_utf8_lossy(&kept).into_owned();
    if lost > 0 {
        _ = write!(text, "\n[{lost} more bytes were not kept]\n");
    }
    text
}
