//! `flatten`: keys of parts among those of the whole.

use crate::values::{read, schema_of, written};
use dsh_tools::schema::{Code, Direction, render, validate};
use dsh_tools::{FrozenJson, ToolArgs, ToolValue};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Geo {
    /// Degrees north.
    #[arg(range(min = -90, max = 90))]
    lat: f64,
    lon: f64,
    note: Option<String>,
}

mod closed {
    use super::*;

    #[derive(Debug, PartialEq, ToolArgs, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub(super) struct Place {
        pub(super) label: String,
        #[serde(flatten)]
        pub(super) geo: Point,
        pub(super) zoom: Option<u8>,
    }

    #[derive(Debug, PartialEq, ToolArgs, serde::Deserialize)]
    pub(super) struct Point {
        pub(super) lat: f64,
        #[arg(default = 0)]
        #[serde(default)]
        pub(super) lon: f64,
    }
}

#[test]
fn c081_flatten_and_deny_unknown_fields_make_one_closed_object() {
    use closed::{Place, Point};
    assert_eq!(
        schema_of::<Place>(Direction::Input),
        json!({
            "type": "object",
            "properties": {
                "label": {"type": "string"},
                "lat": {"type": "number"},
                "lon": {"type": "number", "default": 0},
                "zoom": {"type": "integer", "minimum": 0, "maximum": 255},
            },
            "required": ["label", "lat"],
            "additionalProperties": false,
        })
    );
    let whole = json!({"label": "p", "lat": 1.5, "zoom": 3});
    let place = Place { label: "p".into(), geo: Point { lat: 1.5, lon: 0.0 }, zoom: Some(3) };
    assert_eq!(serde_json::from_value::<Place>(whole.clone()).unwrap(), place);
    assert_eq!(read(whole), Ok(place));
    let wrong = json!({"label": "p", "lta": 1, "more": 1});
    assert!(serde_json::from_value::<Place>(wrong.clone()).is_err());
    assert_eq!(
        read::<Place>(wrong).unwrap_err(),
        "`lat`: is missing, expected a number; `lta` is not a declared field: did you mean `lat`?\n\
         `lta`: is not a declared field; did you mean `lat`?\n\
         `more`: is not a declared field; declared fields: `label`, `lat`, `lon`, `zoom`"
    );
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Maybe {
    label: String,
    #[arg(flatten)]
    geo: Option<Geo>,
}

#[test]
fn c082_a_flattened_option_is_there_as_a_whole_or_not_at_all() {
    let label = String::from("p");
    assert_eq!(read(json!({"label": "p"})), Ok(Maybe { label: label.clone(), geo: None }));
    // What a model writes for nothing.
    assert_eq!(
        read(json!({"label": "p", "lat": null, "lon": null, "note": null})),
        Ok(Maybe { label: label.clone(), geo: None })
    );
    let geo = Geo { lat: 1.0, lon: 2.0, note: None };
    let some = Maybe { label, geo: Some(geo) };
    assert_eq!(read(json!({"label": "p", "lon": 2, "lat": 1})), Ok(some.clone()));
    assert_eq!(
        read::<Maybe>(json!({"label": "p", "lat": 1})).unwrap_err(),
        "`lon`: is missing, expected a number"
    );
    assert_eq!(
        read::<Maybe>(json!({"label": "p", "note": "x"})).unwrap_err(),
        "`lat`: is missing, expected a number from -90 to 90\n`lon`: is missing, expected a number"
    );
    assert_eq!(
        read::<Maybe>(json!({"label": "p", "lat": 91, "lon": null})).unwrap_err(),
        "`lat`: expected a number from -90 to 90, got the number 91\n`lon`: expected a number, got null"
    );
    let rendered = schema_of::<Maybe>(Direction::Input);
    assert_eq!(rendered["required"], json!(["label"]));
    assert_eq!(
        rendered["dependentRequired"],
        json!({"lat": ["lon"], "lon": ["lat"], "note": ["lat", "lon"]})
    );
    assert_eq!(written(&some), json!({"label": "p", "lat": 1.0, "lon": 2.0, "note": null}));
    assert_eq!(written(&Maybe { label: "p".into(), geo: None }), json!({"label": "p"}));
}

#[derive(Debug, PartialEq, ToolArgs, serde::Deserialize)]
struct Query {
    base: String,
    #[serde(flatten)]
    #[arg(inner(range(max = 10)))]
    rest: HashMap<String, u32>,
}

#[test]
fn c087_a_flattened_map_takes_the_keys_that_are_left() {
    let query = json!({"base": "b", "x": 1, "y": 2});
    let rest = HashMap::from([("x".to_owned(), 1), ("y".to_owned(), 2)]);
    let whole = Query { base: "b".into(), rest };
    assert_eq!(serde_json::from_value::<Query>(query.clone()).unwrap(), whole);
    assert_eq!(written(&whole), query);
    assert_eq!(read(query), Ok(whole));
    let document = FrozenJson::from_value(json!({"base": "b", "x": 1, "y": "2", "z": 11})).unwrap();
    let found = validate(&document, Query::NODE, Direction::Input).unwrap_err();
    let found: Vec<(String, Code)> =
        found.iter().map(|violation| (violation.pointer(), violation.code())).collect();
    assert_eq!(found, [("/y".into(), Code::Type), ("/z".into(), Code::Range)]);
    assert_eq!(
        schema_of::<Query>(Direction::Input),
        json!({
            "type": "object",
            "properties": {"base": {"type": "string"}},
            "required": ["base"],
            "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 10},
        })
    );
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Outer<T> {
    before: u8,
    #[arg(flatten)]
    inner: T,
    after: u8,
    #[arg(flatten)]
    rest: BTreeMap<String, bool>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Middle {
    #[arg(alias = "second")]
    first: u8,
    #[arg(flatten)]
    geo: Option<Geo>,
    last: Option<u8>,
}

#[test]
fn parts_of_parts_keep_their_order_and_their_rules() {
    let rendered = render(<Outer<Middle>>::NODE, Direction::Input).unwrap().to_string();
    let names = ["before", "first", "lat", "lon", "note", "last", "after"];
    let at: Vec<usize> =
        names.iter().map(|name| rendered.find(&format!("\"{name}\":")).unwrap()).collect();
    assert!(at.is_sorted(), "{rendered}");
    let value = json!({"before": 1, "second": 2, "after": 3, "x": true, "lat": 1, "lon": 2});
    let inner = Middle { first: 2, geo: Some(Geo { lat: 1.0, lon: 2.0, note: None }), last: None };
    let rest = BTreeMap::from([("x".to_owned(), true)]);
    let whole = Outer { before: 1, inner, after: 3, rest };
    assert_eq!(read(value), Ok(whole.clone()));
    assert_eq!(read(written(&whole)), Ok(whole));
    assert_eq!(
        read::<Outer<Middle>>(json!({"befor": 1, "first": 2, "second": 2, "lat": 100}))
            .unwrap_err(),
        "`before`: is missing, expected an integer from 0 to 255; `befor` is not a declared field: did you mean `before`?\n\
         `lon`: is missing, expected a number; `befor` is not a declared field\n\
         `after`: is missing, expected an integer from 0 to 255; `befor` is not a declared field\n\
         `lat`: expected a number from -90 to 90, got the number 100\n\
         `befor`: expected true or false, got the number 1\n\
         `second`: is another name of `first`, which is given too: leave one out"
    );
}
