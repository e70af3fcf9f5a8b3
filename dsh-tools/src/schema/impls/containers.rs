//! Arrays, sets and maps.

use crate::json::{Cursor, JsonWriter, LossyError};
use crate::schema::private::Known;
use crate::schema::{Array, Code, Invalid, Link, Map, MapKey, Node, Shape, ToolValue, leaf};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

const fn array<T: ToolValue>(min: u32, max: u32, unique: bool) -> Node {
    Node::new(Shape::Array(Array { min, max, unique, item: Link::Lazy(|| T::NODE) }))
}

/// Bytes that are reserved for elements before the first is known to be valid.
const RESERVED: usize = 64 * 1024;

/// How many elements a checked array has, and what they are read by.
#[inline]
fn checked_array<'a>(cursor: Cursor<'_>, node: &'a Node) -> Result<(usize, &'a Node), Invalid> {
    let Shape::Array(array) = &node.shape else { return Err(Invalid(Code::Type)) };
    let length = leaf::array_length(cursor, array)?;
    leaf::unique(cursor, array)?;
    Ok((length, array.item.get()))
}

/// The elements of a checked array, decoded one after the other.
#[inline]
fn decode_items<T: ToolValue, C: Default>(
    cursor: Cursor<'_>,
    node: &Node,
    mut push: impl FnMut(&mut C, T),
) -> Result<C, Invalid> {
    let (_, item) = checked_array(cursor, node)?;
    let mut out = C::default();
    for element in cursor.items() {
        match T::decode(element, item) {
            Ok(value) => push(&mut out, value),
            Err(invalid) => return Err(invalid),
        }
    }
    Ok(out)
}

fn encode_items<'a, T: ToolValue>(
    items: impl IntoIterator<Item = &'a T>,
    out: &mut JsonWriter,
) -> Result<(), LossyError> {
    out.begin_array()?;
    for item in items {
        item.encode(out)?;
    }
    out.end_array()
}

impl<T: ToolValue> ToolValue for Vec<T> {
    const NODE: &'static Node = &array::<T>(0, u32::MAX, false);
    const KNOWN: &'static Known = &Known::list(Self::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        // For lists nothing is generated but this: they are in every second type.
        let (length, item) = match checked_array(cursor, node) {
            Ok(checked) => checked,
            Err(Invalid(code)) => return Err(Invalid(code)),
        };
        let mut out = Self::with_capacity(length.min(RESERVED / size_of::<T>().max(1)));
        for element in cursor.items() {
            match T::decode(element, item) {
                Ok(value) => out.push(value),
                Err(invalid) => return Err(invalid),
            }
        }
        Ok(out)
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_items(self, out)
    }
}

impl<T: ToolValue> ToolValue for VecDeque<T> {
    const NODE: &'static Node = &array::<T>(0, u32::MAX, false);
    const KNOWN: &'static Known = &Known::list(Self::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        Vec::decode(cursor, node).map(Self::from)
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_items(self, out)
    }
}

impl<T: ToolValue, const N: usize> ToolValue for [T; N] {
    const NODE: &'static Node = &array::<T>(length::<N>(), length::<N>(), false);
    const KNOWN: &'static Known = &Known::list(Self::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        Self::try_from(Vec::decode(cursor, node)?).map_err(|_| Invalid(Code::Items))
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_items(self, out)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "checked in the line before")]
const fn length<const N: usize>() -> u32 {
    assert!(N < u32::MAX as usize, "an array in arguments has fewer than 2^32 elements");
    N as u32
}

impl<T: ToolValue + Ord> ToolValue for BTreeSet<T> {
    const NODE: &'static Node = &array::<T>(0, u32::MAX, true);
    const KNOWN: &'static Known = &Known::list(Self::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        decode_items(cursor, node, |out: &mut Self, item| _ = out.insert(item))
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_items(self, out)
    }
}

impl<T, S> ToolValue for HashSet<T, S>
where
    T: ToolValue + Eq + Hash,
    S: BuildHasher + Default + 'static,
{
    const NODE: &'static Node = &array::<T>(0, u32::MAX, true);
    const KNOWN: &'static Known = &Known::list(Self::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        decode_items(cursor, node, |out: &mut Self, item| _ = out.insert(item))
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        encode_items(self, out)
    }
}

const fn map<K: MapKey, T: ToolValue>() -> Node {
    let keys = if K::FREE { None } else { Some(Link::Lazy(|| K::NODE)) };
    Node::new(Shape::Map(Map { min: 0, max: u32::MAX, value: Link::Lazy(|| T::NODE), keys }))
}

fn decode_entries<K: MapKey, T: ToolValue>(
    cursor: Cursor<'_>,
    node: &Node,
    mut insert: impl FnMut(K, T),
) -> Result<(), Invalid> {
    let Shape::Map(map) = &node.shape else {
        return Err(Invalid(Code::Type));
    };
    leaf::map_length(cursor, 0, map)?;
    let value = map.value.get();
    let keys = map.keys.map_or(K::NODE, Link::get);
    for (key, entry) in cursor.entries() {
        insert(K::from_key(key, keys)?, T::decode(entry, value)?);
    }
    Ok(())
}

fn encode_entry<K: MapKey, T: ToolValue>(
    key: &K,
    value: &T,
    out: &mut JsonWriter,
) -> Result<(), LossyError> {
    out.key(&key.as_key()?)?;
    value.encode(out)
}

impl<K: MapKey + Ord, T: ToolValue> ToolValue for BTreeMap<K, T> {
    const NODE: &'static Node = &map::<K, T>();
    const KNOWN: &'static Known = &Known::map(Self::NODE, K::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let mut out = Self::new();
        decode_entries(cursor, node, |key, value| drop(out.insert(key, value)))?;
        Ok(out)
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        out.begin_object()?;
        for (key, value) in self {
            encode_entry(key, value, out)?;
        }
        out.end_object()
    }
}

impl<K, T, S> ToolValue for HashMap<K, T, S>
where
    K: MapKey + Eq + Hash,
    T: ToolValue,
    S: BuildHasher + Default + 'static,
{
    const NODE: &'static Node = &map::<K, T>();
    const KNOWN: &'static Known = &Known::map(Self::NODE, K::NODE, T::KNOWN);

    fn decode(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid> {
        let mut out = Self::default();
        decode_entries(cursor, node, |key, value| drop(out.insert(key, value)))?;
        Ok(out)
    }

    fn encode(&self, out: &mut JsonWriter) -> Result<(), LossyError> {
        // In an order of its own the same value would be another text each time.
        let mut entries = Vec::with_capacity(self.len());
        for (key, value) in self {
            entries.push((key.as_key()?, value));
        }
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        out.begin_object()?;
        for (key, value) in entries {
            out.key(&key)?;
            value.encode(out)?;
        }
        out.end_object()
    }
}
