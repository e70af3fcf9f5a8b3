//! The guard of a process.

use super::builder::ProcessBuilder;
use super::end::ProcessEnd;
use super::state::{State, Wish};
use std::fmt;
use std::io;
use std::process::Command;
use std::sync::Arc;
use std::thread::Builder;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// A child process and all that it started: whoever holds this holds their lives, and dropping it kills them.
///
/// See the [module](super) for what is promised and what is not.
///
/// ```
/// # #[cfg(unix)] {
/// use dsh_tools::{CancellationToken, ProcessGroup};
/// use std::process::Command;
/// use std::time::Duration;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let stop = CancellationToken::new();
/// stop.cancel();
/// let mut command = Command::new("sh");
/// command.args(["-c", "sleep 1000 & sleep 1000"]);
/// let end = ProcessGroup::spawn(command)?.run(&stop, Duration::from_secs(1)).await;
/// assert!(end.was_ended() && !end.success());
/// # Ok::<(), std::io::Error>(())
/// # }).unwrap();
/// # }
/// ```
#[must_use = "dropping it kills the process"]
pub struct ProcessGroup {
    state: Arc<State>,
}

impl ProcessGroup {
    pub(super) const fn of(state: Arc<State>) -> Self {
        Self { state }
    }

    /// Starts a command in a group of its own, without input, its output captured.
    ///
    /// A `tokio::process::Command` becomes such a command by its `into_std`.
    ///
    /// # Errors
    /// Those of [`ProcessBuilder::spawn`].
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// fn start() -> std::io::Result<ProcessGroup> {
    ///     ProcessGroup::spawn(std::process::Command::new("make"))
    /// }
    /// ```
    pub fn spawn(command: Command) -> io::Result<Self> {
        Self::builder(command).spawn()
    }

    /// Says how to start a command.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// let builder = ProcessGroup::builder(std::process::Command::new("make")).merged();
    /// # let _ = builder;
    /// ```
    pub fn builder(command: Command) -> ProcessBuilder {
        ProcessBuilder::new(command)
    }

    /// The child's number, which is its group's; another's as soon as the group is gone.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// fn log(process: &ProcessGroup) { eprintln!("started {}", process.id()); }
    /// ```
    pub fn id(&self) -> u32 {
        self.state.id
    }

    /// Waits until it has ended with all that it started. When the token is cancelled it is
    /// [asked to end](Self::terminate), and killed after the grace.
    ///
    /// Dropping the future kills it.
    ///
    /// ```
    /// # use dsh_tools::{ProcessEnd, ProcessGroup, ToolContext};
    /// # use std::time::Duration;
    /// async fn finish(process: ProcessGroup, cx: &ToolContext) -> ProcessEnd {
    ///     process.run(cx.cancellation(), Duration::from_secs(1)).await
    /// }
    /// ```
    pub async fn run(self, cancellation: &CancellationToken, grace: Duration) -> ProcessEnd {
        if let Some(end) = cancellation.run_until_cancelled(self.wait()).await {
            return end;
        }
        self.terminate(grace);
        self.wait().await
    }

    /// Waits until it has ended with all that it started.
    ///
    /// Dropping the future does nothing.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// async fn passes(process: &ProcessGroup) -> bool { process.wait().await.success() }
    /// ```
    pub async fn wait(&self) -> ProcessEnd {
        self.state.until_ended().await
    }

    /// How it ended, if it has.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// fn is_running(process: &ProcessGroup) -> bool { process.ended().is_none() }
    /// ```
    pub fn ended(&self) -> Option<ProcessEnd> {
        self.state.ended()
    }

    /// Asks all of the group to end (`SIGTERM`), and kills what has not after the grace. It waits for nothing; a
    /// second call changes nothing.
    ///
    /// ```
    /// # use dsh_tools::{ProcessEnd, ProcessGroup};
    /// # use std::time::Duration;
    /// async fn end(process: &ProcessGroup) -> ProcessEnd {
    ///     process.terminate(Duration::from_secs(1));
    ///     process.wait().await
    /// }
    /// ```
    pub fn terminate(&self, grace: Duration) {
        if !self.state.press() {
            return;
        }
        self.state.wish(Wish::Terminate);
        let state = Arc::clone(&self.state);
        let pressing = Builder::new()
            .name("dsh-tools process".to_owned())
            .spawn(move || state.see_it_end(grace));
        if pressing.is_err() {
            self.kill();
        }
    }

    /// Kills all of the group (`SIGKILL`). It waits for nothing.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// fn end_all(processes: &[ProcessGroup]) { processes.iter().for_each(ProcessGroup::kill); }
    /// ```
    pub fn kill(&self) {
        self.state.wish(Wish::Kill);
    }

    /// Waits until it has ended with all that it started, where nothing can be awaited; `false` when that takes longer
    /// than the limit. It blocks its thread.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// # use std::time::Duration;
    /// struct Server(ProcessGroup);
    ///
    /// impl Drop for Server {
    ///     fn drop(&mut self) {
    ///         self.0.terminate(Duration::from_millis(200));
    ///         self.0.ended_within(Duration::from_secs(1));
    ///     }
    /// }
    /// ```
    pub fn ended_within(&self, limit: Duration) -> bool {
        self.state.over_within(limit)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

impl fmt::Debug for ProcessGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcessGroup")
            .field("id", &self.id())
            .field("ended", &self.ended())
            .finish()
    }
}
