//! `nullable`: a key that may be absent or `null`, which the schema says.

use dsh_tools::json::FrozenJson;
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, render, validate};
use serde_json::{Value, json};

#[derive(Debug, PartialEq, ToolArgs)]
struct Report {
    /// Whom to tell.
    #[arg(nullable, length(min = 2))]
    reader: Option<String>,
    /// How many lines.
    #[arg(nullable, default = 10, range(min = 1))]
    lines: Option<u32>,
    #[arg(nullable, default)]
    format: Option<Format>,
    plain: Option<u32>,
}

#[derive(Debug, PartialEq, ToolValue)]
#[arg(rename_all = "lowercase")]
enum Format {
    Text,
    Html,
}

fn decode(value: &Value) -> Option<Report> {
    let document = FrozenJson::from_value(value.clone()).unwrap();
    let legal = validate(&document, Report::NODE, Direction::Input).is_ok();
    let report = Report::decode(document.root(), Report::NODE).ok();
    assert_eq!(report.is_some(), legal, "{value}");
    report
}

#[test]
fn the_schema_says_null_and_does_not_require_the_key() {
    let schema = render(Report::NODE, Direction::Input).unwrap().to_value();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "reader": {"type": ["string", "null"], "description": "Whom to tell.", "minLength": 2},
                "lines": {
                    "type": ["integer", "null"], "description": "How many lines.",
                    "minimum": 1, "maximum": 4_294_967_295_u32, "default": 10
                },
                "format": {"type": ["string", "null"], "enum": ["text", "html", null], "default": null},
                "plain": {"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}
            }
        })
    );
}

#[test]
fn null_is_a_value_and_not_an_absent_key() {
    let report = |reader: Option<&str>, lines| Report {
        reader: reader.map(str::to_owned),
        lines,
        format: None,
        plain: None,
    };
    assert_eq!(decode(&json!({})), Some(report(None, Some(10))));
    assert_eq!(decode(&json!({"reader": null, "lines": null})), Some(report(None, None)));
    assert_eq!(decode(&json!({"reader": "Ada", "lines": 1})), Some(report(Some("Ada"), Some(1))));
    assert_eq!(decode(&json!({"format": null, "plain": null})), Some(report(None, Some(10))));
    for refused in [json!({"reader": "A"}), json!({"lines": 0}), json!({"format": "pdf"})] {
        assert_eq!(decode(&refused), None, "{refused}");
    }
}

#[test]
fn what_is_written_is_what_was_read() {
    let report = Report { reader: None, lines: None, format: Some(Format::Html), plain: None };
    let mut out = dsh_tools::json::JsonWriter::new();
    report.encode(&mut out).unwrap();
    let document = out.finish().unwrap();
    assert!(validate(&document, Report::NODE, Direction::Output).is_ok());
    assert_eq!(Report::decode(document.root(), Report::NODE), Ok(report));
}

/// Told.
#[tool]
async fn tell(#[arg(nullable, default = "all")] whom: Option<String>) -> String {
    whom.unwrap_or_else(|| "nobody".to_owned())
}

#[tokio::test]
async fn parameters_take_it_too() {
    assert_eq!(tell::definition().call("{}").await.text(), "all");
    assert_eq!(tell::definition().call(r#"{"whom":null}"#).await.text(), "nobody");
}
