//! What the macros make, run: tables that are read, checked and written as the attributes say, and tools that are
//! called as their functions are written.

use crate::support::{call, code, registry};
use dsh_tools::__private::JsonWriter;
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render};
use dsh_tools::tool::{ToolExecutionMode, ToolHints};
use serde_json::{Value, json};
use std::time::Duration;

fn decode<T: ToolValue>(value: Value) -> Option<T> {
    let document = FrozenJson::from_value(value).unwrap();
    T::decode(document.root(), T::NODE).ok()
}

fn encode<T: ToolValue>(value: &T) -> Value {
    let mut out = JsonWriter::new();
    value.encode(&mut out).unwrap();
    out.finish().unwrap().to_value()
}

fn schema<T: ToolValue>() -> Value {
    render(T::NODE, Direction::Input).unwrap().to_value()
}

#[derive(Debug, PartialEq, ToolArgs)]
#[arg(rename_all = "camelCase")]
struct Wire {
    first_line: u32,
    #[arg(alias = "to", alias = "until", default = 9)]
    last_line: u32,
    #[arg(required)]
    must_be_there: Option<bool>,
    may_be_there: Option<bool>,
    #[arg(rename = "a \"key\"")]
    quoted: String,
}

#[test]
fn keys_aliases_defaults_and_presence() {
    let full = json!({"firstLine": 1, "until": 2, "mustBeThere": null, "mayBeThere": null, "a \"key\"": "x"});
    let wire: Wire = decode(full).unwrap();
    let expected = Wire {
        first_line: 1,
        last_line: 2,
        must_be_there: None,
        may_be_there: None,
        quoted: "x".to_owned(),
    };
    assert_eq!(wire, expected);
    assert_eq!(
        encode(&wire),
        json!({"firstLine": 1, "lastLine": 2, "mustBeThere": null, "mayBeThere": null, "a \"key\"": "x"})
    );
    let short: Wire =
        decode(json!({"firstLine": 1, "mustBeThere": true, "a \"key\"": ""})).unwrap();
    assert_eq!((short.last_line, short.must_be_there), (9, Some(true)));
    assert_eq!(decode::<Wire>(json!({"firstLine": 1, "a \"key\"": ""})), None, "a key is missing");
    let both =
        json!({"firstLine": 1, "lastLine": 1, "to": 1, "mustBeThere": null, "a \"key\"": ""});
    assert_eq!(decode::<Wire>(both), None, "one field, given twice");
    assert_eq!(schema::<Wire>()["required"], json!(["firstLine", "mustBeThere", "a \"key\""]));
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Limits {
    #[arg(range = 0..256, default = 0)]
    half_open: u16,
    #[arg(range(exclusive_min = 0, multiple_of = 5), default = 5)]
    step: i64,
    #[arg(range = 0.5..1.0, default = 0.5)]
    ratio: f64,
    #[arg(length = 2..4, default = "äö")]
    text: String,
    #[arg(pattern = r"^\d+\s\w$", default = "1 a")]
    pattern: String,
    #[arg(enum("skip", "hex"), default = "hex")]
    choice: String,
    #[arg(enum(1, -2), default = -2)]
    number: i8,
    #[arg(unique_items, length(max = 2), default = ["a"])]
    list: Vec<String>,
}

#[test]
fn limits_are_advertised_and_enforced() {
    let defaults: Limits = decode(json!({})).unwrap();
    assert_eq!(
        encode(&defaults),
        json!({
            "half_open": 0, "step": 5, "ratio": 0.5, "text": "äö", "pattern": "1 a", "choice": "hex", "number": -2, "list": ["a"]
        })
    );
    for (key, good, bad) in [
        ("half_open", json!([0, 255]), json!([256, -1])),
        ("step", json!([5, 10]), json!([0, -5, 7])),
        ("ratio", json!([0.5, 0.99]), json!([0.49, 1.0])),
        ("text", json!(["ab", "😀😀😀"]), json!(["a", "abcd"])),
        // ECMA-262's digits and word characters are ASCII, its white space is not.
        ("pattern", json!(["12\u{FEFF}_"]), json!(["\u{663} a", "1 ä", "1\u{85}a"])),
        ("choice", json!(["skip"]), json!(["Skip", ""])),
        ("number", json!([1, 1.0]), json!([2, 0])),
        ("list", json!([[], ["a", "b"]]), json!([["a", "a"], ["a", "b", "c"]])),
    ] {
        for value in good.as_array().unwrap() {
            assert!(decode::<Limits>(json!({key: value})).is_some(), "{key}: {value}");
        }
        for value in bad.as_array().unwrap() {
            assert_eq!(decode::<Limits>(json!({key: value})), None, "{key}: {value}");
        }
    }
    let schema = schema::<Limits>();
    assert_eq!(schema["properties"]["pattern"]["pattern"], json!(r"^\d+\s\w$"));
    assert_eq!(schema["properties"]["half_open"]["maximum"], json!(255));
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(rename_all = "kebab-case")]
enum Mode {
    #[arg(alias = "quick")]
    VeryFast,
    /// Takes its time.
    Slow,
    #[arg(rename = "")]
    #[cfg(any())]
    NotThere,
    #[arg(rename = "OFF")]
    Off,
}

#[derive(Debug, PartialEq, ToolValue)]
struct Page<T, const N: usize>
where
    T: Clone,
{
    #[arg(length(min = 1))]
    items: Vec<T>,
    fixed: [u8; N],
    next: Option<Box<Page<T, N>>>,
}

#[test]
fn c075_enums_and_generic_recursive_structs() {
    for (text, mode) in [
        ("very-fast", Mode::VeryFast),
        ("quick", Mode::VeryFast),
        ("slow", Mode::Slow),
        ("OFF", Mode::Off),
    ] {
        assert_eq!(decode::<Mode>(json!(text)), Some(mode));
    }
    assert_eq!(decode::<Mode>(json!("VeryFast")), None);
    assert_eq!(encode(&Mode::VeryFast), json!("very-fast"));

    let page = json!({"items": [1], "fixed": [1, 2], "next": {"items": ["x"], "fixed": [1, 2]}});
    assert_eq!(decode::<Page<u8, 2>>(page), None, "the inner page is checked as the outer one");
    let page = json!({"items": [1], "fixed": [1, 2], "next": {"items": [2], "fixed": [3, 4], "next": null}});
    let decoded: Page<u8, 2> = decode(page.clone()).unwrap();
    assert_eq!(encode(&decoded), page);
    assert_eq!(decode::<Page<String, 1>>(json!({"items": [], "fixed": [0]})), None);
}

struct Greeting(&'static str);

#[derive(ToolArgs)]
struct NameArgs {
    name: String,
}

/// Greets.
#[tool]
async fn whole(NameArgs { name }: NameArgs, greeting: &Greeting) -> String {
    format!("{} {name}", greeting.0)
}

/// Greets often.
#[tool(
    name = "greet-often",
    title = "Greet often",
    read_only,
    destructive = false,
    idempotent,
    timeout = "1500ms",
    parallel = few,
    render = shown,
    meta = counted
)]
async fn plain(
    greeting: Option<&Greeting>,
    /// Whom.
    #[arg(rename = "who", length(min = 1))]
    mut name: String,
    cx: &ToolContext,
    #[arg(default = 2)] times: u32,
) -> Json<Vec<String>> {
    name.push('!');
    let greeting = greeting.map_or("?", |greeting| greeting.0);
    let line = format!("{greeting} {name} {}", cx.cancellation().is_cancelled());
    Json((0..times).map(|_| line.clone()).collect())
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "arguments are lent")]
fn few(_name: &str, times: &u32) -> bool {
    *times < 3
}

fn shown(lines: &[String]) -> String {
    lines.join("; ")
}

fn counted(lines: &[String]) -> Value {
    json!({"count": lines.len()})
}

/// Works on a thread where it may block.
#[tool(blocking)]
fn blocking(greeting: &Greeting, #[arg(object)] input: NameArgs) -> anyhow::Result<String> {
    anyhow::ensure!(!input.name.is_empty(), "nobody");
    Ok(format!("{} {}", greeting.0, input.name))
}

#[tokio::test]
async fn functions_are_called_as_they_are_written() {
    let registry = ToolRegistry::builder()
        .state(Greeting("hello"))
        .tools(tools![whole, plain, blocking])
        .build()
        .unwrap();
    let result = registry.execute(call("whole", r#"{"name":"world"}"#)).await;
    assert_eq!(result.text(), "hello world");
    let result = registry.execute(call("greet-often", r#"{"who":"you"}"#)).await;
    assert_eq!(result.text(), "hello you! false; hello you! false");
    assert_eq!(result.meta().unwrap(), &json!({"count": 2}));
    let result = registry.execute(call("greet-often", r#"{"who":""}"#)).await;
    assert_eq!(code(&result), "INVALID_ARGS");
    let result = registry.execute(call("blocking", r#"{"name":"thread"}"#)).await;
    assert_eq!(result.text(), "hello thread");
    let result = registry.execute(call("blocking", r#"{"name":""}"#)).await;
    assert_eq!(code(&result), "TOOL_ERROR");
    assert!(result.text().contains("nobody"));
    // The functions stay functions.
    assert_eq!(blocking(&Greeting("hi"), NameArgs { name: "you".into() }).unwrap(), "hi you");
}

#[test]
fn keys_of_a_tool_are_in_its_definition() {
    let tool = plain::definition();
    assert_eq!(
        (plain::NAME, tool.name(), tool.title()),
        ("greet-often", "greet-often", Some("Greet often"))
    );
    assert_eq!(tool.description(), "Greets often.");
    assert_eq!(tool.timeout(), Some(Duration::from_millis(1500)));
    let ToolHints { read_only, destructive, idempotent, open_world, .. } = tool.hints();
    assert_eq!(
        (read_only, destructive, idempotent, open_world),
        (Some(true), Some(false), Some(true), None)
    );
    assert!(tool.location().file.ends_with("derived.rs"));
    assert!(tool.output_schema().is_some() && whole::definition().output_schema().is_none());
    let mode = |arguments: &str| tool.execution_mode(FrozenJson::parse(arguments).unwrap());
    assert_eq!(mode(r#"{"who":"x"}"#), ToolExecutionMode::Parallel);
    assert_eq!(mode(r#"{"who":"x","times":3}"#), ToolExecutionMode::Exclusive);
    assert_eq!(
        mode(r#"{"who":""}"#),
        ToolExecutionMode::Exclusive,
        "what does not fit is not parallel"
    );
    let properties = &tool.schema().parameters.to_value()["properties"];
    assert_eq!(
        properties["who"],
        json!({"type": "string", "description": "Whom.", "minLength": 1})
    );
}

#[tokio::test]
async fn state_that_is_missing_is_told_at_registration() {
    let error =
        ToolRegistry::builder().tools(tools![whole, plain]).build().unwrap_err().to_string();
    assert!(error.contains("Greeting"), "{error}");
    // `Option<&T>` may be missing.
    let result =
        registry(tools![plain]).execute(call("greet-often", r#"{"who":"x","times":1}"#)).await;
    assert_eq!(result.text(), "? x! false");
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Behind {
    #[arg(default = 255)]
    pointer: Box<u8>,
    #[arg(default = [[1], []])]
    lists: std::sync::Arc<Vec<Vec<u8>>>,
    #[arg(default = ["b", "a"])]
    set: std::collections::BTreeSet<String>,
    #[arg(default = [])]
    inner: Vec<Behind>,
}

#[test]
fn defaults_behind_pointers_and_in_lists() {
    let behind: Behind =
        decode(json!({"inner": [{"pointer": 1, "lists": [], "set": []}]})).unwrap();
    assert_eq!((*behind.pointer, &*behind.lists), (255, &vec![vec![1], vec![]]));
    assert_eq!(behind.set.into_iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(*behind.inner[0].pointer, 1);
}

/// Within the table of a generic type no constant follows links: what is behind them is found at registration.
#[derive(ToolArgs)]
struct Generic<T> {
    #[arg(default = 300)]
    pointer: Box<u8>,
    #[arg(default = [1, 256])]
    list: Vec<u8>,
    #[arg(default = [])]
    inner: Vec<Generic<T>>,
    item: T,
}

/// Sums up.
///
/// # Errors
/// Not for models.
#[tool]
async fn generic(args: Generic<u8>) -> String {
    let Generic { pointer, list, inner, item } = args;
    format!("{pointer} {list:?} {} {item}", inner.len())
}

#[test]
fn what_no_constant_can_follow_is_refused_at_registration() {
    let error = ToolRegistry::builder().tools(tools![generic]).build().unwrap_err().to_string();
    for default in ["the default of `pointer`, 300,", "the default of `list`, [1,256],"] {
        assert!(error.contains(default), "{error}");
    }
}

#[test]
fn descriptions_end_where_readers_of_code_go_on() {
    assert_eq!(generic::definition().description(), "Sums up.");
}
