//! The nodes of a schema that came as text.

use super::super::{Link, Node, Nodes};
use crate::json::FrozenJson;

/// All nodes of one schema: they refer to each other by number, so that recursion is no cycle and dropping is flat.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) nodes: Box<[Node]>,
    /// Where each stands in the document.
    pub(super) sources: Box<[u32]>,
    pub(super) document: FrozenJson,
}

impl Table {
    pub(crate) fn nodes(&self) -> Nodes<'_> {
        Nodes::new(&self.nodes)
    }

    /// The text that a node was made of.
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
