//! Places of a schema: a tree from the leaves up, so that what violations have in common is kept once.

use super::keyword::Keyword;
use crate::json::{JsonPath, write_key};
use std::fmt;

/// The document itself.
pub(super) const ROOT: usize = 0;

/// What the document itself is called.
const LABEL: &str = "schema";

/// One step from a place to what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Keyword(Keyword),
    Key(Box<str>),
    Index(usize),
}

/// Every place that matters, each with the one that it stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(Vec<(usize, Step)>);

impl Places {
    /// A place in another one.
    #[inline]
    pub(super) fn child(&mut self, parent: usize, step: Step) -> usize {
        self.0.push((parent, step));
        self.0.len()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets the places that were made since there were so many.
    #[inline]
    pub(super) fn forget(&mut self, len: usize) {
        self.0.truncate(len);
    }

    /// The steps from the root to a place.
    #[inline]
    fn steps(&self, place: usize) -> Vec<&Step> {
        let mut steps = Vec::new();
        let mut here = place;
        while let Some((parent, step)) = here.checked_sub(1).and_then(|at| self.0.get(at)) {
            steps.push(step);
            here = *parent;
        }
        steps.reverse();
        steps
    }

    /// The place as a path from the root.
    #[inline]
    pub(super) fn path(&self, place: usize) -> JsonPath {
        self.steps(place).into_iter().fold(JsonPath::root(), |path, step| match step {
            Step::Keyword(keyword) => path.key(keyword.as_str()),
            Step::Key(key) => path.key(key.clone()),
            Step::Index(index) => path.index(*index),
        })
    }

    /// The place as it is shown: `schema.properties.rows.items`.
    #[inline]
    pub(super) fn shown(&self, place: usize) -> impl fmt::Display + '_ {
        Shown(self.steps(place))
    }
}

struct Shown<'a>(Vec<&'a Step>);

impl fmt::Display for Shown<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(LABEL)?;
        self.0.iter().try_for_each(|step| match step {
            Step::Keyword(keyword) => write!(f, ".{}", keyword.as_str()),
            Step::Key(key) => write_key(f, key, false),
            Step::Index(index) => write!(f, "[{index}]"),
        })
    }
}
