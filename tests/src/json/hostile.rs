//! Texts and values made to be slow or to overflow the stack. Quadratic work would not end in a test's time.

use dsh_tools::json::{FrozenJson, JsonErrorKind, JsonWriter, LossyErrorKind};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;

const HUNDRED_THOUSAND: usize = 100_000;

/// A hundred thousand names with equal length, first eight and last eight bytes: equal in all that is hashed.
fn colliding(escaped: bool) -> Vec<String> {
    (0..HUNDRED_THOUSAND)
        .map(|i| format!("\"{}irst_8__{i:08}last_8__\"", if escaped { "\\u0066" } else { "f" }))
        .collect()
}

fn object(keys: &[String]) -> String {
    let entries: Vec<String> = keys.iter().map(|key| format!("{key}:1")).collect();
    format!("{{{}}}", entries.join(","))
}

#[test]
fn a_hundred_thousand_colliding_keys_are_parsed_compared_and_hashed() {
    let mut keys = colliding(false);
    let document = FrozenJson::parse(object(&keys)).unwrap();
    assert_eq!(document.root().len(), HUNDRED_THOUSAND);
    assert!(document.get("first_8__00099999last_8__").is_some());

    keys.reverse();
    let reversed = FrozenJson::parse(object(&keys)).unwrap();
    assert_eq!(document, reversed);
    assert_eq!(reversed, document.to_value());
    assert_eq!(FrozenJson::from_value(reversed.to_value()).unwrap(), document);
    assert_eq!(FrozenJson::from_serialize(&document).unwrap(), reversed);

    keys.push(keys[50_000].clone());
    let error = FrozenJson::parse(object(&keys)).unwrap_err();
    assert_eq!(error.kind(), JsonErrorKind::DuplicateKey);
}

#[test]
fn many_escaped_keys_are_parsed() {
    let mut keys: Vec<String> = colliding(true).into_iter().take(5_000).collect();
    let document = FrozenJson::parse(object(&keys)).unwrap();
    assert_eq!(document.root().len(), 5_000);
    assert_eq!(document.root().entries().last().unwrap().0, "first_8__00004999last_8__");
    keys.push("\"first_8__00000000last_8__\"".into());
    assert_eq!(
        FrozenJson::parse(object(&keys)).unwrap_err().key(),
        Some("first_8__00000000last_8__")
    );
}

#[test]
fn a_few_huge_escaped_keys_are_parsed() {
    // Fewer than are put into a set for their number, too long to be decoded for every comparison.
    let middle = "\\u0061".repeat(20_000);
    let keys: Vec<String> =
        (0..100).map(|i| format!("\"first_8__{middle}{i:03}last_8__\"")).collect();
    assert_eq!(FrozenJson::parse(object(&keys)).unwrap().root().len(), 100);
}

#[test]
fn huge_keys_that_collide_behind_many_others_are_parsed() {
    // By their number they may collide often; by their length they must not.
    for letter in ["\\u0061", "aaaaaa"] {
        let middle = letter.repeat(4_000);
        let keys: Vec<String> = (0..1_000)
            .map(|i| format!("\"{i}\""))
            .chain((0..300).map(|i| format!("\"first_8__{middle}{i:03}last_8__\"")))
            .collect();
        assert_eq!(FrozenJson::parse(object(&keys)).unwrap().root().len(), 1_300);
        let again = keys.iter().chain(keys.last());
        let again: Vec<String> = again.cloned().collect();
        assert!(FrozenJson::parse(object(&again)).unwrap_err().key().is_some());
    }
}

#[test]
fn huge_exponents_cost_nothing() {
    for text in
        ["1e999999999", "1e-999999999", "-1E+99999999999999999999999999999999", "0e999999999"]
    {
        let document = FrozenJson::parse(format!("[{text}, {text}]")).unwrap();
        let (a, b) = (document.root().at(0).unwrap(), document.root().at(1).unwrap());
        assert_eq!(a.to_frozen(), b.to_frozen());
        assert_eq!(a.as_i64().is_some(), text.starts_with('0'), "{text}");
        a.as_f64();
        a.to_value();
    }
    let digits = "9".repeat(1_000_000);
    let document = FrozenJson::parse(digits).unwrap();
    assert_eq!((document.root().as_u64(), document.root().as_f64()), (None, None));
}

fn nested_text(levels: usize, object: bool) -> String {
    if object {
        "{\"a\":".repeat(levels) + "1" + &"}".repeat(levels)
    } else {
        "[".repeat(levels) + &"]".repeat(levels)
    }
}

fn nested_value(levels: usize, object: bool) -> Value {
    (0..levels).fold(Value::Null, |inner, _| {
        if object {
            let mut map = serde_json::Map::new();
            map.insert("a".into(), inner);
            Value::Object(map)
        } else {
            Value::Array(vec![inner])
        }
    })
}

#[test]
fn s077_depth_is_limited_in_text_without_exhausting_the_stack() {
    for object in [false, true] {
        assert!(FrozenJson::parse(nested_text(128, object)).is_ok());
        for levels in [129, HUNDRED_THOUSAND] {
            let error = FrozenJson::parse(nested_text(levels, object)).unwrap_err();
            assert_eq!(error.kind(), JsonErrorKind::Depth);
            // Truncated, too: what is deep is not read to its end.
            let open = if object { "{\"a\":".repeat(levels) } else { "[".repeat(levels) };
            assert_eq!(FrozenJson::parse(open).unwrap_err().kind(), JsonErrorKind::Depth);
        }
    }
}

#[test]
fn s077_depth_is_limited_in_values_without_exhausting_the_stack() {
    for object in [false, true] {
        assert!(FrozenJson::from_value(nested_value(128, object)).is_ok());
        for levels in [129, HUNDRED_THOUSAND] {
            // The refused value is dropped, too.
            let error = FrozenJson::from_value(nested_value(levels, object)).unwrap_err();
            assert_eq!((error.kind(), error.line()), (JsonErrorKind::Depth, 0));
            assert_eq!(error.to_string(), "nested deeper than 128 levels; use fewer levels");
        }
    }
}

#[test]
fn s077_everything_works_at_the_highest_limit_on_a_small_stack() {
    // As much as a thread of a runtime has, in a build that is not optimized.
    let work = || {
        for object in [false, true] {
            let text = nested_text(1024, object);
            let document = FrozenJson::parse_with_depth(text.as_str(), 1024).unwrap();
            let value = document.to_value();
            assert_eq!(document, value);
            let of_value = FrozenJson::from_value_with_depth(value.clone(), 1024).unwrap();
            assert_eq!(of_value, document);
            assert_eq!(of_value.to_string(), text);
            assert_eq!(serde_json::to_string(&document).unwrap(), text);
            for form in [&document, &of_value] {
                let mut out = JsonWriter::with_depth(1024);
                out.json(form.root()).unwrap();
                assert_eq!(out.finish().unwrap().text(), Some(&*text));
            }
            let mut out = JsonWriter::with_depth(1024);
            out.serialize(&value).unwrap();
            assert_eq!(out.finish().unwrap(), document);
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn s077_depth_is_limited_while_serializing() {
    for levels in [129, 20_000] {
        let error = FrozenJson::from_serialize(&Nested(levels)).unwrap_err();
        assert_eq!(error.kind(), LossyErrorKind::Depth);
        assert_eq!(error.path().segments().len(), 128);
    }
    assert!(FrozenJson::from_serialize(&Nested(128)).is_ok());

    let error = FrozenJson::from_serialize(&Endless).unwrap_err();
    assert_eq!(error.kind(), LossyErrorKind::Depth);
    let error = FrozenJson::from_serialize(&Wrapped).unwrap_err();
    assert_eq!(error.kind(), LossyErrorKind::Depth);
    let error = FrozenJson::from_serialize(&BTreeMap::from([(Wrapped, 1)])).unwrap_err();
    assert_eq!(error.kind(), LossyErrorKind::Depth);
}

struct Nested(usize);

impl Serialize for Nested {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 == 0 {
            serializer.serialize_unit()
        } else {
            [Nested(self.0 - 1)].serialize(serializer)
        }
    }
}

/// Contains itself.
struct Endless;

impl Serialize for Endless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_variant("Endless", 0, "again", self)
    }
}

/// Contains itself and adds no level to the document.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Wrapped;

impl Serialize for Wrapped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Wrapped", self)
    }
}
