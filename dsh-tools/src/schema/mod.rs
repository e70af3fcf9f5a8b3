//! One constant, three uses: what the model sees, the validator's program, the decoder's table.
//!
//! A type that implements [`ToolValue`] has a constant [`Node`]. [`render`] makes the JSON Schema of it,
//! [`validate`] checks any document against it and reports every violation, and
//! [`ToolValue::decode`] reads a checked value in one pass. All three read the same table, so that what is
//! advertised is what is enforced.

#[cfg(test)]
mod by_hand;
mod check;
mod code;
mod constrain;
mod decode;
mod default;
mod defects;
mod ecma;
mod effective;
mod fields;
mod flat;
mod format;
mod forms;
mod impls;
mod key;
mod kinds;
mod layout;
mod leaf;
mod likely;
mod limits;
mod link;
mod literal;
mod map_key;
mod nearest;
mod node;
mod object;
mod outside;
mod pattern;
mod pick;
mod raw;
mod refine;
mod render;
mod rules;
#[cfg(feature = "schemars")]
mod schemars;
mod shape;
mod spelling;
mod structured;
mod trials;
mod union;
mod value;
mod violation;
mod violations;
mod walk;
mod wording;

pub use code::{Code, Invalid};
pub use decode::decode;
pub use ecma::PatternError;
pub use effective::effective;
pub use format::Format;
pub use link::Root;
pub use map_key::MapKey;
pub use node::Node;
pub use pattern::Pattern;
pub use raw::{Draft, IntoRawSchema, RawSchema, RawSchemaError, RawSchemaOptions, SchemaDefect};
pub use render::render;
#[cfg(feature = "schemars")]
pub use schemars::{Foreign, json_schema};
pub use structured::{
    IntoOutputSchema, OutputSchemaError, SchemaViolation, StructuredOutputSchema, StructuredScalar,
    SubsetCode, assert_supported_output_schema, validate_structured_value,
};
pub use value::{ToolArgs, ToolValue};
pub use violation::Violation;
pub use violations::Violations;
pub use walk::{DEFAULT_VIOLATION_CAP, Direction, validate};

// The vocabulary of tables: generated code writes it, nobody else has to.
#[doc(hidden)]
pub use default::DefaultValue;
#[doc(hidden)]
pub use limits::{Array, Choice, Float, Grain, Int, Map, Text};
#[doc(hidden)]
pub use link::{Link, Shared};
#[doc(hidden)]
pub use node::{Identity, Meta};
#[doc(hidden)]
pub use object::{Key, Object, Row};
#[doc(hidden)]
pub use shape::{Shape, Wide};
#[doc(hidden)]
pub use union::{Data, Form, Tagging, Union};

use constrain::Bound;
use kinds::Kinds;
use link::Nodes;

pub(crate) use decode::read;
pub(crate) use defects::defects;
pub(crate) use ecma::Automaton;
pub(crate) use literal::same_text;
pub(crate) use nearest::{CANDIDATES, ranked};
pub(crate) use refine::{Base, Bounds, Change, Lengths, Narrowing, Path, Refined, refine};
pub(crate) use render::{render_arguments, render_root};
pub(crate) use spelling::{Spellings, reads, spellings};
pub(crate) use trials::document as one_document;
pub(crate) use walk::{admits, refusal};

#[doc(hidden)]
pub mod private {
    //! What generated code names; no part of the public interface.
    #[cfg(feature = "schemars")]
    pub use super::Foreign;
    pub use super::check::{
        Check, Unchecked, checked_field, checked_type, checked_value, told_of_field, told_of_type,
    };
    pub use super::constrain::{
        Bound, Constraints, between, bound_suits, constrain, has_format, has_pattern, hold,
        integer_suits, length_suits, long, step_suits, string_suits, takes_format, takes_inner,
        takes_integers, takes_keys, takes_length, takes_pattern, takes_range, takes_strings,
        takes_unique, wants_format, wants_inner, wants_integers, wants_keys, wants_length,
        wants_pattern, wants_range, wants_strings, wants_unique,
    };
    pub use super::decode::node_of;
    pub use super::default::{Given, Made, made_once};
    pub use super::fields::{field, object};
    pub use super::flat::{Flat, Part, Presence, clash, clashes, has_parts, has_rest, is_rest};
    pub use super::key::index;
    pub use super::literal::{Known, Literal, Message, is_object, literal};
    pub use super::object::{
        Newtype, Record, Table, checked_element, choice, element, elements, encode_record, row,
        told_row,
    };
    #[cfg(not(feature = "schemars"))]
    pub use super::outside::Foreign;
    pub use super::outside::{encode_foreign, foreign_field};
    pub use super::pick::{
        Picked, content, declares_key, encode_beside, is_open_beside, nothing, union,
    };
    pub use super::union::{content_row, names, tag_row};
}
