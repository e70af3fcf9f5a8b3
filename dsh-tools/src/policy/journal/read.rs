//! A journal that was read.

use super::{JournalError, JournalLine, JournalProblem, JournalReader, TornLine};
use std::io::{self, BufRead};
use std::path::Path;

/// A journal that was read whole.
///
/// ```
/// use dsh_tools::Journal;
///
/// let journal = Journal::from_reader(
///     r#"{"type":"tool/call","time":1764500000000,"execution":"7f3a-1","callId":"call_1","name":"ls","arguments":"{}"}
/// {"type":"tool/start","time":1764500000000,"execution":"7f3a-1","attempt":1}
/// "#
///     .as_bytes(),
/// );
/// let calls = journal.calls();
/// assert_eq!(calls[0].name(), "ls");
/// assert_eq!(calls[0].repair().unwrap().record.error.unwrap().code, "TOOL_OUTCOME_UNKNOWN");
/// ```
#[derive(Debug, Default)]
pub struct Journal {
    pub(super) lines: Vec<JournalLine>,
    errors: Vec<JournalError>,
    torn: Option<TornLine>,
    /// The torn line may have said that a tool is started.
    pub(super) may_lack_a_start: bool,
    /// Lines that were read, whatever stands in them.
    pub(super) last: u64,
}

impl Journal {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be opened, or not be read to its end. What lines are is no error here: [`errors`](Self::errors) has
    /// those that are none.
    ///
    /// ```no_run
    /// # use dsh_tools::Journal;
    /// let journal = Journal::read("calls.jsonl")?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn read(path: impl AsRef<Path>) -> io::Result<Self> {
        let mut journal = Self::of(JournalReader::open(path)?);
        match journal.errors.pop() {
            Some(JournalError { problem: JournalProblem::Io(error), .. }) => Err(error),
            other => {
                journal.errors.extend(other);
                Ok(journal)
            }
        }
    }

    /// Reads from anywhere; what cannot be read to its end has that as its last error.
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// assert!(Journal::from_reader("".as_bytes()).calls().is_empty());
    /// ```
    #[inline]
    pub fn from_reader(input: impl BufRead) -> Self {
        Self::of(JournalReader::new(input))
    }

    /// What a reader gives that was set up already.
    ///
    /// ```
    /// # use dsh_tools::{Journal, JournalReader};
    /// let journal = Journal::of(JournalReader::new("".as_bytes()).longest_line(1 << 30));
    /// assert!(journal.lines().is_empty());
    /// ```
    #[inline]
    pub fn of(mut reader: JournalReader<impl BufRead>) -> Self {
        let mut journal = Self::default();
        for line in &mut reader {
            match line {
                Ok(line) => journal.lines.push(line),
                Err(error) => journal.errors.push(error),
            }
        }
        journal.torn = reader.torn();
        journal.may_lack_a_start = reader.may_lack_a_start();
        journal.last = reader.number();
        journal
    }

    /// The entries, in the order of the file.
    ///
    /// ```
    /// # use dsh_tools::{Journal, JournalEntry};
    /// fn starts(journal: &Journal) -> usize {
    ///     journal.lines().iter().filter(|line| matches!(line.entry, JournalEntry::Start(_))).count()
    /// }
    /// ```
    #[inline]
    pub fn lines(&self) -> &[JournalLine] {
        &self.lines
    }

    /// Lines that are no entries.
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// fn complain(journal: &Journal) {
    ///     for error in journal.errors() {
    ///         eprintln!("{error}");
    ///     }
    /// }
    /// ```
    #[inline]
    pub fn errors(&self) -> &[JournalError] {
        &self.errors
    }

    /// The last line, if it was not written to its end.
    ///
    /// ```
    /// # use dsh_tools::Journal;
    /// fn crashed(journal: &Journal) -> bool { journal.torn().is_some() }
    /// ```
    #[inline]
    pub const fn torn(&self) -> Option<TornLine> {
        self.torn
    }
}
