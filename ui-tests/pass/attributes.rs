//! Every attribute where it may stand, and what comes of it.

#![deny(warnings)]

use dsh_tools::schema::{Direction, render};
use dsh_tools::{ToolArgs, ToolValue};

const TITLE: &str = "A title";

/// From its
/// docs.
#[derive(ToolValue)]
#[arg(rename = "Speed", rename_all = "SCREAMING-KEBAB-CASE", example = "VERY-FAST", title = TITLE)]
enum Mode {
    /// Documented.
    #[arg(alias = "fast", alias = "quick")]
    VeryFast,
    #[arg(rename = "slow", description = "Written.")]
    Slow,
}

#[derive(ToolArgs)]
#[arg(rename_all = "camelCase", deny_unknown_fields, description = concat!("a", "b"), deprecated)]
struct Args {
    #[arg(range(min = -1, exclusive_max = 10, multiple_of = 3), default = -0, example = 3, example = 6)]
    signed_number: i64,
    #[arg(range(exclusive_min = 0.5, max = 1e3), default = 0.75)]
    float: f32,
    #[arg(range = ..=9)]
    half_open: u128,
    #[arg(length(min = 1), pattern = "^a", title = "T", deprecated = true)]
    text: Option<String>,
    #[arg(enum(1, 2, 0x10), default = 16)]
    number: u16,
    #[arg(enum("a b", "ü"), required)]
    word: Option<String>,
    #[arg(unique_items, length = 0..=3, default = [1, 2])]
    list: Vec<u8>,
    #[arg(default = [])]
    empty: Vec<String>,
    #[arg(default = 'x')]
    letter: char,
    #[arg(default = true)]
    flag: bool,
    #[arg(default = "slow")]
    mode: Mode,
    #[doc = concat!("From a ", "macro.")]
    /// And more.
    #[arg(alias = "o", rename = "out")]
    #[serde(alias = "output", alias = "o")]
    other: serde_json::Value,
}

fn main() {
    let schema = render(Args::NODE, Direction::Input).unwrap().to_string();
    for part in [
        r#""description":"ab","deprecated":true"#,
        r#""signedNumber":{"type":"integer","examples":[3,6],"minimum":-1,"maximum":9,"multipleOf":3,"default":0}"#,
        r#""exclusiveMinimum":0.5,"maximum":1000"#,
        r#""word":{"type":["string","null"],"enum":["a b","ü",null]}"#,
        r#""enum":[1,2,16],"default":16"#,
        r#""uniqueItems":true,"default":[1,2]"#,
        r#""default":"x""#,
        r#""description":"From a macro.\n\nAnd more.""#,
        r#""title":"A title""#,
        r#""enum":["VERY-FAST","slow"]"#,
        r#""additionalProperties":false"#,
    ] {
        assert!(schema.contains(part), "{part}\n{schema}");
    }
}
