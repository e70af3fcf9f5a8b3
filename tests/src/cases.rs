//! Faults that users of such frameworks met elsewhere, each under its number.

use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render, validate};
use serde_json::json;
use std::time::{Duration, Instant};

#[derive(ToolValue)]
struct Out {
    id: u64,
    ratio: f64,
}

/// An identity that a double does not hold.
#[tool]
async fn identity(ratio: Option<f64>) -> Json<Out> {
    Json(Out { id: 7_205_759_403_792_793_601, ratio: ratio.unwrap_or(0.1) })
}

#[tokio::test]
async fn c048_wide_integers_in_results_keep_every_digit() {
    let result = identity::definition().call("{}").await;
    assert_eq!(result.text(), r#"{"id":7205759403792793601,"ratio":0.1}"#);
    assert_eq!(
        result.value().unwrap().get("id").unwrap().as_u64(),
        Some(7_205_759_403_792_793_601)
    );
    let stored = serde_json::to_string(result.value().unwrap()).unwrap();
    assert!(stored.contains("7205759403792793601"), "{stored}");
}

/// Wait until then.
#[tool]
async fn wait(
    /// Seconds, as large as they may come.
    seconds: u64,
) -> String {
    let until = Instant::now() + Duration::from_secs(seconds);
    format!("{until:?}")
}

/// Wait that long.
#[tool]
async fn pause(
    /// How long.
    pause: Duration,
) -> String {
    let until = Instant::now() + pause;
    format!("{until:?}")
}

#[tokio::test]
async fn c052_absurd_numbers_end_their_call_and_nothing_else() {
    let registry = ToolRegistry::builder().tools(tools![wait, pause]).build().unwrap();
    let run = |name: &'static str, text: &'static str| {
        registry.execute(ToolExecutionInput::new("call", name, text))
    };
    let absurd = run("wait", r#"{"seconds":18446744073709551615}"#).await;
    assert_eq!(absurd.outcome().unwrap_err().code(), "TOOL_PANICKED");
    assert!(!run("wait", r#"{"seconds":1}"#).await.is_error());
    // A type that is made for it carries bounds, and they are advertised.
    let refused = run("pause", r#"{"pause":18446744073709551615}"#).await;
    assert_eq!(
        refused.text(),
        "Error: invalid arguments for `pause`: 1 violation\n\
         `pause`: expected a number from 0 to 4294967295, got the number 18446744073709551615"
    );
    assert!(!run("pause", r#"{"pause":4294967295}"#).await.is_error());
}

#[derive(ToolValue)]
#[allow(dead_code, reason = "only its table is used")]
struct Item {
    sku: String,
    qty: u32,
}

#[derive(ToolValue)]
#[arg(rename_all = "lowercase")]
enum Mode {
    Fast,
    Exact,
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only its table is used")]
struct Order {
    customer: String,
    mode: Mode,
    items: Vec<Item>,
    note: Option<String>,
    urgent: bool,
}

#[test]
fn c063_every_fault_is_one_line_with_path_expectation_and_nearest_value() {
    let text = r#"{"mode":"fasst","urgent":true,"items":[{"sku":"a","qty":1},{"sku":"b","qty":2},{"sku":"c","qty":"three"}]}"#;
    let document = FrozenJson::parse(text).unwrap();
    let found = validate(&document, Order::NODE, Direction::Input).unwrap_err();
    assert_eq!(
        found.to_string(),
        "`customer`: is missing, expected a string\n\
         `mode`: expected one of \"fast\", \"exact\", got the string \"fasst\"; did you mean \"fast\"?\n\
         `items[2].qty`: expected an integer from 0 to 4294967295, got the string \"three\""
    );
    let pointers: Vec<String> = found.iter().map(|violation| violation.pointer()).collect();
    assert_eq!(pointers, ["/customer", "/mode", "/items/2/qty"]);
}

#[test]
fn c046_whole_numbers_are_floats_and_free_values_are_left_alone() {
    #[derive(Debug, PartialEq, ToolArgs)]
    struct Drive {
        speed: f64,
        meta: std::collections::BTreeMap<String, serde_json::Value>,
    }
    let document = FrozenJson::parse(r#"{"speed":3,"meta":{"on":"true"}}"#).unwrap();
    let meta = [("on".to_owned(), json!("true"))].into();
    assert_eq!(Drive::decode(document.root(), Drive::NODE), Ok(Drive { speed: 3.0, meta }));
}

#[tokio::test]
async fn c042_no_arguments_are_an_empty_object() {
    /// Answer.
    #[tool]
    async fn ping() -> &'static str {
        "pong"
    }
    /// Answer, perhaps with a word.
    #[tool]
    async fn echo(
        /// The word.
        word: Option<String>,
    ) -> String {
        word.unwrap_or_else(|| "nothing".to_owned())
    }
    for text in ["", "  \n", "null", "{}"] {
        assert_eq!(ping::definition().call(text).await.text(), "pong", "{text:?}");
        assert_eq!(echo::definition().call(text).await.text(), "nothing", "{text:?}");
        let missing = wait::definition().call(text).await;
        assert_eq!(missing.outcome().unwrap_err().code(), "INVALID_ARGS", "{text:?}");
        assert!(missing.text().contains("`seconds`: is missing"), "{}", missing.text());
    }
}

#[test]
fn c040_schema_and_reading_agree_on_null() {
    // `null` counts as absent for what may be absent, and for nothing else.
    #[derive(Debug, ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Nulls {
        must: u8,
        may: Option<u8>,
        #[arg(default = 3)]
        has: u8,
    }
    let fits = |text: &str| {
        let document = FrozenJson::parse(text).unwrap();
        Nulls::decode(document.root(), Nulls::NODE).is_ok()
    };
    assert!(fits(r#"{"must":1,"may":null,"has":null}"#));
    assert!(!fits(r#"{"must":null}"#));
    let schema = render(Nulls::NODE, Direction::Input).unwrap().to_value();
    assert_eq!(schema["required"], json!(["must"]));
}

#[derive(Debug, PartialEq, ToolArgs)]
struct Keywords {
    r#move: bool,
    r#type: String,
    r#async: Option<u8>,
}

#[test]
fn c080_keywords_are_names_like_others() {
    let schema = render(Keywords::NODE, Direction::Input).unwrap().to_value();
    let properties = schema["properties"].as_object().unwrap();
    let names: std::collections::BTreeSet<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["async", "move", "type"].into());
    let document = FrozenJson::parse(r#"{"move":true,"type":"a"}"#).unwrap();
    let read = Keywords::decode(document.root(), Keywords::NODE);
    assert_eq!(read, Ok(Keywords { r#move: true, r#type: "a".to_owned(), r#async: None }));
}

#[test]
fn c004_c005_numbers_have_no_format_and_properties_may_be_called_format() {
    #[derive(ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Formats {
        offset: usize,
        level: u8,
        keys: Vec<u64>,
        ratio: f64,
        format: Option<u32>,
    }
    for direction in [Direction::Input, Direction::Output] {
        let schema = render(Formats::NODE, direction).unwrap().to_value();
        for (name, property) in schema["properties"].as_object().unwrap() {
            assert!(property.get("format").is_none(), "{name}");
            assert!(property["items"].get("format").is_none(), "{name}");
        }
        assert_eq!(schema["properties"]["level"]["maximum"], 255);
        assert_eq!(schema["properties"]["offset"]["minimum"], 0);
        assert!(schema["properties"]["format"].is_object());
    }
}
