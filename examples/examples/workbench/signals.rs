//! What the system asks for.

use std::io;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Signals that would end the program at once, and leave its commands running.
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Signal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Ctrl-C: end what is going on.
    Interrupt,
    /// End the program.
    End,
}

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    pub(crate) async fn next(&mut self) -> Asked {
        tokio::select! {
            _ = self.interrupt.recv() => Asked::Interrupt,
            _ = self.terminate.recv() => Asked::End,
            _ = self.hang_up.recv() => Asked::End,
        }
    }
}
