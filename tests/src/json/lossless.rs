//! What goes in comes out; what JSON cannot hold is refused with its place.

use dsh_tools::json::{FrozenJson, JsonWriter, LossyErrorKind};
use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};

#[derive(Serialize)]
struct Out {
    ratio: Ratio,
}

#[derive(Serialize)]
struct Ratio {
    values: Vec<f64>,
}

/// Documents are shared between threads, and so are refusals.
#[test]
fn documents_go_to_other_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<FrozenJson>();
    shared::<dsh_tools::json::Cursor<'static>>();
    shared::<dsh_tools::json::JsonError>();
    shared::<dsh_tools::json::LossyError>();
}

#[test]
fn c049_numbers_that_are_not_finite_are_refused_with_their_place() {
    for (number, name) in
        [(f64::NAN, "NaN"), (f64::INFINITY, "infinity"), (f64::NEG_INFINITY, "-infinity")]
    {
        let refused = |error: dsh_tools::json::LossyError, text: String, pointer: &str| {
            assert_eq!(error.kind(), LossyErrorKind::NonFinite);
            assert_eq!((error.to_string(), error.path().pointer()), (text, pointer.to_owned()));
        };
        let error = FrozenJson::from_serialize(&number).unwrap_err();
        refused(error, format!("{name} has no JSON form"), "");
        let out = Out { ratio: Ratio { values: vec![0.5, 1.0, number] } };
        let error = FrozenJson::from_serialize(&out).unwrap_err();
        refused(error, format!("ratio.values[2]: {name} has no JSON form"), "/ratio/values/2");
        let map = BTreeMap::from([("a", 1.0), ("b/c \"d\"", number)]);
        let error = FrozenJson::from_serialize(&map).unwrap_err();
        refused(error, format!(r#"["b/c \"d\""]: {name} has no JSON form"#), "/b~1c \"d\"");
        let nested = json!([[], {"x": [1, {"y": "],}"}]}]);
        let error = FrozenJson::from_serialize(&(nested, [number])).unwrap_err();
        refused(error, format!("[1][0]: {name} has no JSON form"), "/1/0");
    }
}

#[test]
fn c049_singles_that_are_not_finite_are_refused() {
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = FrozenJson::from_serialize(&[0.1, number]).unwrap_err();
        assert_eq!(
            (error.kind(), error.path().pointer()),
            (LossyErrorKind::NonFinite, "/1".into())
        );
    }
}

#[test]
fn keys_must_be_strings() {
    #[derive(Serialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Unit {
        A,
    }
    #[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Name(String);

    let text = |document: FrozenJson| document.to_string();
    assert_eq!(text(FrozenJson::from_serialize(&HashMap::from([('x', 1)])).unwrap()), r#"{"x":1}"#);
    assert_eq!(
        text(FrozenJson::from_serialize(&HashMap::from([(Unit::A, 1)])).unwrap()),
        r#"{"A":1}"#
    );
    assert_eq!(
        text(FrozenJson::from_serialize(&BTreeMap::from([(Name("n".into()), 1)])).unwrap()),
        r#"{"n":1}"#
    );

    let refused = |error: dsh_tools::json::LossyError, found: &str| {
        assert_eq!(error.kind(), LossyErrorKind::Key);
        assert_eq!(error.to_string(), format!("m[0]: a key must be a string, this one is {found}"));
    };
    macro_rules! refuse {
        ($key:expr, $found:literal) => {
            let map = BTreeMap::from([("m", [BTreeMap::from([($key, 1)])])]);
            refused(FrozenJson::from_serialize(&map).unwrap_err(), $found);
        };
    }
    refuse!(1u8, "an integer");
    refuse!(-1i64, "an integer");
    refuse!(1u128, "an integer");
    refuse!(true, "a boolean");
    refuse!(Some("a"), "an option");
    refuse!(None::<u8>, "`None`");
    refuse!((), "a unit");
    refuse!((1, 2), "a tuple");
    refuse!(vec![1], "a sequence");
}

#[test]
fn keys_written_twice_are_refused_by_name_and_place() {
    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("a", 1), ("b", 2), ("a", 3)])
        }
    }
    let error = FrozenJson::from_serialize(&json_like(Twice)).unwrap_err();
    assert_eq!(error.kind(), LossyErrorKind::DuplicateKey);
    assert_eq!(error.to_string(), r#"a[1]: the key "a" is written twice"#);
}

#[test]
fn a_refusal_of_the_value_itself_gets_its_place() {
    struct No;
    impl Serialize for No {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("not today"))
        }
    }
    let error = FrozenJson::from_serialize(&json_like(No)).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string()),
        (LossyErrorKind::Custom, "a[1]: not today".into())
    );
}

fn json_like<T>(value: T) -> BTreeMap<&'static str, (u8, T)> {
    BTreeMap::from([("a", (1, value))])
}

#[test]
fn serializing_agrees_with_serde_json() {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct All {
        none: Option<u8>,
        some: Option<&'static str>,
        unit: (),
        unit_struct: UnitStruct,
        newtype: Newtype,
        tuple: (i8, u16, f32, f64),
        bytes: Bytes,
        chars: [char; 2],
        variants: Vec<Variant>,
        integers: (i64, u64, i128, u128),
        floats: [f64; 6],
        flattened: Flat,
    }
    #[derive(Serialize)]
    struct UnitStruct;
    #[derive(Serialize)]
    struct Newtype(Vec<bool>);
    #[derive(Serialize)]
    enum Variant {
        Unit,
        New(u8),
        Tuple(u8, &'static str),
        Struct { a: u8 },
    }
    #[derive(Serialize)]
    struct Flat {
        x: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    struct Bytes;
    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&[0, 255])
        }
    }
    let all = All {
        none: None,
        some: Some("a\"\\\u{1}\u{7f}é"),
        unit: (),
        unit_struct: UnitStruct,
        newtype: Newtype(vec![true, false]),
        tuple: (-1, 2, 0.1, 0.1),
        bytes: Bytes,
        chars: ['"', '𝄞'],
        variants: vec![
            Variant::Unit,
            Variant::New(1),
            Variant::Tuple(1, "x"),
            Variant::Struct { a: 1 },
        ],
        integers: (i64::MIN, u64::MAX, i128::MIN, u128::MAX),
        floats: [0.0, -0.0, 5.0, 1e300, f64::MIN_POSITIVE, f64::MAX],
        flattened: Flat { x: 1, rest: BTreeMap::from([("y".into(), 2)]) },
    };
    let ours = FrozenJson::from_serialize(&all).unwrap();
    let theirs = serde_json::to_string(&all).unwrap();
    assert_eq!(ours, FrozenJson::parse(theirs.as_str()).unwrap());
    // The order of keys is that of the fields.
    let keys = |document: &FrozenJson| {
        document.root().entries().map(|(key, _)| key.into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(keys(&ours), keys(&FrozenJson::parse(theirs).unwrap()));
}

#[test]
fn raw_text_is_taken_as_it_stands_and_checked() {
    let raw: Box<RawValue> =
        serde_json::from_str("[1.50, 123456789012345678901234567890]").unwrap();
    let document = FrozenJson::from_serialize(&json_like(&raw)).unwrap();
    assert_eq!(document.to_string(), r#"{"a":[1,[1.50, 123456789012345678901234567890]]}"#);

    let twice: Box<RawValue> = serde_json::from_str(r#"{"k":1,"k":2}"#).unwrap();
    let error = FrozenJson::from_serialize(&json_like(&twice)).unwrap_err();
    assert!(
        error.to_string().starts_with("a[1]: ") && error.to_string().contains("\"k\""),
        "{error}"
    );

    let deep: Box<RawValue> = serde_json::from_str(&("[".repeat(127) + &"]".repeat(127))).unwrap();
    assert_eq!(
        FrozenJson::from_serialize(&json_like(&deep)).unwrap_err().kind(),
        LossyErrorKind::Depth
    );
    assert!(FrozenJson::from_serialize(&[&deep]).is_ok());
}

/// The names are private to `serde_json`; should they change, raw text would come out as an object.
#[test]
fn what_serde_json_hands_over_as_text_is_text() {
    struct Magic(&'static str, &'static str);
    impl Serialize for Magic {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeStruct;
            let mut out = serializer.serialize_struct(self.0, 1)?;
            out.serialize_field(self.0, self.1)?;
            out.end()
        }
    }
    let number = "$serde_json::private::Number";
    let raw = "$serde_json::private::RawValue";
    let big = "123456789012345678901234567890.5";
    assert_eq!(FrozenJson::from_serialize(&Magic(number, big)).unwrap().text(), Some(big));
    assert_eq!(FrozenJson::from_serialize(&Magic(raw, " [1] ")).unwrap().text(), Some("[1]"));
    for (name, text) in
        [(number, "[1]"), (number, "1,2"), (number, ""), (raw, "1}"), (raw, "1,\"b\":2"), (raw, "")]
    {
        let error = FrozenJson::from_serialize(&json_like(Magic(name, text))).unwrap_err();
        assert_eq!(error.kind(), LossyErrorKind::Malformed, "{text}: {error}");
        assert_eq!(error.path().to_string(), "a[1]");
    }
}

#[test]
fn calls_out_of_order_never_panic_and_are_refused_at_the_end() {
    type Call = fn(&mut JsonWriter) -> Result<(), dsh_tools::json::LossyError>;
    let calls: [(&str, Call); 7] = [
        ("null", JsonWriter::null),
        ("str", |out| out.str("s")),
        ("{", JsonWriter::begin_object),
        ("key", |out| out.key("k")),
        ("}", JsonWriter::end_object),
        ("[", JsonWriter::begin_array),
        ("]", JsonWriter::end_array),
    ];
    // Every sequence of up to five calls, against the grammar.
    for length in 0..=5u32 {
        for number in 0..7usize.pow(length) {
            let mut out = JsonWriter::new();
            let mut names = Vec::new();
            let mut rest = number;
            for _ in 0..length {
                let (name, call) = calls[rest % 7];
                rest /= 7;
                names.push(name);
                call(&mut out).unwrap();
                // Where a refusal would stand is known in any state.
                out.refuse("").path();
            }
            assert_eq!(out.finish().is_ok(), is_document(&names), "{names:?}");
        }
    }
}

/// Whether the calls write exactly one document, no key twice (every key is the same one).
fn is_document(names: &[&str]) -> bool {
    fn value(names: &[&str]) -> Option<usize> {
        match *names.first()? {
            "null" | "str" => Some(1),
            "[" => {
                let mut at = 1;
                while *names.get(at)? != "]" {
                    at += value(&names[at..])?;
                }
                Some(at + 1)
            }
            "{" => match (*names.get(1)?, names.get(2..)) {
                ("}", _) => Some(2),
                ("key", Some(rest)) => {
                    let end = 2 + value(rest)?;
                    (*names.get(end)? == "}").then_some(end + 1)
                }
                _ => None,
            },
            _ => None,
        }
    }
    value(names) == Some(names.len())
}

#[test]
fn what_a_writer_copies_keeps_its_text() {
    let document = FrozenJson::parse(r#"{"a": [1.50, 1e5, "\u0041"]}"#).unwrap();
    let mut out = JsonWriter::new();
    out.begin_array().unwrap();
    for item in document.get("a").unwrap().items() {
        out.json(item).unwrap();
    }
    out.json(FrozenJson::from_value(json!({"x": [null, "é"]})).unwrap().root()).unwrap();
    out.end_array().unwrap();
    assert_eq!(out.finish().unwrap().text(), Some(r#"[1.50,1e5,"\u0041",{"x":[null,"é"]}]"#));
}

#[test]
fn values_round_only_what_they_cannot_hold() {
    let document = FrozenJson::parse(r"[18446744073709551615, -9223372036854775808, 123456789012345678901, 1e400, -1e400, 0.1, 5.0]").unwrap();
    assert_eq!(
        document.to_value(),
        json!([u64::MAX, i64::MIN, 123_456_789_012_345_680_000.0, f64::MAX, f64::MIN, 0.1, 5.0])
    );
    assert_eq!(document.to_value()[6].to_string(), "5.0");
}
