//! Reading and writing beside the calls.

use super::source::Source;
use crate::sync::{Mutex, PoisonError};
use crate::tool::contain;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tokio::sync::oneshot;

/// Two ends of a terminal. Each line is read, and each text written, on a thread of its own: reading cannot be
/// interrupted, and a runtime whose threads for blocking work are used for it cannot end before a line is typed.
#[derive(Clone, Debug)]
pub(super) struct Lines(Arc<Ends>);

struct Ends {
    source: Mutex<Source>,
    out: Mutex<Box<dyn Write + Send>>,
    reading: Mutex<Reading>,
    threads: AtomicUsize,
}

/// Threads that may be at work at once. A terminal that takes no text, one that is stopped, would gather them.
const MOST_THREADS: usize = 16;

/// At most one line is being read; it goes to whoever wants one when it comes.
#[derive(Debug, Default)]
struct Reading {
    busy: bool,
    to: Option<oneshot::Sender<Line>>,
}

/// What was read.
#[derive(Debug)]
pub(super) enum Line {
    Text(String),
    /// The end, or an error: nobody is there.
    End,
}

impl fmt::Debug for Ends {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ends").finish_non_exhaustive()
    }
}

impl Lines {
    #[inline]
    pub(super) fn new(source: Source, out: Box<dyn Write + Send>) -> Self {
        Self(Arc::new(Ends {
            source: Mutex::new(source),
            out: Mutex::new(out),
            reading: Mutex::default(),
            threads: AtomicUsize::new(0),
        }))
    }

    /// Whether a line is being read already: for a question that is over.
    #[inline]
    pub(super) fn is_reading(&self) -> bool {
        self.0.reading.lock().unwrap_or_else(PoisonError::into_inner).busy
    }

    /// Writes a text, and gives the next line.
    ///
    /// From the moment that somebody may see the text until a line comes, a line is being read, whether or not this
    /// future is still there. Where one is being read already, it is that one: whether it answers the text is for the
    /// caller to find out.
    #[inline]
    pub(super) async fn ask(&self, text: String) -> Line {
        let (to, line) = oneshot::channel();
        if self.want(to) {
            if !self.write(text).await {
                return Line::End;
            }
        } else {
            let lines = self.clone();
            let begun = self.apart(move || match lines.print(&text) {
                Ok(()) => lines.read(),
                Err(_) => drop(lines.deliver(Line::End)),
            });
            if !begun {
                self.deliver(Line::End);
            }
        }
        line.await.unwrap_or(Line::End)
    }

    /// The next line goes here; whether one is being read already.
    #[inline]
    fn want(&self, to: oneshot::Sender<Line>) -> bool {
        let mut reading = self.0.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = reading.to.replace(to);
        let busy = std::mem::replace(&mut reading.busy, true);
        drop(reading);
        drop(gone);
        busy
    }

    #[inline]
    fn read(&self) {
        let line = contain(|| self.0.source.lock().unwrap_or_else(PoisonError::into_inner).line());
        let line = match line {
            Ok(Ok(Some(text))) => Line::Text(text),
            Ok(Ok(None) | Err(_)) | Err(_) => Line::End,
        };
        if let Some(Line::Text(text)) = self.deliver(line)
            && !text.trim().is_empty()
        {
            let _nobody_reads_it = self.print("No question is open: that line answered nothing.\n");
        }
    }

    /// Hands the line to whoever wants one; gives it back when nobody does.
    #[inline]
    fn deliver(&self, line: Line) -> Option<Line> {
        let mut reading = self.0.reading.lock().unwrap_or_else(PoisonError::into_inner);
        reading.busy = false;
        let to = reading.to.take();
        drop(reading);
        match to {
            Some(to) => to.send(line).err(),
            None => Some(line),
        }
    }

    /// Writes a text; whether that went well.
    #[inline]
    async fn write(&self, text: String) -> bool {
        let (done, written) = oneshot::channel();
        let lines = self.clone();
        self.apart(move || {
            let _nobody_waits = done.send(lines.print(&text).is_ok());
        }) && written.await.unwrap_or(false)
    }

    /// Writes a text some time soon.
    #[inline]
    pub(super) fn note(&self, text: String) {
        let lines = self.clone();
        self.apart(move || {
            let _nobody_reads_it = lines.print(&text);
        });
    }

    #[inline]
    fn print(&self, text: &str) -> io::Result<()> {
        contain(|| {
            let mut out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
            out.write_all(text.as_bytes())?;
            out.flush()
        })
        .unwrap_or_else(|_panicked| Err(io::ErrorKind::Other.into()))
    }

    /// Runs it on a thread; `false` when there is none to be had.
    #[inline]
    fn apart(&self, work: impl FnOnce() + Send + 'static) -> bool {
        let one = OfThreads(Arc::clone(&self.0));
        if self.0.threads.fetch_add(1, Ordering::Relaxed) >= MOST_THREADS {
            return false;
        }
        let work = move || {
            work();
            drop(one);
        };
        thread::Builder::new().name("dsh-tools-terminal".to_owned()).spawn(work).is_ok()
    }
}

/// A thread that is counted.
struct OfThreads(Arc<Ends>);

impl Drop for OfThreads {
    #[inline]
    fn drop(&mut self) {
        self.0.threads.fetch_sub(1, Ordering::Relaxed);
    }
}
