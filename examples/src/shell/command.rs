//! A command that runs: its process group, its output, its end.

use super::output::Output;
use dsh_tools::view::OutputDecoder;
use dsh_tools::{ProcessEnd, ProcessGroup};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long what was asked to end may take for it.
const GRACE: Duration = Duration::from_millis(200);
/// How long all of them together may take to be gone, where somebody has to wait for it.
const GONE: Duration = Duration::from_secs(2);

/// Bytes of the output that are handed over at once.
const HANDED_OVER: usize = 16 * 1024;

/// What a command wrote since it was heard of last.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What was begun before something was lost.
    pub(super) before: String,
    /// Bytes that came too fast to be kept.
    pub(super) lost: u64,
    pub(super) text: String,
    /// All bytes until now.
    pub(super) done: u64,
}

impl Heard {
    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.lost == 0 && self.text.is_empty()
    }
}

/// A command and everything that it started.
#[derive(Debug)]
pub(super) struct Command {
    process: ProcessGroup,
    output: watch::Receiver<Output>,
    seen: AtomicU64,
}

impl Command {
    /// Starts `bash -c` in a directory, in a process group of its own, without input.
    pub(super) fn start(directory: &Path, command: &str) -> io::Result<Arc<Self>> {
        let mut bash = std::process::Command::new("bash");
        bash.arg("-c")
            .arg(command)
            .current_dir(directory)
            // Nobody is there to press a key.
            .envs([("PAGER", "cat"), ("GIT_PAGER", "cat"), ("TERM", "dumb")])
            .env("GIT_TERMINAL_PROMPT", "0");
        let (sender, output) = watch::channel(Output::default());
        let process = ProcessGroup::builder(bash)
            .merged()
            // It is kept here, to be looked at while the command runs.
            .keep(0, 0)
            .on_output(move |_, bytes| sender.send_modify(|output| output.push(bytes)))
            .spawn()?;
        Ok(Arc::new(Self { process, output, seen: AtomicU64::new(0) }))
    }

    /// How it ended, if it has; then nothing is written any more.
    pub(super) fn ended(&self) -> Option<ProcessEnd> {
        self.process.ended()
    }

    /// What it wrote until now. Of an end that was seen before, this is all.
    pub(super) fn output(&self) -> watch::Ref<'_, Output> {
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
        let mut output = self.output.clone();
        let wanted = async {
            if output.wait_for(|output| wanted(output)).await.is_err() {
                // Nothing more is written: what remains is the end.
                self.wait().await;
            }
        };
        tokio::select! {
            () = wanted => {}
            _ = self.wait() => {}
        }
    }

    /// Hands over what it writes, as it writes it, until it has ended with all that it started.
    pub(super) async fn follow(&self, mut hear: impl FnMut(Heard)) {
        let mut decoder = OutputDecoder::new();
        let mut done = 0;
        loop {
            let is_over = self.ended().is_some();
            let (heard, total) = {
                let output = self.output();
                let (lost, bytes) = output.raw(done, HANDED_OVER);
                done += lost + bytes.len() as u64;
                // The end of what was begun is among what is lost.
                let before = if lost > 0 { decoder.finish() } else { String::new() };
                let text = decoder.push(bytes);
                (Heard { before, lost, text, done }, output.total())
            };
            if !heard.is_empty() {
                hear(heard);
            }
            match (done == total, is_over) {
                (false, _) => {}
                (true, true) => break,
                (true, false) => self.until(|output| output.total() > total).await,
            }
        }
        let heard = Heard { before: decoder.finish(), done, ..Heard::default() };
        if !heard.is_empty() {
            hear(heard);
        }
    }

    /// Waits until it has ended with all that it started.
    pub(super) async fn wait(&self) -> ProcessEnd {
        self.process.wait().await
    }

    /// Asks it to end, and sees to it that it does.
    pub(super) fn terminate(&self) {
        self.process.terminate(GRACE);
    }

    /// Ends it, softly first; done when nothing of it runs any more.
    pub(super) async fn end(&self) -> ProcessEnd {
        self.terminate();
        self.wait().await
    }

    /// Ends several at once, from a place that cannot await.
    pub(super) fn end_all(commands: &[Arc<Self>]) {
        for command in commands {
            command.terminate();
        }
        let start = Instant::now();
        for command in commands {
            command.process.ended_within((GRACE + GONE).saturating_sub(start.elapsed()));
        }
    }
}
