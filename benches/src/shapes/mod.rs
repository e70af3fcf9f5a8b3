//! The argument shapes: types that we and serde both read, and a text of each.

use dsh_tools::{ToolArgs, ToolValue};
use serde::Deserialize;

/// Three scalars.
#[derive(Debug, Deserialize, ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct Small {
    #[arg(length(min = 1, max = 100))]
    city: String,
    #[arg(range(min = 1, max = 14))]
    days: u8,
    metric: bool,
}

pub const SMALL: &str = r#"{"city":"Reykjavik","days":5,"metric":true}"#;
pub const SMALL_SIX: &str = r#"{"city":"","days":99,"metric":"yes"}"#;

#[derive(Clone, Copy, Debug, Deserialize, ToolValue)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Open,
    Closed,
    All,
}

#[derive(Clone, Copy, Debug, Deserialize, ToolValue)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    Asc,
    Desc,
}

#[derive(Debug, Deserialize, ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct DateRange {
    #[arg(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    from: String,
    #[arg(length(min = 10, max = 10))]
    to: Option<String>,
    #[arg(range(min = -720, max = 840))]
    utc_offset: i32,
}

/// Twelve fields: enums, options, bounds, a pattern, a nested object.
#[derive(Debug, Deserialize, ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct Medium {
    #[arg(length(min = 1, max = 256))]
    query: String,
    state: State,
    #[arg(length(max = 10))]
    labels: Vec<String>,
    #[arg(length(min = 1, max = 39))]
    assignee: Option<String>,
    #[arg(length(min = 1, max = 39))]
    author: Option<String>,
    order: Order,
    #[arg(range(min = 1, max = 1000))]
    page: u32,
    #[arg(range(min = 1, max = 100))]
    per_page: u8,
    include_drafts: bool,
    #[arg(range(min = 0, max = 1))]
    min_score: f64,
    created: DateRange,
    note: Option<String>,
}

pub const MEDIUM: &str = r#"{"assignee":"octocat","created":{"from":"2026-01-01","to":"2026-06-30","utc_offset":60},"include_drafts":false,"labels":["bug","help wanted"],"min_score":0.25,"order":"desc","page":2,"per_page":50,"query":"panic in parser when the input is empty","state":"open"}"#;
pub const MEDIUM_SIX: &str = r#"{"assignee":"","created":{"from":"yesterday","utc_offset":6000},"include_drafts":"no","labels":["bug"],"min_score":1.25,"order":"down","page":2,"per_page":50,"query":"x","state":"open"}"#;
