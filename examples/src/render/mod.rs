//! Cards in a terminal, drawn simply: a title when a call starts, the rest when it has ended.
//!
//! Colours are always written; a stream as `anstream` gives it leaves them out where they are not wanted.

mod body;
mod diff;
mod safe;
mod style;
mod title;

pub use body::body;
pub use diff::proposal;
pub use safe::line;
pub use style::{BAD, DIM, GOOD};
pub use title::title;
