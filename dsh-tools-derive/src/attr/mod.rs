//! Attributes: how they are written ([`entry`], [`value`], [`bounds`]), which there are ([`keys`], [`serde`]), and what
//! those of one place say together ([`Attrs`]).

mod attrs;
mod bounds;
mod entry;
mod keys;
mod literal;
mod others;
mod serde;
mod value;

pub(crate) use attrs::{Attrs, Dialect, SerdeDefault, foreign, plain};
pub(crate) use bounds::{Length, Number, Range};
pub(crate) use entry::{Entry, Given, entries, nested};
#[cfg(test)]
pub(crate) use keys::known;
pub(crate) use keys::{Place, unknown};
pub(crate) use literal::{Literal, describe, integer, quote_json};
pub(crate) use value::{flag, path, string, text};
