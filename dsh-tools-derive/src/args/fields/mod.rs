//! A list of named fields, of a struct or of a variant: read, checked, and written out as rows of a table, as asserts
//! and as the code that reads and writes them. Who has the list decides only where the table lives and what is built.

mod asserts;
mod check;
mod constraints;
pub(super) mod defaults;
mod fits;
mod flat;
mod model;
mod read;
pub(super) mod rows;
mod table;

pub(crate) use asserts::Assertion;
pub(crate) use check::{Common, check, label, owned};
pub(crate) use model::{ChoiceValues, Choices, Constraints, Field, Fields, Pattern, Role, Value};
pub(crate) use read::{Given, read, read_elements};
pub(crate) use table::Home;
