//! The journal that is written.

use super::target::Target;
use super::writer::{Writer, line};
use super::{Journal, JournalEntry, JournalFlush};
use crate::tool::{contain, discard};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

type Redact = Box<dyn Fn(&mut JournalEntry) + Send + Sync>;

/// Writes calls down as they happen, a JSON object a line: what a host shows again, or makes a history of, after it has
/// ended in the middle.
///
/// | line | is written |
/// |---|---|
/// | `tool/call` | when the call comes in, before any hook but those that are further out |
/// | `approval/asked`, `approval/decided` | around a question, whoever is asked, and however it ends |
/// | `tool/start` | right before the tool's arguments are checked and it is run, each time it is |
/// | `tool/result` | when the call has its result, before whoever made the call has it |
///
/// A line is written at once ([`JournalFlush`]) and while the call waits: what is written to has to be quick, a file on a
/// local disk. It is never a call's harm: where nothing can be written, lines wait, up to 4 MiB; those beyond are
/// [`lost`](Self::lost), and a line `journal/lost` tells of them when lines can be written again.
///
/// It is installed in one place, the registry or the scopes whose calls it is to have, each call under one journal. Shared
/// in an `Arc`, it can be asked how it is.
///
/// ```no_run
/// use dsh_tools::{CallJournal, ToolRegistry};
/// use std::sync::Arc;
///
/// // What an earlier process left open is closed first.
/// let (journal, before) = CallJournal::resume("calls.jsonl")?;
/// for (call, result) in before.history() {
///     println!("{} {}: {}", call.call_id, call.name, result.data().text());
/// }
/// let journal = Arc::new(journal);
/// let registry = ToolRegistry::builder().policy(Arc::clone(&journal)).build().unwrap();
/// # let _ = registry;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CallJournal {
    /// Stands before the numbers of this process's calls.
    run: String,
    redact: Option<Redact>,
    writer: Mutex<Writer>,
}

impl CallJournal {
    /// Writes to the end of a file, which is made where there is none. A last line that was not written to its end is
    /// closed off, so that the next stands by itself.
    ///
    /// # Errors
    /// The file cannot be opened.
    ///
    /// ```no_run
    /// use dsh_tools::{CallJournal, ToolRegistry};
    /// ToolRegistry::new().policy(CallJournal::open("calls.jsonl")?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self::onto(Target::open(path.as_ref())?))
    }

    /// The same, after the calls that have no result were given one, in the file as well: see [`Journal::repair`]. Gives
    /// what the file then holds, too.
    ///
    /// It is for one process at a time: calls that another one is still at work on are no dangling ones.
    ///
    /// # Errors
    /// The file cannot be read to its end, or not be written to.
    ///
    /// ```no_run
    /// use dsh_tools::CallJournal;
    /// let (journal, before) = CallJournal::resume("calls.jsonl")?;
    /// assert!(before.calls().iter().all(|call| call.result.is_some()));
    /// # let _ = journal;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn resume(path: impl AsRef<Path>) -> io::Result<(Self, Journal)> {
        let path = path.as_ref();
        // A device or a pipe may have no end.
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the journal is no file"));
        }
        let mut before = match Journal::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Journal::default(),
            read => read?,
        };
        let journal = Self::open(path)?;
        for entry in before.repair() {
            journal.write_as_it_is(&JournalEntry::Outcome(entry), false);
        }
        match journal.error() {
            None => Ok((journal, before)),
            Some(error) => Err(io::Error::new(error.kind(), error)),
        }
    }

    /// Writes anywhere else. The writer is given whole lines, as far as it takes them at once.
    ///
    /// ```
    /// use dsh_tools::{CallJournal, ToolRegistry};
    /// ToolRegistry::new().policy(CallJournal::to(std::io::stderr()));
    /// ```
    #[inline]
    pub fn to(writer: impl Write + Send + 'static) -> Self {
        Self::onto(Target::Other(Some(Box::new(writer))))
    }

    #[inline]
    fn onto(target: Target) -> Self {
        // The standard library's source of chance: its hashers have random keys.
        let chance = RandomState::new().hash_one(std::process::id());
        Self {
            run: format!("{chance:016x}"),
            redact: None,
            writer: Mutex::new(Writer::new(target)),
        }
    }

    /// When lines are handed to the operating system; each at once unless said otherwise.
    ///
    /// ```
    /// use dsh_tools::{CallJournal, JournalFlush};
    /// let journal = CallJournal::to(std::io::sink()).flushing(JournalFlush::EveryLine);
    /// # let _ = journal;
    /// ```
    #[must_use]
    #[inline]
    pub fn flushing(self, flush: JournalFlush) -> Self {
        self.with(|writer| writer.set_flush(flush));
        self
    }

    /// Waits, each time lines are handed on, until they are on the disk: what was written then outlives also a machine
    /// that loses its power. It takes as long as the disk does, some milliseconds each time.
    ///
    /// ```no_run
    /// # use dsh_tools::CallJournal;
    /// let journal = CallJournal::open("calls.jsonl")?.fsync(true);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn fsync(self, fsync: bool) -> Self {
        self.with(|writer| writer.set_fsync(fsync));
        self
    }

    /// Lets this change what is written: take secrets out of arguments and results. What is shown again later shows what
    /// was written. A line for which it panics is not written.
    ///
    /// ```
    /// use dsh_tools::{CallJournal, JournalEntry};
    ///
    /// let journal = CallJournal::to(std::io::sink()).redact(|entry| {
    ///     if let JournalEntry::Call(call) = entry
    ///         && call.record.name == "login"
    ///     {
    ///         call.record.arguments = r#"{"password":"***"}"#.to_owned();
    ///     }
    /// });
    /// # let _ = journal;
    /// ```
    #[must_use]
    #[inline]
    pub fn redact(mut self, redact: impl Fn(&mut JournalEntry) + Send + Sync + 'static) -> Self {
        discard(self.redact.replace(Box::new(redact)));
        self
    }

    /// Hands on all lines that wait.
    ///
    /// # Errors
    /// They could not all be handed on; they still wait.
    ///
    /// ```
    /// # use dsh_tools::CallJournal;
    /// assert!(CallJournal::to(std::io::sink()).flush().is_ok());
    /// ```
    #[inline]
    pub fn flush(&self) -> Result<(), Arc<io::Error>> {
        let (news, waiting, error) =
            self.with(|writer| (writer.flush(), writer.is_failing(), writer.error()));
        tell(news.as_ref());
        match error {
            Some(error) if waiting => Err(error),
            _ => Ok(()),
        }
    }

    /// What went wrong last, if anything ever did. Lines may have been written since: [`waiting`](Self::waiting) and
    /// [`lost`](Self::lost) tell what is missing in the file.
    ///
    /// ```
    /// # use dsh_tools::CallJournal;
    /// assert!(CallJournal::to(std::io::sink()).error().is_none());
    /// ```
    #[inline]
    pub fn error(&self) -> Option<Arc<io::Error>> {
        self.with(|writer| writer.error())
    }

    /// How many lines will never be written.
    ///
    /// ```
    /// # use dsh_tools::CallJournal;
    /// assert_eq!(CallJournal::to(std::io::sink()).lost(), 0);
    /// ```
    #[inline]
    pub fn lost(&self) -> u64 {
        self.with(|writer| writer.lost())
    }

    /// How many lines are still to be written.
    ///
    /// ```
    /// # use dsh_tools::CallJournal;
    /// assert_eq!(CallJournal::to(std::io::sink()).waiting(), 0);
    /// ```
    #[inline]
    pub fn waiting(&self) -> usize {
        self.with(|writer| writer.waiting())
    }

    #[inline]
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// Writes an entry, as it is to be read. `at_once` is for what must not be lost.
    #[inline]
    pub(super) fn write(&self, mut entry: JournalEntry, at_once: bool) {
        if let Some(redact) = &self.redact
            && let Err(panicked) = contain(|| redact(&mut entry))
        {
            let error = io::Error::other(format!("what takes secrets out panicked: {panicked}"));
            tell(Some(&self.with(|writer| writer.lose(error, at_once))));
            return;
        }
        self.write_as_it_is(&entry, at_once);
    }

    #[inline]
    fn write_as_it_is(&self, entry: &JournalEntry, at_once: bool) {
        // Written out before anybody has to wait for it.
        let line = line(entry);
        let news = self.with(|writer| match line {
            Ok(line) => writer.push(&line, at_once),
            Err(error) => Some(writer.lose(error.into(), at_once)),
        });
        tell(news.as_ref());
    }

    #[inline]
    fn with<T>(&self, act: impl FnOnce(&mut Writer) -> T) -> T {
        act(&mut self.writer.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// An error is logged when it begins, not for each line.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
#[inline]
fn tell(news: Option<&Arc<io::Error>>) {
    #[cfg(feature = "tracing")]
    if let Some(error) = news {
        let _nobody_is_left_to_tell = contain(|| {
            tracing::error!(target: "dsh_tools", %error, "the journal of calls cannot be written");
        });
    }
}

impl Drop for CallJournal {
    #[inline]
    fn drop(&mut self) {
        discard(self.redact.take());
    }
}

impl fmt::Debug for CallJournal {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|writer| {
            f.debug_struct("CallJournal")
                .field("run", &self.run)
                .field("writer", writer)
                .finish_non_exhaustive()
        })
    }
}
