//! Elements that a list has twice.

use super::Cursor;
use super::cursor::Place;
use super::frozen::Doc;
use serde_json::Value;
use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;

/// Up to this many elements are compared pair by pair.
const PAIRWISE: usize = 4;

/// Elements whose hashes are kept for the next list of the thread: 256 KiB.
const SCRATCH_LIMIT: usize = 32_768;

/// How many other elements an element may be compared with, taken over all of them: those of its hash, which by chance
/// are none.
const COLLISIONS: usize = 4;

thread_local! {
    /// Where hashes are sorted: checking a list allocates nothing.
    static SCRATCH: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// Nobody outside the process knows it: who writes lists cannot choose their hashes.
static KEYS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// What the fast hash starts from.
static SEED: LazyLock<u64> = LazyLock::new(|| KEYS.hash_one(0));

impl Cursor<'_> {
    /// The first element that equals an earlier one, as JSON values: `(earlier, later)`.
    pub(crate) fn first_repeat(self) -> Option<(usize, usize)> {
        match self.0 {
            Place::Text(document, at) => in_list(&Text { document, at }, self.len()),
            Place::Value(Value::Array(items)) => in_list(&items.as_slice(), items.len()),
            Place::Value(_) => None,
        }
    }
}

/// The elements of a list, by a number that tells where each is.
trait List {
    /// All elements in their order.
    fn each(&self, see: impl FnMut(u32, Cursor<'_>));

    fn get(&self, place: u32) -> Cursor<'_>;

    /// How many elements stand before one.
    fn index_of(&self, place: u32) -> usize;
}

/// An array in a document that came as text; elements are told by their tokens.
struct Text<'a> {
    document: &'a Doc,
    at: u32,
}

impl List for Text<'_> {
    fn each(&self, mut see: impl FnMut(u32, Cursor<'_>)) {
        for item in Cursor::text(self.document, self.at).items() {
            if let Place::Text(_, place) = item.0 {
                see(place, item);
            }
        }
    }

    fn get(&self, place: u32) -> Cursor<'_> {
        Cursor::text(self.document, place)
    }

    fn index_of(&self, place: u32) -> usize {
        let items = Cursor::text(self.document, self.at).items();
        items.take_while(|item| !matches!(item.0, Place::Text(_, at) if at >= place)).count()
    }
}

impl List for &[Value] {
    fn each(&self, mut see: impl FnMut(u32, Cursor<'_>)) {
        for (place, item) in (0..).zip(*self) {
            see(place, Cursor::value(item));
        }
    }

    fn get(&self, place: u32) -> Cursor<'_> {
        <[Value]>::get(self, place as usize).map_or(Cursor::value(&Value::Null), Cursor::value)
    }

    fn index_of(&self, place: u32) -> usize {
        place as usize
    }
}

fn in_list(list: &impl List, len: usize) -> Option<(usize, usize)> {
    if len < 2 {
        return None;
    }
    // A thread that is ending has no scratch any more.
    let mut hashes = SCRATCH.try_with(Cell::take).unwrap_or_default();
    let found = if len <= PAIRWISE {
        // As if all had one hash: each is compared with those before it.
        sort(list, &mut hashes, |_| 0);
        repeat_among(list, &hashes, usize::MAX)
    } else {
        sort(list, &mut hashes, fast_hash);
        // Whose hashes are equal too often has found out how they are made: then by a hash that is not made for speed.
        repeat_among(list, &hashes, COLLISIONS * len).or_else(|Crowded| {
            sort(list, &mut hashes, slow_hash);
            repeat_among(list, &hashes, usize::MAX)
        })
    };
    if hashes.capacity() <= SCRATCH_LIMIT {
        let _ = SCRATCH.try_with(|scratch| scratch.set(hashes));
    }
    let (earlier, later) = found.ok()??;
    Some((list.index_of(earlier), list.index_of(later)))
}

/// More comparisons than are allowed.
struct Crowded;

/// Each element as its hash and its place, in order: equal elements are neighbours.
fn sort(list: &impl List, hashes: &mut Vec<u64>, hash: impl Fn(Cursor<'_>) -> u32) {
    hashes.clear();
    list.each(|place, item| hashes.push(u64::from(hash(item)) << 32 | u64::from(place)));
    hashes.sort_unstable();
}

/// The repeat that comes first, among neighbours of one hash.
fn repeat_among(
    list: &impl List,
    hashes: &[u64],
    mut comparisons: usize,
) -> Result<Option<(u32, u32)>, Crowded> {
    let mut first: Option<(u32, u32)> = None;
    for run in hashes.chunk_by(|a, b| a >> 32 == b >> 32).filter(|run| run.len() > 1) {
        'run: for (count, &later) in run.iter().enumerate().skip(1) {
            for &earlier in run.iter().take(count) {
                comparisons = comparisons.checked_sub(1).ok_or(Crowded)?;
                let (earlier, later) = (place(earlier), place(later));
                if list.get(earlier).same_value(list.get(later)) {
                    if first.is_none_or(|(_, before)| later < before) {
                        first = Some((earlier, later));
                    }
                    break 'run;
                }
            }
        }
    }
    Ok(first)
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half is the place")]
const fn place(hash: u64) -> u32 {
    hash as u32
}

fn fast_hash(item: Cursor<'_>) -> u32 {
    let mut state = Mix(*SEED);
    match item.raw_str() {
        // Most lists whose items differ are of strings.
        Some(text) => state.write(text.as_bytes()),
        None => match item.as_str() {
            Some(text) => state.write(text.as_bytes()),
            None => item.hash_value(&mut state),
        },
    }
    folded(state.finish())
}

fn slow_hash(item: Cursor<'_>) -> u32 {
    let mut state = KEYS.build_hasher();
    item.hash_value(&mut state);
    folded(state.finish())
}

#[allow(clippy::cast_possible_truncation, reason = "both halves, folded")]
const fn folded(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// A hash of a multiplication for each eight bytes.
struct Mix(u64);

impl Mix {
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the halves of a product, folded")]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, tail) = bytes.as_chunks();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        let tail = tail.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.add(tail);
        self.add(bytes.len() as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
