//! The table of an object's keys, made at compile time.

use super::Row;

/// No row.
pub(crate) const EMPTY: u16 = u16::MAX;

/// The index of `rows`: `N` is a power of two, at least twice the number of keys and aliases, at least 1.
#[must_use]
#[allow(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "evaluated at compile time, masked by the length"
)]
pub const fn index<const N: usize>(rows: &[Row]) -> [u16; N] {
    let mut table = [EMPTY; N];
    let mut row = 0;
    while row < rows.len() {
        insert(&mut table, rows[row].key.hash, row as u16);
        if let super::Shared::Const(aliases) = &rows[row].aliases {
            let mut alias = 0;
            while alias < aliases.len() {
                insert(&mut table, aliases[alias].hash, row as u16);
                alias += 1;
            }
        }
        row += 1;
    }
    table
}

#[allow(clippy::indexing_slicing, reason = "masked by the length, a power of two")]
const fn insert(table: &mut [u16], hash: u32, row: u16) {
    let mask = table.len() - 1;
    let mut at = hash as usize & mask;
    while table[at] != EMPTY {
        at = (at + 1) & mask;
    }
    table[at] = row;
}
