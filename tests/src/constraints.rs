//! Constraints on everything a value is made of, checks of authors, and what absent keys stand for.

use crate::values::{read, schema_of, written};
use dsh_tools::json::JsonPath;
use dsh_tools::prelude::*;
use dsh_tools::schema::{Code, Direction, Violations, render, validate};
use dsh_tools::{FrozenJson, ToolArgs, ToolValue};
use serde_json::json;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Debug, PartialEq, ToolArgs)]
struct Inner {
    #[arg(inner(length = 1..=3))]
    words: Vec<String>,
    #[arg(length = 1.., inner(length = ..=2, inner(range = 0..10)))]
    rows: Vec<Vec<i32>>,
    #[arg(inner(enum("a", "b")))]
    modes: Option<Vec<Option<String>>>,
    #[arg(keys(pattern = "^[a-z]+$", length = ..=4), inner(range(min = 1)))]
    counts: HashMap<String, u8>,
    #[arg(inner(keys(length = 1..), inner(unique_items)))]
    deep: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
    #[arg(inner(format = "date"))]
    days: Option<Vec<String>>,
    #[arg(format = "email")]
    mail: Option<String>,
}

#[test]
fn constraints_reach_elements_values_and_keys() {
    let rendered = schema_of::<Inner>(Direction::Input);
    let properties = &rendered["properties"];
    assert_eq!(
        properties["words"]["items"],
        json!({"type": "string", "minLength": 1, "maxLength": 3})
    );
    assert_eq!(properties["rows"]["items"]["maxItems"], 2);
    assert_eq!(
        properties["rows"]["items"]["items"],
        json!({"type": "integer", "minimum": 0, "maximum": 9})
    );
    assert_eq!(
        properties["modes"]["items"],
        json!({"type": ["string", "null"], "enum": ["a", "b", null]})
    );
    assert_eq!(
        properties["counts"]["propertyNames"],
        json!({"type": "string", "maxLength": 4, "pattern": "^[a-z]+$"})
    );
    assert_eq!(properties["days"]["items"]["format"], "date");
    let fine = json!({
        "words": ["a"], "rows": [[1, 2]], "modes": ["a", null], "counts": {"ab": 1},
        "deep": {"": {"x": [1, 2]}}, "days": ["2026-02-28"], "mail": "a@b.org",
    });
    let value = read::<Inner>(fine.clone()).unwrap();
    assert_eq!(written(&value), fine);
    assert_eq!(
        read::<Inner>(json!({
            "words": ["", "abcd"], "rows": [[1, 2, 3], [10]], "modes": ["c"],
            "counts": {"A": 0, "abcde": 1}, "deep": {"": {"": [1, 1]}},
            "days": ["2026-02-29"], "mail": "a",
        }))
        .unwrap_err(),
        "`words[0]`: expected a string of 1 to 3 characters, got 0 characters\n\
         `words[1]`: expected a string of 1 to 3 characters, got 4 characters\n\
         `rows[0]`: expected an array of at most 2 items, got 3 items\n\
         `rows[1][0]`: expected an integer from 0 to 9, got the number 10\n\
         `modes[0]`: expected one of \"a\", \"b\" or null, got the string \"c\"\n\
         `counts.A`: is not a legal key, expected a string of at most 4 characters that matches `^[a-z]+$`\n\
         `counts.A`: expected an integer from 1 to 255, got the number 0\n\
         `counts.abcde`: is not a legal key, expected a string of at most 4 characters that matches `^[a-z]+$`\n\
         `deep[\"\"][\"\"]`: is not a legal key, expected a string of at least 1 character\n\
         `deep[\"\"][\"\"]`: expected an array, no two equal, but items 0 and 1 are equal\n\
         `days[0]`: expected a date such as 2026-01-31, got the string \"2026-02-29\"\n\
         `mail`: expected an email address such as ada@example.org, got the string \"a\""
    );
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as a check takes it")]
fn even(value: &u32) -> Result<(), String> {
    if value.is_multiple_of(2) {
        Ok(())
    } else {
        Err(format!("{value} is odd, and this takes even numbers"))
    }
}

fn upper(text: &str) -> Result<(), impl Display> {
    if text.chars().all(char::is_uppercase) { Ok(()) } else { Err("is not in upper case") }
}

#[allow(clippy::ptr_arg, reason = "the type of the field")]
fn sorted(list: &Vec<u8>) -> Result<(), &'static str> {
    if list.is_sorted() { Ok(()) } else { Err("is not sorted") }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as a check takes it")]
fn hostile(_: &u8) -> Result<(), &'static str> {
    panic!("not for models");
}

#[derive(Debug, PartialEq, ToolValue)]
struct Even(#[arg(custom(even), range = ..=100)] u32);

#[derive(Debug, PartialEq, ToolArgs)]
#[arg(custom(Window::check))]
struct Window {
    #[arg(custom(even))]
    start: u32,
    #[arg(custom(even))]
    end: Option<u32>,
    #[arg(custom(upper))]
    name: Option<String>,
    #[arg(custom(sorted), default = [1, 2])]
    list: Vec<u8>,
    #[arg(default = [])]
    evens: Vec<Even>,
    #[arg(custom(|even: &Even| if even.0 > 10 { Err("is over 10") } else { Ok(()) }))]
    small: Option<Even>,
    #[arg(custom(hostile))]
    trap: Option<u8>,
}

impl Window {
    fn check(&self) -> Result<(), Violations> {
        match self.end {
            Some(end) if end < self.start => Err(Violations::custom(
                JsonPath::root().key("end"),
                format!("{end} is before `start`, {}", self.start),
            )
            .and(JsonPath::root(), "is no window")),
            _ => Ok(()),
        }
    }
}

#[test]
fn authors_check_what_fits_otherwise() {
    assert_eq!(
        read(json!({"start": 2, "end": 4, "name": "A", "evens": [0, 2], "small": 10})),
        Ok(Window {
            start: 2,
            end: Some(4),
            name: Some("A".into()),
            list: vec![1, 2],
            evens: vec![Even(0), Even(2)],
            small: Some(Even(10)),
            trap: None,
        })
    );
    // Of what is wrong otherwise nothing is asked: neither the field itself, nor the whole around it.
    assert_eq!(
        read::<Window>(json!({"start": -1, "end": 3, "list": [3, 2], "evens": [1, 102, 2]}))
            .unwrap_err(),
        "`start`: expected an integer from 0 to 4294967295, got the number -1\n\
         `end`: 3 is odd, and this takes even numbers\n\
         `list`: is not sorted\n\
         `evens[0]`: 1 is odd, and this takes even numbers\n\
         `evens[1]`: expected an integer from 0 to 100, got the number 102"
    );
    assert_eq!(
        read::<Window>(json!({"start": 4, "end": 2})).unwrap_err(),
        "`end`: 2 is before `start`, 4\n`arguments`: is no window"
    );
    assert_eq!(
        read::<Window>(json!({"start": 4, "name": "aB", "small": 12})).unwrap_err(),
        "`name`: is not in upper case\n`small`: is over 10"
    );
    assert_eq!(
        read::<Window>(json!({"start": 4, "small": 3, "trap": 1})).unwrap_err(),
        "`small`: 3 is odd, and this takes even numbers\n\
         `trap`: the check of this value failed, whatever the value is"
    );
}

#[test]
fn what_a_check_says_stands_in_the_report() {
    let document = FrozenJson::from_value(json!([{"start": 4, "end": 2}])).unwrap();
    let found = validate(&document, <Vec<Window>>::NODE, Direction::Input).unwrap_err();
    let first = found.iter().next().unwrap();
    assert_eq!(
        (first.code(), first.path(), first.pointer()),
        (Code::Custom, "[0].end".into(), "/0/end".into())
    );
    // What a check says may hold values.
    assert_eq!(
        first.without_values().to_string(),
        "`[0].end`: is refused by a check that the schema does not show"
    );
    let none = FrozenJson::from_value(json!([{"start": 4}, null])).unwrap();
    assert!(validate(&none, <Vec<Option<Window>>>::NODE, Direction::Input).is_ok());
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Flat {
    #[arg(flatten)]
    window: Option<Window>,
    other: u8,
}

#[test]
fn a_flattened_type_is_asked_too() {
    assert!(read::<Flat>(json!({"other": 1})).unwrap().window.is_none());
    assert_eq!(
        read::<Flat>(json!({"other": 1, "start": 4, "end": 2})).unwrap_err(),
        "`end`: 2 is before `start`, 4\n`arguments`: is no window"
    );
    assert_eq!(
        read::<Flat>(json!({"other": 300, "start": 4, "end": 2})).unwrap_err(),
        "`other`: expected an integer from 0 to 255, got the number 300"
    );
}

/// Sum up.
#[tool]
async fn sum(
    #[arg(custom(in_pairs), inner(range = 0..), default = vec![2, 4])] numbers: Vec<i64>,
    #[arg(default = Mode::Fast)] mode: Mode,
    #[arg(default)] factor: Factor,
) -> String {
    format!("{} {mode:?}", numbers.iter().sum::<i64>() * factor.0)
}

fn in_pairs(list: &[i64]) -> Result<(), &'static str> {
    if list.len().is_multiple_of(2) { Ok(()) } else { Err("has an odd number of items") }
}

#[derive(ToolValue)]
struct Factor(i64);

impl Default for Factor {
    fn default() -> Self {
        Self(10)
    }
}

#[derive(Clone, Debug, Default, PartialEq, ToolValue)]
enum Mode {
    Slow,
    #[default]
    #[arg(rename = "fast")]
    Fast,
}

#[tokio::test]
async fn parameters_take_what_fields_take() {
    let definition = sum::definition();
    let parameters = definition.schema().parameters.to_value();
    assert_eq!(parameters["properties"]["numbers"]["default"], json!([2, 4]));
    assert_eq!(parameters["properties"]["mode"]["default"], "fast");
    assert_eq!(parameters["properties"]["factor"]["default"], 10);
    assert_eq!(parameters.get("required"), None);
    assert_eq!(definition.call(json!({})).await.text(), "60 Fast");
    let result = definition.call(json!({"numbers": [1, -1, 2]})).await;
    assert!(
        result.text().contains("`numbers[1]`: expected an integer from 0"),
        "{}",
        result.text()
    );
    let result = definition.call(json!({"numbers": [1]})).await;
    assert!(result.text().contains("`numbers`: has an odd number of items"), "{}", result.text());
}

static MADE: AtomicUsize = AtomicUsize::new(0);

fn counted() -> u32 {
    MADE.fetch_add(1, Ordering::Relaxed);
    8
}

const LIMIT: u32 = 20;

/// The struct says what absent keys stand for, where a field does not.
#[derive(Clone, Debug, PartialEq, ToolArgs, serde::Deserialize)]
#[serde(default)]
struct Options {
    a: u8,
    b: Option<u8>,
    c: Option<u8>,
    #[arg(default = counted, range(max = 10))]
    #[serde(default = "eight")]
    d: u32,
    #[arg(default_json = r#"{"x": [1, 2]}"#)]
    #[serde(default = "object")]
    e: BTreeMap<String, Vec<u8>>,
    #[serde(default)]
    f: Option<bool>,
}

impl Default for Options {
    fn default() -> Self {
        Self { a: 7, b: Some(1), c: None, d: 0, e: BTreeMap::new(), f: Some(true) }
    }
}

fn eight() -> u32 {
    8
}

fn object() -> BTreeMap<String, Vec<u8>> {
    BTreeMap::from([("x".to_owned(), vec![1, 2])])
}

#[test]
fn what_absent_keys_stand_for_is_made_once_and_told() {
    let properties = schema_of::<Options>(Direction::Input)["properties"].clone();
    let defaults: Vec<Option<&serde_json::Value>> =
        ["a", "b", "c", "d", "e", "f"].iter().map(|key| properties[key].get("default")).collect();
    assert_eq!(
        defaults,
        [
            Some(&json!(7)),
            Some(&json!(1)),
            None,
            Some(&json!(8)),
            Some(&json!({"x": [1, 2]})),
            None
        ]
    );
    let read = read::<Options>(json!({})).unwrap();
    assert_eq!(serde_json::from_value::<Options>(json!({})).unwrap(), read);
    assert_eq!(read, Options { a: 7, b: Some(1), c: None, d: 8, e: object(), f: None });
    let null = serde_json::json!({"a": null, "b": null});
    assert_eq!(crate::values::read::<Options>(null).unwrap(), read);
    assert_eq!(MADE.load(Ordering::Relaxed), 1);
}

/// Defaults of a type parameter are each instance's own.
#[derive(Debug, PartialEq, ToolArgs)]
struct Generic<T: Clone> {
    #[arg(default)]
    value: T,
    #[arg(default = two(), inner(length = ..=3))]
    list: Vec<T>,
}

fn two<T: Clone + Default>() -> Vec<T> {
    vec![T::default(); 2]
}

#[test]
fn defaults_of_parameters() {
    assert_eq!(read(json!({})), Ok(Generic { value: String::new(), list: vec![String::new(); 2] }));
    assert_eq!(
        read(json!({})),
        Ok(Generic::<Vec<u8>> { value: Vec::new(), list: vec![Vec::new(); 2] })
    );
    assert!(
        read::<Generic<Vec<u8>>>(json!({"list": [[1, 2, 3, 4]]}))
            .unwrap_err()
            .contains("at most 3 items")
    );
}

fn no_number() -> f64 {
    f64::NAN
}

fn never() -> u8 {
    panic!("not today")
}

#[derive(ToolArgs)]
struct Wrong {
    #[arg(default = never())]
    _a: u8,
    #[arg(default = no_number)]
    _b: f64,
    #[arg(default = LIMIT, range(max = 10))]
    _c: u32,
    #[serde(default = "eight")]
    #[arg(default = 9)]
    _d: u32,
    #[arg(default = 3, custom(even))]
    _e: u32,
    #[arg(default = "A1", example = "B2")]
    _f: Lower,
}

#[derive(ToolValue)]
struct Lower(#[arg(pattern = "^[a-z]*$")] String);

#[test]
fn what_is_wrong_within_a_default_is_told_with_its_place() {
    #[derive(ToolValue)]
    struct Options {
        _depth: u8,
    }
    #[derive(ToolArgs)]
    struct Args {
        #[arg(default_json = r#"{"_depth": 300}"#)]
        _over: Options,
        #[arg(default_json = r#"{"deep": 3}"#)]
        _other: Options,
    }
    /// Try.
    #[tool]
    async fn attempt(args: Args) {
        let Args { _over, _other } = args;
    }
    let error = ToolRegistry::builder().tools(tools![attempt]).build().unwrap_err().to_string();
    for part in [
        "the default of `_over`, {\"_depth\":300}, violates its own rules: `_depth`: expected an integer from 0 to 255, got the number 300",
        "the default of `_other`, {\"deep\":3}, violates its own rules: `_depth`: is missing, expected an integer from 0 to 255",
    ] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

#[test]
fn what_only_a_run_can_tell_of_defaults_is_told_at_registration() {
    /// Try.
    #[tool]
    async fn attempt(args: Wrong) {
        drop(args);
    }
    let error = ToolRegistry::builder().tools(tools![attempt]).build().unwrap_err().to_string();
    for part in [
        "the default of `_a` could not be made: its code panicked",
        "the default of `_b` has no JSON form: NaN has no JSON form",
        "the default of `_c`, 20, violates its own rules: expected an integer from 0 to 10",
        "the default of `_d` contradicts that of serde, which is 8",
        "the default of `_e`, 3, violates its own rules: 3 is odd, and this takes even numbers",
        "the default of `_f`, \"A1\", violates its own rules: expected a string that matches `^[a-z]*$`",
        "an example of `_f`, \"B2\", violates its own rules",
    ] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

#[derive(ToolArgs)]
struct Recursive<T> {
    #[arg(inner(unique_items))]
    groups: Vec<Vec<Recursive<T>>>,
    value: T,
}

#[test]
fn constraints_within_a_type_that_holds_itself() {
    assert!(
        read::<Recursive<u8>>(json!({"value": 1, "groups": [[{"value": 2, "groups": []}]]}))
            .is_ok()
    );
    let twice = json!({"value": 2, "groups": []});
    let found = read::<Recursive<u8>>(json!({"value": 1, "groups": [[twice, twice]]}));
    assert!(found.err().unwrap().starts_with("`groups[0]`: expected an array, no two equal"));
    assert!(render(<Recursive<u8>>::NODE, Direction::Input).is_ok());
}

/// Every format that the runtime enforces can be said.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "only the schema is of interest")]
struct Formats {
    #[arg(format = "date")]
    a: String,
    #[arg(format = "date-time")]
    b: String,
    #[arg(format = "time")]
    c: String,
    #[arg(format = "duration")]
    d: String,
    #[arg(format = "email")]
    e: String,
    #[arg(format = "hostname")]
    f: String,
    #[arg(format = "ipv4")]
    g: String,
    #[arg(format = "ipv6")]
    h: String,
    #[arg(format = "uri")]
    i: String,
    #[arg(format = "uri-reference")]
    j: String,
    #[arg(format = "iri")]
    k: String,
    #[arg(format = "iri-reference")]
    l: String,
    #[arg(format = "uuid")]
    m: String,
    #[arg(format = "json-pointer")]
    n: String,
    #[arg(format = "relative-json-pointer")]
    o: String,
    #[arg(format = "regex")]
    p: String,
}

#[test]
fn every_format_can_be_said() {
    let rendered = schema_of::<Formats>(Direction::Input);
    let formats: Vec<dsh_tools::schema::Format> = rendered["properties"]
        .as_object()
        .unwrap()
        .values()
        .map(|property| {
            dsh_tools::schema::Format::named(property["format"].as_str().unwrap()).unwrap()
        })
        .collect();
    assert_eq!(formats.len(), 16);
    let value: serde_json::Map<String, serde_json::Value> = rendered["properties"]
        .as_object()
        .unwrap()
        .keys()
        .zip(&formats)
        .map(|(key, format)| (key.clone(), format.example().into()))
        .collect();
    assert!(read::<Formats>(value.into()).is_ok());
}
