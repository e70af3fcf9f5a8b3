//! The traits that tie a Rust type to its node.

use super::pick::Picked;
use super::private::Known;
use super::{Code, Invalid, Node, Row};
use crate::json::{Cursor, JsonWriter, LossyError};

/// A Rust type with a place in arguments and results: its node, its reading and its writing.
///
/// Derive it with `#[derive(ToolValue)]` (or `#[derive(ToolArgs)]`, which implies it).
///
/// ```
/// use dsh_tools::json::{FrozenJson, JsonWriter};
/// use dsh_tools::schema::{Code, Invalid};
/// use dsh_tools::ToolValue;
///
/// let document = FrozenJson::parse("[1, 2.0, 3e0]")?;
/// let numbers = <Vec<u8>>::decode(document.root(), <Vec<u8>>::NODE);
/// assert_eq!(numbers, Ok(vec![1, 2, 3]));
/// assert_eq!(bool::decode(document.root(), bool::NODE), Err(Invalid::from(Code::Type)));
///
/// let mut out = JsonWriter::new();
/// Some("text".to_owned()).encode(&mut out)?;
/// assert_eq!(out.finish()?.to_string(), r#""text""#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// What literals are checked by while a crate compiles; pointers, lists and `Option` override it.
    #[doc(hidden)]
    const KNOWN: &'static Known = &Known::of(Self::NODE);

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

    /// Writes the value as an entry of the object that is open.
    #[doc(hidden)]
    fn encode_entry(&self, key: &str, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.key(key)?;
        self.encode(out)
    }

    /// The value of row number `row` of a struct; a method, so that a type without an impl is one error wherever
    /// generated code names it.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn field(
        slots: &[Option<Cursor<'_>>],
        rows: &'static [Row],
        row: usize,
    ) -> Result<Self, Invalid> {
        super::fields::field(slots, rows, row)
    }

    /// The content of a variant; a method for the same reason.
    #[doc(hidden)]
    fn picked(picked: &Picked<'_>) -> Result<Self, Invalid> {
        picked.value()
    }

    /// What an absent property stands for.
    #[doc(hidden)]
    fn absent() -> Result<Self, Invalid> {
        Err(Invalid(Code::Missing))
    }
}

/// A type whose values are whole argument objects.
///
/// ```
/// use dsh_tools::ToolArgs;
///
/// #[derive(ToolArgs)]
/// struct ReadArgs {
///     path: String,
/// }
///
/// fn is_argument_object<T: ToolArgs>() {}
/// is_argument_object::<ReadArgs>();
/// ```
#[doc(alias = "InferArgs")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the whole arguments of a tool",
    label = "no argument object",
    note = "arguments are an object: derive `dsh_tools::ToolArgs` on a struct with named fields, or on an enum with a `tag`",
    note = "a string, a list, an enum of plain variants (which derives `dsh_tools::ToolValue`): make it a field, or a parameter of another name than `args`"
)]
pub trait ToolArgs: ToolValue {
    /// The node of the argument object. Generated code names it first of all, so that the error about a type without
    /// an impl is about that and nothing else.
    #[doc(hidden)]
    const ROOT: &'static Node = Self::NODE;
}
