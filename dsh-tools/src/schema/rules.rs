//! The shapes that only schemas of run time have: keywords side by side, as JSON Schema lets them stand.

use super::Kinds;
use super::Link;
use super::pattern::PatternLink;
use crate::json::{Cursor, FrozenJson, Num};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

/// Keywords side by side: all of them hold.
#[derive(Debug)]
pub(crate) struct Rules {
    /// What `type` admits.
    pub(crate) kinds: Kinds,
    /// The rest, in the order of the schema's text: what holds of values of these kinds; others it does not concern.
    pub(crate) parts: Box<[(Kinds, Link)]>,
}

/// `if`, `then`, `else`.
#[derive(Debug)]
pub(crate) struct Choose {
    pub(crate) when: Link,
    pub(crate) then: Option<Link>,
    pub(crate) otherwise: Option<Link>,
}

/// A number, exactly as large as it is written.
#[derive(Debug)]
pub(crate) struct Limit {
    /// The nearest double.
    near: f64,
    text: Box<str>,
}

impl Limit {
    /// The number that stands here, as it is written.
    #[inline]
    pub(crate) fn read(cursor: Cursor<'_>) -> Option<Self> {
        let text = cursor.number_text()?;
        Some(Self { near: cursor.number()?.f64(), text: text.into() })
    }

    /// An integer.
    #[allow(clippy::cast_precision_loss, reason = "what is near is compared by text")]
    #[inline]
    pub(crate) fn of(integer: i128) -> Self {
        Self { near: integer as f64, text: integer.to_string().into() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// How this limit compares with another one.
    #[inline]
    pub(crate) fn order_of(&self, other: &Self) -> Ordering {
        Num::Text(&self.text).order_text(&other.text)
    }

    pub(crate) fn double(&self) -> f64 {
        self.near
    }

    /// How a number compares: rounding never turns an order around, so that the texts are asked only of what
    /// rounds to the same double.
    pub(crate) fn order(&self, number: Num<'_>) -> Ordering {
        match number.f64().partial_cmp(&self.near) {
            Some(Ordering::Equal) | None => number.order_text(&self.text),
            Some(order) => order,
        }
    }
}

/// Limits of a number as a schema writes them.
#[derive(Debug, Default)]
pub(crate) struct Number {
    /// No fraction.
    pub(crate) integer: bool,
    pub(crate) min: Option<Limit>,
    pub(crate) max: Option<Limit>,
    pub(crate) above: Option<Limit>,
    pub(crate) below: Option<Limit>,
    pub(crate) steps: Box<[Limit]>,
}

/// An array whose places have schemas of their own, or that must contain something.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    /// The first elements.
    pub(crate) first: Box<[Link]>,
    /// The elements after these.
    pub(crate) rest: Option<Link>,
    /// What some of them must look like, and how many.
    pub(crate) contains: Option<Contains>,
}

/// `contains`, `minContains`, `maxContains`.
#[derive(Debug)]
pub(crate) struct Contains {
    pub(crate) node: Link,
    pub(crate) min: u32,
    pub(crate) max: u32,
}

/// What the keywords of an object say beyond declared keys.
#[derive(Debug, Default)]
pub(crate) struct Extra {
    /// What the values of matching keys must look like, declared ones included.
    pub(crate) patterns: Box<[(PatternLink, Link)]>,
    /// What every key must look like.
    pub(crate) names: Option<Link>,
    pub(crate) min: u32,
    pub(crate) max: Option<u32>,
    /// What must be there, or hold, beside a key, which has a row.
    pub(crate) dependents: Box<[(u16, Dependent)]>,
    /// The rows whose absence is told, in this order and as often as they are listed; `None` for the order of the rows.
    pub(crate) told: Option<Box<[u16]>>,
}

/// What a key calls for.
#[derive(Debug)]
pub(crate) enum Dependent {
    /// Other keys, which have rows.
    Keys(Box<[u16]>),
    /// A schema of the whole object.
    Schema(Link),
}

/// A closed set of values of any kind.
#[derive(Debug)]
pub(crate) struct Values {
    /// An array of them.
    list: FrozenJson,
    /// Of many: where each stands, by hash.
    index: Option<(RandomState, HashMap<u64, Vec<u32>>)>,
    /// `const`.
    pub(crate) is_const: bool,
}

/// Sets up to this size are compared one by one.
const FEW: usize = 16;

impl Values {
    /// Of `const`.
    #[inline]
    pub(crate) fn one(value: Cursor<'_>) -> Self {
        Self { list: FrozenJson::list_of(value), index: None, is_const: true }
    }

    /// Of an array.
    #[inline]
    pub(crate) fn new(list: Cursor<'_>, is_const: bool) -> Self {
        let mut values = Self { list: list.to_frozen(), index: None, is_const };
        let root = values.list.root();
        if root.len() > FEW {
            let keys = RandomState::new();
            let mut index: HashMap<u64, Vec<u32>> = HashMap::with_capacity(root.len());
            for value in root.items() {
                index.entry(hash(&keys, value)).or_default().push(value.position(&values.list));
            }
            values.index = Some((keys, index));
        }
        values
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Cursor<'_>> {
        self.list.root().items()
    }

    pub(crate) fn len(&self) -> usize {
        self.list.root().len()
    }

    pub(crate) fn take(&self, value: Cursor<'_>) -> bool {
        match &self.index {
            None => self.iter().any(|listed| listed.same_value(value)),
            Some((keys, index)) => {
                let bucket = index.get(&hash(keys, value)).map_or(&[][..], |bucket| bucket);
                let mut listed = bucket.iter().filter_map(|at| self.list.at_position(*at));
                listed.any(|listed| listed.same_value(value))
            }
        }
    }
}

fn hash(keys: &RandomState, value: Cursor<'_>) -> u64 {
    let mut hasher = keys.build_hasher();
    value.hash_value(&mut hasher);
    hasher.finish()
}

/// Shared, so that the walk can hold it while it goes on.
pub(crate) type SharedExtra = Arc<Extra>;
