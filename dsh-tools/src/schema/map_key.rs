//! Keys of maps.

/// What may be the key of a map in arguments and results: keys of JSON objects are strings.
///
/// [`String`] is the only one.
///
/// ```
/// use dsh_tools::schema::{Direction, render};
/// use dsh_tools::ToolValue;
/// use std::collections::BTreeMap;
///
/// let schema = render(<BTreeMap<String, bool> as ToolValue>::NODE, Direction::Input).unwrap();
/// assert_eq!(schema.to_value()["additionalProperties"]["type"], "boolean");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map in a tool's arguments or results",
    label = "the keys of this map are no strings",
    note = "keys of JSON objects are strings: take `HashMap<String, T>` or `BTreeMap<String, T>` and parse the keys, or a list of structs that hold key and value"
)]
pub trait MapKey: sealed::Sealed + From<String> + AsRef<str> + 'static {}

impl MapKey for String {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for String {}
}
