//! serde's derives stand beside ours, and its attributes are read.

#![deny(warnings)]

use dsh_tools::schema::{Direction, render};
use dsh_tools::{ToolArgs, ToolValue};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, ToolValue)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[serde(alias = "quick")]
    VeryFast,
    #[serde(rename(serialize = "s", deserialize = "s"))]
    Slow,
}

#[derive(Serialize, Deserialize, ToolArgs)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    file_path: String,
    #[serde(rename = "from", alias = "offset", default = "one")]
    #[arg(default = 1)]
    line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
    mode: Mode,
}

fn one() -> u32 {
    1
}

fn main() {
    let schema = render(Args::NODE, Direction::Input).unwrap().to_string();
    assert!(schema.contains(r#""filePath""#) && schema.contains(r#""from""#), "{schema}");
    assert!(schema.contains(r#""enum":["very_fast","s"]"#), "{schema}");
    let args: Args = serde_json::from_str(r#"{"filePath":"a","mode":"s"}"#).unwrap();
    assert_eq!(args.line, 1);
}
