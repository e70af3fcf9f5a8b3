//! The nodes of a schema that came as text.

use super::super::{Link, Node, Nodes};
use super::compile::{ANY, NEVER, SMALL_TEXT};
use crate::json::{Cursor, FrozenJson, JsonKind};

/// All nodes of one schema: they refer to each other by number, so that recursion is no cycle and dropping is flat.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) nodes: Box<[Node]>,
    /// Where each stands in the document.
    pub(super) sources: Box<[u32]>,
    pub(super) document: FrozenJson,
}

impl Table {
    #[inline]
    pub(crate) fn nodes(&self) -> Nodes<'_> {
        Nodes::new(&self.nodes)
    }

    #[inline]
    pub(super) fn document(&self) -> &FrozenJson {
        &self.document
    }

    /// The node that was made of a place of the document.
    #[inline]
    pub(super) fn entry(&self, place: Cursor<'_>) -> Option<Link> {
        match place.as_bool() {
            Some(true) => return Some(ANY),
            Some(false) => return Some(NEVER),
            None if place.kind() == JsonKind::Object && place.is_empty() => return Some(ANY),
            None => {}
        }
        let position = place.position(&self.document);
        let text = place.short_text(SMALL_TEXT);
        let is_same = |source: &u32| {
            // Places of the same short text share a node.
            let at = || self.document.at_position(*source)?.short_text(SMALL_TEXT);
            *source == position || text.is_some() && at() == text
        };
        // The first two are of no place, and every place comes before the parts that it was taken apart into.
        let number = 2 + self.sources.iter().skip(2).position(is_same)?;
        Some(Link::Entry(u32::try_from(number).ok()?))
    }

    /// The text that a node was made of.
    #[inline]
    pub(crate) fn source(&self, link: Link) -> Option<FrozenJson> {
        match link {
            Link::Entry(number) => {
                let position = self.sources.get(number as usize)?;
                Some(self.document.at_position(*position)?.to_frozen())
            }
            Link::Const(_) | Link::Lazy(_) => None,
        }
    }
}
