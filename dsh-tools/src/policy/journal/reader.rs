//! Reading a journal line by line.

use super::{JournalEntry, JournalError, JournalProblem};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// Bytes of a line that are read unless said otherwise: 64 MiB.
const LONGEST: usize = 64 << 20;

/// An entry and where it stands.
///
/// ```
/// # use dsh_tools::JournalLine;
/// fn show(line: &JournalLine) -> String { format!("{}: {:?}", line.number, line.entry) }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct JournalLine {
    /// The line's number, from 1.
    pub number: u64,
    /// What stands in it.
    pub entry: JournalEntry,
}

/// What a line begins with that says that a tool is started.
const STARTED: &[u8] = br#"{"type":"tool/start""#;

/// The last line of a journal whose writer ended in the middle of it.
///
/// ```
/// use dsh_tools::Journal;
/// let journal = Journal::from_reader("{\"type\":\"tool/ca".as_bytes());
/// assert_eq!(journal.torn().unwrap().bytes, 16);
/// assert!(journal.errors().is_empty(), "that is no error");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TornLine {
    /// The line's number, from 1.
    pub number: u64,
    /// Bytes of it that are there.
    pub bytes: usize,
}

/// Reads a journal, an entry at a time and in the order of the file.
///
/// A line that is no entry is an error with its number, and reading goes on. Empty lines and those of a `type` that is
/// not known are left out. A last line that was not written to its end is no error: [`torn`](Self::torn) tells of it.
///
/// ```no_run
/// use dsh_tools::JournalReader;
///
/// for line in JournalReader::open("calls.jsonl")? {
///     match line {
///         Ok(line) => println!("{}: {:?}", line.number, line.entry),
///         Err(error) => eprintln!("{error}"),
///     }
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct JournalReader<R> {
    input: R,
    longest: usize,
    /// The number of the line that was read last.
    number: u64,
    line: Vec<u8>,
    torn: Option<TornLine>,
    torn_start: bool,
    skipped: u64,
    ended: bool,
}

/// A line, as far as there is one.
enum Found {
    /// There is no line any more.
    Nothing,
    /// A whole one.
    Whole,
    /// One without its end.
    Open,
    /// One that is too long, its end included or not.
    TooLong,
}

impl JournalReader<BufReader<File>> {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be opened.
    ///
    /// ```no_run
    /// # use dsh_tools::JournalReader;
    /// let entries = JournalReader::open("calls.jsonl")?.filter_map(Result::ok).count();
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self::new(BufReader::new(File::open(path)?)))
    }
}

impl<R: BufRead> JournalReader<R> {
    /// Reads from anywhere.
    ///
    /// ```
    /// use dsh_tools::JournalReader;
    /// assert_eq!(JournalReader::new("".as_bytes()).count(), 0);
    /// ```
    #[inline]
    pub const fn new(input: R) -> Self {
        Self {
            input,
            longest: LONGEST,
            number: 0,
            line: Vec::new(),
            torn: None,
            torn_start: false,
            skipped: 0,
            ended: false,
        }
    }

    /// Reads lines of so many bytes at most, 64 MiB unless said otherwise; of longer ones nothing is kept in memory.
    ///
    /// ```
    /// use dsh_tools::JournalReader;
    /// let mut reader = JournalReader::new("{\"type\":\"tool/call\"}\n".as_bytes()).longest_line(8);
    /// assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "line 1: it is longer than 8 bytes");
    /// ```
    #[must_use]
    #[inline]
    pub const fn longest_line(mut self, bytes: usize) -> Self {
        self.longest = bytes;
        self
    }

    /// The last line, if it was not written to its end; known when all is read.
    ///
    /// ```
    /// use dsh_tools::JournalReader;
    /// let mut reader = JournalReader::new("{\"ty".as_bytes());
    /// assert!(reader.next().is_none());
    /// assert_eq!(reader.torn().unwrap().number, 1);
    /// ```
    #[inline]
    pub const fn torn(&self) -> Option<TornLine> {
        self.torn
    }

    /// Lines up to here that were left out for their `type`.
    ///
    /// ```
    /// use dsh_tools::JournalReader;
    /// let mut reader = JournalReader::new("{\"type\":\"tool/later\"}\n".as_bytes());
    /// assert!(reader.next().is_none());
    /// assert_eq!(reader.skipped(), 1);
    /// ```
    #[inline]
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// How many lines were read.
    /// Whether the line that is torn may have said that a tool is started.
    #[inline]
    pub(super) const fn may_lack_a_start(&self) -> bool {
        self.torn_start
    }

    #[inline]
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Takes the next line in; gives its length, too, of which no more than the limit is kept.
    #[inline]
    fn take_line(&mut self) -> io::Result<(Found, usize)> {
        self.line.clear();
        let mut length = 0_usize;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(match length {
                    0 => (Found::Nothing, 0),
                    _ => (Found::Open, length),
                });
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
            length = length.saturating_add(part.len());
            if length <= self.longest {
                self.line.extend_from_slice(part);
            } else {
                self.line = Vec::new();
            }
            let taken = part.len() + usize::from(end.is_some());
            self.input.consume(taken);
            if end.is_some() {
                let found = if length > self.longest { Found::TooLong } else { Found::Whole };
                return Ok((found, length));
            }
        }
    }

    /// What stands in the line that was taken in; `None` where that is nothing.
    #[inline]
    fn entry(&self) -> Result<Option<JournalEntry>, JournalProblem> {
        let text = std::str::from_utf8(&self.line).map_err(|_no_text| JournalProblem::NotUtf8)?;
        JournalEntry::read(text).map_err(JournalProblem::NoEntry)
    }

    #[inline]
    fn advance(&mut self) -> Option<Result<JournalLine, JournalProblem>> {
        loop {
            let (found, bytes) = match self.take_line() {
                Ok(found) => found,
                Err(error) => {
                    self.ended = true;
                    self.number += 1;
                    return Some(Err(JournalProblem::Io(error)));
                }
            };
            self.ended = matches!(found, Found::Nothing | Found::Open);
            if matches!(found, Found::Nothing) {
                return None;
            }
            self.number += 1;
            if matches!(found, Found::TooLong) {
                return Some(Err(JournalProblem::TooLong { limit: self.longest }));
            }
            if self.line.trim_ascii().is_empty() && bytes <= self.longest {
                continue;
            }
            match self.entry() {
                Ok(Some(entry)) => return Some(Ok(JournalLine { number: self.number, entry })),
                Ok(None) => self.skipped += 1,
                Err(_torn) if matches!(found, Found::Open) => {
                    self.torn = Some(TornLine { number: self.number, bytes });
                    self.torn_start =
                        self.line.iter().zip(STARTED).all(|(one, other)| one == other);
                }
                Err(problem) => return Some(Err(problem)),
            }
            if self.ended {
                return None;
            }
        }
    }
}

impl<R: BufRead> Iterator for JournalReader<R> {
    type Item = Result<JournalLine, JournalError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let line = self.advance()?;
        Some(line.map_err(|problem| JournalError { line: self.number, problem }))
    }
}
