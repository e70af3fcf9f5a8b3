//! The table of an object's keys, made at compile time.

use super::Row;
use std::sync::Arc;

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
#[inline]
const fn insert(table: &mut [u16], hash: u32, row: u16) {
    let mask = table.len() - 1;
    let mut at = hash as usize & mask;
    while table[at] != EMPTY {
        at = (at + 1) & mask;
    }
    table[at] = row;
}

/// The same of rows that are made at run time. Rows past the range of its numbers are found by nobody: the compiler of
/// schemas refuses so many.
#[inline]
pub(crate) fn owned_index(rows: &[Row]) -> Arc<[u16]> {
    let keys: usize = rows.iter().map(|row| 1 + row.aliases.len()).sum();
    let mut table = vec![EMPTY; (2 * keys).next_power_of_two()];
    for (row, number) in rows.iter().zip(0_u16..EMPTY) {
        insert(&mut table, row.key.hash, number);
        for alias in row.aliases.iter() {
            insert(&mut table, alias.hash, number);
        }
    }
    table.into()
}
