//! Attributes: how they are written ([`entry`], [`value`], [`bounds`]), which there are ([`keys`], [`serde`]), and what
//! those of one place say together ([`Attrs`]).

mod attrs;
mod bounds;
mod entry;
mod format;
mod given;
mod json;
mod keys;
mod literal;
mod others;
mod serde;
mod value;

pub(crate) use attrs::{Attrs, Default, Dialect, SerdeDefault, Spelling, foreign, plain};
pub(crate) use bounds::{Length, Number, Range};
pub(crate) use entry::{Entry, Given, each_once, entries, nested};
pub(crate) use format::Format;
#[cfg(test)]
pub(crate) use keys::known;
pub(crate) use keys::{Place, unknown};
pub(crate) use literal::{Literal, describe, integer, quote_json};
pub(crate) use value::{flag, path, string, text};
