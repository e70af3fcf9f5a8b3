//! Twelve fields: enums, options, bounds, a pattern, a tagged enum, a nested object.

use super::{Shape, with};
use dsh_tools::prelude::*;
use garde::Validate;
use serde::Deserialize;
use std::hint::black_box;

#[derive(Clone, Copy, Debug, Deserialize, ToolValue)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Open,
    Closed,
    All,
}

/// In which order.
#[derive(Debug, Deserialize, ToolValue)]
#[serde(tag = "by", rename_all = "lowercase")]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub enum Order {
    Created { descending: bool },
    Comments { descending: bool },
    Relevance,
}

#[derive(Debug, Deserialize, ToolValue, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct DateRange {
    /// First day.
    #[arg(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    #[garde(pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    from: String,
    /// Last day.
    #[arg(length(min = 10, max = 10))]
    #[garde(length(chars, min = 10, max = 10))]
    to: Option<String>,
    /// Minutes from UTC.
    #[arg(range(min = -720, max = 840))]
    #[garde(range(min = -720, max = 840))]
    utc_offset: i32,
}

#[derive(Debug, Deserialize, ToolArgs, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct SearchIssues {
    /// What to look for.
    #[arg(length(min = 1, max = 256))]
    #[garde(length(chars, min = 1, max = 256))]
    query: String,
    #[garde(skip)]
    state: State,
    /// Issues must have all of them.
    #[arg(length(max = 10), inner(length(min = 1, max = 50)))]
    #[garde(length(max = 10), inner(length(chars, min = 1, max = 50)))]
    labels: Vec<String>,
    /// Who works on it.
    #[arg(length(min = 1, max = 39))]
    #[garde(length(chars, min = 1, max = 39))]
    assignee: Option<String>,
    /// Who wrote it.
    #[arg(length(min = 1, max = 39))]
    #[garde(length(chars, min = 1, max = 39))]
    author: Option<String>,
    #[garde(skip)]
    order: Order,
    /// Which page, from 1.
    #[arg(range(min = 1, max = 1000))]
    #[garde(range(min = 1, max = 1000))]
    page: u32,
    /// How many on a page.
    #[arg(range(min = 1, max = 100))]
    #[garde(range(min = 1, max = 100))]
    per_page: u8,
    /// Whether drafts count.
    #[garde(skip)]
    include_drafts: bool,
    /// Least score.
    #[arg(range(min = 0, max = 1))]
    #[garde(range(min = 0.0, max = 1.0))]
    min_score: f64,
    /// When it was created.
    #[garde(dive)]
    created: DateRange,
    /// For the log.
    #[garde(skip)]
    note: Option<String>,
}

/// Search issues.
#[tool]
async fn search_issues(args: SearchIssues) -> String {
    drop(black_box(args));
    String::from("done")
}

impl Shape for SearchIssues {
    const NAME: &'static str = "medium";

    fn good() -> String {
        String::from(
            r#"{"assignee":"octocat","created":{"from":"2026-01-01","to":"2026-06-30","utc_offset":60},"include_drafts":false,"labels":["bug","help wanted"],"min_score":0.25,"order":{"by":"created","descending":true},"page":2,"per_page":50,"query":"panic in parser when the input is empty","state":"open"}"#,
        )
    }

    fn one_mistake() -> String {
        with(&Self::good(), r#""per_page":50"#, r#""per_page":200"#)
    }

    fn first_mistake() -> String {
        String::from(
            r#"{"assignee":"","created":{"from":"2026-01-01","utc_offset":60},"include_drafts":false,"labels":["bug"],"min_score":0.25,"order":{"by":"created","descending":true},"page":2,"per_page":50,"query":"panic","state":"open"}"#,
        )
    }

    fn six_mistakes() -> String {
        String::from(
            r#"{"assignee":"","created":{"from":"yesterday","utc_offset":6000},"include_drafts":"no","labels":["bug"],"min_score":1.25,"order":{"by":"luck"},"page":2,"per_page":50,"query":"x","state":"open"}"#,
        )
    }

    fn tool() -> ToolDefinition {
        search_issues::definition()
    }
}
