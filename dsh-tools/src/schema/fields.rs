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
    // What is optimized has no use for a place in between; what is not would have all of it once for each type.
    #[cfg(not(debug_assertions))]
    if let (Some(Some(cursor)), Some(row)) = (slots.get(row), rows.get(row)) {
        return T::decode(*cursor, row.node.get());
    }
    match place(slots, rows, row) {
        Ok(Some((cursor, node))) => T::decode(cursor, node),
        Ok(None) => T::absent(),
        Err(invalid) => Err(invalid),
    }
}

/// Where a field's value is and what it is read by; nothing where the field is absent. The same for every type, so that
/// builds without optimization have it once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn place<'a>(
    slots: &[Option<Cursor<'a>>],
    rows: &'static [Row],
    row: usize,
) -> Result<Option<(Cursor<'a>, &'static Node)>, Invalid> {
    let (Some(slot), Some(row)) = (slots.get(row), rows.get(row)) else {
        return Err(Invalid(Code::Missing));
    };
    Ok(match (slot, &row.default) {
        (Some(cursor), _) => Some((*cursor, row.node.get())),
        (None, None) => None,
        (None, Some(default)) => default.place(row),
    })
}
