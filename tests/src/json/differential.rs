//! Our parser against `serde_json`'s: the same texts accepted, the same values read.
//!
//! `DSH_CASES` is the number of texts (20,000 unless set), `DSH_SEED` the seed of a single one.

use super::generate::{Random, mutate, text};
use dsh_tools::json::{Cursor, FrozenJson, JsonErrorKind, JsonKind};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt;

#[test]
fn texts_are_accepted_and_read_as_by_serde_json() {
    let cases = std::env::var("DSH_CASES").map_or(20_000, |cases| cases.parse().unwrap());
    let seeds = match std::env::var("DSH_SEED") {
        Ok(seed) => {
            let seed: u64 = seed.parse().unwrap();
            seed..seed + 1
        }
        Err(_) => 0..cases,
    };
    let mut seen = [0usize; 4];
    for seed in seeds.clone() {
        let mut random = Random(seed);
        let mut text = text(&mut random);
        if random.below(4) != 0 {
            text = mutate(&mut random, &text);
        }
        match compare(&text) {
            Ok(verdict) => seen[verdict as usize] += 1,
            Err(difference) => panic!("{difference}\nDSH_SEED={seed}\n{text:?}"),
        }
    }
    // What is compared is worth comparing.
    if seeds.end - seeds.start >= 1000 {
        let [accepted, refused, duplicate, out_of_range] = seen;
        assert!(accepted > 200 && refused > 200 && duplicate > 5 && out_of_range > 5, "{seen:?}");
    }
}

enum Verdict {
    Accepted,
    Refused,
    Duplicate,
    /// Accepted by us; a double cannot hold one of its numbers, so `serde_json` has no value for it.
    OutOfRange,
}

fn compare(text: &str) -> Result<Verdict, String> {
    let ours = FrozenJson::parse(text);
    let theirs = serde_json::from_str::<Value>(text);
    let unique = serde_json::from_str::<Unique>(text);
    match (ours, theirs) {
        (Ok(document), Ok(value)) => {
            unique.map_err(|error| format!("accepted, but {error}"))?;
            same(document.root(), &value)?;
            if document.to_value() != value {
                return Err(format!("to_value: {:?}", document.to_value()));
            }
            forms_agree(text, &document, &value)?;
            Ok(Verdict::Accepted)
        }
        (Err(error), Ok(_)) if error.kind() == JsonErrorKind::DuplicateKey => {
            let expected = format!("twice: {:?}", error.key().unwrap());
            match unique {
                Err(found) if found.to_string().starts_with(&expected) => Ok(Verdict::Duplicate),
                Err(found) => Err(format!("{error}, but {found}")),
                Ok(_) => Err(format!("no key is there twice: {error}")),
            }
        }
        (Err(_), Err(_)) => Ok(Verdict::Refused),
        (Ok(document), Err(error)) if error.to_string().starts_with("number out of range") => {
            if has_number_out_of_range(document.root()) {
                forms_of_text_agree(text, &document)?;
                Ok(Verdict::OutOfRange)
            } else {
                Err(format!("every number is in range, but {error}"))
            }
        }
        (Err(error), Ok(_)) => Err(format!("refused: {error}")),
        (Ok(_), Err(error)) => Err(format!("accepted, but {error}")),
    }
}

/// Everything a cursor says of a value is what `serde_json` says.
fn same(cursor: Cursor<'_>, value: &Value) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{what}: {cursor:?} and {value}"));
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => {
            let is_same = cursor.is_null() == value.is_null()
                && cursor.as_bool() == value.as_bool()
                && cursor.as_str().as_deref() == value.as_str();
            if !is_same {
                return wrong("scalar");
            }
        }
        Value::Number(number) => {
            if cursor.as_f64().map(f64::to_bits) != number.as_f64().map(f64::to_bits) {
                // serde_json reads `-0` as a double, too; integers beyond 64 bits as the nearest one.
                return wrong("double");
            }
            if number.is_i64() && cursor.as_i64() != number.as_i64() {
                return wrong("signed");
            }
            if number.is_u64() && cursor.as_u64() != number.as_u64() {
                return wrong("unsigned");
            }
        }
        Value::Array(items) => {
            if cursor.kind() != JsonKind::Array
                || cursor.len() != items.len()
                || cursor.items().count() != items.len()
            {
                return wrong("array");
            }
            for (i, (item, other)) in cursor.items().zip(items).enumerate() {
                same(item, other)?;
                if cursor.at(i).is_none_or(|item| same(item, other).is_err()) {
                    return wrong("element");
                }
            }
        }
        Value::Object(entries) => {
            if cursor.kind() != JsonKind::Object
                || cursor.len() != entries.len()
                || cursor.entries().count() != entries.len()
            {
                return wrong("object");
            }
            for (key, item) in cursor.entries() {
                match (entries.get(&*key), cursor.get(&key)) {
                    (Some(other), Some(found)) => {
                        same(item, other)?;
                        same(found, other)?;
                    }
                    _ => return wrong("key"),
                }
            }
        }
    }
    Ok(())
}

/// The ways in and out lead to the same document.
fn forms_agree(text: &str, document: &FrozenJson, value: &Value) -> Result<(), String> {
    forms_of_text_agree(text, document)?;
    let is_exact = serde_json::to_string(value).is_ok_and(|printed| {
        // What a `Value` rounds is another document.
        FrozenJson::parse(printed).is_ok_and(|printed| printed == *document)
    });
    let of_value = FrozenJson::from_value(value.clone()).map_err(|error| error.to_string())?;
    if of_value != *value || of_value.to_value() != *value || (of_value == *document) != is_exact {
        return Err(format!("from_value: {of_value}"));
    }
    let serialized = FrozenJson::from_serialize(value).map_err(|error| error.to_string())?;
    if serialized != of_value {
        return Err(format!("from_serialize: {serialized}"));
    }
    Ok(())
}

fn forms_of_text_agree(text: &str, document: &FrozenJson) -> Result<(), String> {
    if document.text() != Some(text) || document.to_string() != text {
        return Err("the text is another".into());
    }
    let through_serde: FrozenJson =
        serde_json::from_str(text).map_err(|error| error.to_string())?;
    let printed = serde_json::to_string(document).map_err(|error| error.to_string())?;
    let reread = FrozenJson::parse(printed.as_str()).map_err(|error| error.to_string())?;
    if through_serde != *document || reread != *document {
        return Err(format!("through serde: {through_serde:?}, {printed}"));
    }
    let copied = FrozenJson::from_serialize(document).map_err(|error| error.to_string())?;
    if copied != *document || document.root().to_frozen() != *document {
        return Err(format!("copied: {copied}"));
    }
    Ok(())
}

fn has_number_out_of_range(cursor: Cursor<'_>) -> bool {
    (cursor.kind() == JsonKind::Number && cursor.as_f64().is_none())
        || cursor.items().any(has_number_out_of_range)
        || cursor.entries().any(|(_, value)| has_number_out_of_range(value))
}

/// Any JSON in which no object has a key twice.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Unique)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self, A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format!("twice: {key:?}")));
            }
            keys.insert(key);
            entries.next_value::<Self>()?;
        }
        Ok(self)
    }
}
