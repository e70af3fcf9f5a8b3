//! What people see of a call: cards, in the one vocabulary that editors, terminals and logs share.
//!
//! A tool's presenters make a [`ToolCallView`] from the arguments before a call runs and a
//! [`ToolResultView`] from arguments and result afterwards. Both are plain data tagged by `card`, so that
//! they can be stored, sent and shown again later. [`ToolCallView::one_line`] and
//! [`ToolResultView::one_line`] are the forms for a log.

mod call;
mod file;
mod kind;
mod line;
mod read;
mod read_back;
mod result;
mod result_line;
mod search;
mod web;

pub use call::{DiffCard, GenericCard, TerminalCard, ToolCallView};
pub use file::{FileDiff, FileLocation};
pub use kind::ToolCallKind;
pub use read::{ReadLine, ReadResult};
pub use result::{DiffResult, GenericResult, TerminalEnd, TerminalResult, ToolResultView};
pub use search::{FileMatches, MatchedLine, SearchHits, SearchResult};
pub use web::{WebFetch, WebResult, WebSearch, WebSource};
