//! Keys of maps.

use super::object::Newtype;
use super::{Invalid, Node, ToolValue};
use crate::json::{FrozenJson, JsonWriter, LossyError};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// What may be the key of a map in arguments and results: keys of JSON objects are strings.
///
/// [`String`], other types that are a string on the wire, enums of plain variants, and newtypes of these.
///
/// ```
/// use dsh_tools::schema::{Direction, render};
/// use dsh_tools::ToolValue;
/// use std::collections::BTreeMap;
///
/// #[derive(ToolValue, PartialEq, Eq, PartialOrd, Ord)]
/// struct Name(#[arg(length = 1..=8)] String);
///
/// let schema = render(<BTreeMap<Name, bool> as ToolValue>::NODE, Direction::Input).unwrap();
/// assert_eq!(schema.to_value()["additionalProperties"]["type"], "boolean");
/// assert_eq!(schema.to_value()["propertyNames"]["maxLength"], 8);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map in a tool's arguments or results",
    label = "the keys of this map are no strings",
    note = "keys of JSON objects are strings: take `String`, an enum of plain variants, or a newtype of `String` that derives `ToolValue`; or a list of structs that hold key and value"
)]
pub trait MapKey: ToolValue {
    /// Any string will do.
    #[doc(hidden)]
    const FREE: bool = false;

    /// Reads a key that has been checked against `node` or not: it is checked here.
    #[doc(hidden)]
    fn from_key(key: Cow<'_, str>, node: &Node) -> Result<Self, Invalid> {
        Self::decode(FrozenJson::string(key).root(), node)
    }

    /// The key as text.
    #[doc(hidden)]
    fn as_key(&self) -> Result<Cow<'_, str>, LossyError> {
        let mut out = JsonWriter::new();
        self.encode(&mut out)?;
        let document = out.finish()?;
        let text = document.root().as_str().map(Cow::into_owned);
        text.map(Cow::Owned).ok_or_else(|| JsonWriter::new().refuse("a key is a string"))
    }
}

impl MapKey for String {
    const FREE: bool = true;

    #[inline]
    fn from_key(key: Cow<'_, str>, node: &Node) -> Result<Self, Invalid> {
        super::leaf::key(&key, node)?;
        Ok(key.into_owned())
    }

    #[inline]
    fn as_key(&self) -> Result<Cow<'_, str>, LossyError> {
        Ok(Cow::Borrowed(self))
    }
}

impl MapKey for Box<str> {
    const FREE: bool = true;
}

impl MapKey for Arc<str> {
    const FREE: bool = true;
}

impl MapKey for Cow<'static, str> {
    const FREE: bool = true;
}

impl MapKey for PathBuf {
    const FREE: bool = true;
}

impl MapKey for char {}

/// A newtype of what may be a key.
#[diagnostic::do_not_recommend]
impl<T: Newtype> MapKey for T where T::Inner: MapKey {}
