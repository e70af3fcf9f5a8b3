//! How constants and tables built at run time refer to each other.

use super::Node;
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
#[derive(Clone, Debug)]
pub enum Link {
    /// Struct fields and `Option`.
    Const(&'static Node),
    /// Containers and `Box`, through which a type may come back to itself: a constant would be a cycle.
    Lazy(fn() -> &'static Node),
    /// Tables built at run time.
    Owned(Arc<Node>),
}

impl From<&'static Node> for Link {
    fn from(node: &'static Node) -> Self {
        Self::Const(node)
    }
}

impl Link {
    /// The node.
    #[inline]
    #[must_use]
    pub fn get(&self) -> &Node {
        match self {
            Self::Const(node) => node,
            Self::Lazy(node) => node(),
            Self::Owned(node) => node,
        }
    }

    #[allow(clippy::panic, reason = "evaluated at compile time, where it is an error message")]
    pub(crate) const fn constant(&'static self) -> Self {
        match self {
            Self::Const(node) => Self::Const(node),
            Self::Lazy(node) => Self::Lazy(*node),
            Self::Owned(_) => panic!("a constant refers to constants only"),
        }
    }
}
