//! What is wrong with a line.

use std::io;

/// A line of a journal that could not be read. Those after it are read all the same.
///
/// ```
/// use dsh_tools::Journal;
///
/// let journal = Journal::from_reader("{}\n\n{\"type\":\"tool/later\"}\n".as_bytes());
/// assert_eq!(journal.errors()[0].line, 1);
/// assert_eq!(journal.errors().len(), 1, "types that are not known are left out");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct JournalError {
    /// The line's number, from 1.
    pub line: u64,
    /// What is wrong with it.
    #[source]
    pub problem: JournalProblem,
}

/// What is wrong with a line of a journal.
///
/// ```
/// use dsh_tools::{JournalError, JournalProblem};
/// fn is_disk(error: &JournalError) -> bool { matches!(error.problem, JournalProblem::Io(_)) }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalProblem {
    /// It could not be read; nothing after it is.
    #[error("it could not be read: {0}")]
    Io(#[source] io::Error),
    /// It is longer than is read.
    #[error("it is longer than {limit} bytes")]
    #[non_exhaustive]
    TooLong {
        /// So many bytes are read.
        limit: usize,
    },
    /// It is no UTF-8.
    #[error("it is no UTF-8")]
    NotUtf8,
    /// It is no entry.
    #[error("it is no entry: {0}")]
    NoEntry(#[source] serde_json::Error),
}
