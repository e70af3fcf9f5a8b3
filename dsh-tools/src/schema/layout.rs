//! All rows of an object, those of its parts included, in declared order: for those who report and render.

use super::{Object, Row};
use crate::json::RawKey;

/// A row where it stands.
pub(crate) struct Placed<'a> {
    pub(crate) row: &'a Row,
    /// The innermost group it is of.
    pub(crate) group: Option<usize>,
}

/// Rows that are there together or not at all.
pub(crate) struct Group {
    /// The group around it.
    pub(crate) within: Option<usize>,
    /// The first of its rows, and the first behind them.
    pub(crate) rows: std::ops::Range<usize>,
}

/// The rows and groups of an object.
#[derive(Default)]
pub(crate) struct Layout<'a> {
    pub(crate) rows: Vec<Placed<'a>>,
    pub(crate) groups: Vec<Group>,
}

impl<'a> Layout<'a> {
    fn add(&mut self, object: &'a Object, group: Option<usize>) {
        let mut parts = object.parts.iter().peekable();
        for at in 0..=object.rows.len() {
            while let Some(part) = parts.next_if(|part| usize::from(part.at) <= at) {
                let start = self.rows.len();
                if part.is_group() {
                    let number = self.groups.len();
                    self.groups.push(Group { within: group, rows: start..start });
                    self.add(part.object(), Some(number));
                    let end = self.rows.len();
                    if let Some(group) = self.groups.get_mut(number) {
                        group.rows.end = end;
                    }
                } else {
                    self.add(part.object(), group);
                }
            }
            self.rows.extend(object.rows.get(at).map(|row| Placed { row, group }));
        }
    }

    /// Whether a group is another one, or stands within it.
    pub(crate) fn is_within(&self, group: usize, outer: usize) -> bool {
        let mut next = Some(group);
        while let Some(group) = next {
            if group == outer {
                return true;
            }
            next = self.groups.get(group).and_then(|group| group.within);
        }
        false
    }
}

impl Object {
    /// All rows with their groups.
    pub(crate) fn layout(&self) -> Layout<'_> {
        let mut layout = Layout::default();
        layout.add(self, None);
        layout
    }

    /// All rows.
    pub(crate) fn all_rows(&self) -> Vec<&Row> {
        self.layout().rows.into_iter().map(|placed| placed.row).collect()
    }

    /// Row number `number` of all rows.
    pub(crate) fn row(&self, number: usize) -> Option<&Row> {
        if self.parts.is_empty() {
            return self.rows.get(number);
        }
        self.all_rows().get(number).copied()
    }

    /// How many rows there are in all.
    fn count(&self) -> usize {
        self.rows.len() + self.parts.iter().map(|part| part.object().count()).sum::<usize>()
    }

    /// The number of a key's row among all rows.
    pub(crate) fn locate(&self, key: RawKey<'_>, hint: &mut usize) -> Option<usize> {
        if let Some(found) = self.find(key, hint) {
            let before = self.parts.iter().filter(|part| usize::from(part.at) <= found);
            return Some(found + before.map(|part| part.object().count()).sum::<usize>());
        }
        let mut before = 0;
        for part in self.parts {
            if let Some(found) = part.object().locate(key, &mut 0) {
                return Some(usize::from(part.at) + before + found);
            }
            before += part.object().count();
        }
        None
    }
}
