//! `Option`, `Box`, `Arc`: a value, or none, or one reached through a pointer.

use crate::json::{Cursor, JsonWriter, LossyError};
use crate::schema::{Invalid, Link, Node, Shape, ToolValue};
use std::sync::Arc;

/// As a property it may be absent, and `null` counts as absent; elsewhere it is the value or `null`.
impl<T: ToolValue> ToolValue for Option<T> {
    const NODE: &'static Node = &T::NODE.nullable();
    const PROPERTY: &'static Node = &T::NODE.optional();

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        if cursor.is_null() && node.nullable { Ok(None) } else { T::decode(cursor, node).map(Some) }
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        match self {
            Some(value) => value.encode(out),
            None => out.null(),
        }
    }

    #[inline]
    fn absent() -> Result<Self, Invalid> {
        Ok(None)
    }
}

macro_rules! pointers {
    ($($pointer:ident),*) => { $(
        impl<T: ToolValue> ToolValue for $pointer<T> {
            // A type may come back to itself through a pointer: a constant link would be a cycle.
            const NODE: &'static Node = &Node::new(Shape::Link(Link::Lazy(|| T::NODE)));

            #[inline]
            fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
                T::decode(cursor, node.follow()).map($pointer::new)
            }

            fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
                (**self).encode(out)
            }
        }
    )* };
}

pointers!(Box, Arc);
