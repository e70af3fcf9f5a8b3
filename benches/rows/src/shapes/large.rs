//! A hundred nested objects, and a list whose items differ.

use super::medium::State;
use super::{Shape, with};
use dsh_tools::prelude::*;
use garde::Validate;
use serde::Deserialize;
use std::hint::black_box;

#[derive(Debug, Deserialize, ToolValue, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct Size {
    #[arg(range(min = 0, max = 10000))]
    #[garde(range(min = 0.0, max = 10000.0))]
    width: f64,
    #[arg(range(min = 0, max = 10000))]
    #[garde(range(min = 0.0, max = 10000.0))]
    height: f64,
    #[arg(range(min = 0, max = 10000))]
    #[garde(range(min = 0.0, max = 10000.0))]
    depth: f64,
}

#[derive(Debug, Deserialize, ToolValue, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct Row {
    #[garde(skip)]
    id: u64,
    #[arg(length(min = 1, max = 32))]
    #[garde(length(chars, min = 1, max = 32))]
    sku: String,
    #[arg(range(min = 0, max = 10000))]
    #[garde(range(min = 0, max = 10000))]
    quantity: i32,
    #[arg(range(min = 0, max = 1000000))]
    #[garde(range(min = 0.0, max = 1000000.0))]
    price: f64,
    #[garde(skip)]
    state: State,
    #[arg(length(max = 8), inner(length(min = 1, max = 24)))]
    #[garde(length(max = 8), inner(length(chars, min = 1, max = 24)))]
    tags: Vec<String>,
    #[garde(dive)]
    size: Option<Size>,
    #[arg(length(max = 200))]
    #[garde(length(chars, max = 200))]
    note: Option<String>,
}

#[derive(Debug, Deserialize, ToolArgs, Validate)]
#[allow(dead_code, reason = "read by nobody but the decoders")]
pub struct BulkUpsert {
    /// Which table.
    #[arg(length(min = 1, max = 64))]
    #[garde(length(chars, min = 1, max = 64))]
    table: String,
    /// Whether nothing is written.
    #[garde(skip)]
    dry_run: bool,
    /// Columns that make a row, each once.
    #[arg(length(min = 1, max = 16), unique_items)]
    #[garde(length(min = 1, max = 16))]
    keys: Vec<String>,
    /// The rows.
    #[arg(length(min = 1, max = 500))]
    #[garde(length(min = 1, max = 500), dive)]
    rows: Vec<Row>,
}

/// Insert rows, or update those that are there.
#[tool]
async fn bulk_upsert(args: BulkUpsert) -> String {
    drop(black_box(args));
    String::from("done")
}

impl Shape for BulkUpsert {
    const NAME: &'static str = "large";
    const ROUNDS: u32 = 20;

    fn good() -> String {
        let row = |id: u32| {
            let state = ["open", "closed", "all"][id as usize % 3];
            let size = if id.is_multiple_of(2) {
                format!(r#""size":{{"width":{}.5,"height":20.25,"depth":{}}},"#, id + 1, id % 7)
            } else {
                String::new()
            };
            format!(
                r#"{{"id":{},"sku":"SKU-{id:05}","quantity":{},"price":{}.99,"state":"{state}",{size}"tags":["blue","t{id}"],"note":"row number {id}"}}"#,
                9_000_000_000_u64 + u64::from(id),
                id * 3,
                id + 10,
            )
        };
        let rows: Vec<String> = (0..100).map(row).collect();
        format!(
            r#"{{"table":"stock","dry_run":false,"keys":["id","sku"],"rows":[{}]}}"#,
            rows.join(",")
        )
    }

    fn one_mistake() -> String {
        with(&Self::good(), r#""quantity":150"#, r#""quantity":150000"#)
    }

    fn first_mistake() -> String {
        with(&Self::good(), r#""table":"stock""#, r#""table":"""#)
    }

    fn six_mistakes() -> String {
        let text = with(&Self::good(), r#""table":"stock""#, r#""table":"""#);
        let text = with(&text, r#""quantity":3,"#, r#""quantity":-3,"#);
        let text = with(&text, r#""state":"open""#, r#""state":"ajar""#);
        let text = with(&text, r#""sku":"SKU-00050""#, r#""sku":"""#);
        let text = with(&text, r#""price":70.99"#, r#""price":"70.99""#);
        with(&text, r#""id":9000000099"#, r#""id":-1"#)
    }

    fn tool() -> ToolDefinition {
        bulk_upsert::definition()
    }
}
