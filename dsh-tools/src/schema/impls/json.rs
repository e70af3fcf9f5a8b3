//! JSON as it is, and nothing at all.

use crate::json::{Cursor, FrozenJson, JsonKind, JsonWriter, LossyError};
use crate::schema::private::Known;
use crate::schema::{Code, Invalid, Link, Map, Node, Shape, ToolValue, leaf};
use serde_json::Value;

/// Any JSON, kept as it came.
impl ToolValue for FrozenJson {
    const NODE: &'static Node = &Node::new(Shape::Any);

    #[inline]
    fn decode(cursor: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        Ok(cursor.to_frozen())
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.json(self.root())
    }
}

/// Any JSON; numbers that no 64-bit integer holds are rounded to doubles, which [`FrozenJson`] avoids.
impl ToolValue for Value {
    const NODE: &'static Node = &Node::new(Shape::Any);

    #[inline]
    fn decode(cursor: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        Ok(cursor.to_value())
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.value(self)
    }
}

/// Any JSON object.
impl ToolValue for serde_json::Map<String, Value> {
    const NODE: &'static Node = &Node::new(Shape::Map(Map {
        min: 0,
        max: u32::MAX,
        value: Link::Const(<Value as ToolValue>::NODE),
        keys: None,
    }));
    const KNOWN: &'static Known =
        &Known::map(Self::NODE, <String as ToolValue>::NODE, <Value as ToolValue>::KNOWN);

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let Shape::Map(map) = &node.shape else {
            return Err(Invalid(Code::Type));
        };
        leaf::map_length(cursor, 0, map)?;
        if let Some(keys) = map.keys.map(Link::get) {
            for (key, _) in cursor.entries() {
                leaf::key(&key, keys)?;
            }
        }
        match cursor.to_value() {
            Value::Object(entries) => Ok(entries),
            _ => Err(Invalid(Code::Type)),
        }
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.begin_object()?;
        for (key, value) in self {
            out.key(key)?;
            out.value(value)?;
        }
        out.end_object()
    }
}

/// `null`.
impl ToolValue for () {
    const NODE: &'static Node = &Node::new(Shape::Null);

    #[inline]
    fn decode(cursor: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        if cursor.kind() == JsonKind::Null { Ok(()) } else { Err(Invalid(Code::Type)) }
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}
