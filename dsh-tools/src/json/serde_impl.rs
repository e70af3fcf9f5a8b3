//! `Serialize` and `Deserialize` of documents, without loss where the format allows it.

use super::decimal::Decimal;
use super::raw::{NUMBER, RAW};
use super::{Cursor, FrozenJson, Integer, JsonKind, JsonWriter, Num};
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Number;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Without loss through `serde_json`: numbers that neither 64 bits nor a double hold exactly go out as raw text.
///
/// Other text formats show such a number as `serde_json`'s `RawValue`; binary formats get integers of 128 bits and
/// the nearest double.
impl Serialize for FrozenJson {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root().serialize(serializer)
    }
}

/// The subtree.
impl Serialize for Cursor<'_> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            JsonKind::Null => serializer.serialize_unit(),
            JsonKind::Bool => serializer.serialize_bool(self.as_bool().unwrap_or_default()),
            JsonKind::String => serializer.serialize_str(&self.as_str().unwrap_or_default()),
            JsonKind::Number => serialize_number(*self, serializer),
            JsonKind::Array => {
                let mut seq = serializer.serialize_seq(Some(self.len()))?;
                for item in self.items() {
                    seq.serialize_element(&item)?;
                }
                seq.end()
            }
            JsonKind::Object => {
                let mut map = serializer.serialize_map(Some(self.len()))?;
                for (key, value) in self.entries() {
                    map.serialize_entry(&key, &value)?;
                }
                map.end()
            }
        }
    }
}

#[inline]
fn serialize_number<S: Serializer>(cursor: Cursor<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let Some(number) = cursor.number() else {
        return serializer.serialize_unit();
    };
    let text = cursor.number_text().unwrap_or_default();
    let is_written_as_integer = !text.contains(['.', 'e', 'E']) && text != "-0";
    if is_written_as_integer && let Integer::Fits { negative, magnitude } = number.integer() {
        if let (false, Ok(unsigned)) = (negative, u64::try_from(magnitude)) {
            return serializer.serialize_u64(unsigned);
        }
        if let Some(signed) = cursor.as_i64() {
            return serializer.serialize_i64(signed);
        }
        // Text formats get what 64 bits cannot hold as raw text, below.
        if !serializer.is_human_readable() {
            if !negative {
                return serializer.serialize_u128(magnitude);
            }
            if let Some(signed) = 0i128.checked_sub_unsigned(magnitude) {
                return serializer.serialize_i128(signed);
            }
        }
    }
    let double = number.f64();
    if !serializer.is_human_readable()
        || matches!(number, Num::Small { .. })
        || is_exact(&text, double)
    {
        return serializer.serialize_f64(double);
    }
    match serde_json::from_str::<&RawValue>(&text) {
        Ok(raw) => raw.serialize(serializer),
        Err(_) => serializer.serialize_f64(double),
    }
}

/// Whether the text that `serde_json` prints for the double is the same number.
#[inline]
fn is_exact(text: &str, double: f64) -> bool {
    Number::from_f64(double)
        .is_some_and(|number| Decimal::new(text) == Decimal::new(&number.to_string()))
}

/// Without loss from the text of `serde_json`, and from all else as far as the format hands it over: what serde
/// buffers (`flatten`, untagged enums) has its numbers rounded already.
///
/// Refuses keys that are there twice, and more than [`DEFAULT_DEPTH_LIMIT`](super::DEFAULT_DEPTH_LIMIT) levels.
impl<'de> Deserialize<'de> for FrozenJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // `serde_json` hands over its text as it stands when it is asked by this name; other formats go on as if
        // they had been asked for any value.
        deserializer.deserialize_newtype_struct(RAW, Document)
    }
}

/// A member that may be missing: a `null` that is there is a document, too.
pub(crate) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<FrozenJson>, D::Error> {
    <FrozenJson as Deserialize>::deserialize(deserializer).map(Some)
}

/// The outermost value, which may come as text.
struct Document;

impl Document {
    fn build<E: de::Error>(
        write: impl FnOnce(&mut JsonWriter) -> Result<(), E>,
    ) -> Result<FrozenJson, E> {
        let mut out = JsonWriter::new();
        write(&mut out)?;
        out.finish().map_err(E::custom)
    }
}

macro_rules! forward {
    ($($visit:ident: $type:ty),* $(,)?) => {$(
        fn $visit<E: de::Error>(self, value: $type) -> Result<FrozenJson, E> {
            Document::build(|out| Part(out).$visit(value))
        }
    )*};
}

impl<'de> Visitor<'de> for Document {
    type Value = FrozenJson;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    forward! {
        visit_bool: bool,
        visit_i64: i64,
        visit_i128: i128,
        visit_u64: u64,
        visit_u128: u128,
        visit_f32: f32,
        visit_f64: f64,
        visit_str: &str,
        visit_bytes: &[u8],
    }

    fn visit_unit<E: de::Error>(self) -> Result<FrozenJson, E> {
        Ok(FrozenJson::null())
    }

    fn visit_none<E: de::Error>(self) -> Result<FrozenJson, E> {
        Ok(FrozenJson::null())
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<FrozenJson, D::Error> {
        Self::build(|out| value.deserialize_any(Part(out)))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<FrozenJson, D::Error> {
        Self::build(|out| value.deserialize_any(Part(out)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<FrozenJson, A::Error> {
        Self::build(|out| Part(out).visit_seq(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<FrozenJson, A::Error> {
        let first: Option<Key<'de>> = entries.next_key()?;
        if first.as_ref().is_some_and(|key| key.0 == RAW) {
            let text: String = entries.next_value()?;
            return FrozenJson::parse(text).map_err(de::Error::custom);
        }
        Self::build(|out| write_map(out, first, entries))
    }
}

/// A key, borrowed where the format allows it.
struct Key<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor).map(Self)
    }
}

struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Cow<'de, str>;

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string key")
    }

    fn visit_borrowed_str<E: de::Error>(self, key: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(key.to_owned()))
    }
}

/// A value written into the document that is being made.
struct Part<'a>(&'a mut JsonWriter);

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! write_as {
    ($($visit:ident: $type:ty => $write:ident),* $(,)?) => {$(
        fn $visit<E: de::Error>(self, value: $type) -> Result<(), E> {
            self.0.$write(value).map_err(E::custom)
        }
    )*};
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = ();

    #[inline]
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    write_as! {
        visit_bool: bool => bool,
        visit_i64: i64 => display,
        visit_i128: i128 => i128,
        visit_u64: u64 => display,
        visit_u128: u128 => u128,
        visit_f32: f32 => f32,
        visit_f64: f64 => f64,
        visit_str: &str => str,
    }

    fn visit_bytes<E: de::Error>(self, value: &[u8]) -> Result<(), E> {
        let mut write = || {
            self.0.begin_array()?;
            value.iter().try_for_each(|byte| self.0.display(byte))?;
            self.0.end_array()
        };
        write().map_err(E::custom)
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.0.null().map_err(E::custom)
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        self.visit_newtype_struct(value)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        self.0.enter_wrapper().map_err(de::Error::custom)?;
        value.deserialize_any(Part(&mut *self.0))?;
        self.0.leave_wrapper();
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.begin_array().map_err(de::Error::custom)?;
        while items.next_element_seed(Part(&mut *self.0))?.is_some() {}
        self.0.end_array().map_err(de::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let first = entries.next_key()?;
        write_map(self.0, first, entries)
    }
}

fn write_map<'de, A: MapAccess<'de>>(
    out: &mut JsonWriter,
    first: Option<Key<'de>>,
    mut entries: A,
) -> Result<(), A::Error> {
    // How `serde_json` hands over numbers when `arbitrary_precision` is on somewhere in the build.
    if first.as_ref().is_some_and(|key| key.0 == NUMBER) {
        let text: String = entries.next_value()?;
        return out.raw(&text, true).map_err(de::Error::custom);
    }
    out.begin_object().map_err(de::Error::custom)?;
    let mut next = first;
    while let Some(Key(key)) = next {
        out.key(&key).map_err(de::Error::custom)?;
        entries.next_value_seed(Part(&mut *out))?;
        next = entries.next_key()?;
    }
    out.end_object().map_err(de::Error::custom)
}
