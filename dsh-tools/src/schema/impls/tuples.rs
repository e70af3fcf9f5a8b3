//! Tuples: arrays of just these elements.

use crate::json::{Cursor, Items, JsonWriter, LossyError};
use crate::schema::object::{element, elements};
use crate::schema::{Invalid, Link, Node, Shape, Shared, ToolValue};

macro_rules! tuples {
    ($($($name:ident $at:tt),+;)*) => { $(
        impl<$($name: ToolValue),+> ToolValue for ($($name,)+) {
            const NODE: &'static Node = &Node::new(Shape::Tuple(Shared::Const(
                const { &[$(Link::Const($name::NODE)),+] },
            )));

            fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
                let (links, mut items): (&[Link], Items<'_>) = elements(cursor, node)?;
                Ok(($(element::<$name>(links, &mut items, $at)?,)+))
            }

            fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
                out.begin_array()?;
                $(self.$at.encode(out)?;)+
                out.end_array()
            }
        }
    )* };
}

tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11;
}
