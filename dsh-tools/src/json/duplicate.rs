//! Keys that an object has twice.

use super::rest::narrow;
use super::scan::unescape;
use super::token::{Kind, Token};
use std::borrow::Cow;
use std::collections::HashSet;

/// From here on keys are kept in a table: to scan for each of them would be quadratic.
const MANY: u32 = 64;

/// How many others a key of a large object may meet in the table, taken over all of them: by chance it meets less than
/// two. Eight bytes that are compared in vain count as one more.
const COLLISIONS: u64 = 4;

/// The keys seen so far in one object.
pub(super) struct Seen<'a> {
    /// Where the object is among the tokens.
    object: usize,
    /// How many keys it has so far.
    count: u32,
    /// One bit of 256 for each hash: a clear bit proves that a key is new. All are set once there are many keys.
    filter: [u64; 4],
    /// The same keys, once there are many or they cost much to compare.
    many: Option<Box<Many<'a>>>,
}

enum Many<'a> {
    /// By the hashes in their tokens, which cost nothing more, but anybody can write keys whose hashes are equal.
    Table(Table),
    /// By hashes with a key of its own, once there are too many that are equal.
    Keyed(HashSet<Cow<'a, str>>),
}

/// Open addressing, at most half full: in each place the index of a key's token; 0, which is the index of no key, where
/// there is none.
struct Table {
    places: Vec<u32>,
    /// How many places were looked at in vain.
    vain: u64,
}

/// Keys collide more often than chance allows.
struct Crowded;

impl<'a> Seen<'a> {
    #[inline]
    pub(super) fn of(object: usize) -> Self {
        Self { object, count: 0, filter: [0; 4], many: None }
    }

    /// How many keys there are.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Counts a key, and tells by its hash whether it is sure that the object has it not yet. From many keys on nothing
    /// is sure.
    #[inline]
    pub(super) fn is_new(&mut self, hash: u32) -> bool {
        self.count += 1;
        let bit = 1u64 << (hash & 63);
        let Some(word) = self.filter.get_mut((hash >> 6 & 3) as usize) else {
            return false;
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether the key that was pushed last, of which that is not sure, is one that the object has already.
    pub(super) fn again(&mut self, text: &'a str, tokens: &[Token]) -> bool {
        let count = self.count.saturating_sub(1);
        if count < MANY {
            return self.again_of_few(text, tokens, count);
        }
        self.filter = [u64::MAX; 4];
        self.again_of_many(text, tokens, count)
    }

    fn again_of_few(&mut self, text: &'a str, tokens: &[Token], count: u32) -> bool {
        let Some(&last) = tokens.last() else {
            return false;
        };
        for (_, key) in keys(tokens, self.object, count).filter(|(_, key)| key.aux == last.aux) {
            if key.is_escaped() || last.is_escaped() {
                // Escapes are decoded once a key, not once a comparison.
                return again_keyed(&mut self.many, text, tokens, self.object, count);
            }
            if raw(text, key) == raw(text, last) {
                return true;
            }
        }
        false
    }

    fn again_of_many(&mut self, text: &'a str, tokens: &[Token], count: u32) -> bool {
        if self.many.is_none() {
            let table = Table::new(tokens, self.object, count);
            self.many = table.ok().map(|table| Box::new(Many::Table(table)));
        }
        if let Some(Many::Table(table)) = self.many.as_deref_mut()
            && let Ok(again) = table.again(text, tokens, count)
        {
            return again;
        }
        again_keyed(&mut self.many, text, tokens, self.object, count)
    }
}

#[inline(never)]
fn again_keyed<'a>(
    many: &mut Option<Box<Many<'a>>>,
    text: &'a str,
    tokens: &[Token],
    object: usize,
    count: u32,
) -> bool {
    let many = many.get_or_insert_with(|| Box::new(Many::Keyed(HashSet::new())));
    if let Many::Table(_) = **many {
        **many = Many::Keyed(HashSet::new());
    }
    let Many::Keyed(set) = &mut **many else {
        return false;
    };
    // Keys that the filter let pass are not in the set yet.
    let known = set.len();
    if known < count as usize {
        set.extend(keys(tokens, object, count).skip(known).map(|(_, key)| decoded(text, key)));
    }
    tokens.last().is_some_and(|key| !set.insert(decoded(text, *key)))
}

impl Table {
    /// A table of the first `count` keys of an object, which differ.
    fn new(tokens: &[Token], object: usize, count: u32) -> Result<Self, Crowded> {
        let places = vec![0; (4 * count as usize).next_power_of_two()];
        let mut table = Self { places, vain: 0 };
        for (index, key) in keys(tokens, object, count) {
            table.find(tokens, index, key.aux, count, |_| Ok(false))?;
        }
        Ok(table)
    }

    /// Whether the last token is a key that is in the table already; else it is put there, behind `count` others.
    fn again(&mut self, text: &str, tokens: &[Token], count: u32) -> Result<bool, Crowded> {
        let Some((&key, before)) = tokens.split_last() else {
            return Ok(false);
        };
        if 2 * count as usize >= self.places.len() {
            self.grow(tokens, count)?;
        }
        self.find(tokens, before.len(), key.aux, count, |other| {
            // To decode a key each time it is met would have no bound.
            let is_plain = !key.is_escaped() && !other.is_escaped();
            if is_plain { Ok(raw(text, other) == raw(text, key)) } else { Err(Crowded) }
        })
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, tokens: &[Token], count: u32) -> Result<(), Crowded> {
        let places = vec![0; 4 * self.places.len()];
        for index in std::mem::replace(&mut self.places, places) {
            if index != 0 {
                let index = index as usize;
                let hash = tokens.get(index).map_or(0, |key| key.aux);
                self.find(tokens, index, hash, count, |_| Ok(false))?;
            }
        }
        Ok(())
    }

    /// Looks for what `is` accepts among the keys of this hash; where there is none, puts the index there.
    #[inline]
    fn find(
        &mut self,
        tokens: &[Token],
        index: usize,
        hash: u32,
        count: u32,
        is: impl Fn(Token) -> Result<bool, Crowded>,
    ) -> Result<bool, Crowded> {
        let mask = self.places.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        while let Some(place) = self.places.get_mut(at) {
            if *place == 0 {
                *place = narrow(index);
                break;
            }
            match tokens.get(*place as usize) {
                Some(other) if other.aux == hash => {
                    if is(*other)? {
                        return Ok(true);
                    }
                    self.vain += u64::from(other.len) / 8;
                }
                _ => {}
            }
            self.vain += 1;
            if self.vain > COLLISIONS * u64::from(count) {
                return Err(Crowded);
            }
            at = (at + 1) & mask;
        }
        Ok(false)
    }
}

/// The first `count` keys of the object at `object`, with their indices.
fn keys(tokens: &[Token], object: usize, count: u32) -> impl Iterator<Item = (usize, Token)> {
    let mut at = object + 1;
    (0..count).map_while(move |_| {
        let index = at;
        let key = *tokens.get(index)?;
        let value = *tokens.get(index + 1)?;
        at = if value.is_container() { value.aux as usize } else { index + 2 };
        (key.kind == Kind::Key).then_some((index, key))
    })
}

fn raw(text: &str, key: Token) -> &str {
    text.get(key.span()).unwrap_or_default()
}

fn decoded(text: &str, key: Token) -> Cow<'_, str> {
    let raw = raw(text, key);
    if key.is_escaped() { unescape(raw) } else { Cow::Borrowed(raw) }
}
