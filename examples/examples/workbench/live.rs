//! What a call writes, while it runs.

use dsh_tools::Progress;
use dsh_tools::bridge::terminal::{LiveOutput, Terminal};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// What is drawn of a call's output. Whoever writes draws, and whoever has the terminal prints: what waits between them is
/// as much as is shown of an output, whatever a command writes.
pub(crate) struct Live {
    output: Arc<Mutex<LiveOutput>>,
    drawn: mpsc::UnboundedSender<String>,
    waiting: mpsc::UnboundedReceiver<String>,
}

impl Live {
    pub(crate) fn of(terminal: &Terminal) -> Self {
        let (drawn, waiting) = mpsc::unbounded_channel();
        Self { output: Arc::new(Mutex::new(terminal.live())), drawn, waiting }
    }

    /// For the call.
    pub(crate) fn listener(&self) -> impl Fn(&Progress) + Clone + Send + Sync + 'static {
        let (output, drawn) = (Arc::clone(&self.output), self.drawn.clone());
        move |progress| {
            let Some(text) = &progress.output else { return };
            let text = output.lock().unwrap_or_else(PoisonError::into_inner).push(text);
            if !text.is_empty() {
                // Nobody waits for it once the call has ended.
                let _unheard = drawn.send(text);
            }
        }
    }

    /// What is to be printed now.
    pub(crate) async fn next(live: &mut Option<Self>) -> String {
        let text = match live {
            Some(live) => live.waiting.recv().await,
            None => None,
        };
        match text {
            Some(text) => text,
            None => std::future::pending().await,
        }
    }

    /// Prints the rest; whether anything was written.
    pub(crate) fn finish(mut self, out: &mut impl Write) -> io::Result<bool> {
        let ended = {
            let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *output, Terminal::plain().live())
        };
        let was_written = !ended.is_empty();
        while let Ok(text) = self.waiting.try_recv() {
            out.write_all(text.as_bytes())?;
        }
        out.write_all(ended.finish().as_bytes())?;
        Ok(was_written)
    }
}
