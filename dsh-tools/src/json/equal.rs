//! Equality of JSON values, and a hash that agrees with it.

use super::cursor::Place;
use super::decimal::Decimal;
use super::{Cursor, JsonKind, Num};
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::sync::LazyLock;

/// Objects with more entries are looked up by a map when their orders differ.
const FEW: usize = 16;

/// Two containers of equal kind and length, still to be compared.
type Pairs<'a, 'b> = Vec<(Cursor<'a>, Cursor<'b>)>;

/// Equal as JSON values: numbers exactly, key order ignored. No recursion: what is nested waits in a list.
pub(crate) fn same_value(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    let mut waiting = Pairs::new();
    if !same_so_far(a, b, &mut waiting) {
        return false;
    }
    while let Some((a, b)) = waiting.pop() {
        let is_same = match a.kind() {
            JsonKind::Array => {
                a.items().zip(b.items()).all(|(a, b)| same_so_far(a, b, &mut waiting))
            }
            _ => same_entries(a, b, &mut waiting),
        };
        if !is_same {
            return false;
        }
    }
    true
}

/// Compares what is not nested; containers of equal length wait.
fn same_so_far<'a, 'b>(a: Cursor<'a>, b: Cursor<'b>, waiting: &mut Pairs<'a, 'b>) -> bool {
    let kind = a.kind();
    if kind != b.kind() {
        return false;
    }
    match kind {
        JsonKind::Null => true,
        JsonKind::Bool => a.as_bool() == b.as_bool(),
        JsonKind::Number => same_number(a, b),
        JsonKind::String => same_string(a, b),
        JsonKind::Array | JsonKind::Object => {
            let is_same_length = a.len() == b.len();
            if is_same_length && !is_same_place(a, b) {
                waiting.push((a, b));
            }
            is_same_length
        }
    }
}

fn is_same_place(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    match (a.0, b.0) {
        (Place::Text(a, i), Place::Text(b, j)) => i == j && std::ptr::eq(a, b),
        (Place::Value(a), Place::Value(b)) => std::ptr::eq(a, b),
        _ => false,
    }
}

fn same_string(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    match (a.raw_str(), b.raw_str()) {
        (Some(a), Some(b)) => a == b,
        _ => a.as_str() == b.as_str(),
    }
}

fn same_number(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    if let (
        Some(Num::Small { negative, mantissa, exponent }),
        Some(Num::Small { negative: is_minus, mantissa: other, exponent: power }),
    ) = (a.number(), b.number())
        && exponent == power
    {
        return mantissa == other && (negative == is_minus || mantissa == 0);
    }
    let (a, b) = (a.number_text().unwrap_or_default(), b.number_text().unwrap_or_default());
    a == b || Decimal::new(&a) == Decimal::new(&b)
}

/// No object has a key twice, so as many keys that are all found are the same keys.
fn same_entries<'a, 'b>(a: Cursor<'a>, b: Cursor<'b>, waiting: &mut Pairs<'a, 'b>) -> bool {
    let mut in_order = b.raw_entries();
    let mut index: Option<HashMap<Cow<'b, str>, Cursor<'b>>> = None;
    a.raw_entries().all(|(key, value)| {
        let hint = in_order.next().filter(|(other, _)| key.is_same(*other));
        let other = match hint {
            Some((_, other)) => Some(other),
            None if b.len() <= FEW => b.get(&key.text()),
            None => index.get_or_insert_with(|| b.entries().collect()).get(&key.text()).copied(),
        };
        other.is_some_and(|other| same_so_far(value, other, waiting))
    })
}

/// Keyed, so that nobody can write objects whose entries collide; one key for the process, so that hashes agree.
static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Agrees with [`same_value`]: equal values hash equally. Recursion is bounded by the depth limit.
pub(super) fn hash_value<H: Hasher>(cursor: Cursor<'_>, state: &mut H) {
    let kind = cursor.kind();
    kind.hash(state);
    match kind {
        JsonKind::Null => {}
        JsonKind::Bool => cursor.as_bool().hash(state),
        JsonKind::Number => Decimal::new(&cursor.number_text().unwrap_or_default()).hash(state),
        JsonKind::String => cursor.as_str().hash(state),
        JsonKind::Array => {
            cursor.len().hash(state);
            for item in cursor.items() {
                hash_value(item, state);
            }
        }
        JsonKind::Object => {
            // A sum, whatever the order.
            let mut sum = cursor.len() as u64;
            for (key, value) in cursor.entries() {
                let mut entry = KEYS.build_hasher();
                key.hash(&mut entry);
                hash_value(value, &mut entry);
                sum = sum.wrapping_add(entry.finish());
            }
            state.write_u64(sum);
        }
    }
}
