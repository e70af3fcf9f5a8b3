//! What authors ask of values beyond a schema's words: functions of their own, run on what fits otherwise.

use super::{Code, Invalid, Node, Row, ToolValue, Violations};
use crate::json::{Cursor, JsonPath};
use std::any::Any;
use std::fmt::{self, Display};
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A check of a place, and those of its type.
///
/// A table knows no types: a check reads the value once more as the type it is for.
#[derive(Debug)]
pub struct Check {
    /// What is wrong with a value that fits otherwise.
    pub run: fn(Subject<'_>) -> Vec<Told>,
    /// What is asked beside.
    pub next: Option<&'static Self>,
}

/// What a check is asked of.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A place of a document that fits its node.
    Place(Cursor<'a>, &'a Node),
    /// The value that was read from it.
    Value(&'a dyn Any),
}

/// What a check says, and of which place within the value.
#[derive(Clone, Debug)]
pub struct Told {
    pub(crate) path: JsonPath,
    pub(crate) message: Box<str>,
}

/// Panics are told as that; what they say is for nobody but logs.
const PANICKED: &str = "the check of this value failed, whatever the value is";

impl Told {
    #[inline]
    pub(crate) fn new(path: JsonPath, message: &dyn Display) -> Self {
        Self { path, message: message.to_string().into() }
    }

    #[inline]
    fn panicked() -> Vec<Self> {
        vec![Self::new(JsonPath::root(), &PANICKED)]
    }
}

/// Runs an author's code; what it panics with stays here.
pub(super) fn contain<T>(run: impl FnOnce() -> T) -> Option<T> {
    let payload = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(value) => return Some(value),
        Err(payload) => payload,
    };
    // A payload may panic when it is dropped, and so may that panic's payload, without end.
    if let Err(next) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(next);
    }
    None
}

/// What `custom` takes on fields: a function of the value, which says what is wrong with it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`custom` takes a function of a reference to the value, as in `fn(&T) -> Result<(), String>`",
    label = "no function of a reference to `{T}` that gives `Result<(), impl Display>`",
    note = "of an `Option<T>` it may be a function of `&T`, which is asked where there is a value; of what derefs (`String`, `Vec<T>`, `Box<T>`) a function of what is behind (`&str`, `&[T]`)"
)]
pub trait FieldCheck<T, How> {
    /// What is wrong.
    fn ask(&self, value: &T) -> Option<String>;
}

/// The four ways a function may take a field's value; the compiler finds the one that fits.
#[doc(hidden)]
#[derive(Debug)]
pub struct Whole(());
#[doc(hidden)]
#[derive(Debug)]
pub struct Inside(());
#[doc(hidden)]
#[derive(Debug)]
pub struct Behind(());
#[doc(hidden)]
#[derive(Debug)]
pub struct InsideBehind(());

/// A function of a reference that lives as long as it may: what it gives may speak of the reference.
#[doc(hidden)]
pub trait Asks<'a, T: ?Sized> {
    /// What is wrong.
    fn words(&self, value: &'a T) -> Option<String>;
}

impl<'a, T: ?Sized + 'a, E: Display, F: Fn(&'a T) -> Result<(), E>> Asks<'a, T> for F {
    fn words(&self, value: &'a T) -> Option<String> {
        self(value).err().map(|error| error.to_string())
    }
}

impl<T, F: for<'a> Asks<'a, T>> FieldCheck<T, Whole> for F {
    fn ask(&self, value: &T) -> Option<String> {
        self.words(value)
    }
}

impl<T, F: for<'a> Asks<'a, T>> FieldCheck<Option<T>, Inside> for F {
    fn ask(&self, value: &Option<T>) -> Option<String> {
        value.as_ref().and_then(|value| self.words(value))
    }
}

impl<T: Deref, F: for<'a> Asks<'a, T::Target>> FieldCheck<T, Behind> for F {
    fn ask(&self, value: &T) -> Option<String> {
        self.words(value)
    }
}

impl<T: Deref, F: for<'a> Asks<'a, T::Target>> FieldCheck<Option<T>, InsideBehind> for F {
    fn ask(&self, value: &Option<T>) -> Option<String> {
        value.as_ref().and_then(|value| self.words(value))
    }
}

/// What `custom` takes on types: a function of the whole, which says what is wrong and where.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`custom` on a type takes `fn(&{T}) -> Result<(), Violations>`",
    label = "no such function",
    note = "what it finds is told with its place: `Violations::custom(JsonPath::root().key(\"end\"), \"is before `start`\")`"
)]
pub trait TypeCheck<T> {
    /// What is wrong.
    fn ask(&self, value: &T) -> Result<(), Violations>;
}

impl<T, F: Fn(&T) -> Result<(), Violations>> TypeCheck<T> for F {
    fn ask(&self, value: &T) -> Result<(), Violations> {
        self(value)
    }
}

/// A type that asks more of its values than its node says: reading it without asking.
#[doc(hidden)]
pub trait Unchecked: ToolValue {
    /// Reads a value as [`ToolValue::decode`] does.
    fn unchecked(cursor: Cursor<'_>, node: &Node) -> Result<Self, Invalid>;
}

/// The check of a field, as a table has it.
#[doc(hidden)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "the path of a function, named where it is written"
)]
pub fn told_of_field<T: ToolValue, How>(
    subject: Subject<'_>,
    check: impl FieldCheck<T, How>,
) -> Vec<Told> {
    let asked = contain(|| match subject {
        Subject::Place(cursor, node) => match T::decode(cursor, node) {
            Ok(value) => check.ask(&value),
            // Something else is wrong with it, and told of.
            Err(_) => None,
        },
        Subject::Value(value) => value.downcast_ref().and_then(|value| check.ask(value)),
    });
    match asked {
        None => Told::panicked(),
        Some(words) => words.map(|words| Told::new(JsonPath::root(), &words)).into_iter().collect(),
    }
}

/// The check of a type, as a table has it.
#[doc(hidden)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "the path of a function, named where it is written"
)]
pub fn told_of_type<T: Unchecked>(subject: Subject<'_>, check: impl TypeCheck<T>) -> Vec<Told> {
    let asked = contain(|| match subject {
        Subject::Place(cursor, node) => match T::unchecked(cursor, node) {
            Ok(value) => check.ask(&value).map_err(Violations::told),
            Err(_) => Ok(()),
        },
        Subject::Value(value) => match value.downcast_ref() {
            Some(value) => check.ask(value).map_err(Violations::told),
            None => Ok(()),
        },
    });
    match asked {
        None => Told::panicked(),
        Some(told) => told.err().unwrap_or_default(),
    }
}

/// The value of a row with a check. Only what stands in the document is checked: a default was when it was made.
#[doc(hidden)]
pub fn checked_field<T: ToolValue>(
    slots: &[Option<Cursor<'_>>],
    rows: &'static [Row],
    row: usize,
) -> Result<T, Invalid> {
    let value = T::field(slots, rows, row)?;
    let (Some(Some(cursor)), Some(row)) = (slots.get(row), rows.get(row)) else {
        return Ok(value);
    };
    let node = row.node.get();
    asked(*cursor, node, node.check, value)
}

/// A value that is read by `node` and asked what the check says that is `at` in the list of `own`.
#[doc(hidden)]
pub fn checked_value<T: ToolValue>(
    cursor: Cursor<'_>,
    node: &Node,
    own: &'static Node,
    at: usize,
) -> Result<T, Invalid> {
    let value = T::decode(cursor, node)?;
    let check = std::iter::successors(own.check, |check| check.next).nth(at);
    asked(cursor, node, check, value)
}

/// A value of a type with a check.
#[doc(hidden)]
pub fn checked_type<T: Unchecked>(cursor: Cursor<'_>, node: &Node) -> Result<T, Invalid> {
    let value = T::unchecked(cursor, node)?;
    asked(cursor, node, T::NODE.check, value)
}

fn asked<T: ToolValue>(
    cursor: Cursor<'_>,
    node: &Node,
    check: Option<&'static Check>,
    value: T,
) -> Result<T, Invalid> {
    let is_none = node.nullable && cursor.is_null();
    let finds = |check: &Check| !(check.run)(Subject::Value(&value)).is_empty();
    if !is_none && check.is_some_and(finds) { Err(Invalid(Code::Custom)) } else { Ok(value) }
}

impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
