//! What a model reads when its arguments are wrong, and whether it is enough to mend them.

use crate::zoo::Mode;
use dsh_tools::schema::{Code, Direction, Violations, render, validate};
use dsh_tools::{FrozenJson, ToolArgs, ToolValue};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn check<T: ToolValue>(text: &str) -> Violations {
    let document = FrozenJson::parse(text).unwrap();
    validate(&document, T::NODE, Direction::Input).unwrap_err()
}

fn lines<T: ToolValue>(text: &str) -> Vec<String> {
    check::<T>(text).to_string().lines().map(str::to_owned).collect()
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Search {
    #[arg(length(min = 1, max = 256))]
    query: String,
    #[arg(default = "plain")]
    mode: Mode,
    #[arg(length(max = 3), unique_items)]
    labels: Vec<String>,
    assignee: Option<String>,
    #[arg(range(min = 1, max = 1000))]
    page: u32,
    #[arg(range(min = 1, max = 100))]
    per_page: Option<u8>,
    drafts: bool,
    #[arg(range(min = 0, max = 1))]
    min_score: f64,
    #[arg(pattern = r"^\d{4}-\d{2}-\d{2}$")]
    since: Option<String>,
    #[arg(enum("asc", "desc"))]
    order: Option<String>,
    range: Range,
    extra: BTreeMap<String, u8>,
}

#[derive(Debug, PartialEq, ToolArgs)]
#[arg(deny_unknown_fields)]
struct Range {
    from: i64,
    #[arg(alias = "until")]
    to: i64,
}

const GOOD: &str = r#"{"query":"x","labels":[],"page":1,"drafts":false,"min_score":0.5,
    "range":{"from":1,"to":2},"extra":{}}"#;

/// `GOOD` with some of its keys replaced (by `null` for none: taken out).
fn bad(changes: Value) -> String {
    let mut value: Value = serde_json::from_str(GOOD).unwrap();
    let Value::Object(changes) = changes else { panic!("changes are an object") };
    for (key, change) in changes {
        match change {
            Value::Null => _ = value.as_object_mut().unwrap().remove(&key),
            change => value[key] = change,
        }
    }
    value.to_string()
}

#[test]
fn six_mistakes_in_twelve_fields_are_reported_at_once_with_paths() {
    let found = check::<Search>(&bad(json!({
        "query": "", "mode": "fasst", "page": 0, "drafts": "yes", "min_score": 1.5,
        "range": {"from": 1.5, "to": 2},
    })));
    let paths: Vec<String> = found.iter().map(|violation| violation.path()).collect();
    assert_eq!(paths, ["query", "mode", "page", "drafts", "min_score", "range.from"]);
    let codes: Vec<Code> = found.iter().map(|violation| violation.code()).collect();
    assert_eq!(codes, [Code::Length, Code::Enum, Code::Range, Code::Type, Code::Range, Code::Type]);
    assert_eq!(
        found.to_string(),
        "`query`: expected a string of 1 to 256 characters, got 0 characters\n\
         `mode`: expected one of \"fast\", \"very_exact\", \"plain\", got the string \"fasst\"; did you mean \"fast\"?\n\
         `page`: expected an integer from 1 to 1000, got the number 0\n\
         `drafts`: expected true or false, got the string \"yes\"\n\
         `min_score`: expected a number from 0 to 1, got the number 1.5\n\
         `range.from`: expected an integer, got the number 1.5"
    );
}

#[test]
fn missing_fields_come_first_then_declared_order_then_undeclared() {
    let found = lines::<Range>(r#"{"zz": 1, "to": "2", "aa": 1}"#);
    assert_eq!(
        found,
        [
            "`from`: is missing, expected an integer",
            "`to`: expected an integer, got the string \"2\"; write it without quotes",
            "`zz`: is not a declared field; declared fields: `from`, `to`",
            "`aa`: is not a declared field; declared fields: `from`, `to`",
        ]
    );
}

#[derive(Debug, ToolArgs)]
#[allow(dead_code, reason = "only its table is used")]
struct Read {
    path: String,
    limit: Option<u32>,
}

#[test]
fn an_undeclared_field_beside_a_missing_one_is_named() {
    assert_eq!(
        lines::<Read>(r#"{"file_path":"a"}"#),
        [
            "`path`: is missing, expected a string; `file_path` is not a declared field: did you mean `path`?"
        ]
    );
}

#[test]
fn the_only_undeclared_field_is_named_beside_a_missing_one() {
    assert_eq!(
        lines::<Read>(r#"{"limit":1,"document":"a"}"#),
        ["`path`: is missing, expected a string; `document` is not a declared field"]
    );
    assert_eq!(lines::<Read>(r#"{"a":1,"b":2}"#), ["`path`: is missing, expected a string"]);
}

#[test]
fn c045_a_wrapper_is_named() {
    for wrapper in ["arguments", "input", "parameters"] {
        let text = format!(r#"{{"{wrapper}":{{"path":"x"}}}}"#);
        assert_eq!(
            lines::<Read>(&text),
            [format!(
                "`path`: is missing, expected a string; it was found inside `{wrapper}`: move it one level up"
            )]
        );
    }
}

#[test]
fn c033_quoted_scalars_are_told_apart_from_text() {
    #[derive(Debug, ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Quoted {
        top: u32,
        verbose: bool,
        limit: Option<u8>,
        tags: Vec<u8>,
    }
    assert_eq!(
        lines::<Quoted>(r#"{"top":"12","verbose":"false","limit":"null","tags":"[1,2]"}"#),
        [
            "`top`: expected an integer from 0 to 4294967295, got the string \"12\"; write it without quotes",
            "`verbose`: expected true or false, got the string \"false\"; write it without quotes",
            "`limit`: expected an integer from 0 to 255, got the string \"null\"; leave it out, or write null without quotes",
            "`tags`: expected an array, got the string \"[1,2]\"; write it without quotes",
        ]
    );
    assert_eq!(
        lines::<Quoted>(r#"{"top":"abc","verbose":"yes","tags":""}"#)[0],
        "`top`: expected an integer from 0 to 4294967295, got the string \"abc\""
    );
}

#[test]
fn c038_fractions_and_overflows_are_refused_with_path_and_bound() {
    #[derive(Debug, PartialEq, ToolArgs)]
    struct Wait {
        ticks: u32,
    }
    for number in ["0.25", "12.5", "-1.0", "4294967296.0", "1e400"] {
        let found = lines::<Wait>(&format!(r#"{{"ticks":{number}}}"#));
        let expected =
            format!("`ticks`: expected an integer from 0 to 4294967295, got the number {number}");
        assert_eq!(found, [expected]);
    }
}

#[test]
fn c037_integral_floats_are_integers() {
    #[derive(Debug, PartialEq, ToolArgs)]
    struct Serve {
        port: u16,
        wait: u64,
        big: u128,
    }
    let text = r#"{"port":8080.0,"wait":3e4,"big":12345678901234567890123456789.0}"#;
    let document = FrozenJson::parse(text).unwrap();
    let served = Serve::decode(document.root(), Serve::NODE);
    let big = 12_345_678_901_234_567_890_123_456_789;
    assert_eq!(served, Ok(Serve { port: 8080, wait: 30_000, big }));
}

#[test]
fn c051_multiples_and_bounds_are_exact() {
    #[derive(Debug, PartialEq, ToolArgs)]
    struct Numbers {
        #[arg(range(multiple_of = 2))]
        n: u64,
        #[arg(range(multiple_of = 0.01))]
        p: f64,
        #[arg(range(max = 18446744073709551615))]
        m: u64,
    }
    let fits = |text: &str| {
        let document = FrozenJson::parse(text).unwrap();
        Numbers::decode(document.root(), Numbers::NODE).is_ok()
    };
    assert!(fits(r#"{"n":9007199254740998,"p":524288.37,"m":18446744073709551615}"#));
    assert!(!fits(r#"{"n":9007199254740997,"p":1,"m":1}"#));
    assert!(!fits(r#"{"n":2,"p":0.005,"m":1}"#));
    assert!(!fits(r#"{"n":2,"p":1,"m":18446744073709551616}"#));
}

#[test]
fn bounds_that_are_not_advertised_are_told_when_they_are_broken() {
    #[derive(Debug, ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Wide {
        long: i64,
        unsigned: u64,
        float: f64,
        single: f32,
        huge: u128,
    }
    let text = r#"{"long":-9223372036854775809,"unsigned":18446744073709551616,"float":1e400,
        "single":-3.5e38,"huge":-1}"#;
    assert_eq!(
        lines::<Wide>(text),
        [
            "`long`: expected an integer from -9223372036854775808 to 9223372036854775807, got the number -9223372036854775809",
            "`unsigned`: expected an integer from 0 to 18446744073709551615, got the number 18446744073709551616",
            "`float`: expected a number between -1.7976931348623157e308 and 1.7976931348623157e308, got the number 1e400",
            "`single`: expected a number between -3.4028235677973366e38 and 3.4028235677973366e38, got the number -3.5e38",
            "`huge`: expected an integer of at least 0, got the number -1",
        ]
    );
}

#[test]
fn the_cap_counts_the_rest() {
    let text = format!("[{}]", vec!["\"x\""; 50].join(","));
    let found = check::<Vec<u8>>(&text);
    assert_eq!((found.len(), found.iter().len(), found.omitted()), (50, 32, 18));
    let text = found.to_string();
    assert_eq!(text.lines().last(), Some("and 18 more"));
    assert_eq!(text.lines().count(), 33);
}

#[test]
fn paths_quote_what_needs_it_and_pointers_escape() {
    let found = check::<BTreeMap<String, Vec<u8>>>(r#"{"a.b":[1,"x"],"c/d~":[true],"":[null]}"#);
    let paths: Vec<(String, String)> =
        found.iter().map(|violation| (violation.path(), violation.pointer())).collect();
    let expect =
        [(r#"["a.b"][1]"#, "/a.b/1"), (r#"["c/d~"][0]"#, "/c~1d~0/0"), (r#"[""][0]"#, "//0")];
    assert_eq!(paths, expect.map(|(path, pointer)| (path.to_owned(), pointer.to_owned())));
}

#[test]
fn logs_get_no_values() {
    let found = check::<Search>(&bad(json!({"page": 4711, "drafts": "secret", "order": "secret"})));
    let text = found.without_values().to_string();
    assert!(!text.contains("4711") && !text.contains("secret"), "{text}");
    assert!(text.contains("`page`: expected an integer from 1 to 1000, got a number"), "{text}");
}

#[test]
fn an_alias_and_its_field_together_are_refused() {
    assert_eq!(
        lines::<Range>(r#"{"from":1,"to":2,"until":3}"#),
        ["`until`: is another name of `to`, which is given too: leave one out"]
    );
    let document = FrozenJson::parse(r#"{"from":1,"until":3}"#).unwrap();
    assert_eq!(Range::decode(document.root(), Range::NODE), Ok(Range { from: 1, to: 3 }));
}

/// A script that knows nothing of the types: it repairs a value from what violations say.
fn repair<T: ToolValue>(text: &str) -> Result<(), String> {
    let mut value: Value = serde_json::from_str(text).unwrap();
    for _ in 0..20 {
        let document = FrozenJson::from_value(value.clone()).unwrap();
        let Err(found) = validate(&document, T::NODE, Direction::Input) else {
            return T::decode(document.root(), T::NODE)
                .map(drop)
                .map_err(|error| format!("{error:?}"));
        };
        let first = found.iter().next().unwrap();
        let pointer = first.pointer();
        let (holder, key) = pointer.rsplit_once('/').unwrap_or(("", ""));
        match first.expected_schema() {
            None => {
                value.pointer_mut(holder).unwrap().as_object_mut().unwrap().remove(key);
            }
            Some(schema) => {
                let right = example(&schema.to_value(), &first.allowed());
                match value.pointer_mut(&pointer) {
                    Some(place) => *place = right,
                    None => value.pointer_mut(holder).unwrap()[key] = right,
                }
            }
        }
    }
    Err(format!("not repaired: {value}"))
}

/// Some value of a schema fragment.
fn example(schema: &Value, allowed: &[String]) -> Value {
    if let Some(first) = allowed.first() {
        return serde_json::from_str(first).unwrap();
    }
    let kind = schema["type"].as_str().unwrap_or("null");
    match kind {
        "integer" | "number" => {
            let bound = ["minimum", "maximum"].into_iter().find(|key| !schema[key].is_null());
            bound.map_or(json!(0), |key| schema[key].clone())
        }
        "string" if schema["pattern"].is_string() => json!("2026-11-29"),
        "string" => {
            json!("x".repeat(usize::try_from(schema["minLength"].as_u64().unwrap_or(0)).unwrap()))
        }
        "array" => json!([]),
        "object" => {
            let mut out = json!({});
            for name in schema["required"].as_array().into_iter().flatten() {
                let name = name.as_str().unwrap();
                out[name] = example(&schema["properties"][name], &[]);
            }
            out
        }
        _ => Value::Null,
    }
}

#[test]
fn every_kind_of_violation_says_enough_to_repair_the_value() {
    let rows = [
        (Code::Missing, bad(json!({"query": null}))),
        (Code::Missing, bad(json!({"range": {"from": 1}}))),
        (Code::UnknownField, bad(json!({"range": {"from": 1, "to": 2, "by": 3}}))),
        (Code::UnknownField, bad(json!({"range": {"from": 1, "to": 2, "until": 3}}))),
        (Code::Type, bad(json!({"query": 5}))),
        (Code::Type, bad(json!({"range": []}))),
        (Code::Type, bad(json!({"drafts": "no"}))),
        (Code::Enum, bad(json!({"mode": "slow"}))),
        (Code::Enum, bad(json!({"order": "up"}))),
        (Code::Range, bad(json!({"page": 1001}))),
        (Code::Range, bad(json!({"min_score": -0.5}))),
        (Code::Range, bad(json!({"extra": {"k": 256}}))),
        (Code::Length, bad(json!({"query": ""}))),
        (Code::Pattern, bad(json!({"since": "today"}))),
        (Code::Items, bad(json!({"labels": ["a", "b", "c", "d"]}))),
        (Code::Unique, bad(json!({"labels": ["a", "a"]}))),
    ];
    let mut kinds = BTreeSet::new();
    for (code, text) in rows {
        let found = check::<Search>(&text);
        assert_eq!(found.iter().next().unwrap().code(), code, "{text}");
        assert_eq!(repair::<Search>(&text), Ok(()), "{text}");
        kinds.insert(format!("{code:?}"));
    }
    assert_eq!(kinds.len(), 9);
}

#[test]
fn rendering_is_in_declared_order_and_says_no_more_than_it_must() {
    let schema = render(Search::NODE, Direction::Input).unwrap().to_string();
    assert!(schema.starts_with(r#"{"type":"object","properties":{"query":{"type":"string","minLength":1,"maxLength":256},"mode":"#), "{schema}");
    for noise in ["$schema", "\"title\"", "\"format\"", "$defs"] {
        assert!(!schema.contains(noise), "{noise} in {schema}");
    }
}

#[test]
fn c001_an_option_is_a_plain_type_that_is_not_required() {
    #[derive(Debug, ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct A {
        note: Option<String>,
        n: Option<i64>,
    }
    let schema = render(A::NODE, Direction::Input).unwrap();
    let expect = json!({"type": "object",
        "properties": {"note": {"type": "string"}, "n": {"type": "integer"}}});
    assert_eq!(schema, expect);
    for text in ["{}", r#"{"note":null,"n":null}"#] {
        let document = FrozenJson::parse(text).unwrap();
        assert!(A::decode(document.root(), A::NODE).is_ok());
    }
    let output = render(A::NODE, Direction::Output).unwrap();
    let expect = json!({"type": "object", "properties":
        {"note": {"type": ["string", "null"]}, "n": {"type": ["integer", "null"]}},
        "required": ["note", "n"]});
    assert_eq!(output, expect);
}

#[test]
fn c013_recursive_types_are_rendered_once_and_walked_to_the_end() {
    use crate::zoo::Menu;
    let schema = render(Menu::NODE, Direction::Input).unwrap().to_value();
    assert_eq!(schema["properties"]["sub"]["items"], json!({"$ref": "#/$defs/Menu"}));
    assert_eq!(schema["properties"]["next"], json!({"$ref": "#/$defs/Menu"}));
    assert_eq!(schema["$defs"].as_object().unwrap().len(), 1);
    let text = r#"{"label":"a","by_name":{},"sub":[{"label":1,"sub":[],"by_name":{}}]}"#;
    assert_eq!(lines::<Menu>(text), ["`sub[0].label`: expected a string, got the number 1"]);
}

#[test]
fn c014_any_json_is_no_boolean_schema() {
    #[derive(Debug, ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct T {
        raw: Value,
        /// Documented.
        list: Vec<Value>,
        opt: Option<Value>,
    }
    let schema = render(T::NODE, Direction::Input).unwrap();
    let expect = json!({"type": "object", "properties": {
        "raw": {}, "list": {"type": "array", "description": "Documented.", "items": {}}, "opt": {}},
        "required": ["raw", "list"]});
    assert_eq!(schema, expect);
}

#[test]
fn c019_documented_variants_stay_a_plain_enum() {
    let schema = render(Mode::NODE, Direction::Input).unwrap();
    let expect = json!({"type": "string",
        "description": "How thorough to be.\n`fast`: Quick, lossy.\n`very_exact`: Slow, exact.",
        "enum": ["fast", "very_exact", "plain"]});
    assert_eq!(schema, expect);
}
