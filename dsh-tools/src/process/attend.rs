//! The threads of a process: one reads each stream, one sees to the end.

use super::builder::{Listener, OutputStream};
use super::captured::CapturedOutput;
use super::state::State;
use crate::tool::{contain, contained};
use std::io::{self, Read as _, Write as _};
use std::process::Child;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::Builder;
use std::time::Duration;

/// How long readers may take to come to the end of what a group wrote that is gone.
const READ: Duration = Duration::from_secs(2);

/// A stream that is read as soon as there is a process behind it.
pub(super) struct Stream {
    pub(super) reader: io::PipeReader,
    pub(super) kind: OutputStream,
}

/// Threads that wait for their process. Dropped without one they end.
pub(super) struct Attendants {
    process: mpsc::Sender<(Arc<State>, mpsc::Receiver<()>)>,
    readers: Vec<mpsc::Sender<(Arc<State>, mpsc::Sender<()>)>>,
}

impl Attendants {
    /// Starts the threads before there is anything to attend to: a process without them could not be ended.
    pub(super) fn new(
        name: &str,
        streams: impl IntoIterator<Item = Stream>,
        input: Option<(io::PipeWriter, Vec<u8>)>,
        listener: Option<&Listener>,
    ) -> io::Result<Self> {
        let thread = || Builder::new().name("dsh-tools process".to_owned());
        let (process, attended) = mpsc::channel::<(Arc<State>, mpsc::Receiver<()>)>();
        thread().spawn(move || {
            if let Ok((state, all_read)) = attended.recv() {
                attend(&state, &all_read);
            }
        })?;
        let mut readers = Vec::new();
        for Stream { reader, kind } in streams {
            let (sender, begun) = mpsc::channel::<(Arc<State>, mpsc::Sender<()>)>();
            let (name, listener) = (name.to_owned(), listener.cloned());
            thread().spawn(move || {
                if let Ok((state, read_all)) = begun.recv() {
                    pump(&state, reader, kind, &name, listener.as_ref());
                    drop(read_all);
                }
            })?;
            readers.push(sender);
        }
        if let Some((mut writer, input)) = input {
            thread().spawn(move || {
                // It need not read all of it, or any.
                let _ = writer.write_all(&input);
            })?;
        }
        Ok(Self { process, readers })
    }

    /// Attends to a process.
    pub(super) fn begin(self, child: Child, streams: [CapturedOutput; 2]) -> Arc<State> {
        let state = Arc::new(State::new(child, streams));
        let (read_all, all_read) = mpsc::channel();
        for reader in self.readers {
            let _ = reader.send((Arc::clone(&state), read_all.clone()));
        }
        let _ = self.process.send((Arc::clone(&state), all_read));
        state
    }
}

/// Reads a stream to its end.
fn pump(
    state: &State,
    mut reader: io::PipeReader,
    kind: OutputStream,
    name: &str,
    listener: Option<&Listener>,
) {
    let mut buffer = vec![0; 32 * 1024];
    let output: &Mutex<CapturedOutput> = match kind {
        OutputStream::Stdout => &state.stdout,
        OutputStream::Stderr => &state.stderr,
    };
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let bytes = buffer.get(..count).unwrap_or_default();
                output.lock().unwrap_or_else(PoisonError::into_inner).push(bytes);
                if let Some(listener) = listener {
                    contained("output listener", name, contain(|| (**listener)(kind, bytes)));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
}

/// Sees to the end of a process.
fn attend(state: &State, all_read: &mpsc::Receiver<()>) {
    state.await_leader();
    let outlived = state.outlive();
    // Nothing is ever sent: it fails when all readers are done, mostly at once. What left the group may hold the other
    // end of a pipe for ever.
    let _ = all_read.recv_timeout(READ);
    state.publish(Some(outlived));
    state.set_over();
}
