//! Values as JSON and back, for the tests of types.

use dsh_tools::json::JsonWriter;
use dsh_tools::schema::{Direction, decode, render, validate};
use dsh_tools::{FrozenJson, ToolValue};
use serde_json::Value;

/// The rendered schema of a type.
pub(crate) fn schema_of<T: ToolValue>(direction: Direction) -> Value {
    render(T::NODE, direction).unwrap().to_value()
}

/// A value as a type, or what is wrong with it. The walk and decoding agree.
#[track_caller]
pub(crate) fn read<T: ToolValue>(value: Value) -> Result<T, String> {
    let document = FrozenJson::from_value(value).unwrap();
    let walked = validate(&document, T::NODE, Direction::Input).map_err(|found| found.to_string());
    let read = decode(&document).map_err(|found| found.to_string());
    assert_eq!(walked.err(), read.as_ref().err().cloned());
    read
}

/// A value as JSON, which its own output schema admits.
#[track_caller]
pub(crate) fn written<T: ToolValue>(value: &T) -> Value {
    let mut out = JsonWriter::new();
    value.encode(&mut out).unwrap();
    let document = out.finish().unwrap();
    validate(&document, T::NODE, Direction::Output).unwrap();
    document.to_value()
}
