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
    Cursor, Items, JsonWriter, LossyError, RawKey, Sought, Words, hash_words, words,
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
    /// Which bits of the first word are the key's.
    mask: u64,
    pub(crate) hash: u32,
}

impl Key {
    /// A key of a constant.
    #[must_use]
    #[inline]
    pub const fn new(name: &'static str) -> Self {
        let words = words(name.as_bytes());
        Self { name: Shared::Const(name), words, mask: words.mask(), hash: hash_words(words) }
    }

    /// A key of a table built at run time.
    #[inline]
    pub(crate) fn owned(name: &str) -> Self {
        let words = words(name.as_bytes());
        Self {
            name: Shared::Owned(name.into()),
            words,
            mask: words.mask(),
            hash: hash_words(words),
        }
    }

    #[inline]
    pub(crate) const fn constant(&'static self) -> Self {
        Self { name: self.name.constant(), words: self.words, mask: self.mask, hash: self.hash }
    }

    /// Whether it is this key of a constant.
    #[inline]
    pub(crate) const fn is_named(&self, name: &str) -> bool {
        match &self.name {
            Shared::Const(own) => same_text(own, name),
            Shared::Owned(_) => false,
        }
    }

    /// Equal words decide up to sixteen bytes; beyond, the bytes do.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is<'a>(&self, key: impl Sought<'a>) -> bool {
        key.has(&self.words, self.mask) && (self.words.len <= 16 || key.is_named(&self.name))
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

    /// By hash first, which most others differ in.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is<'a>(&self, key: impl Sought<'a>, hash: u32) -> bool {
        if self.key.hash == hash && self.key.is(key) {
            return true;
        }
        // Most rows have none: an iterator's own loop would be a call for each.
        for alias in &*self.aliases {
            if alias.hash == hash && alias.is(key) {
                return true;
            }
        }
        false
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
    /// How many rows are required.
    pub(crate) needed: u32,
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
    #[inline]
    pub const fn new(rows: &'static [Row], index: &'static [u16], deny: bool) -> Self {
        Self::with_parts(rows, index, deny, &[], None)
    }

    /// The same with flattened fields, and with what the keys are that no row takes.
    #[must_use]
    #[inline]
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
            needed: needed(rows),
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
    #[inline]
    pub(crate) const fn constant(&'static self) -> Self {
        self.copied(self.deny)
    }

    /// The same as a part of another object, whose word it is what becomes of undeclared keys.
    #[inline]
    pub(crate) const fn open(&'static self) -> Self {
        self.copied(false)
    }

    #[inline]
    const fn copied(&'static self, deny: bool) -> Self {
        assert!(self.extra.is_none(), "no constant has what only schemas of run time say");
        Self {
            rows: self.rows.constant(),
            index: self.index.constant(),
            required: self.required,
            needed: self.needed,
            deny,
            parts: self.parts,
            rest: constant(self.rest.as_ref()),
            exact: self.exact,
            extra: None,
        }
    }

    /// An object of a table built at run time.
    #[inline]
    pub(crate) fn owned(
        rows: Vec<Row>,
        deny: bool,
        rest: Option<Link>,
        extra: Option<SharedExtra>,
        exact: bool,
    ) -> Self {
        Self {
            required: required(&rows),
            needed: needed(&rows),
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
    #[inline]
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
    #[inline]
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
        find(&self.rows, &self.index, key.taken(), hint).map(|(found, _)| found)
    }
}

/// The row of a key, by the index of all rows.
///
/// Inlined into the loops over keys where builds are optimized: a call costs as much as what it does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn find<'r, 'a>(
    rows: &'r [Row],
    index: &[u16],
    key: impl Sought<'a>,
    hint: &mut usize,
) -> Option<(usize, &'r Row)> {
    if let Some(row) = rows.get(*hint)
        && row.key.is(key)
    {
        *hint += 1;
        return Some((*hint - 1, row));
    }
    let mask = index.len().wrapping_sub(1);
    let hash = key.hash();
    let mut at = hash as usize & mask;
    // At most half full: an empty place ends the search.
    while let Some(&place) = index.get(at)
        && place != EMPTY
    {
        let place = usize::from(place);
        let row = rows.get(place)?;
        if row.is(key, hash) {
            *hint = place + 1;
            return Some((place, row));
        }
        at = (at + 1) & mask;
    }
    None
}

#[allow(clippy::indexing_slicing, reason = "a constant: `i` is below the length")]
#[inline]
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

#[allow(clippy::indexing_slicing, reason = "a constant: `i` is below the length")]
const fn needed(rows: &[Row]) -> u32 {
    let (mut count, mut i) = (0, 0);
    while i < rows.len() {
        if rows[i].required {
            count += 1;
        }
        i += 1;
    }
    count
}

/// The tables of a derived struct, or of a variant by its number: a place for constants that may name type parameters.
#[doc(hidden)]
pub trait Table<const NUMBER: u16 = 0> {
    const ROWS: &'static [Row];
    const INDEX: &'static [u16];
    const PARTS: &'static [Part] = &[];
    const REST: Option<Link> = None;
}

/// A row with nothing said of it: its key must be there unless the type says otherwise.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn row(key: &'static str, node: &'static Node) -> Row {
    described_row(key, node, None)
}

/// The same with a description.
#[doc(hidden)]
#[must_use]
#[inline]
pub const fn told_row(key: &'static str, node: &'static Node, description: &'static str) -> Row {
    described_row(key, node, Some(description))
}

#[inline]
const fn described_row(
    key: &'static str,
    node: &'static Node,
    description: Option<&'static str>,
) -> Row {
    Row {
        key: Key::new(key),
        aliases: Shared::Const(&[]),
        node: Link::Const(node),
        required: !node.is_optional(),
        default: None,
        meta: Meta { description, ..Meta::NONE },
    }
}

/// Writes a struct as an object of its own.
#[doc(hidden)]
pub fn encode_record<T: Record>(record: &T, out: &mut JsonWriter) -> Result<(), LossyError> {
    out.begin_object()?;
    record.encode_rows(out)?;
    out.end_object()
}

/// A struct with named fields.
#[doc(hidden)]
pub trait Record: ToolValue {
    /// Writes all fields into the object that is open.
    fn encode_rows(&self, out: &mut JsonWriter) -> Result<(), LossyError>;
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
#[inline]
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
#[inline]
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
