//! Decoding one of several forms: which one it is, and where its part of the value stands.

use super::check::checked_value;
use super::trials;
use super::union::{Data, Form, GROUP, Tagging};
use super::{Code, Invalid, Key, Link, Node, Nodes, Row, Shape, ToolValue, Union, fields, object};
use crate::json::{Cursor, FrozenJson, Items, JsonKind, JsonWriter, LossyError};

/// The form that a value has; what it holds is still to be read.
#[derive(Clone, Copy, Debug)]
pub struct Picked<'a> {
    cursor: Cursor<'a>,
    node: &'static Node,
    variant: u16,
    /// The key that is none of the content.
    beside: Option<&'a Key>,
}

/// Reads a value that has one of several forms: finds which, and has `read` read it. Where no tag tells, all that fit
/// are read in declared order until one can be.
#[doc(hidden)]
#[inline(never)]
pub fn union<T>(
    cursor: Cursor<'_>,
    node: &Node,
    read: fn(Picked<'_>) -> Result<T, Invalid>,
) -> Result<T, Invalid> {
    let Shape::Union(union) = &node.shape else {
        return Err(Invalid(Code::Type));
    };
    let form = match &union.tagging {
        Tagging::Untagged => return untagged(cursor, union, read),
        Tagging::Key(key) => keyed(cursor, union, key),
        Tagging::Outer => outer(cursor, union),
    };
    match form {
        Ok(picked) => read(picked),
        Err(invalid) => Err(invalid),
    }
}

fn picked<'a>(cursor: Cursor<'a>, form: &Form) -> Picked<'a> {
    Picked { cursor, node: form.node.get(), variant: form.variant, beside: None }
}

fn keyed<'a>(cursor: Cursor<'a>, union: &'a Union, key: &'a Key) -> Result<Picked<'a>, Invalid> {
    if cursor.kind() != JsonKind::Object {
        return Err(Invalid(Code::Type));
    }
    let tag = cursor.get(&key.name).ok_or(Invalid(Code::Missing))?;
    let form = tag.as_str().and_then(|name| union.named(&name)).ok_or(Invalid(Code::Enum))?;
    let beside = (form.data == Data::Beside).then_some(key);
    Ok(Picked { beside, ..picked(cursor, form) })
}

fn outer<'a>(cursor: Cursor<'a>, union: &Union) -> Result<Picked<'a>, Invalid> {
    let (form, content) = match cursor.kind() {
        JsonKind::String => (cursor.as_str().and_then(|name| union.named(&name)), None),
        JsonKind::Object => {
            let mut entries = cursor.raw_entries();
            match (entries.next(), entries.next()) {
                (Some((key, value)), None) => (union.named(&key.text()), Some(value)),
                _ => return Err(Invalid(Code::Items)),
            }
        }
        _ => return Err(Invalid(Code::Type)),
    };
    match (form, content) {
        (Some(form), None) if form.data == Data::Bare => Ok(picked(cursor, form)),
        (Some(form), Some(content)) if form.data != Data::Bare => Ok(picked(content, form)),
        _ => Err(Invalid(Code::Enum)),
    }
}

/// Trying forms on trust could take exponentially long: the outermost trial is the walker's, within its limits. What
/// it passed is then read without further ado, as deep as it goes.
fn untagged<T>(
    cursor: Cursor<'_>,
    union: &Union,
    read: fn(Picked<'_>) -> Result<T, Invalid>,
) -> Result<T, Invalid> {
    let read_form = |form: &Form| match form.variant {
        GROUP => self::union(cursor, form.node.get(), read),
        _ => read(picked(cursor, form)),
    };
    let mut from = 0;
    loop {
        let fits = trials::next_that_fits(cursor, union, from)?;
        let form = union.forms.get(fits).ok_or(Invalid(Code::OneOf))?;
        let _passed = trials::passed();
        match read_form(form) {
            Ok(value) => return Ok(value),
            Err(Invalid(Code::Limit)) => return Err(Invalid(Code::Limit)),
            // A type by hand may refuse more than its node says.
            Err(_) => from = fits + 1,
        }
    }
}

impl<'a> Picked<'a> {
    /// Which variant it is.
    #[must_use]
    pub fn variant(&self) -> u16 {
        self.variant
    }

    /// The content as an object with declared keys.
    #[doc(hidden)]
    pub fn object(&self, slots: &mut [Option<Cursor<'a>>]) -> Result<(), Invalid> {
        fields::object(self.cursor, self.node, slots)
    }

    /// The content as an array of just the elements that a tuple has.
    #[doc(hidden)]
    #[inline]
    pub fn elements(&self) -> Result<(&'static [Link], Items<'a>), Invalid> {
        object::elements(self.cursor, self.node)
    }

    /// The content and its node.
    #[must_use]
    #[inline]
    pub fn whole(&self) -> (Cursor<'a>, &'static Node) {
        (self.cursor, self.node)
    }

    /// The content as a value of a type of its own, with a check of the variant's.
    #[doc(hidden)]
    pub fn checked<T: ToolValue>(&self) -> Result<T, Invalid> {
        match self.beside {
            None => checked_value(self.cursor, self.node, self.node, 0),
            Some(key) => {
                let content = without(self.cursor, key).map_err(|_| Invalid(Code::Depth))?;
                checked_value(content.root(), self.node, self.node, 0)
            }
        }
    }

    /// No content.
    #[doc(hidden)]
    #[inline]
    pub fn null(&self) -> Result<(), Invalid> {
        if self.cursor.is_null() { Ok(()) } else { Err(Invalid(Code::Type)) }
    }

    /// The content as a value of a type of its own.
    #[doc(hidden)]
    pub fn value<T: ToolValue>(&self) -> Result<T, Invalid> {
        match self.beside {
            None => T::decode(self.cursor, self.node),
            Some(key) => beside(self.cursor, self.node, key),
        }
    }
}

/// The content that stands at a key of its own: slot and row 1, behind the tag's.
#[doc(hidden)]
#[inline]
pub fn content<'a>(
    slots: &[Option<Cursor<'a>>],
    rows: &'static [Row],
) -> Result<Picked<'a>, Invalid> {
    match (slots.get(1), rows.get(1)) {
        (Some(Some(cursor)), Some(row)) => {
            Ok(Picked { cursor: *cursor, node: row.node.get(), variant: 0, beside: None })
        }
        _ => Err(Invalid(Code::Missing)),
    }
}

/// The same of a form without data: `null` at most.
#[doc(hidden)]
#[inline]
pub fn nothing(slots: &[Option<Cursor<'_>>]) -> Result<(), Invalid> {
    match slots.get(1) {
        Some(Some(cursor)) if !cursor.is_null() => Err(Invalid(Code::Type)),
        _ => Ok(()),
    }
}

/// Reads an object as if it had no such key.
fn beside<T: ToolValue>(cursor: Cursor<'_>, node: &'static Node, key: &Key) -> Result<T, Invalid> {
    let plain = Nodes::NONE.follow(node);
    match &plain.shape {
        // Another key means nothing to it.
        Shape::Object(object) if object.ignores(key) => T::decode(cursor, node),
        Shape::Null if cursor.len() == 1 => T::decode(FrozenJson::null().root(), node),
        Shape::Null => Err(Invalid(Code::UnknownField)),
        _ => T::decode(without(cursor, key).map_err(|_| Invalid(Code::Depth))?.root(), node),
    }
}

/// The object without a key.
pub(super) fn without(cursor: Cursor<'_>, key: &Key) -> Result<FrozenJson, LossyError> {
    let mut out = JsonWriter::with_depth(crate::json::MAX_DEPTH_LIMIT);
    out.begin_object()?;
    for (name, value) in cursor.entries() {
        if *name != *key.name {
            out.key(&name)?;
            out.json(value)?;
        }
    }
    out.end_object()?;
    out.finish()
}

/// Writes the content of a form that stands beside the key which holds its name.
#[doc(hidden)]
pub fn encode_beside<T: ToolValue>(
    value: &T,
    key: &str,
    name: &str,
    out: &mut JsonWriter,
) -> Result<(), LossyError> {
    let mark = out.mark();
    value.encode(out)?;
    out.put_first(mark, key, name)
}

/// Whether a type's values can stand beside the key that tells their form: they are objects, or nothing at all.
/// Behind pointers nobody looks; a value that is no object is refused when it is read or written.
#[must_use]
#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
pub const fn is_open_beside(node: &Node) -> bool {
    if node.nullable || node.optional {
        return false;
    }
    match &node.shape {
        Shape::Any
        | Shape::Null
        | Shape::Map(_)
        | Shape::Object(_)
        | Shape::Link(_)
        | Shape::Union(Union { tagging: Tagging::Key(_), .. }) => true,
        Shape::Union(Union {
            tagging: Tagging::Untagged,
            forms: super::Shared::Const(forms),
            ..
        }) => {
            let mut i = 0;
            while i < forms.len() {
                if let Link::Const(form) = &forms[i].node
                    && (matches!(form.shape, Shape::Null) || !is_open_beside(form))
                {
                    return false;
                }
                i += 1;
            }
            true
        }
        _ => false,
    }
}

/// Whether an object declares a key, or a tagged enum is told by it.
#[must_use]
#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
pub const fn declares_key(node: &Node, name: &str) -> bool {
    match &node.shape {
        Shape::Object(object) => object.has_key(name),
        Shape::Union(union) => {
            if let Tagging::Key(key) = &union.tagging
                && key.is_named(name)
            {
                return true;
            }
            let super::Shared::Const(forms) = &union.forms else {
                return false;
            };
            let mut i = 0;
            while i < forms.len() {
                if let Link::Const(form) = &forms[i].node
                    && declares_key(form, name)
                {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => false,
    }
}
