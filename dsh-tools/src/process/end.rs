//! How a process ended.

use super::captured::CapturedOutput;
use super::system;
use crate::tool::ToolError;
use std::borrow::Cow;
use std::process::ExitStatus;
use std::sync::Arc;

/// How a process ended with its group, and what it wrote.
///
/// ```
/// # #[cfg(unix)] {
/// use dsh_tools::{ProcessGroup, ProcessRest};
/// use std::process::Command;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let mut command = Command::new("sh");
/// command.args(["-c", "echo oops >&2; exit 3"]);
/// let end = ProcessGroup::spawn(command)?.wait().await;
/// assert_eq!((end.code(), end.stderr().text()), (Some(3), "oops\n".to_owned()));
/// assert_eq!(end.rest(), ProcessRest::Nothing);
/// # Ok::<(), std::io::Error>(())
/// # }).unwrap();
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct ProcessEnd(Arc<Facts>);

#[derive(Debug)]
pub(super) struct Facts {
    pub(super) status: Option<ExitStatus>,
    pub(super) asked: bool,
    pub(super) left_running: bool,
    pub(super) rest: ProcessRest,
    pub(super) stdout: CapturedOutput,
    pub(super) stderr: CapturedOutput,
}

/// What is left of a process's group at its end.
///
/// ```
/// # use dsh_tools::{ProcessEnd, ProcessRest};
/// fn is_clean(end: &ProcessEnd) -> bool { end.rest() == ProcessRest::Nothing }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProcessRest {
    /// Nothing runs any more.
    Nothing,
    /// The child has ended; the platform does not tell of what it started.
    Unknown,
    /// Something was killed and does not end: the system holds it, or it may not be killed.
    Running,
}

impl ProcessEnd {
    pub(super) fn new(facts: Facts) -> Self {
        Self(Arc::new(facts))
    }

    /// The exit status; none where the process does not end although it was killed.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn shown(end: &ProcessEnd) -> String { end.status().map_or("none".to_owned(), |status| status.to_string()) }
    /// ```
    pub fn status(&self) -> Option<ExitStatus> {
        self.0.status
    }

    /// Whether it exited with 0.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn verdict(end: &ProcessEnd) -> &'static str { if end.success() { "passed" } else { "failed" } }
    /// ```
    pub fn success(&self) -> bool {
        self.status().is_some_and(|status| status.success())
    }

    /// What it exited with; none where a signal ended it.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn has_found_nothing(grep: &ProcessEnd) -> bool { grep.code() == Some(1) }
    /// ```
    pub fn code(&self) -> Option<i32> {
        self.status()?.code()
    }

    /// The number of the signal that ended it, on Unix.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn was_killed(end: &ProcessEnd) -> bool { end.signal() == Some(9) }
    /// ```
    pub fn signal(&self) -> Option<i32> {
        #[cfg(unix)]
        return std::os::unix::process::ExitStatusExt::signal(&self.status()?);
        #[cfg(not(unix))]
        None
    }

    /// The name of the signal that ended it, as cards and manuals write it: `SIGTERM`. One that has no name in POSIX is
    /// `signal 40`.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use dsh_tools::ProcessGroup;
    /// use dsh_tools::view::ToolResultView;
    /// use std::process::Command;
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let mut command = Command::new("sh");
    /// command.args(["-c", "kill -TERM $$"]);
    /// let end = ProcessGroup::spawn(command)?.wait().await;
    /// assert_eq!(end.signal_name().as_deref(), Some("SIGTERM"));
    ///
    /// let card = ToolResultView::terminal(end.stdout().text());
    /// let card = match (end.code(), end.signal_name()) {
    ///     (Some(code), _) => card.exit_code(code),
    ///     (None, Some(signal)) => card.signal(signal),
    ///     (None, None) => card,
    /// };
    /// # let _ = card;
    /// # Ok::<(), std::io::Error>(())
    /// # }).unwrap();
    /// # }
    /// ```
    pub fn signal_name(&self) -> Option<Cow<'static, str>> {
        let number = self.signal()?;
        let name = system::signal_name(number).map(Cow::Borrowed);
        Some(name.unwrap_or_else(|| Cow::Owned(format!("signal {number}"))))
    }

    /// Whether it was asked to end, or killed, through its [`ProcessGroup`](super::ProcessGroup) before the child had
    /// exited by itself.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn came_to_its_own_end(end: &ProcessEnd) -> bool { !end.was_ended() }
    /// ```
    pub fn was_ended(&self) -> bool {
        self.0.asked
    }

    /// Whether it left something running, which was ended then.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn note(end: &ProcessEnd) -> Option<&'static str> {
    ///     end.left_running().then_some("what the command left running was ended")
    /// }
    /// ```
    pub fn left_running(&self) -> bool {
        self.0.left_running
    }

    /// What is left of it and of what it started.
    ///
    /// ```
    /// # use dsh_tools::{ProcessEnd, ProcessRest};
    /// fn holds_files(end: &ProcessEnd) -> bool { end.rest() == ProcessRest::Running }
    /// ```
    pub fn rest(&self) -> ProcessRest {
        self.0.rest
    }

    /// What it wrote to standard output; to both streams where they are
    /// [merged](super::ProcessBuilder::merged).
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn answer(end: &ProcessEnd) -> String { end.stdout().text().trim().to_owned() }
    /// ```
    pub fn stdout(&self) -> &CapturedOutput {
        &self.0.stdout
    }

    /// What it wrote to standard error.
    ///
    /// ```
    /// # use dsh_tools::ProcessEnd;
    /// fn complaint(end: &ProcessEnd) -> String { end.stderr().text() }
    /// ```
    pub fn stderr(&self) -> &CapturedOutput {
        &self.0.stderr
    }

    /// Whether it came to its own end, with any exit status, and nothing of it is left. For bodies: what they give by
    /// `?` is right whether the call was cancelled or out of time.
    ///
    /// # Errors
    /// [`ErrorCode::Aborted`](crate::tool::ErrorCode::Aborted) when it was ended and nothing of it is left;
    /// `STILL_RUNNING` when something does not end, or is not known to have ended.
    ///
    /// ```
    /// # use dsh_tools::{ProcessEnd, ToolError};
    /// fn output(end: &ProcessEnd) -> Result<String, ToolError> {
    ///     end.check()?;
    ///     Ok(end.stdout().text())
    /// }
    /// ```
    pub fn check(&self) -> Result<(), ToolError> {
        match (self.rest(), self.was_ended()) {
            (ProcessRest::Running, _) => Err(ToolError::new(
                "STILL_RUNNING",
                "the command was killed, and something of it does not end: what it does may still take effect",
            )),
            (ProcessRest::Unknown, true) => Err(ToolError::new(
                "STILL_RUNNING",
                "the command was killed; what it had started may still run, and what that does may still take effect",
            )),
            (ProcessRest::Nothing, true) => Err(ToolError::aborted()),
            (ProcessRest::Nothing | ProcessRest::Unknown, false) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_body_says_of_an_end() {
        let code = |rest, asked| {
            let (stdout, stderr) = (CapturedOutput::new(0, 0), CapturedOutput::new(0, 0));
            let facts = Facts { status: None, asked, left_running: false, rest, stdout, stderr };
            ProcessEnd::new(facts).check().map_err(|error| error.code().to_string())
        };
        assert_eq!(code(ProcessRest::Nothing, false), Ok(()));
        assert_eq!(code(ProcessRest::Unknown, false), Ok(()));
        assert_eq!(code(ProcessRest::Nothing, true), Err("ABORTED".to_owned()));
        for (rest, asked) in [
            (ProcessRest::Unknown, true),
            (ProcessRest::Running, true),
            (ProcessRest::Running, false),
        ] {
            assert_eq!(code(rest, asked), Err("STILL_RUNNING".to_owned()), "{rest:?}");
        }
    }
}
