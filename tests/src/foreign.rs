//! Types of other crates: strings that their own crates read, and schemas that `schemars` makes.

use crate::zoo::Menu;
use dsh_tools::json::JsonWriter;
use dsh_tools::schema::{Direction, Foreign, decode, json_schema, render, validate};
use dsh_tools::{FrozenJson, ToolArgs, ToolDefinition, ToolRegistry, ToolValue};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Walks, decodes, reads by serde, writes: all agree on every text, and on the values of the good ones.
fn read<T: ToolValue + PartialEq + Debug + DeserializeOwned>(
    schema: &Value,
    good: &[&str],
    bad: &[&str],
) {
    assert_eq!(render(T::NODE, Direction::Input).unwrap().to_value(), *schema);
    for text in good {
        let document = FrozenJson::string(*text);
        assert!(validate(&document, T::NODE, Direction::Input).is_ok(), "{text}");
        let value: T = decode(&document).unwrap();
        assert_eq!(serde_json::from_value::<T>(json!(text)).unwrap(), value, "{text}");
        rewritten(&value);
    }
    for text in bad {
        let document = FrozenJson::string(*text);
        assert!(T::decode(document.root(), T::NODE).is_err(), "{text}");
        assert!(validate(&document, T::NODE, Direction::Input).is_err(), "{text}");
    }
    assert!(T::decode(FrozenJson::parse("1").unwrap().root(), T::NODE).is_err());
}

fn rewritten<T: ToolValue + PartialEq + Debug>(value: &T) {
    let mut out = JsonWriter::new();
    value.encode(&mut out).unwrap();
    let written = out.finish().unwrap();
    assert!(validate(&written, T::NODE, Direction::Output).is_ok(), "{written}");
    assert_eq!(decode::<T>(&written).unwrap(), *value);
}

#[test]
fn identifiers_and_addresses() {
    read::<uuid::Uuid>(
        &json!({"type": "string", "format": "uuid"}),
        &["123e4567-e89b-42d3-a456-426614174000", "123E4567-E89B-42D3-A456-426614174000"],
        // The crate reads these as well; the format is the hyphenated form alone.
        &["123e4567e89b42d3a456426614174000", "{123e4567-e89b-42d3-a456-426614174000}", "x", ""],
    );
    read::<url::Url>(
        &json!({"type": "string", "format": "uri"}),
        &["https://example.org/a?b#c", "mailto:a@example.org", "file:///tmp"],
        // URIs that are no URLs, and the other way round.
        &["http://example.org:99999", "http://[::1", "relative/path", "https://example.org/a b"],
    );
}

#[test]
fn times_of_chrono() {
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
    let instants = ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.25+05:30", "0001-01-01T00:00:00Z"];
    let no_instants =
        ["2026-01-31", "2026-02-30T09:30:00Z", "2026-01-31T09:30:00", "2026-01-31 09:30Z"];
    let schema = json!({"type": "string", "format": "date-time"});
    read::<DateTime<Utc>>(&schema, &instants, &no_instants);
    read::<DateTime<FixedOffset>>(&schema, &instants, &no_instants);
    let date = json!({"type": "string", "format": "date"});
    read::<NaiveDate>(
        &date,
        &["2026-01-31", "2024-02-29"],
        &["2026-02-29", "26-1-1", "+12026-01-01"],
    );
    let time = json!({"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$"});
    read::<NaiveTime>(&time, &["09:30:00", "23:59:59.999"], &["24:00:00", "9:30", "09:30:00Z"]);
    let both = json!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$"});
    read::<NaiveDateTime>(
        &both,
        &["2026-01-31T09:30:00", "2026-01-31T09:30:00.5"],
        &["2026-01-31T25:30:00", "2026-01-31 09:30:00"],
    );
}

#[test]
fn what_misses_its_pattern_is_told_once_and_what_does_not_exist_is_told_so() {
    let told = |text: &str| {
        let document = FrozenJson::parse(text).unwrap();
        let found = validate(&document, <[chrono::NaiveTime; 1]>::NODE, Direction::Input);
        found.unwrap_err().to_string()
    };
    let pattern = r"expected a string that matches `^[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?$`";
    assert_eq!(told(r#"["9:30"]"#), format!("`[0]`: {pattern}, got the string \"9:30\""));
    assert_eq!(
        told(r#"["25:00:00"]"#),
        format!(
            "`[0]`: {pattern}, got the string \"25:00:00\"; the form is right, but there is no such value"
        )
    );
}

#[test]
fn times_of_jiff() {
    use jiff::civil::{Date, DateTime, Time};
    use jiff::{SignedDuration, Timestamp};
    let schema = json!({"type": "string", "format": "date-time"});
    read::<Timestamp>(
        &schema,
        &["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.25+05:30"],
        &["2026-01-31", "2026-02-30T09:30:00Z"],
    );
    read::<Date>(
        &json!({"type": "string", "format": "date"}),
        &["2026-01-31"],
        &["2026-02-29", "x"],
    );
    let time = json!({"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$"});
    read::<Time>(&time, &["09:30:00"], &["24:00:00", "9:30"]);
    let both = json!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$"});
    read::<DateTime>(&both, &["2026-01-31T09:30:00"], &["2026-13-31T09:30:00"]);
    let duration = json!({"type": "string", "pattern": "^[+-]?PT([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,9})?S)?$"});
    read::<SignedDuration>(&duration, &["PT1H30M", "-PT0.5S", "PT0S"], &["PT", "1 hour", "P1D"]);
    // Spans are compared field by field.
    for text in ["P1Y2M3W4DT5H6M7.5S", "-P1D"] {
        let span: jiff::Span = decode(&FrozenJson::string(text)).unwrap();
        let mut out = JsonWriter::new();
        span.encode(&mut out).unwrap();
        let again: jiff::Span = decode(&out.finish().unwrap()).unwrap();
        assert_eq!(again.fieldwise(), span.fieldwise());
    }
    for text in ["P", "PT", "1 day", "P1H"] {
        assert!(decode::<jiff::Span>(&FrozenJson::string(text)).is_err(), "{text}");
    }
}

#[test]
fn bytes_are_base64() {
    let schema = render(bytes::Bytes::NODE, Direction::Input).unwrap();
    assert_eq!(schema.to_string(), r#"{"type":"string","contentEncoding":"base64"}"#);
    let value: bytes::Bytes = decode(&FrozenJson::string("AP8Q")).unwrap();
    assert_eq!(value, &[0, 255, 16][..]);
    rewritten(&value);
    rewritten(&bytes::BytesMut::from(&b"ab"[..]));
    for text in ["AP8", "AP8-", "A P8Q", "AP8Q="] {
        let document = FrozenJson::string(text);
        assert!(decode::<bytes::Bytes>(&document).is_err(), "{text}");
        assert!(validate(&document, bytes::Bytes::NODE, Direction::Input).is_err(), "{text}");
    }
    let found = decode::<bytes::Bytes>(&FrozenJson::string("?")).unwrap_err();
    assert_eq!(
        found.to_string(),
        "`arguments`: expected a string in base64 (RFC 4648), got the string \"?\""
    );
}

#[derive(JsonSchema, serde::Deserialize, serde::Serialize, PartialEq, Debug)]
struct Point {
    #[schemars(range(min = 0, max = 9))]
    x: u8,
    label: Option<String>,
}

/// A tree that comes back to itself, by another crate's derive.
#[derive(JsonSchema, serde::Deserialize, serde::Serialize, PartialEq, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Tree {
    Leaf { at: Point },
    Fork { left: Box<Tree>, right: Box<Tree> },
}

#[derive(ToolArgs)]
#[arg(schemars)]
struct Plant {
    /// Where it grows.
    tree: Foreign<Tree>,
    more: Option<Foreign<Point>>,
}

#[test]
fn a_foreign_type_is_held_to_its_own_schema_within_ours() {
    let schema = render(Plant::NODE, Direction::Input).unwrap().to_value();
    assert_eq!(schema["properties"]["tree"]["description"], "Where it grows.");
    let oracle = jsonschema::validator_for(&schema).unwrap();
    let leaf = json!({"kind": "leaf", "at": {"x": 3}});
    let rows = [
        (json!({"tree": leaf}), true),
        (
            json!({"tree": {"kind": "fork", "left": leaf, "right": leaf}, "more": {"x": 1, "label": "b"}}),
            true,
        ),
        (json!({"tree": {"kind": "fork", "left": leaf}}), false),
        (json!({"tree": {"kind": "leaf", "at": {"x": 10}}}), false),
        (json!({"tree": {"kind": "twig"}}), false),
        (json!({"tree": leaf, "more": {"x": -1}}), false),
    ];
    for (value, fits) in rows {
        let document = FrozenJson::from_value(value.clone()).unwrap();
        assert_eq!(oracle.is_valid(&value), fits, "{value}");
        assert_eq!(decode::<Plant>(&document).is_ok(), fits, "{value}");
        assert_eq!(validate(&document, Plant::NODE, Direction::Input).is_ok(), fits, "{value}");
    }
    let wrong = json!({"tree": {"kind": "fork", "left": leaf, "right": {"kind": "leaf", "at": {"x": 10}}}, "more": 1});
    let found = validate(&FrozenJson::from_value(wrong).unwrap(), Plant::NODE, Direction::Input)
        .unwrap_err();
    assert_eq!(
        found.to_string(),
        "`tree.right.at.x`: expected an integer from 0 to 9, got the number 10\n`more`: expected an object, got the number 1"
    );
}

/// The same without a type of ours around it.
#[derive(ToolArgs, PartialEq, Debug)]
struct Garden {
    /// Where it grows.
    #[arg(schemars)]
    tree: Tree,
    #[arg(schemars, default_json = r#"{"x": 1, "label": "a"}"#)]
    first: Point,
    #[arg(schemars, default = Point { x: 2, label: None })]
    second: Point,
    #[arg(schemars, default_json = "null")]
    third: Option<Point>,
}

#[test]
fn a_field_may_be_of_a_foreign_type() {
    let schema = render(Garden::NODE, Direction::Input).unwrap().to_value();
    let theirs = render(Plant::NODE, Direction::Input).unwrap().to_value();
    assert_eq!(schema["properties"]["tree"], theirs["properties"]["tree"]);
    assert_eq!(schema["properties"]["second"]["default"], json!({"x": 2, "label": null}));
    assert_eq!(schema["required"], json!(["tree"]));
    let leaf = json!({"kind": "leaf", "at": {"x": 3}});
    let document = FrozenJson::from_value(json!({"tree": leaf})).unwrap();
    let garden = decode::<Garden>(&document).unwrap();
    let expected = Garden {
        tree: Tree::Leaf { at: Point { x: 3, label: None } },
        first: Point { x: 1, label: Some("a".into()) },
        second: Point { x: 2, label: None },
        third: None,
    };
    assert_eq!(garden, expected);
    let mut out = JsonWriter::new();
    garden.encode(&mut out).unwrap();
    let written = out.finish().unwrap();
    assert_eq!(decode::<Garden>(&written).unwrap(), expected);
    let wrong = FrozenJson::from_value(json!({"tree": leaf, "first": {"x": 10}})).unwrap();
    assert_eq!(
        decode::<Garden>(&wrong).unwrap_err().to_string(),
        "`first.x`: expected an integer from 0 to 9, got the number 10"
    );
}

/// A schema with a keyword that nobody enforces.
#[derive(serde::Deserialize, serde::Serialize)]
struct Odd;

impl JsonSchema for Odd {
    fn schema_name() -> Cow<'static, str> {
        "Odd".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string", "colour": "blue"})
    }
}

#[derive(ToolArgs)]
struct Painted {
    #[allow(dead_code, reason = "its schema is what counts")]
    odd: Foreign<Odd>,
}

#[test]
fn a_foreign_schema_that_is_not_understood_is_refused_where_it_is_registered() {
    let tool = ToolDefinition::builder("paint")
        .description("Paints.")
        .args::<Painted>()
        .body(|_, _| async { "done" })
        .build();
    let error = ToolRegistry::builder().tools([tool]).build().unwrap_err().to_string();
    assert!(error.contains("the schema of `odd`") && error.contains("`colour`"), "{error}");
}

macro_rules! exported {
    ($($type:ty, $name:literal;)*) => { $(
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                json_schema::<Self>(generator)
            }
        }
    )* };
}

exported! {
    Menu, "Menu";
}

#[derive(JsonSchema)]
#[allow(dead_code, reason = "its schema is what counts")]
struct Shop {
    menus: Vec<Menu>,
    by_name: BTreeMap<String, Menu>,
    plant: Plant,
}

#[test]
fn types_of_ours_are_schemas_of_schemars_with_its_own_definitions() {
    for settings in [
        schemars::generate::SchemaSettings::draft2020_12(),
        schemars::generate::SchemaSettings::draft07(),
        schemars::generate::SchemaSettings::draft2020_12()
            .with(|settings| settings.inline_subschemas = true),
    ] {
        let schema = settings.into_generator().into_root_schema_for::<Shop>().to_value();
        let oracle = jsonschema::validator_for(&schema).unwrap();
        let plant = json!({"tree": {"kind": "leaf", "at": {"x": 3}}});
        let leaf = json!({"label": "b", "sub": [], "by_name": {}});
        let menu = json!({"label": "a", "sub": [leaf], "by_name": {"n": leaf}});
        let good = json!({"menus": [menu], "by_name": {"m": menu}, "plant": plant});
        assert!(oracle.is_valid(&good), "{schema}");
        let mut bad = good.clone();
        bad["by_name"]["m"]["sub"][0]["label"] = json!(1);
        assert!(!oracle.is_valid(&bad), "{schema}");
        let mut bad = good;
        bad["plant"]["tree"]["at"]["x"] = json!(10);
        assert!(!oracle.is_valid(&bad), "{schema}");
    }
}
