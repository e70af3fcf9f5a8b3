//! Narrowing a schema: its text with edits, of which none lets more through than there was before.

mod bounds;
mod edit;
mod path;
mod place;
mod refined;

pub(crate) use edit::{Bounds, Change, Lengths, Narrowing};
pub(crate) use path::Path;
pub(crate) use refined::{Base, Refined, refine};
