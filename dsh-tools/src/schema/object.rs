//! Objects with declared keys: rows, and the table that finds them.

use super::key::{self, EMPTY};
use super::rules::SharedExtra;
use super::{Code, Invalid, Kinds, Link, Meta, Node, Nodes, Shape, Shared, ToolValue, leaf};
use crate::json::{Cursor, FrozenJson, JsonKind, RawKey, Words, hash_name, words};

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

/// What an absent key stands for.
#[derive(Clone, Copy, Debug)]
pub struct DefaultValue {
    /// JSON text.
    pub text: &'static str,
    /// The same as a document, made once.
    pub document: fn() -> &'static FrozenJson,
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
        Self {
            rows: Shared::Const(rows),
            index: Shared::Const(index),
            required: required(rows),
            deny,
            rest: None,
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
        assert!(self.extra.is_none(), "no constant has what only schemas of run time say");
        Self {
            rows: self.rows.constant(),
            index: self.index.constant(),
            required: self.required,
            deny: self.deny,
            rest: match &self.rest {
                Some(rest) => Some(rest.constant()),
                None => None,
            },
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
            rest,
            exact,
            extra,
        }
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

/// The tables of a derived struct: a place for constants that may name its type parameters.
#[doc(hidden)]
pub trait Table {
    const ROWS: &'static [Row];
    const INDEX: &'static [u16];
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
            if object.deny {
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
        (None, Some(default)) => T::decode((default.document)().root(), row.node.get()),
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
