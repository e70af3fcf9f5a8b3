//! What the README shows of an error is what a model gets; its Rust is compiled and run as doctests.

use dsh_tools::prelude::*;

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
    let readme = include_str!("../../README.md");
    let shown = readme.split("```text\n").nth(1).unwrap().split("\n```").next().unwrap();
    let text = r#"{"order":"newst","since":"today","labels":"[\"bug\"]"}"#;
    let result = search::definition().call(text).await;
    assert_eq!(result.text(), shown);
}
