//! The traits that tie a Rust type to its node.

use super::{Node, Row};
use crate::json::{Cursor, JsonWriter, LossyError};

/// A Rust type with a place in arguments and results: its node, its reading and its writing.
///
/// Derive it with `#[derive(ToolValue)]` (or `#[derive(ToolArgs)]`, which implies it).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a tool's arguments or results",
    label = "this type has no schema",
    note = "derive it: `#[derive(dsh_tools::ToolValue)]`",
    note = "or take any JSON: `dsh_tools::FrozenJson` or `serde_json::Value`; a foreign type: take a `String` and parse it",
    note = "what a tool takes by value is the model's to give; state is taken by reference: `&T`, `&ToolContext`"
)]
pub trait ToolValue: Sized + 'static {
    /// Schema, validator and table of this type.
    const NODE: &'static Node;

    /// The node as a struct's property; `Option` overrides it.
    #[doc(hidden)]
    const PROPERTY: &'static Node = Self::NODE;

    /// Reads a value and checks it by `node`, which is this type's node or a narrower one.
    ///
    /// # Errors
    /// [`Invalid`] when the walker would report a violation.
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid>;

    /// Writes the value.
    ///
    /// # Errors
    /// What JSON cannot hold: NaN and infinities.
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError>;

    /// The value of row number `row` of a struct; a method, so that a type without an impl is one error wherever
    /// generated code names it.
    #[doc(hidden)]
    #[inline]
    fn field(
        slots: &[Option<Cursor<'_>>],
        rows: &'static [Row],
        row: usize,
    ) -> Result<Self, Invalid> {
        super::object::field(slots, rows, row)
    }

    /// What an absent property stands for.
    #[doc(hidden)]
    fn absent() -> Result<Self, Invalid> {
        Err(Invalid(Code::Missing))
    }
}

/// A type whose values are whole argument objects.
#[doc(alias = "InferArgs")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the whole arguments of a tool",
    label = "no argument object",
    note = "arguments are an object: derive `dsh_tools::ToolArgs` on a struct with named fields"
)]
pub trait ToolArgs: ToolValue {
    /// The node of the argument object. Generated code names it first of all, so that the error about a type without
    /// an impl is about that and nothing else.
    #[doc(hidden)]
    const ROOT: &'static Node = Self::NODE;
}

/// The value does not fit; which violations there are is for the walker to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid(pub(crate) Code);

/// What kind of violation it is; stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// A required key is absent.
    Missing,
    /// An undeclared key, where none may be.
    UnknownField,
    /// Another kind of value.
    Type,
    /// None of the listed values.
    Enum,
    /// Not the one value.
    Const,
    /// Outside the bounds, or no multiple.
    Range,
    /// A string too short or too long.
    Length,
    /// A string that does not match.
    Pattern,
    /// A string that is not of the format.
    Format,
    /// Too few or too many elements or entries.
    Items,
    /// Two equal elements.
    Unique,
    /// Not exactly one of the forms.
    OneOf,
    /// Nested too deep.
    Depth,
    /// A check of the author's own.
    Custom,
}
