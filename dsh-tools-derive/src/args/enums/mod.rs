//! Enums: how a value tells its variant, what each variant holds, and the code that reads and writes them.

mod check;
mod content;
mod expand;
mod model;
mod node;
mod read;
mod tagging;

pub(super) use check::check;
pub(super) use expand::{expand, rest};
pub(super) use model::Enum;
pub(super) use read::{Given, read};
