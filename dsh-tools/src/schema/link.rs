//! How constants and tables built at run time refer to each other.

use super::raw::Table;
use super::{Node, Shape};
use crate::json::FrozenJson;
use std::ops::Deref;
use std::sync::Arc;

/// Data of a constant, or shared data built at run time.
#[derive(Debug)]
pub enum Shared<T: ?Sized + 'static> {
    /// Data of a constant.
    Const(&'static T),
    /// Data built at run time.
    Owned(Arc<T>),
}

impl<T: ?Sized> Shared<T> {
    /// The same reference, for constants made from constants.
    ///
    /// # Panics
    /// At compile time, on data built at run time, which no constant can hold.
    #[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
    #[inline]
    pub(crate) const fn constant(&'static self) -> Self {
        match self {
            Self::Const(data) => Self::Const(data),
            Self::Owned(_) => panic!("a constant refers to constants only"),
        }
    }
}

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Const(data) => Self::Const(data),
            Self::Owned(data) => Self::Owned(Arc::clone(data)),
        }
    }
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Self::Const(data) => data,
            Self::Owned(data) => data,
        }
    }
}

/// A reference from one node to another.
#[derive(Clone, Copy, Debug)]
pub enum Link {
    /// Struct fields and `Option`.
    Const(&'static Node),
    /// Containers and `Box`, through which a type may come back to itself: a constant would be a cycle.
    Lazy(fn() -> &'static Node),
    /// A node of the table that the walk is in: schemas that arrive at run time. A number, so that what comes back to
    /// itself is no cycle of pointers, and a table is dropped in one go.
    Entry(u32),
}

/// What a number that is in no table stands for: nothing fits it.
static NEVER: Node = Node::new(Shape::Never);
/// The same, for those who need a schema and have none.
#[cfg(feature = "schemars")]
pub(super) const NEVER_NODE: &Node = &Node::new(Shape::Never);

impl From<&'static Node> for Link {
    #[inline]
    fn from(node: &'static Node) -> Self {
        Self::Const(node)
    }
}

impl Link {
    /// The node of a constant; tables of types hold no others.
    #[inline]
    #[must_use]
    pub fn get(self) -> &'static Node {
        match self {
            Self::Const(node) => node,
            Self::Lazy(node) => node(),
            Self::Entry(_) => &NEVER,
        }
    }

    #[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
    #[inline]
    pub(crate) const fn constant(&'static self) -> Self {
        match self {
            Self::Const(node) => Self::Const(node),
            Self::Lazy(node) => Self::Lazy(*node),
            Self::Entry(_) => panic!("a constant refers to constants only"),
        }
    }
}

/// What links of a table are numbers of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nodes<'a>(&'a [Node]);

impl<'a> Nodes<'a> {
    /// Of constants, which refer by address.
    pub(crate) const NONE: Nodes<'static> = Nodes(&[]);

    pub(crate) const fn new(nodes: &'a [Node]) -> Self {
        Self(nodes)
    }

    /// The node.
    #[inline]
    pub(crate) fn get(self, link: Link) -> &'a Node {
        match link {
            Link::Const(node) => node,
            Link::Lazy(node) => node(),
            Link::Entry(number) => self.0.get(number as usize).unwrap_or(&NEVER),
        }
    }

    /// The node behind links (`Box`, `Arc`, `$ref`), which add nothing of their own.
    #[inline]
    pub(crate) fn follow(self, mut node: &'a Node) -> &'a Node {
        while let Shape::Link(link) = &node.shape {
            node = self.get(*link);
        }
        node
    }
}

/// What a document is walked by: the constant of a type, or a table.
///
/// ```
/// use dsh_tools::ToolValue;
/// use dsh_tools::schema::{RawSchema, Root};
///
/// let of_a_type = Root::from(<Vec<u8>>::NODE);
/// let raw = RawSchema::compile(serde_json::json!({"type": "string"}))?;
/// let of_a_text = Root::from(&raw);
/// # let _ = (of_a_type, of_a_text);
/// # Ok::<(), dsh_tools::schema::RawSchemaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Root {
    pub(super) table: Option<Arc<Table>>,
    pub(super) link: Link,
}

impl Root {
    /// The same table, entered elsewhere.
    pub(super) fn at(&self, link: Link) -> Self {
        Self { table: self.table.clone(), link }
    }

    /// The text that a node of a table was made of.
    pub(super) fn source(&self, link: Link) -> Option<FrozenJson> {
        self.table.as_deref()?.source(link)
    }

    pub(super) fn node(&self) -> &Node {
        self.nodes().get(self.link)
    }

    pub(super) fn nodes(&self) -> Nodes<'_> {
        self.table.as_deref().map_or(Nodes::NONE, Table::nodes)
    }
}

impl From<&Self> for Root {
    fn from(root: &Self) -> Self {
        root.clone()
    }
}

impl From<&'static Node> for Root {
    fn from(node: &'static Node) -> Self {
        Self { table: None, link: Link::Const(node) }
    }
}

/// Of constants only: a number says nothing without its table.
impl From<Link> for Root {
    #[inline]
    fn from(link: Link) -> Self {
        Self { table: None, link }
    }
}
