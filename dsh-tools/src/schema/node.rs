//! The tree of constants that is schema and validator at once.

use super::Shape;
use super::check::Check;
use std::any::TypeId;

/// What one place of a document must look like: a type's [`NODE`](super::ToolValue::NODE), to be handed to
/// [`render`](super::render) and [`validate`](super::validate).
///
/// ```
/// use dsh_tools::ToolValue;
/// use dsh_tools::schema::Node;
///
/// const NODE: &Node = <Vec<u8>>::NODE;
/// # let _ = NODE;
/// ```
#[derive(Debug)]
pub struct Node {
    /// The kind of value and its limits.
    pub(crate) shape: Shape,
    /// `null` is legal too.
    pub(crate) nullable: bool,
    /// There is something to see to before the shape or after it: `null`, or checks. One question for both.
    pub(crate) gate: bool,
    /// As a property it may be absent (and `null` counts as absent in arguments).
    pub(crate) optional: bool,
    /// What the type says of itself.
    pub(crate) meta: Meta,
    /// Which type it is; types that come back to themselves are rendered by it.
    pub(crate) identity: Option<Identity>,
    /// What its authors ask of a value that fits otherwise.
    pub(crate) check: Option<&'static Check>,
}

/// Which type a node describes.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    /// The identity; the address of a constant would be none.
    pub(crate) id: TypeId,
    /// The type's name, as `$defs` spells it.
    pub(crate) name: &'static str,
}

impl Identity {
    /// The identity of `T`.
    #[must_use]
    pub const fn of<T: 'static>(name: &'static str) -> Self {
        Self { id: TypeId::of::<T>(), name }
    }
}

/// What authors say of a type, a field or a variant.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// A short name for people.
    pub title: Option<&'static str>,
    /// What it means; from the doc comment unless written.
    pub description: Option<&'static str>,
    /// JSON texts.
    pub examples: &'static [&'static str],
    /// Still accepted, not to be used.
    pub deprecated: bool,
}

impl Meta {
    /// Nothing said.
    pub const NONE: Self =
        Self { title: None, description: None, examples: &[], deprecated: false };

    /// This, and what it leaves open as `other` has it.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self {
            title: if self.title.is_some() { self.title } else { other.title },
            description: if self.description.is_some() {
                self.description
            } else {
                other.description
            },
            examples: if self.examples.is_empty() { other.examples } else { self.examples },
            deprecated: self.deprecated || other.deprecated,
        }
    }
}

impl Node {
    /// A node of this shape and nothing more.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn new(shape: Shape) -> Self {
        Self {
            shape,
            nullable: false,
            gate: false,
            optional: false,
            meta: Meta::NONE,
            identity: None,
            check: None,
        }
    }

    /// The node of a type that has a name and documentation of its own.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn named(shape: Shape, meta: Meta, identity: Identity) -> Self {
        Self::checked(shape, meta, identity, None)
    }

    /// The same, with what its author asks of every value.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn checked(
        shape: Shape,
        meta: Meta,
        identity: Identity,
        check: Option<&'static Check>,
    ) -> Self {
        Self {
            shape,
            nullable: false,
            gate: check.is_some(),
            optional: false,
            meta,
            identity: Some(identity),
            check,
        }
    }

    /// The node of a type that is another one on the wire. As a property it must be there, unless it is `transparent`
    /// and the other need not.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn newtype(
        &'static self,
        meta: Meta,
        identity: Identity,
        transparent: bool,
        check: Option<&'static Check>,
    ) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate || check.is_some(),
            optional: self.optional && transparent,
            meta: meta.or(self.meta),
            identity: Some(identity),
            check: match check {
                Some(check) => Some(check),
                None => self.check,
            },
        }
    }

    /// The same, or `null`.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn nullable(&'static self) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: true,
            gate: true,
            optional: true,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// The same, of a property that may be absent and whose `null` is a value.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn null_is_a_value(&'static self) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate,
            optional: false,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// The same, as a property that may be absent.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn optional(&'static self) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate,
            optional: true,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// The same, with more said of it: an element of a tuple.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn about(&'static self, meta: Meta) -> Self {
        Self {
            shape: self.shape.constant(),
            nullable: self.nullable,
            gate: self.gate,
            optional: self.optional,
            meta: meta.or(self.meta),
            identity: self.identity,
            check: self.check,
        }
    }

    /// The object as a part of another one.
    #[inline]
    pub(crate) const fn part(&'static self) -> Self {
        Self {
            shape: match &self.shape {
                Shape::Object(object) => Shape::Object(object.open()),
                other => other.constant(),
            },
            nullable: self.nullable,
            gate: self.gate,
            optional: self.optional,
            meta: self.meta,
            identity: self.identity,
            check: self.check,
        }
    }

    /// What the authors of the type ask of a value.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn check(&self) -> Option<&'static Check> {
        self.check
    }

    /// The same, or `null`, for nodes made at run time.
    #[inline]
    pub(crate) fn or_null(mut self, nullable: bool) -> Self {
        self.admit_null(nullable);
        self
    }

    /// From here on `null` is legal, if it is.
    #[inline]
    pub(crate) fn admit_null(&mut self, nullable: bool) {
        self.nullable |= nullable;
        self.gate |= nullable;
    }

    /// Whether a property of this node may be absent.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn is_optional(&self) -> bool {
        self.optional
    }

    /// The node of a type behind links (`Box`, `Arc`), which add nothing of their own.
    #[inline]
    pub(crate) fn follow(&self) -> &Self {
        let mut node = self;
        while let Shape::Link(link) = &node.shape {
            node = link.get();
        }
        node
    }
}
