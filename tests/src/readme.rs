//! What the README says is so; its Rust is compiled and run as doctests.

use dsh_tools::ErrorCode;
use dsh_tools::json::FrozenJson;
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::error::Error;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const README: &str = include_str!("../../README.md");

/// The rows of the table below a header that starts with this cell, as cells.
fn table<'a>(text: &'a str, header: &str) -> Vec<Vec<&'a str>> {
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip_while(|line| !line.starts_with(&format!("| {header} |")))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(!rows.is_empty(), "no table under {header}");
    rows
}

/// What stands between backticks.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    text.split(&format!("```{language}\n"))
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next())
        .collect()
}

/// The names in code, without its string literals.
fn names(code: &str) -> impl Iterator<Item = &str> {
    code.split('"')
        .step_by(2)
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .filter(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// How to sort.
#[derive(ToolValue)]
#[arg(rename_all = "snake_case")]
enum Order {
    Newest,
    Relevance,
}

#[derive(ToolArgs)]
#[arg(deny_unknown_fields)]
#[allow(dead_code, reason = "its arguments are never right")]
struct SearchArgs {
    #[arg(length(min = 1, max = 256))]
    query: String,
    #[arg(default = "relevance")]
    order: Order,
    #[arg(pattern = r"^\d{4}-\d{2}-\d{2}$")]
    since: Option<String>,
    #[arg(length(max = 10), unique_items)]
    labels: Vec<String>,
}

/// Search the issues.
#[tool]
async fn search(args: SearchArgs) -> String {
    drop(args);
    String::new()
}

#[tokio::test]
async fn the_error_of_the_readme_is_the_real_one() {
    let text = r#"{"order":"newst","since":"today","labels":"[\"bug\"]"}"#;
    let result = search::definition().call(text).await;
    assert_eq!(blocks(README, "text"), [result.text()]);
}

#[test]
fn readers_see_every_line_that_is_compiled() {
    let blocks = blocks(README, "rust");
    assert!(blocks.len() >= 8, "{}", blocks.len());
    for line in blocks.iter().flat_map(|block| block.lines()) {
        assert!(line.trim() != "#" && !line.trim_start().starts_with("# "), "hidden: {line}");
    }
}

#[test]
fn every_code_of_the_library_is_listed() {
    let listed: BTreeSet<&str> =
        table(README, "Code").iter().flat_map(|row| code(row[0])).collect();
    // The source names them all, in a match that the compiler keeps complete.
    let real: BTreeSet<&str> = include_str!("../../dsh-tools/src/tool/code.rs")
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Self::")?.split_once(" => \""))
        .filter(|(variant, _)| !variant.contains(['(', '|']))
        .filter_map(|(_, text)| text.strip_suffix("\","))
        .filter(|text| text.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        .collect();
    assert_eq!(listed, real);
    for text in listed {
        assert_eq!(ErrorCode::custom(text), ErrorCode::ToolError, "{text} is reserved");
    }
}

/// Any JSON has no `type`.
fn kind<T: ToolValue>() -> String {
    let schema = render(T::NODE, Direction::Input).unwrap().to_value();
    schema.get("type").map_or("any".to_owned(), |kind| kind.as_str().unwrap().to_owned())
}

/// As a field, where an `Option` is not what it is elsewhere.
fn kind_of_property<T: ToolValue>() -> String {
    let schema = render(T::PROPERTY, Direction::Input).unwrap().to_value();
    schema["type"].as_str().unwrap().to_owned()
}

#[test]
fn every_type_of_the_readme_has_the_schema_it_names() {
    type Map<V> = serde_json::Map<String, V>;
    macro_rules! kinds {
        ($($shown:literal $type:ty),* $(,)?) => {
            BTreeMap::from([$(($shown, kind::<$type>()),)*])
        };
    }
    let kinds = kinds! {
        "String" String, "Box<str>" Box<str>, "Arc<str>" Arc<str>, "Cow<'static, str>" Cow<'static, str>,
        "PathBuf" PathBuf, "char" char, "bool" bool,
        "i8" i8, "i128" i128, "u8" u8, "u128" u128, "isize" isize, "usize" usize, "NonZero<..>" NonZero<u64>,
        "f32" f32, "f64" f64, "Duration" Duration, "()" (),
        "Vec<T>" Vec<u8>, "VecDeque<T>" VecDeque<u8>, "[T; N]" [u8; 2],
        "HashSet<T>" HashSet<u8>, "BTreeSet<T>" BTreeSet<u8>,
        "(A, B)" (u8, bool),
        "HashMap<String, T>" HashMap<String, u8>, "BTreeMap<String, T>" BTreeMap<String, u8>,
        "serde_json::Map<String, Value>" Map<serde_json::Value>,
        "serde_json::Value" serde_json::Value, "FrozenJson" FrozenJson,
    };
    let mut seen = BTreeSet::new();
    for row in table(README, "Rust type") {
        let says = match code(row[1]).next() {
            Some(says) => says,
            None => row[1].split(' ').next().unwrap(),
        };
        for shown in code(row[0]).filter(|shown| !shown.starts_with("#[")) {
            let real = match shown {
                "Option<T>" => {
                    assert_eq!((says, kind_of_property::<Option<u8>>().as_str()), ("T", "integer"));
                    continue;
                }
                "Box<T>" | "Arc<T>" => {
                    assert_eq!(
                        (says, kind::<Box<u8>>(), kind::<Arc<u8>>()),
                        ("T", "integer".into(), "integer".into())
                    );
                    continue;
                }
                _ => kinds.get(shown).unwrap_or_else(|| panic!("{shown} is not tried")),
            };
            assert_eq!(real, says, "{shown}");
            seen.insert(shown);
        }
    }
    assert_eq!(seen, kinds.keys().copied().collect());
    assert_eq!((kind::<SearchArgs>(), kind::<Order>()), ("object".into(), "string".into()));
}

/// The keys in the first cells of some rows: `range(min = ..)` has `range` and `min`.
fn keys<'a>(rows: impl IntoIterator<Item = Vec<&'a str>>) -> BTreeSet<&'a str> {
    rows.into_iter().flat_map(|row| code(row[0]).flat_map(names).collect::<Vec<_>>()).collect()
}

/// The keys used in attributes of this name in the README's Rust.
fn used(attribute: &str) -> BTreeSet<&'static str> {
    blocks(README, "rust")
        .into_iter()
        .flat_map(|block| block.split(attribute).skip(1))
        .filter_map(|rest| rest.split(")]").next())
        .flat_map(names)
        .collect()
}

#[test]
fn every_attribute_is_listed_and_used() {
    let listed = keys(table(README, "Attribute"));
    let values = BTreeSet::from(["path"]);
    let missing: Vec<_> =
        listed.difference(&used("#[arg(")).copied().filter(|key| !values.contains(key)).collect();
    assert_eq!(missing, [""; 0], "no block of the README compiles them");

    let reference = include_str!("../../dsh-tools-derive/docs/derive.md");
    let (on_types, on_fields) = reference.split_once("# Attributes of fields").unwrap();
    let known = keys(table(on_types, "key").into_iter().chain(table(on_fields, "key")));
    assert!(known.is_subset(&listed), "{:?}", known.difference(&listed));
}

#[test]
fn every_key_of_tools_is_listed_and_used() {
    let listed = keys(table(README, "Key of `#[tool(..)]`"));
    let missing: Vec<_> =
        listed.difference(&used("#[tool(")).copied().filter(|&key| key != "path").collect();
    assert_eq!(missing, [""; 0], "no block of the README compiles them");

    let known = keys(table(include_str!("../../dsh-tools-derive/docs/tool.md"), "key"));
    assert_eq!(known, listed);
}

#[derive(Debug)]
struct Plain;

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("plain")
    }
}

impl Error for Plain {}

type Boxed = Box<dyn Error + Send + Sync>;

/// The table of what `?` converts, row by row: it is true when this compiles and codes come through.
#[test]
fn what_the_question_mark_converts() {
    fn fail<E>(error: E) -> Result<String, E> {
        Err(error)
    }
    let coded = || ToolError::new("CODE", "coded");
    let by_tool_error = |which: u8| -> Result<String, ToolError> {
        Ok(match which {
            0 => fail(Plain)?,
            1 => fail(coded())?,
            2 => fail("text".to_owned()).map_err(ToolError::from_boxed)?,
            3 => fail(anyhow::anyhow!("any")).map_err(ToolError::from_boxed)?,
            4 => fail(Boxed::from("boxed")).map_err(ToolError::from_boxed)?,
            _ => fail("text".to_owned()).tool_err("CODE")?,
        })
    };
    let by_box = |which: u8| -> Result<String, Boxed> {
        Ok(match which {
            0 => fail(Plain)?,
            1 => fail(coded())?,
            2 => fail("text".to_owned())?,
            3 => fail(anyhow::anyhow!("any"))?,
            _ => fail(Boxed::from("boxed"))?,
        })
    };
    let by_anyhow = |which: u8| -> anyhow::Result<String> {
        Ok(match which {
            0 => fail(Plain)?,
            1 => fail(coded()).map_err(ToolError::into_error)?,
            _ => fail(anyhow::anyhow!("any"))?,
        })
    };
    let code = |result: Result<ToolOutput, ToolError>| result.unwrap_err().code().to_string();
    let codes: Vec<String> = (0..6).map(|n| code(by_tool_error(n).into_tool_output())).collect();
    assert_eq!(codes, ["TOOL_ERROR", "CODE", "TOOL_ERROR", "TOOL_ERROR", "TOOL_ERROR", "CODE"]);
    let codes: Vec<String> = (0..5).map(|n| code(by_box(n).into_tool_output())).collect();
    assert_eq!(codes, ["TOOL_ERROR", "CODE", "TOOL_ERROR", "TOOL_ERROR", "TOOL_ERROR"]);
    let codes: Vec<String> = (0..3).map(|n| code(by_anyhow(n).into_tool_output())).collect();
    assert_eq!(codes, ["TOOL_ERROR", "CODE", "TOOL_ERROR"]);
    assert_eq!(code(Err::<String, String>("text".into()).into_tool_output()), "TOOL_ERROR");
    assert_eq!(code(Err::<String, Plain>(Plain).into_tool_output()), "TOOL_ERROR");
}
