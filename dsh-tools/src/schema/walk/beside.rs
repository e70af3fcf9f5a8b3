//! What stands beside the key that tells a form: the same object, without that key.

use super::{Purpose, Walker};
use crate::json::{Cursor, FrozenJson, RawKey};
use crate::schema::pick::without;
use crate::schema::{Code, Key, Link, Shape};

/// Keys of one object that were read already.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    of: Cursor<'a>,
    keys: [Option<&'a Key>; LEVELS],
}

/// Enums inside each other, all told apart by keys of one object.
const LEVELS: usize = 4;

impl<'a> Walker<'a> {
    /// Walks an object as if it had no such key.
    pub(super) fn walk_beside(
        &mut self,
        cursor: Cursor<'a>,
        link: Link,
        key: &'a Key,
        depth: usize,
    ) {
        let before = self.taken;
        let mut taken = match before {
            Some(taken) if taken.of.is(cursor) => taken,
            _ => Taken { of: cursor, keys: [None; LEVELS] },
        };
        match taken.keys.iter_mut().find(|place| place.is_none()) {
            None => self.too_deep(cursor, link),
            Some(place) => {
                *place = Some(key);
                self.taken = Some(taken);
                if self.purpose == Purpose::Report {
                    let told = (cursor.position(self.document), key.name.clone());
                    self.aside.get_or_insert_default().read_before.push(told);
                }
                match self.nodes.follow(self.nodes.get(link)).shape {
                    Shape::Null => self.walk_nothing(cursor, link),
                    _ => self.walk(cursor, link, depth),
                }
                self.taken = before;
            }
        }
    }

    /// Nothing stands beside what was read.
    fn walk_nothing(&mut self, cursor: Cursor<'a>, link: Link) {
        for (key, _) in cursor.raw_entries() {
            if self.takes(cursor, key) {
                continue;
            }
            self.report_key(key, None, Code::UnknownField, link);
            if self.is_done() {
                return;
            }
        }
    }

    /// Whether a key of this object was read already.
    #[inline]
    pub(super) fn takes(&self, of: Cursor<'a>, key: RawKey<'a>) -> bool {
        self.taken.is_some() && self.is_taken(of, &key.text())
    }

    pub(super) fn is_taken(&self, of: Cursor<'a>, name: &str) -> bool {
        self.taken_of(of).any(|key| *key.name == *name)
    }

    pub(super) fn taken_of(&self, of: Cursor<'a>) -> impl Iterator<Item = &'a Key> {
        let taken = self.taken.filter(|taken| taken.of.is(of));
        taken.into_iter().flat_map(|taken| taken.keys).flatten()
    }

    /// The object as it is without those keys, where there are such.
    pub(super) fn rest_of(&self, of: Cursor<'a>) -> Option<FrozenJson> {
        self.taken_of(of).fold(None, |rest: Option<FrozenJson>, key| {
            let whole = rest.as_ref().map_or(of, FrozenJson::root);
            without(whole, key).ok().or(rest)
        })
    }
}
