//! How two documents differ, place by place.

use super::fail::{Counted, is_nested, shown};
use crate::json::{Cursor, DEFAULT_DEPTH_LIMIT, JsonKind, JsonPath, same_value};
use std::fmt::{self, Display};

/// Differences that are listed at most.
const LISTED: usize = 20;

/// All that is different, each with its place.
#[derive(Debug, Default)]
pub(super) struct Differences {
    found: Vec<(JsonPath, String)>,
    /// What the document itself is called.
    root: &'static str,
}

impl Differences {
    /// None where both are the same JSON value: numbers exactly, whatever the order of keys.
    #[inline]
    pub(super) fn between(
        expected: Cursor<'_>,
        found: Cursor<'_>,
        root: &'static str,
    ) -> Option<Self> {
        let mut all = Self { found: Vec::new(), root };
        all.compare(expected, found, &JsonPath::root(), DEFAULT_DEPTH_LIMIT);
        (!all.found.is_empty()).then_some(all)
    }

    #[inline]
    pub(super) fn count(&self) -> Counted {
        Counted(self.found.len(), "difference")
    }

    #[inline]
    fn note(&mut self, path: &JsonPath, what: String) {
        self.found.push((path.clone(), what));
    }

    #[inline]
    fn compare(&mut self, expected: Cursor<'_>, found: Cursor<'_>, path: &JsonPath, depth: usize) {
        if same_value(expected, found) {
            return;
        }
        match (expected.kind(), found.kind()) {
            (JsonKind::Object, JsonKind::Object) if depth > 0 => {
                self.compare_objects(expected, found, path, depth - 1);
            }
            (JsonKind::Array, JsonKind::Array) if depth > 0 => {
                if expected.items().chain(found.items()).any(is_nested) {
                    self.compare_arrays(expected, found, path, depth - 1);
                } else {
                    self.compare_lists(expected, found, path);
                }
            }
            _ => self.note(path, format!("expected {}, is {}", shown(expected), shown(found))),
        }
    }

    #[inline]
    fn compare_objects(
        &mut self,
        expected: Cursor<'_>,
        found: Cursor<'_>,
        path: &JsonPath,
        depth: usize,
    ) {
        for (key, value) in expected.entries() {
            let path = path.clone().key(&*key);
            match found.get(&key) {
                Some(other) => self.compare(value, other, &path, depth),
                None => self.note(&path, format!("is missing, expected {}", shown(value))),
            }
        }
        for (key, value) in found.entries().filter(|(key, _)| expected.get(key).is_none()) {
            let path = path.clone().key(&*key);
            self.note(&path, format!("is not expected, is {}", shown(value)));
        }
    }

    #[inline]
    fn compare_arrays(
        &mut self,
        expected: Cursor<'_>,
        found: Cursor<'_>,
        path: &JsonPath,
        depth: usize,
    ) {
        for (at, (value, other)) in expected.items().zip(found.items()).enumerate() {
            self.compare(value, other, &path.clone().index(at), depth);
        }
        for (at, value) in expected.items().enumerate().skip(found.len()) {
            let path = path.clone().index(at);
            self.note(&path, format!("is missing, expected {}", shown(value)));
        }
        for (at, value) in found.items().enumerate().skip(expected.len()) {
            let path = path.clone().index(at);
            self.note(&path, format!("is not expected, is {}", shown(value)));
        }
    }

    /// Lists of texts and numbers, as `required` and `enum` are: what counts is what is in them.
    #[inline]
    fn compare_lists(&mut self, expected: Cursor<'_>, found: Cursor<'_>, path: &JsonPath) {
        let missing = left_over(expected, found);
        let extra = left_over(found, expected);
        let mut told = Vec::new();
        if !missing.is_empty() {
            told.push(format!("lacks {}", missing.join(", ")));
        }
        if !extra.is_empty() {
            told.push(format!("has {} besides", extra.join(", ")));
        }
        if told.is_empty() {
            told.push(format!(
                "is in another order: expected {}, is {}",
                shown(expected),
                shown(found)
            ));
        }
        self.note(path, told.join("; "));
    }
}

/// What is in the one list and not in the other, as often as that is so.
#[inline]
fn left_over(of: Cursor<'_>, without: Cursor<'_>) -> Vec<String> {
    let mut others: Vec<Cursor<'_>> = without.items().collect();
    of.items()
        .filter(|value| match others.iter().position(|other| same_value(*value, *other)) {
            Some(at) => {
                others.swap_remove(at);
                false
            }
            None => true,
        })
        .map(shown)
        .collect()
}

impl Display for Differences {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, what) in self.found.iter().take(LISTED) {
            write!(f, "\n  `{}`: {what}", path.dotted(self.root))?;
        }
        match self.found.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}
