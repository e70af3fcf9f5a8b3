//! Everything a tool may return. C078: the error type is the author's.

#![deny(warnings)]

use dsh_tools::json::ContentBlock;
use dsh_tools::{Json, ToolError, ToolOutput, ToolValue, tool, tools};

#[derive(ToolValue)]
struct Report {
    rows: u32,
}

#[derive(Debug)]
struct MyError;
impl std::fmt::Display for MyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("mine")
    }
}
impl std::error::Error for MyError {}

type Alias<T> = std::result::Result<T, MyError>;

/// Text.
#[tool]
async fn text() -> String {
    String::new()
}
/// Static text.
#[tool]
async fn static_text() -> &'static str {
    ""
}
/// Nothing.
#[tool]
async fn nothing() {}
/// Nothing, written.
#[tool]
async fn unit() -> () {}
/// A value.
#[tool]
async fn value() -> Json<Report> {
    Json(Report { rows: 1 })
}
/// Blocks.
#[tool]
async fn blocks() -> Vec<ContentBlock> {
    Vec::new()
}
/// As built.
#[tool]
async fn output() -> ToolOutput {
    ToolOutput::text("")
}
/// `anyhow`.
#[tool]
async fn any() -> anyhow::Result<String> {
    Ok(String::new())
}
/// A string as error.
#[tool]
async fn string() -> Result<Json<Report>, String> {
    Err(String::new())
}
/// An error of one's own.
#[tool]
async fn own() -> Result<(), MyError> {
    Err(MyError)
}
/// An alias.
#[tool]
async fn alias() -> Alias<String> {
    Err(MyError)
}
/// Ours.
#[tool(blocking)]
fn ours(number: String) -> Result<Json<u32>, ToolError> {
    Ok(Json(number.parse()?))
}

fn main() {
    let list = tools![text, static_text, nothing, unit, value, blocks, output, any, string, own, alias, ours];
    assert_eq!(list.len(), 12);
}
