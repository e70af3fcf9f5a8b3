//! Lines on their way out.

use super::target::Target;
use super::{JournalEntry, LostEntry};
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// When lines are handed to the operating system.
///
/// ```
/// use dsh_tools::{CallJournal, JournalFlush};
///
/// let often = CallJournal::to(std::io::sink()).flushing(JournalFlush::EveryLine);
/// let seldom = CallJournal::to(std::io::sink()).flushing(JournalFlush::lines(100));
/// # let _ = (often, seldom);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JournalFlush {
    /// Each line at once: a process that is killed loses the line that it is writing, and no other.
    #[default]
    EveryLine,
    /// When so many lines wait, and before a tool is started whatever waits: a call that may have run is never taken
    /// for one that did not. Results that wait are lost with a process that is killed.
    Lines(NonZeroUsize),
}

impl JournalFlush {
    /// When so many lines wait: [`Lines`](Self::Lines) of a plain number. 0 is 1.
    ///
    /// ```
    /// # use dsh_tools::{CallJournal, JournalFlush};
    /// fn seldom(journal: CallJournal) -> CallJournal { journal.flushing(JournalFlush::lines(100)) }
    /// ```
    #[must_use]
    #[inline]
    pub const fn lines(count: usize) -> Self {
        match NonZeroUsize::new(count) {
            Some(count) => Self::Lines(count),
            None => Self::Lines(NonZeroUsize::MIN),
        }
    }
}

/// Bytes that are kept for later while nothing can be written: 4 MiB.
const KEPT: usize = 4 << 20;

/// Lines on their way out, whole ones only.
pub(super) struct Writer {
    target: Target,
    /// What was not written yet; of the first line perhaps the end only.
    waiting: Vec<u8>,
    /// How many lines have come since the last flush.
    lines: usize,
    flush: JournalFlush,
    fsync: bool,
    /// Lines that there was no room for.
    lost: u64,
    /// Those of them that no line tells of yet.
    untold: u64,
    /// Nothing could be written the last time.
    is_failing: bool,
    error: Option<Arc<io::Error>>,
}

/// Milliseconds since the beginning of 1970.
#[inline]
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// The line of an entry. Nothing of it contains a line break: JSON strings escape theirs.
#[inline]
pub(super) fn line(entry: &JournalEntry) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}

impl Writer {
    #[inline]
    pub(super) const fn new(target: Target) -> Self {
        Self {
            target,
            waiting: Vec::new(),
            lines: 0,
            flush: JournalFlush::EveryLine,
            fsync: false,
            lost: 0,
            untold: 0,
            is_failing: false,
            error: None,
        }
    }

    #[inline]
    pub(super) const fn set_flush(&mut self, flush: JournalFlush) {
        self.flush = flush;
    }

    #[inline]
    pub(super) const fn set_fsync(&mut self, fsync: bool) {
        self.fsync = fsync;
    }

    #[inline]
    pub(super) const fn lost(&self) -> u64 {
        self.lost
    }

    #[inline]
    pub(super) const fn is_failing(&self) -> bool {
        self.is_failing
    }

    #[inline]
    pub(super) fn waiting(&self) -> usize {
        self.waiting.split_inclusive(|byte| *byte == b'\n').count()
    }

    #[inline]
    pub(super) fn error(&self) -> Option<Arc<io::Error>> {
        self.error.clone()
    }

    /// A line that could not even be made. Where it was to be there `at_once`, at least that it is lost is.
    #[inline]
    pub(super) fn lose(&mut self, error: io::Error, at_once: bool) -> Arc<io::Error> {
        self.lost += 1;
        self.untold += 1;
        if at_once && !self.is_failing {
            self.tell_of_loss();
            // What that meets is kept, and the next line meets it as well.
            let _kept = self.flush();
        }
        let error = Arc::new(error);
        self.error = Some(Arc::clone(&error));
        error
    }

    /// Takes a line, and hands on what is to be handed on. Gives the error where it is news.
    #[inline]
    pub(super) fn push(&mut self, line: &[u8], at_once: bool) -> Option<Arc<io::Error>> {
        let mut news = None;
        if self.is_failing {
            news = self.flush();
        }
        if self.is_failing && self.waiting.len().saturating_add(line.len()) > KEPT {
            self.lost += 1;
            self.untold += 1;
            return news;
        }
        self.tell_of_loss();
        self.waiting.extend_from_slice(line);
        self.lines += 1;
        let is_due = match self.flush {
            JournalFlush::EveryLine => true,
            JournalFlush::Lines(lines) => self.lines >= lines.get() || self.waiting.len() > KEPT,
        };
        if is_due || at_once { self.flush().or(news) } else { news }
    }

    /// Whoever reads the journal is to know that something is missing.
    #[inline]
    fn tell_of_loss(&mut self) {
        if self.untold == 0 {
            return;
        }
        let lost = JournalEntry::Lost(LostEntry { time: now(), lines: self.untold });
        if let Ok(line) = line(&lost) {
            self.waiting.extend_from_slice(&line);
            self.untold = 0;
        }
    }

    /// Hands on all that waits. Gives the error where it is news.
    #[inline]
    pub(super) fn flush(&mut self) -> Option<Arc<io::Error>> {
        match self.drain() {
            Ok(()) => {
                self.is_failing = false;
                None
            }
            Err(error) => {
                let error = Arc::new(error);
                self.error = Some(Arc::clone(&error));
                let is_news = !std::mem::replace(&mut self.is_failing, true);
                is_news.then_some(error)
            }
        }
    }

    #[inline]
    fn drain(&mut self) -> io::Result<()> {
        self.lines = 0;
        let mut done = 0;
        let mut outcome = Ok(());
        while let Some(rest) = self.waiting.get(done..).filter(|rest| !rest.is_empty()) {
            match self.target.write(rest) {
                Ok(0) => {
                    outcome = Err(io::ErrorKind::WriteZero.into());
                    break;
                }
                Ok(written) => done += written,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        // What could not be written goes on from there: no line is cut in two by another.
        self.waiting.drain(..done);
        outcome?;
        // What one long line took is not kept.
        self.waiting.shrink_to(KEPT / 64);
        self.target.flush()?;
        if self.fsync { self.target.sync() } else { Ok(()) }
    }
}

impl Drop for Writer {
    #[inline]
    fn drop(&mut self) {
        self.tell_of_loss();
        // Nobody is left to be told.
        let _nobody = self.flush();
    }
}

impl fmt::Debug for Writer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("waiting", &self.waiting())
            .field("lost", &self.lost)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}
