//! Objects with declared keys: rows, and the table that finds them.

use super::check::checked_value;
use super::flat::Part;
use super::key::{self, EMPTY};
use super::literal::same_text;
use super::rules::SharedExtra;
use super::shape::constant;
use super::{
    Code, DefaultValue, Invalid, Kinds, Link, Meta, Node, Nodes, Shape, Shared, ToolValue, leaf,
};
use crate::json::{
    Cursor, Items, JsonKind, JsonWriter, LossyError, RawKey, Words, hash_name, words,
};

/// One declared key.
#[derive(Debug)]
pub struct Row {
    /// The key.
    pub key: Key,
    /// Other keys that are accepted for it and not advertised.
    pub aliases: Shared<[Key]>,
    /// What its value must look like: the type's node, narrowed by the field's constraints.
    pub node: Link,
    /// The key must be there.
    pub required: bool,
    /// What an absent key stands for.
    pub default: Option<DefaultValue>,
    /// What the author says of the field.
    pub meta: Meta,
}

/// A key with what makes finding it cheap.
#[derive(Debug)]
pub struct Key {
    pub(crate) name: Shared<str>,
    pub(crate) words: Words,
    pub(crate) hash: u32,
}

impl Key {
    /// A key of a constant.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name: Shared::Const(name),
            words: words(name.as_bytes()),
            hash: hash_name(name.as_bytes()),
        }
    }

    /// A key of a table built at run time.
    pub(crate) fn owned(name: &str) -> Self {
        Self {
            name: Shared::Owned(name.into()),
            words: words(name.as_bytes()),
            hash: hash_name(name.as_bytes()),
        }
    }

    pub(crate) const fn constant(&'static self) -> Self {
        Self { name: self.name.constant(), words: self.words, hash: self.hash }
    }

    /// Whether it is this key of a constant.
    pub(crate) const fn is_named(&self, name: &str) -> bool {
        match &self.name {
            Shared::Const(own) => same_text(own, name),
            Shared::Owned(_) => false,
        }
    }

    /// Equal words decide up to sixteen bytes; beyond, the bytes do.
    #[inline]
    fn is(&self, words: Words, key: RawKey<'_>) -> bool {
        self.words == words && (words.len <= 16 || self.is_long(key))
    }

    #[inline(never)]
    fn is_long(&self, key: RawKey<'_>) -> bool {
        match key.plain() {
            Some(bytes) => self.name.as_bytes() == bytes,
            None => *self.name == *key.text(),
        }
    }
}

impl Row {
    /// `null` for this row counts as an absent key: it may be absent, and `null` is none of its values.
    #[inline]
    pub(crate) fn null_is_absent(&self, nodes: Nodes<'_>) -> bool {
        let node = nodes.get(self.node);
        !self.required && (node.optional || !Kinds::of(node, nodes).has(Kinds::NULL))
    }

    /// Of the key there is nothing to write: it may hold `null` and nothing else, and is left out.
    pub(crate) fn is_never_written(&self, nodes: Nodes<'_>) -> bool {
        let node = nodes.get(self.node);
        let may_be_absent = !self.required && self.default.is_none() && !node.optional;
        may_be_absent && matches!(node.shape, Shape::Null)
    }

    #[inline]
    fn is(&self, words: Words, key: RawKey<'_>) -> bool {
        self.key.is(words, key) || self.aliases.iter().any(|alias| alias.is(words, key))
    }
}

/// An object with declared keys.
#[derive(Debug)]
pub struct Object {
    pub(crate) rows: Shared<[Row]>,
    /// Open addressing over the hashes of keys and aliases, at most half full.
    pub(crate) index: Shared<[u16]>,
    /// The required ones among the first 64 rows.
    pub(crate) required: u64,
    /// Undeclared keys are violations.
    pub(crate) deny: bool,
    /// Parts whose keys stand among its own.
    pub(crate) parts: &'static [Part],
    /// What the values of undeclared keys must look like.
    pub(crate) rest: Option<Link>,
    /// As JSON Schema reads it: `null` is a value like others, and a result is held to what arguments are.
    pub(crate) exact: bool,
    /// What else a schema of run time says.
    pub(crate) extra: Option<SharedExtra>,
}

impl Object {
    /// The object of a constant.
    #[must_use]
    pub const fn new(rows: &'static [Row], index: &'static [u16], deny: bool) -> Self {
        Self::with_parts(rows, index, deny, &[], None)
    }

    /// The same with flattened fields, and with what the keys are that no row takes.
    #[must_use]
    pub const fn with_parts(
        rows: &'static [Row],
        index: &'static [u16],
        deny: bool,
        parts: &'static [Part],
        rest: Option<Link>,
    ) -> Self {
        Self {
            rows: Shared::Const(rows),
            index: Shared::Const(index),
            required: required(rows),
            deny,
            parts,
            rest,
            exact: false,
            extra: None,
        }
    }

    /// The same, for constants made from constants.
    ///
    /// # Panics
    /// At compile time, on an object built at run time.
    #[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
    pub(crate) const fn constant(&'static self) -> Self {
        self.copied(self.deny)
    }

    /// The same as a part of another object, whose word it is what becomes of undeclared keys.
    pub(crate) const fn open(&'static self) -> Self {
        self.copied(false)
    }

    const fn copied(&'static self, deny: bool) -> Self {
        assert!(self.extra.is_none(), "no constant has what only schemas of run time say");
        Self {
            rows: self.rows.constant(),
            index: self.index.constant(),
            required: self.required,
            deny,
            parts: self.parts,
            rest: constant(self.rest.as_ref()),
            exact: self.exact,
            extra: None,
        }
    }

    /// An object of a table built at run time.
    pub(crate) fn owned(
        rows: Vec<Row>,
        deny: bool,
        rest: Option<Link>,
        extra: Option<SharedExtra>,
        exact: bool,
    ) -> Self {
        Self {
            required: required(&rows),
            index: Shared::Owned(key::owned_index(&rows)),
            rows: Shared::Owned(rows.into()),
            deny,
            parts: &[],
            rest,
            exact,
            extra,
        }
    }

    /// Whether it declares a key, in a constant.
    #[allow(clippy::indexing_slicing, reason = "each index is below its length")]
    pub(crate) const fn has_key(&self, name: &str) -> bool {
        let Shared::Const(rows) = &self.rows else {
            return false;
        };
        let mut i = 0;
        while i < rows.len() {
            if rows[i].key.is_named(name) {
                return true;
            }
            if let Shared::Const(aliases) = &rows[i].aliases {
                let mut j = 0;
                while j < aliases.len() {
                    if aliases[j].is_named(name) {
                        return true;
                    }
                    j += 1;
                }
            }
            i += 1;
        }
        let mut i = 0;
        while i < self.parts.len() {
            if let Shape::Object(object) = &self.parts[i].node.shape
                && object.has_key(name)
            {
                return true;
            }
            i += 1;
        }
        false
    }

    /// Whether one more key, of this name, changes nothing.
    pub(crate) fn ignores(&self, key: &Key) -> bool {
        let open = !self.deny && self.rest.is_none() && self.extra.is_none();
        let is = |row: &&Row| {
            *row.key.name == *key.name || row.aliases.iter().any(|alias| *alias.name == *key.name)
        };
        open && !self.all_rows().iter().any(is)
    }

    /// The row of a key. `hint` is the row after the last one found: keys often come in declared order.
    #[inline]
    pub(crate) fn find(&self, key: RawKey<'_>, hint: &mut usize) -> Option<usize> {
        let words = key.words();
        let rows: &[Row] = &self.rows;
        if rows.get(*hint).is_some_and(|row| row.key.is(words, key)) {
            *hint += 1;
            return Some(*hint - 1);
        }
        let index: &[u16] = &self.index;
        let mask = index.len().wrapping_sub(1);
        let mut at = key.hash() as usize & mask;
        // At most half full: an empty place ends the search.
        while let Some(&place) = index.get(at)
            && place != EMPTY
        {
            let place = usize::from(place);
            if rows.get(place)?.is(words, key) {
                *hint = place + 1;
                return Some(place);
            }
            at = (at + 1) & mask;
        }
        None
    }
}

#[allow(clippy::indexing_slicing, reason = "a constant: `i` is below the length")]
const fn required(rows: &[Row]) -> u64 {
    let (mut mask, mut i) = (0, 0);
    while i < rows.len() && i < 64 {
        if rows[i].required {
            mask |= 1 << i;
        }
        i += 1;
    }
    mask
}

/// The tables of a derived struct, or of a variant by its number: a place for constants that may name type parameters.
#[doc(hidden)]
pub trait Table<const NUMBER: u16 = 0> {
    const ROWS: &'static [Row];
    const INDEX: &'static [u16];
    const PARTS: &'static [Part] = &[];
    const REST: Option<Link> = None;
}

/// A struct with named fields.
#[doc(hidden)]
pub trait Record: ToolValue {
    /// Writes all fields into the object that is open.
    fn encode_rows(&self, out: &mut JsonWriter) -> Result<(), LossyError>;
}

/// Finds the value of every row of an object; checks the kind, undeclared and missing keys.
#[doc(hidden)]
#[inline(never)]
pub fn object<'a>(
    cursor: Cursor<'a>,
    node: &Node,
    slots: &mut [Option<Cursor<'a>>],
) -> Result<(), Invalid> {
    let Shape::Object(object) = &node.shape else {
        return Err(Invalid(Code::Type));
    };
    if cursor.kind() != JsonKind::Object {
        return Err(Invalid(Code::Type));
    }
    let rows: &[Row] = &object.rows;
    let (mut seen, mut hint) = (0_u64, 0);
    for (key, value) in cursor.raw_entries() {
        let Some(found) = object.find(key, &mut hint) else {
            if object.deny && !object.part_declares(key) {
                return Err(Invalid(Code::UnknownField));
            }
            continue;
        };
        let (Some(slot), Some(row)) = (slots.get_mut(found), rows.get(found)) else {
            continue;
        };
        if value.is_null() && row.null_is_absent(Nodes::NONE) {
            continue;
        }
        if slot.is_some() {
            return Err(Invalid(Code::UnknownField));
        }
        *slot = Some(value);
        if found < 64 {
            seen |= 1 << found;
        }
    }
    if object.required & !seen != 0 {
        return Err(Invalid(Code::Missing));
    }
    let late = rows.iter().zip(slots.iter()).skip(64);
    if late.into_iter().any(|(row, slot)| row.required && slot.is_none()) {
        return Err(Invalid(Code::Missing));
    }
    Ok(())
}

/// The value of row number `row`: decoded, or its default, or what absence means to the type.
#[doc(hidden)]
#[inline]
pub fn field<T: ToolValue>(
    slots: &[Option<Cursor<'_>>],
    rows: &'static [Row],
    row: usize,
) -> Result<T, Invalid> {
    let (Some(slot), Some(row)) = (slots.get(row), rows.get(row)) else {
        return Err(Invalid(Code::Missing));
    };
    match (slot, &row.default) {
        (Some(cursor), _) => T::decode(*cursor, row.node.get()),
        (None, None) => T::absent(),
        (None, Some(default)) => default.read(row),
    }
}

/// Which variant a string names.
#[doc(hidden)]
pub fn choice(cursor: Cursor<'_>, node: &Node) -> Result<u16, Invalid> {
    match &node.shape {
        Shape::Choice(choices) => leaf::choice(cursor, choices),
        _ => Err(Invalid(Code::Type)),
    }
}

/// A struct that is another type on the wire.
#[doc(hidden)]
pub trait Newtype: ToolValue {
    type Inner: ToolValue;
}

/// The elements of a tuple: as many as it has places.
#[doc(hidden)]
pub fn elements<'a, 'n>(
    cursor: Cursor<'a>,
    node: &'n Node,
) -> Result<(&'n [Link], Items<'a>), Invalid> {
    let Shape::Tuple(links) = &node.shape else {
        return Err(Invalid(Code::Type));
    };
    leaf::tuple_length(cursor, links)?;
    Ok((links, cursor.items()))
}

/// The node of place number `at`, and what stands there.
fn place<'a>(
    links: &[Link],
    items: &mut Items<'a>,
    at: usize,
) -> Result<(Cursor<'a>, &'static Node), Invalid> {
    match (items.next(), links.get(at)) {
        (Some(item), Some(link)) => Ok((item, link.get())),
        _ => Err(Invalid(Code::Items)),
    }
}

/// Element number `at` of a tuple, after those before it.
#[doc(hidden)]
pub fn element<T: ToolValue>(
    links: &[Link],
    items: &mut Items<'_>,
    at: usize,
) -> Result<T, Invalid> {
    let (item, node) = place(links, items, at)?;
    T::decode(item, node)
}

/// The same with a check.
#[doc(hidden)]
pub fn checked_element<T: ToolValue>(
    links: &[Link],
    items: &mut Items<'_>,
    at: usize,
) -> Result<T, Invalid> {
    let (item, node) = place(links, items, at)?;
    checked_value(item, node, node, 0)
}
