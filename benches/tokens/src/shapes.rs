//! The five argument shapes of the report, each with the bounds in our words and in those of `schemars`.

use dsh_tools::{ToolArgs, ToolValue};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema, ToolArgs)]
pub struct GetWeather {
    /// Name of the city.
    #[arg(length(min = 1, max = 100))]
    #[schemars(length(min = 1, max = 100))]
    pub city: String,
    /// How many days to look ahead.
    #[arg(range(min = 1, max = 14))]
    #[schemars(range(min = 1, max = 14))]
    pub days: u8,
    /// Whether to give metric units.
    pub metric: bool,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, ToolValue)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Open,
    Closed,
    All,
}

/// In which order.
#[derive(Deserialize, JsonSchema, ToolValue)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum Order {
    Created { descending: bool },
    Comments { descending: bool },
    Relevance,
}

#[derive(Deserialize, JsonSchema, ToolValue)]
pub struct DateRange {
    /// First day.
    #[arg(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    #[schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    pub from: String,
    /// Last day.
    #[arg(length(min = 10, max = 10))]
    #[schemars(length(min = 10, max = 10))]
    pub to: Option<String>,
    /// Minutes from UTC.
    #[arg(range(min = -720, max = 840))]
    #[schemars(range(min = -720, max = 840))]
    pub utc_offset: i32,
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
pub struct SearchIssues {
    /// What to look for.
    #[arg(length(min = 1, max = 256))]
    #[schemars(length(min = 1, max = 256))]
    pub query: String,
    pub state: State,
    /// Issues must have all of them.
    #[arg(length(max = 10), inner(length(min = 1, max = 50)))]
    #[schemars(length(max = 10), inner(length(min = 1, max = 50)))]
    pub labels: Vec<String>,
    /// Who works on it.
    #[arg(length(min = 1, max = 39))]
    #[schemars(length(min = 1, max = 39))]
    pub assignee: Option<String>,
    /// Who wrote it.
    #[arg(length(min = 1, max = 39))]
    #[schemars(length(min = 1, max = 39))]
    pub author: Option<String>,
    pub order: Order,
    /// Which page, from 1.
    #[arg(range(min = 1, max = 1000))]
    #[schemars(range(min = 1, max = 1000))]
    pub page: u32,
    /// How many on a page.
    #[arg(range(min = 1, max = 100))]
    #[schemars(range(min = 1, max = 100))]
    pub per_page: u8,
    /// Whether drafts count.
    pub include_drafts: bool,
    /// Least score.
    #[arg(range(min = 0, max = 1))]
    #[schemars(range(min = 0, max = 1))]
    pub min_score: f64,
    /// When it was created.
    pub created: DateRange,
    /// For the log.
    pub note: Option<String>,
}

#[derive(Deserialize, JsonSchema, ToolValue)]
pub struct Size {
    #[arg(range(min = 0, max = 10000))]
    #[schemars(range(min = 0, max = 10000))]
    pub width: f64,
    #[arg(range(min = 0, max = 10000))]
    #[schemars(range(min = 0, max = 10000))]
    pub height: f64,
    #[arg(range(min = 0, max = 10000))]
    #[schemars(range(min = 0, max = 10000))]
    pub depth: f64,
}

#[derive(Deserialize, JsonSchema, ToolValue)]
pub struct Row {
    pub id: u64,
    #[arg(length(min = 1, max = 32))]
    #[schemars(length(min = 1, max = 32))]
    pub sku: String,
    #[arg(range(min = 0, max = 10000))]
    #[schemars(range(min = 0, max = 10000))]
    pub quantity: i32,
    #[arg(range(min = 0, max = 1000000))]
    #[schemars(range(min = 0, max = 1000000))]
    pub price: f64,
    pub state: State,
    #[arg(length(max = 8), inner(length(min = 1, max = 24)))]
    #[schemars(length(max = 8), inner(length(min = 1, max = 24)))]
    pub tags: Vec<String>,
    pub size: Option<Size>,
    #[arg(length(max = 200))]
    #[schemars(length(max = 200))]
    pub note: Option<String>,
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
pub struct BulkUpsert {
    /// Which table.
    #[arg(length(min = 1, max = 64))]
    #[schemars(length(min = 1, max = 64))]
    pub table: String,
    /// Whether nothing is written.
    pub dry_run: bool,
    /// Columns that make a row, each once.
    #[arg(length(min = 1, max = 16), unique_items)]
    #[schemars(length(min = 1, max = 16), extend("uniqueItems" = true))]
    pub keys: Vec<String>,
    /// The rows.
    #[arg(length(min = 1, max = 500))]
    #[schemars(length(min = 1, max = 500))]
    pub rows: Vec<Row>,
}

#[derive(Deserialize, JsonSchema, ToolArgs)]
pub struct EditFile {
    /// Path of the file.
    #[arg(length(min = 1, max = 4096))]
    #[schemars(length(min = 1, max = 4096))]
    pub path: String,
    /// The text to replace.
    #[arg(length(min = 1, max = 200000))]
    #[schemars(length(min = 1, max = 200000))]
    pub old_text: String,
    /// What to put there.
    #[arg(length(max = 200000))]
    #[schemars(length(max = 200000))]
    pub new_text: String,
    /// Which occurrence, from 1.
    #[arg(range(min = 1, max = 1000))]
    #[schemars(range(min = 1, max = 1000))]
    pub occurrence: u32,
    /// Whether to make a file that is not there.
    pub create: bool,
}

macro_rules! structure {
    (texts: $($text:ident)*; counts: $($count:ident)*; flags: $($flag:ident)*; measures: $($measure:ident)*;) => {
        #[derive(Deserialize, JsonSchema, ToolArgs)]
        pub struct ListMachines {
            $(
                #[arg(length(min = 1, max = 64))]
                #[schemars(length(min = 1, max = 64))]
                pub $text: Option<String>,
            )*
            $(
                #[arg(range(min = 0, max = 100000))]
                #[schemars(range(min = 0, max = 100000))]
                pub $count: Option<u32>,
            )*
            $(
                pub $flag: Option<bool>,
            )*
            $(
                #[arg(range(min = 0, max = 1000000000))]
                #[schemars(range(min = 0, max = 1000000000))]
                pub $measure: Option<f64>,
            )*
        }
    };
}

/// The names of the wide shape's fields, for a macro that makes something of them.
macro_rules! wide {
    ($make:ident) => {
        $make! {
            texts: name owner project zone image kernel cluster tenant label note;
            counts: min_cpu max_cpu min_ram_gb max_ram_gb min_disk_gb max_disk_gb page per_page min_age_h max_age_h;
            flags: running stopped spot gpu public encrypted backed_up monitored tagged include_deleted;
            measures: min_load max_load min_cost max_cost min_uptime max_uptime min_iops max_iops cpu_ratio ram_ratio;
        }
    };
}

pub(crate) use wide;

wide!(structure);
