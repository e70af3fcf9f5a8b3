//! A tool with the name of a crate or module in scope gets a type of another name.

#![deny(warnings)]

use dsh_tools::{tool, tools};

mod fetch {
    pub const LIMIT: usize = 3;
}

/// Fetches.
#[tool(type = Fetch)]
async fn fetch(url: String) -> String {
    url.chars().take(fetch::LIMIT).collect()
}

/// Serializes.
#[tool(type = Serialize)]
async fn serde_json(text: String) -> String {
    ::serde_json::Value::from(text).to_string()
}

fn main() {
    assert_eq!((Fetch::NAME, Serialize::NAME), ("fetch", "serde_json"));
    assert_eq!(tools![Fetch, Serialize].len(), 2);
}
