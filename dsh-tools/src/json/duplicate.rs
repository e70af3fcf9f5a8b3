//! Keys that an object has twice.

use super::scan::unescape;
use super::token::{Kind, Token};
use std::borrow::Cow;
use std::collections::HashSet;

/// From here on keys are kept in a keyed set: to scan for each of them would be quadratic, and with a hash that
/// anybody can compute a table would be, too.
const MANY: u32 = 128;

/// The keys seen so far in one object.
#[derive(Default)]
pub(super) struct Seen<'a> {
    /// One bit of 256 for each hash: a clear bit proves that a key is new.
    filter: [u64; 4],
    /// The decoded keys, once there are many or they cost much to compare.
    set: Option<HashSet<Cow<'a, str>>>,
}

impl<'a> Seen<'a> {
    /// Whether the key that was pushed last, which has this hash, is among the `count` keys before it in the object at
    /// `object`.
    #[inline]
    pub(super) fn again(
        &mut self,
        text: &'a str,
        tokens: &[Token],
        hash: u32,
        object: usize,
        count: u32,
    ) -> bool {
        if count >= MANY {
            return self.again_in_set(text, tokens, object, count);
        }
        let bit = 1u64 << (hash & 63);
        let Some(word) = self.filter.get_mut((hash >> 6 & 3) as usize) else {
            return false;
        };
        let is_new = *word & bit == 0;
        *word |= bit;
        !is_new && self.again_on_hit(text, tokens, object, count)
    }

    /// A hit of the filter is a suspicion; the bytes decide.
    #[inline(never)]
    fn again_on_hit(&mut self, text: &'a str, tokens: &[Token], object: usize, count: u32) -> bool {
        let Some(&last) = tokens.last() else {
            return false;
        };
        for key in keys(tokens, object, count).filter(|key| key.aux == last.aux) {
            if key.is_escaped() || last.is_escaped() {
                // Escapes are decoded once a key, not once a comparison.
                return self.again_in_set(text, tokens, object, count);
            }
            if raw(text, key) == raw(text, last) {
                return true;
            }
        }
        false
    }

    #[inline(never)]
    fn again_in_set(&mut self, text: &'a str, tokens: &[Token], object: usize, count: u32) -> bool {
        let set = self.set.get_or_insert_with(HashSet::new);
        // Keys that the filter let pass are not in the set yet.
        let known = set.len();
        if known < count as usize {
            set.extend(keys(tokens, object, count).skip(known).map(|key| decoded(text, key)));
        }
        tokens.last().is_some_and(|key| !set.insert(decoded(text, *key)))
    }
}

/// The first `count` keys of the object at `object`.
fn keys(tokens: &[Token], object: usize, count: u32) -> impl Iterator<Item = Token> {
    let mut at = object + 1;
    (0..count).map_while(move |_| {
        let key = *tokens.get(at)?;
        let value = *tokens.get(at + 1)?;
        at = if value.is_container() { value.aux as usize } else { at + 2 };
        (key.kind == Kind::Key).then_some(key)
    })
}

fn raw(text: &str, key: Token) -> &str {
    text.get(key.span()).unwrap_or_default()
}

fn decoded(text: &str, key: Token) -> Cow<'_, str> {
    let raw = raw(text, key);
    if key.is_escaped() { unescape(raw) } else { Cow::Borrowed(raw) }
}
