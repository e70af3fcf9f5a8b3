//! Documents inside other types, through serde.

use dsh_tools::json::{ContentBlock, FrozenJson};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

const NUMBERS: &str =
    r"[123456789012345678901234567890,0.1000000000000000055511151231257827,1e400,-0.0,5.0]";

#[derive(Debug, Serialize, Deserialize)]
struct Holder {
    id: u8,
    document: FrozenJson,
}

#[test]
fn text_of_serde_json_goes_in_and_out_without_loss() {
    let text = format!(r#"{{"id":1,"document":{NUMBERS}}}"#);
    let holder: Holder = serde_json::from_str(&text).unwrap();
    assert_eq!(holder.document.text(), Some(NUMBERS));
    let again: Holder = serde_json::from_str(&serde_json::to_string(&holder).unwrap()).unwrap();
    assert_eq!(again.document, holder.document);
    let read: Holder = serde_json::from_reader(text.as_bytes()).unwrap();
    assert_eq!(read.document.text(), Some(NUMBERS));
    let list: Vec<Option<FrozenJson>> = serde_json::from_str("[null, [null]]").unwrap();
    assert_eq!(list, [None, Some(FrozenJson::parse("[null]").unwrap())]);
}

#[test]
fn numbers_that_a_double_holds_stay_plain_numbers() {
    let document =
        FrozenJson::parse("[1, -2, 0.1, 5.0, 1e21, 18446744073709551615, 3.141592653589793]")
            .unwrap();
    // A map that takes values apart sees numbers, not raw text.
    let value = serde_json::to_value(&document).unwrap();
    assert_eq!(value, document.to_value());
    assert_eq!(
        serde_json::to_string(&document).unwrap(),
        "[1,-2,0.1,5.0,1e+21,18446744073709551615,3.141592653589793]"
    );
}

#[test]
fn values_go_in_and_out() {
    let value = json!({"id": 1, "document": {"b": [1, null, "x"], "a": 0.5}});
    let holder: Holder = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(holder.document, value["document"]);
    assert_eq!(serde_json::to_value(&holder).unwrap(), value);
    let borrowed = Holder::deserialize(&value).unwrap();
    assert_eq!(borrowed.document, holder.document);
}

#[test]
fn flatten_and_untagged_hand_documents_over() {
    #[derive(Debug, Serialize, Deserialize)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, FrozenJson>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum Either {
        Number(u8),
        Any(FrozenJson),
    }
    #[derive(Debug, Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Call { arguments: FrozenJson },
    }
    let text = r#"{"id":1,"a":[1,{"b":null}],"c":"x"}"#;
    let flat: Flat = serde_json::from_str(text).unwrap();
    assert_eq!(flat.rest["a"], json!([1, {"b": null}]));
    assert_eq!(serde_json::to_string(&flat).unwrap(), text);

    let either: Vec<Either> = serde_json::from_str(r#"[1,[1],{"a":{"b":2.5}},null]"#).unwrap();
    assert_eq!(either[0], Either::Number(1));
    assert_eq!(either[1], Either::Any(FrozenJson::parse("[1]").unwrap()));
    assert_eq!(either[2], Either::Any(FrozenJson::parse(r#"{"a":{"b":2.5}}"#).unwrap()));
    assert_eq!(either[3], Either::Any(FrozenJson::null()));

    let Tagged::Call { arguments } =
        serde_json::from_str(r#"{"kind":"Call","arguments":{"x":[true]}}"#).unwrap();
    assert_eq!(arguments, json!({"x": [true]}));
}

#[test]
fn c056_duplicates_are_refused_on_every_way_in() {
    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum Any {
        #[allow(dead_code, reason = "only its refusal counts")]
        Document(FrozenJson),
    }
    let inner = r#"{"a":[{"k":1,"k":2}]}"#;
    let text = format!(r#"{{"id":1,"document":{inner}}}"#);
    let error = serde_json::from_str::<Holder>(&text).unwrap_err();
    assert!(error.to_string().contains("the key \"k\""), "{error}");

    serde_json::from_str::<Any>(inner).unwrap_err();
}

#[test]
fn names_private_to_serde_json_are_plain_keys_of_buffered_texts() {
    #[derive(Debug, Deserialize)]
    struct Flat {
        #[serde(flatten)]
        rest: BTreeMap<String, FrozenJson>,
    }
    let text = r#"{"a":{"$serde_json::private::RawValue":"[1]"}}"#;
    let flat: Flat = serde_json::from_str(text).unwrap();
    assert_eq!(flat.rest["a"], json!({"$serde_json::private::RawValue": "[1]"}));
    let plain: FrozenJson = serde_json::from_str(text).unwrap();
    assert_eq!(plain.text(), Some(text));
}

#[test]
fn other_deserializers_hand_over_what_they_have() {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
    let read = |document: Result<FrozenJson, Error>| document.unwrap().to_string();
    assert_eq!(read(Deserialize::deserialize(7u8.into_deserializer())), "7");
    assert_eq!(
        read(Deserialize::deserialize(u128::MAX.into_deserializer())),
        u128::MAX.to_string()
    );
    assert_eq!(read(Deserialize::deserialize('x'.into_deserializer())), r#""x""#);
    assert_eq!(read(Deserialize::deserialize(().into_deserializer())), "null");
    assert_eq!(read(Deserialize::deserialize(0.1f32.into_deserializer())), "0.1");
    assert_eq!(
        read(Deserialize::deserialize(SeqDeserializer::new([true, false].into_iter()))),
        "[true,false]"
    );
    assert_eq!(
        read(Deserialize::deserialize(MapDeserializer::new([("a", 1), ("b", 2)].into_iter()))),
        r#"{"a":1,"b":2}"#
    );
    let bytes = serde::de::value::BytesDeserializer::<Error>::new(&[1, 255]);
    assert_eq!(read(Deserialize::deserialize(bytes)), "[1,255]");

    let refuse = |document: Result<FrozenJson, Error>| document.unwrap_err().to_string();
    assert_eq!(
        refuse(Deserialize::deserialize(f64::NAN.into_deserializer())),
        "NaN has no JSON form"
    );
    let twice = MapDeserializer::new([("a", 1), ("a", 2)].into_iter());
    assert_eq!(refuse(Deserialize::deserialize(twice)), r#"the key "a" is written twice"#);
    let number_key = MapDeserializer::<_, Error>::new([(1, 1)].into_iter());
    refuse(Deserialize::deserialize(number_key));
}

#[test]
fn types_read_documents_by_their_own_deserialize() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Point {
        x: f64,
        y: Option<i64>,
        tags: Vec<String>,
    }
    let point = Point { x: 1.5, y: None, tags: vec!["a\"b".into()] };
    let text = r#"{"p": {"x": 1.5, "tags": ["a\"b"]}}"#;
    for document in [
        FrozenJson::parse(text).unwrap(),
        FrozenJson::from_value(serde_json::from_str(text).unwrap()).unwrap(),
    ] {
        assert_eq!(document.get("p").unwrap().deserialize::<Point>().unwrap(), point);
        assert!(document.deserialize::<Point>().is_err());
        assert_eq!(document.deserialize::<FrozenJson>().unwrap(), document);
        assert_eq!(document.deserialize::<BTreeMap<String, ContentBlock>>().ok(), None);
    }
    // 128 levels are more than serde_json reads by itself.
    let deep = "[".repeat(128) + &"]".repeat(128);
    assert!(serde_json::from_str::<serde_json::Value>(&deep).is_err());
    let document = FrozenJson::parse(deep).unwrap();
    assert_eq!(document, document.deserialize::<serde_json::Value>().unwrap());
}
