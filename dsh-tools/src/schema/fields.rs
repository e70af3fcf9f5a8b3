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
    let (mut missing, mut hint) = (object.needed, 0);
    for Entry { key, value, is_null } in entries {
        // Asked at once, so that nobody has to keep the answer.
        if is_null && is_absent(rows, index, key, hint) {
            continue;
        }
        let Some((found, row)) = find(rows, index, key, &mut hint) else {
            if object.deny && !object.part_declares(key.raw()) {
                return Err(Invalid(Code::UnknownField));
            }
            continue;
        };
        let Some(slot) = slots.get_mut(found) else {
            continue;
        };
        if slot.is_some() {
            return Err(Invalid(Code::UnknownField));
        }
        *slot = Some(value);
        missing = missing.wrapping_sub(u32::from(row.required));
    }
    if missing == 0 { Ok(()) } else { Err(Invalid(Code::Missing)) }
}

/// Whether a key whose value is `null` counts as absent.
#[cold]
#[inline(never)]
fn is_absent<'a>(rows: &[Row], index: &[u16], key: impl Sought<'a>, mut hint: usize) -> bool {
    find(rows, index, key, &mut hint).is_some_and(|(_, row)| row.null_is_absent(Nodes::NONE))
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
