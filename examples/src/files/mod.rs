//! `read`, `write`, `edit`, `ls`: files of the workspace.

mod changed;
mod editing;
mod listing;
mod reading;
mod writing;

pub use editing::{EditArgs, edit};
pub use listing::{Listing, LsArgs, ls};
pub use reading::{ReadArgs, ReadOutput, read};
pub use writing::{WriteArgs, write};
