//! `Option`, `Box`, `Arc`: a value, or none, or one reached through a pointer.

use crate::json::{Cursor, JsonWriter, LossyError};
use crate::schema::private::Known;
use crate::schema::{Code, Invalid, Link, Node, Shape, ToolValue};
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::Arc;

/// As a property it may be absent, and `null` counts as absent; elsewhere it is the value or `null`.
impl<T: ToolValue> ToolValue for Option<T> {
    const NODE: &'static Node = &T::NODE.nullable();
    const PROPERTY: &'static Node = &T::NODE.optional();
    const KNOWN: &'static Known = &Known::behind(Self::NODE, T::KNOWN);

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        if node.nullable && cursor.is_null() {
            return Ok(None);
        }
        match T::decode(cursor, node) {
            Ok(value) => Ok(Some(value)),
            Err(invalid) => Err(invalid),
        }
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
            const KNOWN: &'static Known = &Known::behind(Self::NODE, T::KNOWN);

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

/// Whether a pointer goes where bodies run; there to be the reason in an error message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{P}` cannot stand in a tool's arguments or results",
    label = "this pointer stays on one thread",
    note = "the body of a tool may run on any thread: use `Arc`, or the type without a pointer"
)]
pub trait Carry<P> {}

/// The threads that bodies run on.
#[doc(hidden)]
#[derive(Debug)]
pub struct AnyThread(());

/// For no pointer: whoever uses one is told of [`Carry`].
#[doc(hidden)]
impl<T: ?Sized + 'static> ToolValue for Rc<T>
where
    AnyThread: Carry<Self>,
{
    const NODE: &'static Node = &Node::new(Shape::Null);

    fn decode(_: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        Err(Invalid(Code::Type))
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}

/// Whether a marker says something to a model; there to be the reason in an error message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{M}` cannot stand in a tool's arguments or results",
    label = "a marker holds nothing that a model could give",
    note = "leave it out of the JSON: `#[arg(skip)]`, and `#[serde(skip)]` beside serde's derives, which would ask for a `null` else"
)]
pub trait Say<M> {}

/// For no marker: whoever uses one is told of [`Say`].
#[doc(hidden)]
impl<T: ?Sized + 'static> ToolValue for PhantomData<T>
where
    AnyThread: Say<Self>,
{
    const NODE: &'static Node = &Node::new(Shape::Null);

    fn decode(_: Cursor<'_>, _: &Node) -> Result<Self, Invalid> {
        Err(Invalid(Code::Type))
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.null()
    }
}
