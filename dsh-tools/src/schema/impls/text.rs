//! Strings and what is written as one.

use crate::json::{Cursor, JsonWriter, LossyError};
use crate::schema::{Code, Invalid, Node, Shape, Text, ToolValue, leaf};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const TEXT: Shape = Shape::Text(Text::ANY);

#[inline]
fn checked<'a>(cursor: Cursor<'a>, node: &Node) -> Result<Cow<'a, str>, Invalid> {
    match leaf::plain_text(cursor, node) {
        Some(text) => Ok(Cow::Borrowed(text)),
        None => checked_slowly(cursor, node),
    }
}

#[inline(never)]
fn checked_slowly<'a>(cursor: Cursor<'a>, node: &Node) -> Result<Cow<'a, str>, Invalid> {
    leaf::string_of(cursor, node)?;
    cursor.as_str().ok_or(Invalid(Code::Type))
}

macro_rules! strings {
    ($($type:ty, $from:expr, $text:expr;)*) => { $(
        impl ToolValue for $type {
            const NODE: &'static Node = &Node::new(TEXT);

            #[inline]
            fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
                checked(cursor, node).map($from)
            }

            #[inline]
            fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
                let text: fn(&Self) -> &str = $text;
                out.str(text(self))
            }
        }
    )* };
}

strings! {
    String, Cow::into_owned, |text| text;
    Box<str>, |text| text.into_owned().into_boxed_str(), |text| text;
    Arc<str>, |text| Arc::from(text.as_ref()), |text| text;
    Cow<'static, str>, |text| Cow::Owned(text.into_owned()), |text| text;
}

#[inline]
fn path_text<'a>(path: &'a Path, out: &JsonWriter) -> Result<&'a str, LossyError> {
    path.to_str().ok_or_else(|| out.refuse("a path that is no Unicode text has no JSON form"))
}

impl ToolValue for PathBuf {
    const NODE: &'static Node = &Node::new(TEXT);

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        checked(cursor, node).map(|text| Self::from(text.into_owned()))
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        let text = path_text(self, out)?;
        out.str(text)
    }
}

/// A string of exactly one Unicode scalar value.
impl ToolValue for char {
    const NODE: &'static Node = &Node::new(Shape::Text(Text {
        min: 1,
        max: 1,
        pattern: None,
        format: None,
        base64: false,
        reads: None,
    }));

    #[inline]
    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let text = checked(cursor, node)?;
        let mut scalars = text.chars();
        match (scalars.next(), scalars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(Invalid(Code::Length)),
        }
    }

    #[inline]
    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.str(self.encode_utf8(&mut [0; 4]))
    }
}
