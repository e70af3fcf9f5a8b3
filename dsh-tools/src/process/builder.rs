//! How a process is to be run.

use super::attend::{Attendants, Stream};
use super::captured::CapturedOutput;
use super::group::ProcessGroup;
use super::system;
use std::fmt;
use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// A stream that a process writes.
///
/// ```
/// use dsh_tools::OutputStream;
/// assert_ne!(OutputStream::Stdout, OutputStream::Stderr);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutputStream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// Hears of output as it comes.
pub(super) type Listener = Arc<dyn Fn(OutputStream, &[u8]) + Send + Sync>;

/// Bytes that are kept of the head and the tail of a stream unless said otherwise.
const KEEP: (usize, usize) = (128 * 1024, 384 * 1024);

/// Starts a [`ProcessGroup`] otherwise than [`spawn`](ProcessGroup::spawn) does.
///
/// ```
/// # #[cfg(unix)] {
/// use dsh_tools::ProcessGroup;
/// use std::process::Command;
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let sorted = ProcessGroup::builder(Command::new("sort")).stdin("b\na\n").spawn()?.wait().await;
/// assert_eq!(sorted.stdout().text(), "a\nb\n");
/// # Ok::<(), std::io::Error>(())
/// # }).unwrap();
/// # }
/// ```
#[must_use = "nothing is started before `spawn`"]
pub struct ProcessBuilder {
    command: Command,
    stdin: Option<Vec<u8>>,
    keep: (usize, usize),
    merged: bool,
    listener: Option<Listener>,
}

impl ProcessBuilder {
    pub(super) fn new(command: Command) -> Self {
        Self { command, stdin: None, keep: KEEP, merged: false, listener: None }
    }

    /// What it reads; nothing unless said.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// let patch = ProcessGroup::builder(std::process::Command::new("patch")).stdin("--- a\n+++ b\n");
    /// # let _ = patch;
    /// ```
    pub fn stdin(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(input.into());
        self
    }

    /// How many bytes are kept of the head of each stream, and of its tail; 128 KiB and 384 KiB unless said otherwise.
    /// What lies between is read and forgotten.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// let build = ProcessGroup::builder(std::process::Command::new("make")).keep(4 * 1024, 16 * 1024);
    /// # let _ = build;
    /// ```
    pub fn keep(mut self, head: usize, tail: usize) -> Self {
        self.keep = (head, tail);
        self
    }

    /// Takes standard error for standard output: one pipe for both keeps their order.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// let build = ProcessGroup::builder(std::process::Command::new("make")).merged();
    /// # let _ = build;
    /// ```
    pub fn merged(mut self) -> Self {
        self.merged = true;
        self
    }

    /// Hears of output as it comes, on a thread of the process's own: where it takes its time the process waits. A
    /// panic in it is contained.
    ///
    /// Streams that are merged come as standard output. Parts begin and end anywhere, within a character too.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// let make = std::process::Command::new("make");
    /// let build = ProcessGroup::builder(make).on_output(|_, bytes| eprintln!("{} bytes", bytes.len()));
    /// # let _ = build;
    /// ```
    pub fn on_output(
        mut self,
        listener: impl Fn(OutputStream, &[u8]) + Send + Sync + 'static,
    ) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// What the system says: there is no such program, no right to run it, no process, pipe or thread to be had.
    ///
    /// ```
    /// # use dsh_tools::ProcessGroup;
    /// let none = std::process::Command::new("no-such-program-anywhere");
    /// assert!(ProcessGroup::builder(none).spawn().is_err());
    /// ```
    pub fn spawn(self) -> io::Result<ProcessGroup> {
        let Self { mut command, stdin, keep, merged, listener } = self;
        let (reader, writer) = io::pipe()?;
        let mut streams = vec![Stream { reader, kind: OutputStream::Stdout }];
        if merged {
            command.stderr(writer.try_clone()?);
        } else {
            let (reader, writer) = io::pipe()?;
            streams.push(Stream { reader, kind: OutputStream::Stderr });
            command.stderr(writer);
        }
        command.stdout(writer);
        let input = match stdin {
            None => {
                command.stdin(Stdio::null());
                None
            }
            Some(input) => {
                let (reader, writer) = io::pipe()?;
                command.stdin(reader);
                Some((writer, input))
            }
        };
        system::prepare(&mut command);
        let name = command.get_program().to_string_lossy().into_owned();
        let attendants = Attendants::new(&name, streams, input, listener.as_ref())?;
        let child = command.spawn()?;
        // It holds our copies of the ends that are the child's.
        drop(command);
        let empty = || CapturedOutput::new(keep.0, keep.1);
        Ok(ProcessGroup::of(attendants.begin(child, [empty(), empty()])))
    }
}

impl fmt::Debug for ProcessBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcessBuilder")
            .field("program", &self.command.get_program())
            .field("keep", &self.keep)
            .field("merged", &self.merged)
            .finish_non_exhaustive()
    }
}
