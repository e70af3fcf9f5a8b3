//! Schemas that arrive as text: enforced as they came, narrowed at start-up, or refused with every reason.
//!
//! `cargo run -p dsh-tools-examples --example raw_schema`
#![allow(clippy::print_stdout, reason = "what it prints is what it is for")]

use dsh_tools::json::Cursor;
use dsh_tools::prelude::*;
use serde_json::json;

/// As a server sent it: it is advertised byte for byte, and every call is held to it.
const SEARCH: &str = r#"{"type": "object", "properties": {
    "query": {"type": "string", "minLength": 1},
    "in": {"enum": ["code", "issues", "wiki"]},
    "limit": {"type": "integer", "minimum": 1, "maximum": 100}
}, "required": ["query"], "additionalProperties": false}"#;

fn search() -> ToolDefinition {
    // What the body gives is held to a schema, too, and the model reads what is made of it.
    let hits = json!({
        "type": "object",
        "properties": {"hits": {"type": "array", "items": {"type": "string"}}},
        "required": ["hits"]
    });
    ToolDefinition::builder("search")
        .description("Search the project.")
        .validated(SEARCH)
        .body(|arguments: FrozenJson, _cx| async move {
            let query = arguments.get("query").map(Cursor::to_value);
            FrozenJson::from_value(json!({"hits": [query]})).map(ToolOutput::document)
        })
        .output(hits, |value| {
            let hits = value.get("hits").map_or(0, Cursor::len);
            format!("{hits} hit: {value}")
        })
        .build()
}

async fn show(registry: &ToolRegistry, name: &'static str, arguments: &'static str) {
    let result = registry.execute(ToolExecutionInput::new("call_1", name, arguments)).await;
    println!("> {name} {arguments}\n{}\n", result.text());
}

#[tokio::main]
async fn main() -> Result<(), RegisterError> {
    // This team has no wiki, and its server is slow: what is only known at start-up is told to the model.
    let indexes = ["code", "issues"];
    let narrowed = search()
        .refine()
        .prefix("team_")
        .append_description("The wiki is not indexed.")
        .choices("in", indexes)
        .range("limit", ..=20)
        .build();
    let registry = ToolRegistry::builder().tools([search(), narrowed]).build()?;

    for tool in registry.schemas().iter() {
        println!("{}: {}\n{}\n", tool.name, tool.description, tool.parameters);
    }
    show(&registry, "search", r#"{"query":"todo","in":"wiki","limit":100}"#).await;
    show(&registry, "search", r#"{"query":"","limit":"5","where":"code"}"#).await;
    show(&registry, "team_search", r#"{"query":"todo","in":"wiki","limit":100}"#).await;

    // Nothing is ever made wider, and what cannot be enforced is not advertised.
    let unsound = json!({
        "type": "object",
        "properties": {"colour": {"type": "strin"}, "page": {"$ref": "https://example.com/page.json"}},
        "propertyOrder": ["page"]
    });
    let remote = ToolDefinition::builder("remote")
        .description("Ask a server.")
        .validated(unsound)
        .body(|arguments: FrozenJson, _cx| async move { arguments.to_string() })
        .build();
    let wider =
        search().refine().name("wider").choices("in", ["mail"]).range("limit", ..=500).build();
    for tool in [remote, wider] {
        if let Err(error) = registry.register(tool) {
            // Where a tool is defined is part of the text; here only what is wrong with it is shown.
            for problem in error.problems() {
                let text = problem.to_string();
                println!("{}", text.split_once("): ").map_or(&*text, |(_, what)| what));
            }
            println!();
        }
    }
    Ok(())
}
