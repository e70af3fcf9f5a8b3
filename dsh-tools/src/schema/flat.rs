//! `flatten`: the keys of a part stand among those of the object that holds it.
//!
//! A part is a view of the same object: it finds its own keys, and leaves the others to those they belong to.

use super::kinds::Kinds;
use super::literal::same_text;
use super::object::Record;
use super::private::{Known, Message};
use super::{
    Code, Direction, Invalid, Key, Link, Node, Nodes, Object, Row, Shape, Shared, ToolValue,
};
use crate::json::{Cursor, JsonWriter, LossyError, RawKey};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

/// A flattened field.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// How many of the object's own rows stand before it.
    pub at: u16,
    /// The object whose keys it brings; empty of a map.
    pub node: &'static Node,
    /// When its keys have to be there.
    pub presence: Presence,
}

/// When the keys of a part have to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// As its own rows say.
    Always,
    /// All that are required, or none at all: an `Option`.
    Together,
    /// It has none of its own: a map of the keys that are left.
    Rest,
}

static NO_ROWS: Object = Object::new(&[], &[], false);

impl Part {
    pub(crate) fn object(&self) -> &'static Object {
        match &self.node.shape {
            Shape::Object(object) => object,
            _ => &NO_ROWS,
        }
    }

    /// Its keys are there together or not at all. Without a key that must be there nothing tells an absent part from
    /// one that says nothing: such an `Option` is always a value, as serde has it.
    pub(crate) fn is_group(&self) -> bool {
        self.presence == Presence::Together && self.object().demands()
    }

    /// Whether the part is there, in the object that holds it.
    pub(crate) fn is_there(&self, cursor: Cursor<'_>, direction: Direction) -> bool {
        !self.is_group() || self.object().shows_in(cursor, direction)
    }
}

impl Object {
    /// A part that must be there has a key that must be.
    fn demands(&self) -> bool {
        let row = |row: &Row| row.required && !takes_null(row);
        self.rows.iter().any(row)
            || self
                .parts
                .iter()
                .any(|part| part.presence == Presence::Always && part.object().demands())
    }

    /// Whether a key of this object is there. `null` in place of a value is none, in arguments.
    fn shows_in(&self, cursor: Cursor<'_>, direction: Direction) -> bool {
        cursor.raw_entries().any(|(key, value)| self.shows(key, value, direction))
    }

    fn shows(&self, key: RawKey<'_>, value: Cursor<'_>, direction: Direction) -> bool {
        match self.find(key, &mut 0).and_then(|row| self.rows.get(row)) {
            Some(row) => row.shows(value, direction),
            None => self.parts.iter().any(|part| part.object().shows(key, value, direction)),
        }
    }

    /// Whether a key is one of a row, its own or a part's.
    pub(crate) fn declares(&self, key: RawKey<'_>) -> bool {
        self.find(key, &mut 0).is_some() || self.part_declares(key)
    }

    #[inline(never)]
    pub(crate) fn part_declares(&self, key: RawKey<'_>) -> bool {
        self.parts.iter().any(|part| part.object().declares(key))
    }
}

impl Row {
    /// Whether something stands at the key of a row: `null` that is no value of it is nothing, in arguments.
    pub(crate) fn shows(&self, value: Cursor<'_>, direction: Direction) -> bool {
        direction == Direction::Output || !value.is_null() || takes_null(self)
    }
}

/// `null` is a value of the row, and not its absence.
fn takes_null(row: &Row) -> bool {
    let node = row.node.get();
    (row.required || !node.optional) && Kinds::of(node, Nodes::NONE).has(Kinds::NULL)
}

/// What `flatten` may stand on.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "brings no declared keys",
    note = "`flatten` is for a struct with named fields that derives `ToolValue` or `ToolArgs`, for an `Option` of one, and for a map of the keys that are left (`BTreeMap<String, T>`, `HashMap<String, T>`, `serde_json::Map`)",
    note = "an enum: give it a key of its own, or write its variants' fields here"
)]
pub trait Flat: Sized + 'static {
    /// The object whose keys it brings.
    const PART: &'static Node;
    /// When its keys have to be there.
    const PRESENCE: Presence;
    /// What the values of the keys look like that are left; of a map.
    const REST: Option<Link> = None;
    /// What constants know of those values.
    const KNOWN: &'static Known = &Known::of(Self::PART);

    /// Reads part number `at` of the object that `node` describes.
    fn part(cursor: Cursor<'_>, node: &Node, at: usize) -> Result<Self, Invalid>;

    /// Writes the keys into the object that is open.
    fn encode_part(&self, out: &mut JsonWriter) -> Result<(), LossyError>;
}

#[inline]
fn part_of(node: &Node, at: usize) -> Result<&Part, Invalid> {
    match &node.shape {
        Shape::Object(object) => object.parts.get(at).ok_or(Invalid(Code::Type)),
        _ => Err(Invalid(Code::Type)),
    }
}

#[diagnostic::do_not_recommend]
impl<T: Record> Flat for T {
    const PART: &'static Node = &T::NODE.part();
    const PRESENCE: Presence = Presence::Always;

    fn part(cursor: Cursor<'_>, node: &Node, at: usize) -> Result<Self, Invalid> {
        Self::decode(cursor, part_of(node, at)?.node)
    }

    fn encode_part(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        self.encode_rows(out)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Record> Flat for Option<T> {
    const PART: &'static Node = <T as Flat>::PART;
    const PRESENCE: Presence = Presence::Together;

    fn part(cursor: Cursor<'_>, node: &Node, at: usize) -> Result<Self, Invalid> {
        let part = part_of(node, at)?;
        if part.is_there(cursor, Direction::Input) {
            T::decode(cursor, part.node).map(Some)
        } else {
            Ok(None)
        }
    }

    fn encode_part(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        self.as_ref().map_or(Ok(()), |value| value.encode_rows(out))
    }
}

const NOTHING: &Node = &Node::new(Shape::Object(Object::new(&[], &[], false)));

/// The entries that no row takes.
#[inline]
fn rest<T: ToolValue>(
    cursor: Cursor<'_>,
    node: &Node,
    mut insert: impl FnMut(String, T),
) -> Result<(), Invalid> {
    let Shape::Object(object) = &node.shape else {
        return Err(Invalid(Code::Type));
    };
    let Some(value) = object.rest.map(Link::get) else {
        return Err(Invalid(Code::Type));
    };
    for (key, entry) in cursor.raw_entries() {
        if !object.declares(key) {
            insert(key.text().into_owned(), T::decode(entry, value)?);
        }
    }
    Ok(())
}

#[inline]
fn encode_rest<'a, T: ToolValue>(
    entries: impl IntoIterator<Item = (&'a String, &'a T)>,
    out: &mut JsonWriter,
) -> Result<(), LossyError> {
    for (key, value) in entries {
        out.key(key)?;
        value.encode(out)?;
    }
    Ok(())
}

impl<T: ToolValue> Flat for BTreeMap<String, T> {
    const PART: &'static Node = NOTHING;
    const PRESENCE: Presence = Presence::Rest;
    const REST: Option<Link> = Some(Link::Lazy(|| T::NODE));
    const KNOWN: &'static Known = <Self as ToolValue>::KNOWN;

    fn part(cursor: Cursor<'_>, node: &Node, _: usize) -> Result<Self, Invalid> {
        let mut out = Self::new();
        rest(cursor, node, |key, value| drop(out.insert(key, value)))?;
        Ok(out)
    }

    fn encode_part(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_rest(self, out)
    }
}

impl<T: ToolValue, S: BuildHasher + Default + 'static> Flat for HashMap<String, T, S> {
    const PART: &'static Node = NOTHING;
    const PRESENCE: Presence = Presence::Rest;
    const REST: Option<Link> = Some(Link::Lazy(|| T::NODE));
    const KNOWN: &'static Known = <Self as ToolValue>::KNOWN;

    fn part(cursor: Cursor<'_>, node: &Node, _: usize) -> Result<Self, Invalid> {
        let mut out = Self::default();
        rest(cursor, node, |key, value| drop(out.insert(key, value)))?;
        Ok(out)
    }

    fn encode_part(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        // In an order of its own the same value would be another text each time.
        encode_rest(self.iter().collect::<BTreeMap<_, _>>(), out)
    }
}

impl Flat for serde_json::Map<String, Value> {
    const PART: &'static Node = NOTHING;
    const PRESENCE: Presence = Presence::Rest;
    const REST: Option<Link> = Some(Link::Const(<Value as ToolValue>::NODE));
    const KNOWN: &'static Known = <Self as ToolValue>::KNOWN;

    fn part(cursor: Cursor<'_>, node: &Node, _: usize) -> Result<Self, Invalid> {
        let mut out = Self::new();
        rest(cursor, node, |key, value| drop(out.insert(key, value)))?;
        Ok(out)
    }

    fn encode_part(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_rest(self, out)
    }
}

/// Whether the part is a map of the keys that are left.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn is_rest(part: &Part) -> bool {
    matches!(part.presence, Presence::Rest)
}

/// Whether the part's own struct takes the keys that are left: which these are only the outermost one knows.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn has_rest(part: &Part) -> bool {
    match &part.node.shape {
        Shape::Object(object) => object.rest.is_some(),
        _ => false,
    }
}

/// Whether the part's own struct has parts.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn has_parts(part: &Part) -> bool {
    match &part.node.shape {
        Shape::Object(object) => !object.parts.is_empty(),
        _ => false,
    }
}

/// Whether a name of part number `at` is taken: by a row of the object's own, or by a part before it.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn clashes(rows: &[Row], parts: &[Part], at: usize) -> bool {
    taken(rows, parts, at).is_some()
}

/// Which name it is, in words.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn clash(field: &str, rows: &[Row], parts: &[Part], at: usize) -> Message {
    let name = match taken(rows, parts, at) {
        Some(name) => name,
        None => "",
    };
    Message::of(&[
        "the name `",
        name,
        "` of the flattened ",
        field,
        " is taken by another field: give one of them another by `rename`",
    ])
}

#[allow(clippy::indexing_slicing, reason = "`at` is a part's number")]
#[inline]
const fn taken(rows: &[Row], parts: &[Part], at: usize) -> Option<&'static str> {
    match &parts[at].node.shape {
        Shape::Object(object) => first_taken(object, rows, parts, at),
        _ => None,
    }
}

/// The first name of an object that is in `rows`, or in one of the first `count` parts.
#[allow(clippy::indexing_slicing, reason = "`i` is below the lengths")]
#[inline]
const fn first_taken(
    object: &'static Object,
    rows: &[Row],
    parts: &[Part],
    count: usize,
) -> Option<&'static str> {
    let own = constant_rows(object);
    let mut i = 0;
    while i < own.len() {
        let names = Names::of(&own[i]);
        let mut j = 0;
        while j < names.len() {
            if let Some(name) = names.get(j)
                && has_name(rows, parts, count, name)
            {
                return Some(name);
            }
            j += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < object.parts.len() {
        if let Shape::Object(object) = &object.parts[i].node.shape
            && let Some(name) = first_taken(object, rows, parts, count)
        {
            return Some(name);
        }
        i += 1;
    }
    None
}

#[allow(clippy::indexing_slicing, reason = "`i` is below the lengths")]
#[inline]
const fn has_name(rows: &[Row], parts: &[Part], count: usize, name: &str) -> bool {
    let mut i = 0;
    while i < rows.len() {
        let names = Names::of(&rows[i]);
        let mut j = 0;
        while j < names.len() {
            if let Some(own) = names.get(j)
                && same_text(own, name)
            {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    let mut i = 0;
    while i < count {
        if let Shape::Object(object) = &parts[i].node.shape
            && has_name(constant_rows(object), object.parts, object.parts.len(), name)
        {
            return true;
        }
        i += 1;
    }
    false
}

#[inline]
const fn constant_rows(object: &Object) -> &'static [Row] {
    match &object.rows {
        Shared::Const(rows) => rows,
        Shared::Owned(_) => &[],
    }
}

/// The names of a row: its key, then its aliases.
struct Names<'a> {
    key: &'a Key,
    aliases: &'static [Key],
}

impl<'a> Names<'a> {
    #[inline]
    const fn of(row: &'a Row) -> Self {
        let aliases: &'static [Key] = match &row.aliases {
            Shared::Const(aliases) => aliases,
            Shared::Owned(_) => &[],
        };
        Self { key: &row.key, aliases }
    }

    #[inline]
    const fn len(&self) -> usize {
        1 + self.aliases.len()
    }

    #[allow(clippy::indexing_slicing, reason = "below the length")]
    #[inline]
    const fn get(&self, at: usize) -> Option<&'static str> {
        let key = if at == 0 { self.key } else { &self.aliases[at - 1] };
        match &key.name {
            Shared::Const(name) => Some(name),
            Shared::Owned(_) => None,
        }
    }
}
