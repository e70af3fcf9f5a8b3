//! JSON documents: immutable, strict, lossless.
//!
//! [`FrozenJson`] is a document. It comes from text ([`FrozenJson::parse`]), from a `serde_json::Value`, or from
//! any `Serialize` ([`FrozenJson::from_serialize`]); it is read through a [`Cursor`] and written by a
//! [`JsonWriter`]. No way in rounds a number, drops a duplicate key or turns a NaN into `null`: what cannot be
//! kept is an error that says where and how to mend it.
//!
//! ```
//! use dsh_tools::json::FrozenJson;
//!
//! let call = FrozenJson::parse(r#"{"path": "src/lib.rs", "limit": 2e2}"#)?;
//! assert_eq!(call.get("limit").and_then(|limit| limit.as_u64()), Some(200));
//!
//! let error = FrozenJson::parse(r#"{"path": "a", "path": "b"}"#).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     r#"line 1, column 15: the key "path" is there twice in one object; keep one of them"#
//! );
//! # Ok::<(), dsh_tools::json::JsonError>(())
//! ```
//!
//! Beside them stand the small shared types of the layers above: [`JsonPath`], [`ContentBlock`], names of tools.

mod canonical;
mod compound;
mod content;
mod cursor;
mod decimal;
mod depth;
mod duplicate;
mod entries;
mod equal;
mod error;
mod extra;
mod frozen;
mod key;
mod kind;
mod lossy;
mod map_key;
mod name;
mod number;
mod parse;
mod parse_number;
mod path;
mod place;
mod raw;
mod repeat;
mod rest;
mod scan;
mod serde_impl;
mod serialize;
mod sink;
mod sought;
#[cfg(test)]
mod tests;
mod token;
mod value;
mod visible;
mod weight;
mod writer;

pub use content::{ContentBlock, ContentError};
pub use cursor::Cursor;
pub use entries::{Entries, Items};
pub use error::{JsonError, JsonErrorKind};
pub use extra::ExtraMembers;
pub use frozen::{DEFAULT_DEPTH_LIMIT, FrozenJson, MAX_DEPTH_LIMIT};
pub use kind::JsonKind;
pub use lossy::{LossyError, LossyErrorKind};
pub use name::{RESERVED_NAME, is_hand_made_name, is_tool_name};
pub use path::{JsonPath, PathSegment};
pub use writer::JsonWriter;

pub(crate) use canonical::canonical;
pub(crate) use entries::RawKey;
pub(crate) use equal::same_value;
pub(crate) use key::{Sought, Words, hash_words, words};
pub(crate) use number::{Integer, Num};
pub(crate) use path::write_key;
pub(crate) use serde_impl::present;
pub(crate) use sought::{Entry, TextEntries};
#[cfg(any(feature = "acp", feature = "terminal"))]
pub(crate) use visible::is_hidden;
pub(crate) use visible::{Quoted, seen, visible, visible_text};
