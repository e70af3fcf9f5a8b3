//! What an absent key stands for.

use super::check::contain;
use super::{Node, Row, ToolValue};
use crate::json::{Cursor, FrozenJson, JsonWriter, LossyError};
use serde::Serialize;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// What an absent key stands for.
#[derive(Clone, Copy, Debug)]
pub struct DefaultValue {
    /// Made once.
    pub made: fn() -> &'static Made,
}

impl DefaultValue {
    /// The value as a document.
    #[inline]
    pub(crate) fn document(self) -> &'static FrozenJson {
        &(self.made)().document
    }

    /// Why there is none.
    pub(crate) fn defect(self) -> Option<&'static str> {
        (self.made)().defect.as_deref()
    }

    /// `null` for an `Option`: what its absence means anyway.
    #[inline]
    pub(crate) fn says_nothing(self, row: &Row) -> bool {
        self.document().root().is_null() && row.node.get().optional
    }

    /// Where it is read, and by what; nothing where it says what absence means.
    #[inline]
    pub(super) fn place(self, row: &'static Row) -> Option<(Cursor<'static>, &'static Node)> {
        (!self.says_nothing(row)).then(|| (self.document().root(), row.node.get()))
    }
}

/// A default once it is made, or what was wrong while it was.
#[derive(Debug)]
pub struct Made {
    document: FrozenJson,
    defect: Option<String>,
}

impl Made {
    #[inline]
    fn of(document: Result<FrozenJson, String>) -> Self {
        match document {
            Ok(document) => Self { document, defect: None },
            Err(defect) => Self { document: FrozenJson::default(), defect: Some(defect) },
        }
    }

    /// From JSON text.
    #[must_use]
    #[inline]
    pub fn text(text: &str) -> Self {
        Self::of(FrozenJson::parse(text).map_err(|error| format!("is no JSON: {error}")))
    }

    /// From code.
    #[must_use]
    pub fn value<T: ToolValue>(make: impl FnOnce() -> T) -> Self {
        Self::field(make, |value| value)
    }

    /// From a part of what code makes.
    #[must_use]
    pub fn field<O, T: ToolValue>(make: impl FnOnce() -> O, part: impl FnOnce(&O) -> &T) -> Self {
        Self::written(contain(|| written(part(&make())).map_err(|error| error.to_string())))
    }

    /// From code that gives a value which serde writes.
    #[must_use]
    pub fn foreign<T: Serialize>(make: impl FnOnce() -> T) -> Self {
        let written =
            contain(|| FrozenJson::from_serialize(&make()).map_err(|error| error.to_string()));
        Self::written(written)
    }

    #[inline]
    fn written(written: Option<Result<FrozenJson, String>>) -> Self {
        Self::of(match written {
            None => Err(String::from("could not be made: its code panicked")),
            Some(Err(error)) => Err(format!("has no JSON form: {error}")),
            Some(Ok(document)) => Ok(document),
        })
    }

    /// The same, if another library takes the same for an absent key.
    #[must_use]
    #[inline]
    pub fn agreeing(self, library: &str, theirs: Self) -> Self {
        let differs = self.document != theirs.document || theirs.defect.is_some();
        if self.defect.is_some() || !differs {
            return self;
        }
        let theirs = theirs.defect.unwrap_or_else(|| format!("is {}", theirs.document));
        Self { defect: Some(format!("contradicts that of {library}, which {theirs}")), ..self }
    }
}

#[inline]
fn written<T: ToolValue>(value: &T) -> Result<FrozenJson, LossyError> {
    let mut out = JsonWriter::new();
    value.encode(&mut out)?;
    out.finish()
}

type Places = HashMap<(TypeId, usize), &'static Made>;

/// What is made once for a row of a generic type: a static of its own would be shared by all instances.
#[doc(hidden)]
pub fn made_once<Owner: 'static>(row: usize, make: fn() -> Made) -> &'static Made {
    static PLACES: LazyLock<Mutex<Places>> = LazyLock::new(Mutex::default);
    let key = (TypeId::of::<Owner>(), row);
    let places = || PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = places().get(&key) {
        return made;
    }
    // Made without the lock: the code may ask for other defaults.
    let made = make();
    let mut places = places();
    places.entry(key).or_insert_with(|| Box::leak(Box::new(made)))
}

/// What stands behind `default =`: a value, or a function that gives one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`default` takes a value of the field's type, or a function that gives one",
    label = "neither a value of `{T}` nor a function that gives one"
)]
pub trait Given<T, How> {
    /// The value.
    fn give(self) -> T;
}

/// The value itself.
#[doc(hidden)]
#[derive(Debug)]
pub struct Itself(());

/// By a call.
#[doc(hidden)]
#[derive(Debug)]
pub struct Called(());

impl<T> Given<T, Itself> for T {
    fn give(self) -> T {
        self
    }
}

impl<T, F: FnOnce() -> T> Given<T, Called> for F {
    fn give(self) -> T {
        self()
    }
}
