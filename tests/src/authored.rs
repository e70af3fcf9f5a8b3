//! What types say in place of the reference's written specs, and what becomes of arguments that break it.

use crate::support::{call, code, free, registry};
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render, validate};
use serde_json::{Value, json};

#[derive(ToolValue)]
#[allow(dead_code, reason = "only its table is used")]
struct Address {
    street: String,
    zip: Option<String>,
    city: String,
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only its table is used")]
struct Letter {
    /// Who gets it.
    to: Address,
    copies: Option<u8>,
    from: Option<Address>,
    text: String,
    #[arg(enum("fast", "slow"), default = "fast")]
    speed: String,
    tags: Vec<String>,
    anything: Option<Value>,
    #[arg(rename = "__proto__")]
    proto: bool,
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only its table is used")]
#[arg(rename_all = "camelCase")]
struct Inherited {
    constructor: Option<String>,
    to_string: Option<u8>,
    has_own_property: bool,
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only its table is used")]
struct AllOptional {
    a: Option<u8>,
    inner: Option<OptionalInside>,
}

#[derive(ToolValue)]
#[allow(dead_code, reason = "only its table is used")]
struct OptionalInside {
    b: Option<u8>,
}

fn schema<T: ToolArgs>() -> Value {
    render(T::NODE, Direction::Input).unwrap().to_value()
}

fn lines<T: ToolArgs>(text: &str) -> Vec<String> {
    let document = FrozenJson::parse(text).unwrap();
    match validate(&document, T::NODE, Direction::Input) {
        Ok(()) => Vec::new(),
        Err(found) => found.to_string().lines().map(str::to_owned).collect(),
    }
}

#[test]
fn s046_required_lists_what_must_be_there_in_the_order_of_declaration() {
    let letter = schema::<Letter>();
    assert_eq!(letter["required"], json!(["to", "text", "tags", "__proto__"]));
    let address = json!(["street", "city"]);
    let inline = &letter["properties"]["to"];
    let referred = letter.pointer("/$defs/Address").unwrap_or(inline);
    assert_eq!(referred["required"], address, "{letter}");
    let optional = schema::<AllOptional>();
    assert!(optional.get("required").is_none());
    assert!(!optional.to_string().contains("required"), "{optional}");
}

#[test]
fn s047_what_is_not_said_is_absent() {
    let letter = schema::<Letter>();
    let text = &letter["properties"]["text"];
    assert_eq!(*text, json!({"type": "string"}));
    assert!(letter["properties"]["to"]["description"].is_string());
    assert!(!letter.to_string().contains("null"), "{letter}");
}

#[tokio::test]
async fn s048_s059_choices_and_default_are_both_said_and_nothing_is_filled_into_the_arguments() {
    let letter = schema::<Letter>();
    let speed = &letter["properties"]["speed"];
    assert_eq!((&speed["enum"], &speed["default"]), (&json!(["fast", "slow"]), &json!("fast")));

    let tool = ToolDefinition::builder("send")
        .description("Sends.")
        .args::<Letter>()
        // The typed value has the default, and the document is what the model wrote.
        .body(|letter, cx| async move { format!("{} {}", letter.speed, cx.arguments()) })
        .build();
    let written = r#"{"to":{"street":"s","city":"c"},"text":"t","tags":[],"__proto__":true}"#;
    let result = registry([tool]).execute(call("send", written)).await;
    assert_eq!(result.text(), format!("fast {written}"));
}

#[test]
fn s050_a_free_value_is_an_annotation_and_takes_anything() {
    assert_eq!(schema::<Letter>()["properties"]["anything"], json!({}));
    for value in ["1", "\"a\"", "[]", "{\"a\":[null]}", "true"] {
        let text = format!(
            r#"{{"to":{{"street":"s","city":"c"}},"text":"t","tags":[],"__proto__":true,"anything":{value}}}"#
        );
        assert_eq!(lines::<Letter>(&text), [""; 0], "{value}");
    }
}

#[test]
fn s054_s066_names_that_other_languages_inherit_are_names_like_others() {
    assert_eq!(schema::<Letter>()["properties"]["__proto__"], json!({"type": "boolean"}));
    let without = r#"{"to":{"street":"s","city":"c"},"text":"t","tags":[]}"#;
    assert_eq!(lines::<Letter>(without), ["`__proto__`: is missing, expected true or false"]);
    assert_eq!(lines::<Inherited>("{}"), ["`hasOwnProperty`: is missing, expected true or false"]);
    assert_eq!(lines::<Inherited>(r#"{"hasOwnProperty":true}"#), [""; 0]);
}

#[test]
fn s055_s063_what_fits_has_no_violation_and_every_required_key_is_missed_by_name() {
    let whole = json!({
        "to": {"street": "s", "city": "c"}, "text": "t", "tags": ["a"], "__proto__": false
    });
    let required = ["to", "text", "tags", "__proto__"];
    for present in 0_u8..16 {
        let mut document = whole.clone();
        let mut dropped = Vec::new();
        for (at, key) in required.iter().enumerate() {
            if present & (1 << at) == 0 {
                document.as_object_mut().unwrap().remove(*key);
                dropped.push(*key);
            }
        }
        let found = lines::<Letter>(&document.to_string());
        assert_eq!(found.len(), dropped.len(), "{found:?}");
        for (line, key) in found.iter().zip(dropped) {
            assert!(line.starts_with(&format!("`{key}`: is missing")), "{line}");
        }
    }
}

#[test]
fn s061_paths_join_keys_with_dots_and_elements_with_brackets() {
    #[derive(ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Batch {
        letters: Vec<Address>,
    }
    let found =
        lines::<Batch>(r#"{"letters":[{"street":"s","city":"c"},{"street":1,"city":"c"}]}"#);
    assert_eq!(found, ["`letters[1].street`: expected a string, got the number 1"]);
    assert_eq!(lines::<Batch>("{}"), ["`letters`: is missing, expected an array"]);
}

#[test]
fn s062_a_container_of_anything_is_held_to_its_kind() {
    #[derive(ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Loose {
        map: std::collections::BTreeMap<String, Value>,
        list: Vec<Value>,
    }
    assert_eq!(lines::<Loose>(r#"{"map":{"a":[1,{}]},"list":[null,"a"]}"#), [""; 0]);
    let found = lines::<Loose>(r#"{"map":[],"list":{}}"#);
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("`map`: expected an object"), "{found:?}");
    assert!(found[1].starts_with("`list`: expected an array"), "{found:?}");
}

#[test]
fn s064_a_closed_object_names_every_key_it_does_not_know() {
    #[derive(ToolValue)]
    #[arg(deny_unknown_fields)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Closed {
        a: u8,
    }
    #[derive(ToolArgs)]
    #[allow(dead_code, reason = "only its table is used")]
    struct Open {
        closed: Closed,
    }
    let found = lines::<Open>(r#"{"closed":{"a":1,"b":2,"c":3},"extra":true}"#);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("`closed.b`") && found[1].starts_with("`closed.c`"), "{found:?}");
}

/// Only a definition that says so is not checked.
#[tokio::test]
async fn s065_an_unvalidated_tool_checks_for_itself() {
    let schema =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let tool = |name: &str| ToolDefinition::builder(name.to_owned()).description("..");
    let registry = registry([
        tool("raw")
            .unvalidated(schema.clone())
            .body(|_, cx| async move { cx.arguments().to_string() })
            .build(),
        tool("checked").validated(schema).body(|_, _| async { "ran" }).build(),
    ]);
    assert_eq!(registry.execute(call("raw", r#"{"n":"x"}"#)).await.text(), r#"{"n":"x"}"#);
    assert_eq!(code(&registry.execute(call("checked", r#"{"n":"x"}"#)).await), "INVALID_ARGS");
}

#[tokio::test(start_paused = true)]
async fn s198_the_budget_is_that_of_the_definition_that_runs() {
    let timed = |millis| {
        free("t")
            .timeout(std::time::Duration::from_millis(millis))
            .body(|_, cx| async move {
                cx.cancellation().cancelled().await;
                Err::<(), _>(ToolError::aborted())
            })
            .build()
    };
    let registry = registry([timed(5_000)]);
    let agent = registry.scope("agent");
    agent.register(timed(20)).unwrap();
    let text = agent.execute(call("t", "{}")).await.text().into_owned();
    assert!(text.contains("it may take 20 ms"), "{text}");
    let text = registry.execute(call("t", "{}")).await.text().into_owned();
    assert!(text.contains("it may take 5000 ms"), "{text}");
}
