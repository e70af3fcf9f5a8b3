//! The journal of calls: what was called, asked, started and answered, a line each, kept beyond the process.
//!
//! [`CallJournal`] writes it, [`JournalReader`] and [`Journal`] read it: which calls there were, what became of them, what
//! is to be said of those that have no result, and how they looked.

mod call_journal;
mod calls;
mod entries;
mod entry;
mod error;
mod install;
mod read;
mod reader;
mod repair;
mod replay;
mod target;
mod writer;

pub use call_journal::CallJournal;
pub use calls::{JournaledApproval, JournaledCall};
pub use entries::{AskedEntry, CallEntry, DecidedEntry, LostEntry, ResultEntry, StartEntry};
pub use entry::JournalEntry;
pub use error::{JournalError, JournalProblem};
pub use read::Journal;
pub use reader::{JournalLine, JournalReader, TornLine};
pub use replay::ReplayedCall;
pub use writer::JournalFlush;
