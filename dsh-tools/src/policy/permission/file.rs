//! The form that rules and grants have in files: nothing is said by leaving something out, nothing twice.

use super::Calls;
use super::pattern::{Pattern, Pointer};
use crate::json::visible;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Reads an object, by the names of its members. Serde's own derive takes an array for a struct, too.
#[inline]
pub(super) fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        #[inline]
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        #[inline]
        fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(members))
        }
    }

    from.deserialize_map(Object(PhantomData))
}

/// A member that is left out or has a value; `null` is none.
#[inline]
pub(super) fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Members {
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    tool: Option<Pattern>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    read_only: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some")]
    destructive: Option<bool>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "each_once")]
    arguments: BTreeMap<Pointer, Pattern>,
}

/// All calls, in a file.
const ALL: &str = "all";

impl Serialize for Calls {
    #[inline]
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if *self == Self::all() {
            return to.serialize_str(ALL);
        }
        let Self { tool, read_only, destructive, arguments } = self.clone();
        Members { tool, read_only, destructive, arguments }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Calls {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct AllOrMembers;

        impl<'de> Visitor<'de> for AllOrMembers {
            type Value = Calls;

            #[inline]
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object that says which calls, or \"all\"")
            }

            #[inline]
            fn visit_str<E: Error>(self, text: &str) -> Result<Calls, E> {
                match text {
                    ALL => Ok(Calls::all()),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }

            #[inline]
            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Calls, A::Error> {
                let Members { tool, read_only, destructive, arguments } =
                    Members::deserialize(MapAccessDeserializer::new(members))?;
                if tool.as_ref().is_some_and(|tool| tool.text.is_empty()) {
                    return Err(A::Error::custom(
                        "no tool has an empty name: leave `tool` out, or name one",
                    ));
                }
                let calls = Calls { tool, read_only, destructive, arguments };
                if calls == Calls::all() {
                    return Err(A::Error::custom(
                        "no calls are named: say `tool`, `readOnly`, `destructive` or `arguments`, or \"all\" in place of the object",
                    ));
                }
                Ok(calls)
            }
        }

        from.deserialize_any(AllOrMembers)
    }
}

/// Of two patterns for one argument neither is dropped in silence.
#[inline]
fn each_once<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Pointer, Pattern>, D::Error> {
    struct EachOnce;

    impl<'de> Visitor<'de> for EachOnce {
        type Value = BTreeMap<Pointer, Pattern>;

        #[inline]
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("patterns by the JSON Pointers of arguments")
        }

        #[inline]
        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut arguments = BTreeMap::new();
            while let Some((pointer, like)) = entries.next_entry::<Pointer, Pattern>()? {
                if arguments.contains_key(&pointer) {
                    let pointer = visible(&pointer.0);
                    return Err(A::Error::custom(format!(
                        "`{pointer}` is there twice: write two rules"
                    )));
                }
                arguments.insert(pointer, like);
            }
            Ok(arguments)
        }
    }

    from.deserialize_map(EachOnce)
}
