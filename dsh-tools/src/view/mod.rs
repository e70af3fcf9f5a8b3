//! What people see of a call: cards, in the one vocabulary that editors, terminals and logs share.
//!
//! A tool's presenters make a [`ToolCallView`] from the arguments before a call runs and a
//! [`ToolResultView`] from arguments and result afterwards. Both are plain data tagged by `card`, so that
//! they can be stored, sent and shown again later. [`ToolCallView::one_line`] and
//! [`ToolResultView::one_line`] are the forms for a log.
//!
//! Cards that many tools have are made in a line: [`ToolCallView::read`], [`search`](ToolCallView::search),
//! [`edit`](ToolCallView::edit), [`terminal`](ToolCallView::terminal) and the like, and
//! [`ToolResultView::read_part`] of a text. With the feature `diff`, `FileDiff::between` makes of two texts what a
//! card is to hold of their difference.

mod call;
mod common;
mod decoder;
#[cfg(feature = "diff")]
mod diff;
mod file;
mod kind;
mod line;
mod read;
mod read_back;
mod result;
mod result_line;
mod search;
mod text;
mod web;

pub use call::{DiffCard, GenericCard, TerminalCard, ToolCallView};
pub use decoder::OutputDecoder;
#[cfg(feature = "process")]
pub(crate) use decoder::whole_characters;
#[cfg(feature = "diff")]
pub use diff::{DiffChange, DiffHunk, DiffLine, hunks};
pub use file::{FileDiff, FileLocation};
pub use kind::ToolCallKind;
pub use read::{ReadLine, ReadResult};
pub use result::{DiffResult, GenericResult, TerminalEnd, TerminalResult, ToolResultView};
pub use search::{FileMatches, MatchedLine, SearchHits, SearchResult};
pub use text::line;
#[cfg(any(feature = "acp", feature = "terminal"))]
pub(crate) use text::one_line;
#[cfg(feature = "acp")]
pub(crate) use text::shown;
pub use web::{WebFetch, WebResult, WebSearch, WebSource};
