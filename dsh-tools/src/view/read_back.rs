//! Cards read back, from a log or from another process.
//!
//! A tagged enum of serde's is read into a buffer first, which rounds numbers, and hides what is wrong. A card is read
//! as the document that it is.

use crate::json::{Cursor, FrozenJson, JsonKind, visible};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

/// How the object of one tag is read.
pub(super) type Reader<T> = fn(Cursor<'_>) -> Result<T, serde_json::Error>;

/// Reads an object by what its member `tag` says.
#[inline]
pub(super) fn tagged<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    tag: &str,
    known: &[(&str, Reader<T>)],
) -> Result<T, D::Error> {
    let document = <FrozenJson as Deserialize>::deserialize(deserializer)?;
    let root = document.root();
    if root.kind() != JsonKind::Object {
        return Err(D::Error::custom(format!("expected an object, found {}", root.kind())));
    }
    let Some(value) = root.get(tag) else {
        return Err(D::Error::custom(format!("`{tag}` is missing")));
    };
    let Some(name) = value.as_str() else {
        return Err(D::Error::custom(format!("`{tag}` must be a string, found {}", value.kind())));
    };
    if let Some((_, read)) = known.iter().find(|(known, _)| *known == name) {
        return read(root).map_err(|error| D::Error::custom(format!("{tag} `{name}`: {error}")));
    }
    let known = known.iter().map(|(known, _)| format!("`{known}`")).collect::<Vec<_>>();
    let (name, known) = (visible(&name), known.join(", "));
    Err(D::Error::custom(format!("unknown {tag} `{name}`, expected one of {known}")))
}

/// A variant of a view.
#[inline]
pub(super) fn variant<C: DeserializeOwned, T>(
    object: Cursor<'_>,
    make: fn(C) -> T,
) -> Result<T, serde_json::Error> {
    object.deserialize().map(make)
}

/// The views are read by their tag.
macro_rules! read_back {
    ($view:ident by $tag:literal: $($name:literal => $variant:ident),* $(,)?) => {
        impl<'de> serde::Deserialize<'de> for $view {
            #[inline]
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                super::read_back::tagged(deserializer, $tag, &[
                    $(($name, |object| super::read_back::variant(object, Self::$variant))),*
                ])
            }
        }
    };
}
pub(super) use read_back;
