//! What the page about tests shows is what is said.

use super::said;
use dsh_tools::prelude::*;
use dsh_tools::testing::{ExpectResult, SchemaSnapshot, assert_schema};
use serde_json::{Value, json};

/// Read a text file.
#[tool]
async fn read_file(path: String) -> Result<String, ToolError> {
    drop(path);
    Err(ToolError::new("NOT_FOUND", "no such file"))
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "only its schema is looked at")]
struct SearchArgs {
    #[arg(length(min = 1))]
    query: String,
    #[arg(range(min = 1, max = 50))]
    limit: Option<u8>,
}

#[tokio::test]
async fn its_messages_are_the_real_ones() {
    let page = include_str!("../../../docs/testing.md");
    let mut shown = page.split("```text\n").skip(1).filter_map(|rest| rest.split("\n```").next());

    let report = read_file::definition().call(r#"{"path": "nope.txt"}"#).recorded().await;
    assert_eq!(shown.next().unwrap(), said(|| report.expect_ok()));

    let said = said(|| {
        assert_schema!(SearchArgs, {
            "type": "object",
            "properties": {
                "query": {"type": "string", "minLength": 1},
                "limit": {"type": "integer", "minimum": 1, "maximum": 100},
                "page": {"type": "integer"},
            },
            "required": [],
        });
    });
    assert_eq!(shown.next().unwrap(), said);

    let of = |properties: Value| {
        let parameters = json!({"type": "object", "properties": properties});
        let tool = json!([{"name": "read_file", "description": "Read.", "parameters": parameters}]);
        SchemaSnapshot::parse(&tool.to_string()).unwrap()
    };
    let before = of(json!({
        "limit": {"type": "integer", "maximum": 2000},
        "path": {"type": "string", "description": "Path of the file."},
    }));
    let now = of(json!({
        "encoding": {"type": "string"},
        "limit": {"type": "integer", "maximum": 500},
        "path": {"type": "string", "description": "Where it is."},
    }));
    let drift = before.drift_to(&now).to_string();
    let shown = shown.next().unwrap();
    let framed = format!(
        "the schemas are not those of tests/schemas.json: 3 changes, 1 of them breaking\n\n{drift}\n\n"
    );
    assert!(shown.starts_with(&framed), "{framed}");
    assert!(shown.ends_with("accept it by `DSH_BLESS=1 cargo test`, and commit the file."));
}
