//! A command that runs: its process group, its output, its end.

use super::group::Group;
use super::output::Output;
use std::io::{self, Read as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long what was asked to end may take for it.
const GRACE: Duration = Duration::from_millis(200);
/// How long what was killed may take to be gone. Nothing can refuse, but the system can be slow.
const KILLED: Duration = Duration::from_secs(2);

/// A command and everything that it started.
///
/// Two threads serve it, one for the output and one for the end, so that it can be ended without a runtime,
/// too: when the registry is dropped, for one.
#[derive(Debug)]
pub(super) struct Command {
    group: Group,
    output: watch::Sender<Output>,
    seen: AtomicU64,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Its exit status, unless a signal ended it.
    pub(super) code: Option<i32>,
    /// The signal that ended it.
    pub(super) signal: Option<String>,
    /// It left something running, which was ended.
    pub(super) left: bool,
}

impl Command {
    /// Starts `bash -c` in a directory, in a process group of its own, without input.
    pub(super) fn start(directory: &Path, command: &str) -> io::Result<Arc<Self>> {
        // One pipe for both streams keeps their order.
        let (reader, writer) = io::pipe()?;
        let mut child = std::process::Command::new("bash")
            .arg("-c")
            .arg(command)
            .current_dir(directory)
            // Nobody is there to press a key.
            .envs([("PAGER", "cat"), ("GIT_PAGER", "cat"), ("TERM", "dumb")])
            .env("GIT_TERMINAL_PROMPT", "0")
            .stdin(Stdio::null())
            .stdout(writer.try_clone()?)
            .stderr(writer)
            .process_group(0)
            .spawn()?;
        let Some(group) = Group::of(&child) else {
            let _ = child.kill();
            return Err(io::Error::other("the system gave the process no number"));
        };
        let output = watch::Sender::new(Output::default());
        let command = Arc::new(Self { group, output, seen: AtomicU64::new(0) });
        let (read_all, all_read) = mpsc::channel();
        std::thread::spawn({
            let command = Arc::clone(&command);
            move || command.pump(reader, &read_all)
        });
        std::thread::spawn({
            let command = Arc::clone(&command);
            move || command.attend(child, &all_read)
        });
        Ok(command)
    }

    fn pump(&self, mut reader: io::PipeReader, read_all: &mpsc::Sender<()>) {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    let bytes = buffer.get(..count).unwrap_or_default();
                    self.output.send_modify(|output| output.push(bytes));
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let _ = read_all.send(());
    }

    fn attend(&self, mut child: Child, all_read: &mpsc::Receiver<()>) {
        self.group.await_leader();
        // Mostly at once; later where something that the command left holds the other end of the pipe.
        let _ = all_read.recv_timeout(GRACE);
        let (status, left) = self.group.outlive(&mut child, GRACE);
        // What was written by those that were ended just now.
        if left {
            let _ = all_read.recv_timeout(GRACE);
        }
        let end = End {
            code: status.and_then(|status| status.code()),
            signal: status.and_then(|status| status.signal()).map(name),
            left,
        };
        self.output.send_modify(|output| output.end = Some(end));
        self.group.set_gone();
    }

    /// What it wrote until now.
    pub(super) fn output(&self) -> watch::Ref<'_, Output> {
        // The sender's own view: always the latest.
        self.output.borrow()
    }

    /// Up to where the model has seen the output.
    pub(super) fn seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    pub(super) fn set_seen(&self, next: u64) {
        self.seen.fetch_max(next, Ordering::Relaxed);
    }

    /// Waits until the output is as wanted, or the command has ended with all that it started.
    pub(super) async fn until(&self, wanted: impl Fn(&Output) -> bool) {
        // It fails when the sender is gone: not while there is a `self`.
        let _ =
            self.output.subscribe().wait_for(|output| output.end.is_some() || wanted(output)).await;
    }

    /// Waits until it has ended with all that it started.
    pub(super) async fn ended(&self) {
        self.until(|_| false).await;
    }

    /// Ends it, softly first; done when nothing of it runs any more.
    pub(super) async fn end(&self) {
        self.group.terminate();
        if tokio::time::timeout(GRACE, self.ended()).await.is_err() {
            self.group.kill();
            let _ = tokio::time::timeout(KILLED, self.ended()).await;
        }
    }

    /// Ends several at once, from a place that cannot await.
    pub(super) fn end_all(commands: &[Arc<Self>]) {
        for command in commands {
            command.group.terminate();
        }
        let start = Instant::now();
        let left = |limit: Duration| limit.saturating_sub(start.elapsed());
        let slow: Vec<_> =
            commands.iter().filter(|command| !command.group.gone_within(left(GRACE))).collect();
        for command in &slow {
            command.group.kill();
        }
        for command in slow {
            command.group.gone_within(left(KILLED));
        }
    }
}

/// A signal as it is written in the manuals; those that end programs.
fn name(signal: i32) -> String {
    let name = match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        other => return format!("signal {other}"),
    };
    name.to_owned()
}
