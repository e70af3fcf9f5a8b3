//! Reading an object with declared keys: which value stands at which row.

use super::object::find;
use super::{Code, Invalid, Node, Nodes, Object, Row, Shape, ToolValue};
use crate::json::{Cursor, Entry, JsonKind, Sought};

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
    match cursor.text_entries() {
        Some(entries) => fill(object, entries, slots),
        None => of_value(cursor, object, slots),
    }
}

/// The same of a document that came as a value.
#[inline(never)]
fn of_value<'a>(
    cursor: Cursor<'a>,
    object: &Object,
    slots: &mut [Option<Cursor<'a>>],
) -> Result<(), Invalid> {
    if cursor.kind() != JsonKind::Object {
        return Err(Invalid(Code::Type));
    }
    fill(object, cursor.sought_entries(), slots)
}

#[inline]
fn fill<'a>(
    object: &Object,
    entries: impl Iterator<Item = Entry<'a, impl Sought<'a>>>,
    slots: &mut [Option<Cursor<'a>>],
) -> Result<(), Invalid> {
    let rows: &[Row] = &object.rows;
    let index: &[u16] = &object.index;
    let (mut seen, mut hint) = (0_u64, 0);
    for Entry { key, value, is_null } in entries {
        let Some((found, row)) = find(rows, index, key, &mut hint) else {
            if object.deny && !object.part_declares(key.raw()) {
                return Err(Invalid(Code::UnknownField));
            }
            continue;
        };
        if is_null && row.null_is_absent(Nodes::NONE) {
            continue;
        }
        let Some(slot) = slots.get_mut(found) else {
            continue;
        };
        if slot.is_some() {
            return Err(Invalid(Code::UnknownField));
        }
        *slot = Some(value);
        if found < 64 {
            seen |= 1 << found;
        }
    }
    if object.required & !seen != 0 || rows.len() > 64 && misses_late(rows, slots) {
        return Err(Invalid(Code::Missing));
    }
    Ok(())
}

/// Rows beyond those that the mask tells of.
#[inline(never)]
fn misses_late(rows: &[Row], slots: &[Option<Cursor<'_>>]) -> bool {
    let mut late = rows.iter().zip(slots).skip(64);
    late.any(|(row, slot)| row.required && slot.is_none())
}

/// The value of row number `row`: decoded, or its default, or what absence means to the type.
#[doc(hidden)]
#[cfg_attr(not(debug_assertions), inline(always))]
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
