//! Literals that are checked while a crate compiles: defaults and examples.

use super::constrain::{double, float_takes, hold, int_takes};
use super::{Bound, Choice, Link, Node, Shape, Shared, Tagging};

/// A default or an example as written.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// `true`.
    Bool(bool),
    /// `1`.
    Int(i128),
    /// `0.5`.
    Float(f64),
    /// `"a"`.
    Str(&'static str),
    /// `["a", "b"]`.
    List(&'static [Literal]),
    /// `null`.
    Null,
    /// An object, whose entries no constant follows.
    Object,
}

/// What constants know of a type: its node behind pointers, and so on for the elements of a list.
///
/// The links of nodes are functions, since types come back to themselves, and no constant follows them. Literals do
/// not come back to themselves.
#[derive(Debug)]
pub struct Known {
    /// The node behind pointers, and without `null`.
    node: &'static Node,
    /// The node where such a value stands.
    place: &'static Node,
    /// Of elements of lists, and of values of maps.
    item: Option<&'static Self>,
    /// Of keys of maps.
    keys: Option<&'static Node>,
}

impl Known {
    /// Of a type that is no list.
    #[must_use]
    #[inline]
    pub const fn of(node: &'static Node) -> Self {
        Self { node, place: node, item: None, keys: None }
    }

    /// Of a list.
    #[must_use]
    #[inline]
    pub const fn list(node: &'static Node, item: &'static Self) -> Self {
        Self { node, place: node, item: Some(item), keys: None }
    }

    /// Of a map.
    #[must_use]
    #[inline]
    pub const fn map(node: &'static Node, keys: &'static Node, value: &'static Self) -> Self {
        Self { node, place: node, item: Some(value), keys: Some(keys) }
    }

    /// Of a pointer or an `Option`: a literal is one of what is behind.
    #[must_use]
    #[inline]
    pub const fn behind(place: &'static Node, other: &'static Self) -> Self {
        Self { node: other.node, place, item: other.item, keys: other.keys }
    }

    /// Of a newtype, whose own limits hold.
    #[must_use]
    #[inline]
    pub const fn newtype(node: &'static Node, other: &'static Self) -> Self {
        // What is behind a pointer has the newtype's limits only where there is no pointer.
        let inner = if matches!(node.shape, Shape::Link(_)) { other.node } else { node };
        Self { node: inner, place: node, item: other.item, keys: other.keys }
    }

    /// The node of elements or values where they stand. Of what has none any will do: that it has none is told.
    #[must_use]
    #[inline]
    pub const fn inner(&'static self) -> &'static Self {
        match self.item {
            Some(item) => item,
            None => self,
        }
    }

    /// The node where such a value stands.
    #[must_use]
    #[inline]
    pub const fn place(&self) -> &'static Node {
        self.place
    }

    /// The node of keys.
    #[must_use]
    #[inline]
    pub const fn keys(&self) -> &'static Node {
        match self.keys {
            Some(keys) => keys,
            None => self.place,
        }
    }
}

/// Whether the type is an object with declared keys, or a pointer to one.
#[must_use]
#[inline]
pub const fn is_object(known: &Known) -> bool {
    matches!(known.node.shape, Shape::Object(_))
}

/// What a macro asserts of a literal, unless it is `silent`: the error is where the macro calls this.
///
/// # Panics
/// At compile time, on a literal that is no value of the type.
#[track_caller]
#[inline]
pub const fn literal(silent: bool, known: &Known, literal: Literal, what: &str, way_out: &str) {
    if !silent && !literal_fits(known, literal) {
        hold(false, misfit(what, known, literal, way_out).text());
    }
}

/// Whether a literal is a value of the type.
#[must_use]
#[inline]
pub(super) const fn literal_fits(known: &Known, literal: Literal) -> bool {
    match (&known.node.shape, literal) {
        (Shape::Any | Shape::Link(_) | Shape::Foreign(_), _)
        | (Shape::Bool, Literal::Bool(_))
        | (Shape::Object(_) | Shape::Map(_), Literal::Object) => true,
        // What no constant follows is checked when the tool is registered.
        (Shape::Union(union), _) => {
            matches!(literal, Literal::Object)
                || !matches!(union.tagging, Tagging::Key(_))
                || (known.place.nullable && matches!(literal, Literal::Null))
        }
        (Shape::Int(int), Literal::Int(value)) => int_takes(int, value),
        (Shape::Integers(values, int), Literal::Int(value)) => {
            int_takes(int, value) && has_integer(values, value)
        }
        (Shape::Float(float), Literal::Int(value)) => float_takes(float, double(Bound::Int(value))),
        (Shape::Float(float), Literal::Float(value)) => float_takes(float, value),
        (Shape::Text(text), Literal::Str(value)) => {
            let length = scalar_values(value);
            length >= text.min && length <= text.max
        }
        (Shape::Choice(choices), Literal::Str(value)) => has_choice(choices, value),
        (Shape::Array(array), Literal::List(values)) => {
            values.len() >= array.min as usize
                && values.len() <= array.max as usize
                && items_fit(known.item, values)
                && (!array.unique || distinct(values))
        }
        (_, Literal::Null) => known.place.nullable || matches!(known.node.shape, Shape::Null),
        (Shape::Tuple(items), Literal::List(values)) => elements_fit(items, values),
        _ => false,
    }
}

#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
const fn items_fit(item: Option<&'static Known>, values: &[Literal]) -> bool {
    let Some(item) = item else { return true };
    let mut i = 0;
    while i < values.len() {
        if !literal_fits(item, values[i]) {
            return false;
        }
        i += 1;
    }
    true
}

#[allow(clippy::indexing_slicing, reason = "`i` is below both lengths")]
#[inline]
const fn elements_fit(items: &'static Shared<[Link]>, values: &[Literal]) -> bool {
    let Shared::Const(items) = items else {
        return false;
    };
    if items.len() != values.len() {
        return false;
    }
    let mut i = 0;
    while i < values.len() {
        if let Link::Const(node) = items[i]
            && !literal_fits(&Known::of(node), values[i])
        {
            return false;
        }
        i += 1;
    }
    true
}

#[allow(clippy::indexing_slicing, reason = "both indices are below the length")]
#[inline]
const fn distinct(values: &[Literal]) -> bool {
    let mut i = 0;
    while i < values.len() {
        let mut j = 0;
        while j < i {
            if equal(values[i], values[j]) {
                return false;
            }
            j += 1;
        }
        i += 1;
    }
    true
}

/// Equal as JSON values: `1` and `1.0` are.
#[allow(clippy::indexing_slicing, reason = "`i` is below both lengths")]
#[allow(clippy::float_cmp, reason = "two literals are one value or two")]
#[inline]
const fn equal(a: Literal, b: Literal) -> bool {
    match (a, b) {
        (Literal::Bool(a), Literal::Bool(b)) => a == b,
        (Literal::Int(a), Literal::Int(b)) => a == b,
        (Literal::Float(a), Literal::Float(b)) => a == b,
        (Literal::Int(a), Literal::Float(b)) | (Literal::Float(b), Literal::Int(a)) => {
            a.unsigned_abs() <= 1 << 53 && double(Bound::Int(a)) == b
        }
        (Literal::Str(a), Literal::Str(b)) => same_text(a, b),
        (Literal::Null, Literal::Null) => true,
        (Literal::List(a), Literal::List(b)) => {
            let mut i = 0;
            while i < a.len() && i < b.len() && equal(a[i], b[i]) {
                i += 1;
            }
            a.len() == b.len() && i == a.len()
        }
        _ => false,
    }
}

/// An error message that is made while a crate compiles.
#[derive(Debug)]
pub struct Message {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

/// Why a literal is no value of the type: `what`, and the names there are where it is an enum, or else `way_out`.
#[must_use]
#[inline]
const fn misfit(what: &str, known: &Known, literal: Literal, way_out: &str) -> Message {
    let mut message = Message { bytes: [0; Message::CAPACITY], length: 0 };
    message.push(what);
    if let (Shape::Array(array), Literal::List(values)) = (&known.node.shape, literal)
        && array.unique
        && !distinct(values)
    {
        message.push("no two elements may be equal");
        return message;
    }
    let (mut known, mut literal, mut start) = (known, literal, "write one of ");
    while let (Some(item), Literal::List([first, ..])) = (known.item, literal) {
        (known, literal, start) = (item, *first, "an element is one of ");
    }
    if let Shape::Choice(Shared::Const(choices)) = &known.node.shape {
        message.push(start);
        message.names(choices);
    } else {
        message.push(way_out);
    }
    message
}

impl Message {
    const CAPACITY: usize = 1024;
    /// For what stands around a name, and behind the last.
    const ROOM: usize = 16;

    /// Some texts, one behind the other.
    #[inline]
    pub(crate) const fn of(parts: &[&str]) -> Self {
        let mut message = Self { bytes: [0; Self::CAPACITY], length: 0 };
        let mut rest = parts;
        while let [first, others @ ..] = rest {
            message.push(first);
            rest = others;
        }
        message
    }

    /// The message.
    #[must_use]
    #[inline]
    pub const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// What the schema lists, as far as there is room.
    #[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
    #[inline]
    const fn names(&mut self, choices: &[Choice]) {
        let (mut i, mut first) = (0, true);
        while i < choices.len() {
            if let (Shared::Const(text), false) = (&choices[i].text, choices[i].alias) {
                if self.length + text.len() + Self::ROOM > Self::CAPACITY {
                    self.push(", ..");
                    return;
                }
                self.push(if first { "`\"" } else { ", `\"" });
                self.push(text);
                self.push("\"`");
                first = false;
            }
            i += 1;
        }
    }

    /// All of `text`, or nothing where there is no room.
    #[allow(
        clippy::indexing_slicing,
        reason = "`i` is below the length, and the sum below the capacity"
    )]
    #[inline]
    const fn push(&mut self, text: &str) {
        let text = text.as_bytes();
        if text.len() > Self::CAPACITY - self.length {
            return;
        }
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.length + i] = text[i];
            i += 1;
        }
        self.length += text.len();
    }
}

#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
const fn has_integer(values: &Shared<[i128]>, value: i128) -> bool {
    let Shared::Const(values) = values else {
        return false;
    };
    let mut i = 0;
    while i < values.len() {
        if values[i] == value {
            return true;
        }
        i += 1;
    }
    false
}

#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
const fn has_choice(choices: &Shared<[Choice]>, value: &str) -> bool {
    let Shared::Const(choices) = choices else {
        return false;
    };
    let mut i = 0;
    while i < choices.len() {
        // An alias is accepted from a model; what is advertised is a value that is listed.
        if let Shared::Const(text) = choices[i].text
            && !choices[i].alias
            && same_text(text, value)
        {
            return true;
        }
        i += 1;
    }
    false
}

#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
pub(crate) const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[allow(clippy::indexing_slicing, reason = "`i` is below the length")]
#[inline]
pub(super) const fn scalar_values(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let (mut count, mut i) = (0, 0);
    while i < bytes.len() {
        // Continuation bytes of UTF-8 are 10xxxxxx.
        if bytes[i] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        i += 1;
    }
    count
}
