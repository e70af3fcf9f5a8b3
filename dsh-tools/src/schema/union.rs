//! One of several forms: enums with data, `oneOf` and `anyOf`.

use super::{Choice, Key, Link, Meta, Node, Row, Shape, Shared};

/// One of several forms.
#[derive(Debug)]
pub struct Union {
    /// The forms, in declared order.
    pub(crate) forms: Shared<[Form]>,
    /// How a document says which form it has.
    pub(crate) tagging: Tagging,
    /// A document that fits two forms fits none (`oneOf`); forms that are told by a tag cannot overlap.
    pub(crate) exclusive: bool,
    /// A document that fits no form is one violation, even where its kind tells which form was meant.
    pub(crate) whole: bool,
}

/// How a document says which form it has.
#[derive(Debug)]
pub enum Tagging {
    /// Not at all: the forms are tried.
    Untagged,
    /// A key of the object holds the form's name.
    Key(Key),
    /// The name is the only key of an object, whose value has the form; or, of a form without data, the string itself.
    Outer,
}

/// One form.
#[derive(Debug)]
pub struct Form {
    /// Its name; of an untagged form empty.
    pub(crate) name: Shared<str>,
    /// Other names that are accepted and not advertised.
    pub(crate) aliases: Shared<[&'static str]>,
    /// Which variant it is.
    pub(crate) variant: u16,
    /// What its part of the value must look like.
    pub(crate) node: Link,
    /// Which part of the value that is.
    pub(crate) data: Data,
    /// What it means.
    pub(crate) description: Option<&'static str>,
}

/// Which part of a value a form's node is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// The whole value; of a form that an outer name tells, the name's value. Where a key holds the name, the node
    /// is an object that declares this key, too.
    Whole,
    /// None: the name is all.
    Bare,
    /// The object without the key that holds the name.
    Beside,
}

/// A group of forms of the same type, all behind one form: no variant has this number.
pub(crate) const GROUP: u16 = u16::MAX;

impl Form {
    /// A form of a constant.
    #[must_use]
    #[inline]
    pub const fn new(
        name: &'static str,
        aliases: &'static [&'static str],
        variant: u16,
        data: Data,
        node: Link,
        description: Option<&'static str>,
    ) -> Self {
        Self {
            name: Shared::Const(name),
            aliases: Shared::Const(aliases),
            variant,
            node,
            data,
            description,
        }
    }

    /// The tagged forms of a type that has untagged ones, too.
    #[must_use]
    #[inline]
    pub const fn group(node: &'static Node) -> Self {
        Self::new("", &[], GROUP, Data::Whole, Link::Const(node), None)
    }

    /// Whether a document means this form by `name`.
    pub(crate) fn is(&self, name: &str) -> bool {
        *self.name == *name || self.aliases.contains(&name)
    }
}

impl Union {
    /// A union of a constant.
    #[must_use]
    #[inline]
    pub const fn new(forms: &'static [Form], tagging: Tagging) -> Self {
        Self { forms: Shared::Const(forms), tagging, exclusive: false, whole: false }
    }

    #[inline]
    pub(crate) const fn constant(&'static self) -> Self {
        Self {
            forms: self.forms.constant(),
            tagging: match &self.tagging {
                Tagging::Untagged => Tagging::Untagged,
                Tagging::Key(key) => Tagging::Key(key.constant()),
                Tagging::Outer => Tagging::Outer,
            },
            exclusive: self.exclusive,
            whole: self.whole,
        }
    }

    /// The form that a name tells.
    pub(crate) fn named(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.is(name))
    }

    /// The advertised names.
    #[inline]
    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.forms.iter().map(|form| &*form.name)
    }
}

/// The names of a form.
#[must_use]
#[inline]
pub const fn names(names: &'static [Choice]) -> Node {
    Node::new(Shape::Choice(Shared::Const(names)))
}

/// The row of the key that holds a form's name.
#[must_use]
#[inline]
pub const fn tag_row(key: &'static str, names: &'static Node) -> Row {
    content_row(key, names, true)
}

/// The row of the key that holds a form's content.
#[must_use]
#[inline]
pub const fn content_row(key: &'static str, node: &'static Node, required: bool) -> Row {
    Row {
        key: Key::new(key),
        aliases: Shared::Const(&[]),
        node: Link::Const(node),
        required,
        default: None,
        meta: Meta::NONE,
    }
}
