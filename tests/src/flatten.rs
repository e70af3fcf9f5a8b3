//! `flatten`: keys of parts among those of the whole.

use crate::values::{read, schema_of, written};
use dsh_tools::schema::{Code, Direction, render, validate};
use dsh_tools::{FrozenJson, ToolArgs, ToolValue, tool};
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

/// Place a mark.
#[tool]
async fn mark(
    label: String,
    #[arg(flatten)] geo: Option<Geo>,
    #[arg(flatten, inner(length = ..=3))] rest: BTreeMap<String, String>,
) -> String {
    format!("{label} {:?} {rest:?}", geo.map(|geo| geo.lat))
}

#[tokio::test]
async fn parameters_may_be_flattened() {
    let definition = mark::definition();
    let parameters = definition.schema().parameters.to_value();
    assert_eq!(parameters["required"], json!(["label"]));
    assert_eq!(parameters["additionalProperties"], json!({"type": "string", "maxLength": 3}));
    let result = definition.call(json!({"label": "p", "lat": 1, "lon": 2, "x": "abc"})).await;
    assert_eq!(result.text(), "p Some(1.0) {\"x\": \"abc\"}");
    let result = definition.call(json!({"label": "p", "lat": 1, "x": "abcd"})).await;
    let text = result.text();
    assert!(
        text.contains("`lon`: is missing") && text.contains("`x`: expected a string of at most 3"),
        "{text}"
    );
}

/// What is narrowed at start-up keeps its groups, and `null` in them.
#[tokio::test]
async fn a_flattened_option_may_be_narrowed() {
    let narrowed = mark::definition().refine().range("lat", ..=45).build();
    let text = |call: serde_json::Value| {
        let narrowed = narrowed.clone();
        async move {
            let result = narrowed.call(call).await;
            result.text().to_string()
        }
    };
    assert_eq!(text(json!({"label": "p", "lat": 45, "lon": 2})).await, "p Some(45.0) {}");
    assert_eq!(text(json!({"label": "p", "lat": null})).await, "p None {}");
    let refused = text(json!({"label": "p", "lat": 46})).await;
    assert!(
        refused.contains("`lat`: expected") && refused.contains("`lon`: is missing"),
        "{refused}"
    );
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Perhaps<T> {
    number: u8,
    #[arg(flatten)]
    inner: Option<T>,
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct Two {
    #[arg(flatten)]
    maybe: Maybe,
    #[arg(alias = "b")]
    a: u8,
}

#[test]
fn groups_in_groups_are_each_whole() {
    let rendered = schema_of::<Perhaps<Two>>(Direction::Input);
    assert_eq!(
        rendered["dependentRequired"],
        json!({
            "label": ["a"],
            "lat": ["label", "lon", "a"],
            "lon": ["label", "lat", "a"],
            "note": ["label", "lat", "lon", "a"],
            "a": ["label"],
        })
    );
    let geo = Geo { lat: 1.0, lon: 2.0, note: None };
    let two = |geo| Some(Two { maybe: Maybe { label: "l".into(), geo }, a: 3 });
    for (value, inner) in [
        (json!({"number": 1}), None),
        (json!({"number": 1, "lat": null, "a": null}), None),
        (json!({"number": 1, "label": "l", "b": 3}), two(None)),
        (json!({"number": 1, "label": "l", "a": 3, "lat": 1, "lon": 2}), two(Some(geo))),
    ] {
        let whole = Perhaps { number: 1, inner };
        assert_eq!(read(value), Ok(whole.clone()));
        assert_eq!(read(written(&whole)), Ok(whole));
    }
    assert_eq!(
        read::<Perhaps<Two>>(json!({"number": 1, "lat": 1})).unwrap_err(),
        "`label`: is missing, expected a string\n\
         `lon`: is missing, expected a number\n\
         `a`: is missing, expected an integer from 0 to 255"
    );
    assert_eq!(
        read::<Perhaps<Two>>(json!({"number": 1, "label": "l", "a": 1, "b": 2})).unwrap_err(),
        "`b`: is another name of `a`, which is given too: leave one out"
    );
}

/// Rows past the first word of those that were seen.
#[test]
fn parts_of_wide_objects() {
    macro_rules! wide {
        ($($field:ident)*) => {
            #[derive(Debug, PartialEq, ToolArgs)]
            #[arg(deny_unknown_fields)]
            struct Wide { $($field: Option<u8>,)* last: u8, #[arg(flatten)] geo: Geo }
        };
    }
    wide! {
        a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
        d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
        g0 g1 g2 g3 g4 g5 g6 g7 g8 g9
    }
    let wide = read::<Wide>(json!({"g9": 1, "last": 2, "lat": 3, "lon": 4})).unwrap();
    assert_eq!((wide.g9, wide.last, wide.geo.lon), (Some(1), 2, 4.0));
    let found = read::<Wide>(json!({"lat": 3, "h0": 1})).unwrap_err();
    assert_eq!(found.lines().count(), 3, "two are missing and one is not declared: {found}");
}
